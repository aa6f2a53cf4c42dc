// The examples of the help that can be run as they stand.
import type { Command } from '../../src/engine/model/command.ts';

/** They wait for a person or for requests, or print a token: tests of their own run them. */
export const WAITS = /^docs (?:auth login|auth token|sandbox serve|sandbox requests)\b/;

/** Those that need no shell and come to an end by themselves. */
export const runnableExamples = ({ examples }: Pick<Command, 'examples'>): string[] =>
  examples.filter((line) => !/[|<>;]|\$\(/.test(line) && !WAITS.test(line));
