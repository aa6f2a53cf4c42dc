// Commands whose operation the sandbox does not do: it answers 501, and docs says that the host lacks it.
import { entries } from '../../src/commands/index.ts';
import { allCommands } from '../../src/engine/model/load.ts';
import { whyAbsent } from '../../src/sandbox/fidelity.ts';

/** Paths, as `docs cr conversations list`. */
export const absentCommands: ReadonlySet<string> = new Set(
  (await allCommands(entries)).flatMap(({ path, command: { operation } }) =>
    operation && whyAbsent(operation.id) !== undefined ? [path] : [],
  ),
);

/** Whether a line calls one of them. */
export const callsAbsent = (line: string): boolean =>
  [...absentCommands].some((path) => `${line} `.startsWith(`${path} `));
