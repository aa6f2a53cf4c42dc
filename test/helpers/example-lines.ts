// The examples of the help that can be run as they stand.
import type { Command } from '../../src/engine/model/command.ts';

/** They wait for a person, for requests or events, send to a receiver, print a token, visit a served site or run a program: tests of their own run them. */
export const WAITS =
  /^docs (?:auth login|auth token|sandbox serve|sandbox exec|sandbox trigger|sandbox requests|redirects verify|integrations tail|preview(?!.* --(?:to|pdf)))\b/;

/** Those that need no shell and come to an end by themselves. */
export const runnableExamples = ({ examples }: Pick<Command, 'examples'>): string[] =>
  examples.filter((line) => !/[|<>;]|\$\(/.test(line) && !WAITS.test(line));
