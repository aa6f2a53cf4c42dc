// Commands whose operation the sandbox does not do: it answers 501, and docs says that the host lacks it.
import { whyAbsent } from '../../src/sandbox/fidelity.ts';
import { commands } from './command-lines.ts';

/** Paths, as `docs cr conversations list`. */
export const absentCommands: ReadonlySet<string> = new Set(
  commands.flatMap(({ path, command: { operation } }) =>
    operation && whyAbsent(operation.id) !== undefined ? [path] : [],
  ),
);

/** Whether a line calls one of them. */
export const callsAbsent = (line: string): boolean =>
  [...absentCommands].some((path) => `${line} `.startsWith(`${path} `));
