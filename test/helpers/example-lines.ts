// The examples of the help that can be run as they stand.
import type { Command } from '../../src/engine/model/command.ts';

/** Those that need no shell and do more than show the help. */
export const runnableExamples = ({ examples }: Pick<Command, 'examples'>): string[] =>
  examples.filter((line) => !/[|<>;]|\$\(| --help/.test(line));
