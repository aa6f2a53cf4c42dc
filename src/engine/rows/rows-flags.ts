// Flags that mean something beside others only.
import { UsageError } from '../../errors.ts';
import { manyArg } from '../many/many-arg.ts';
import type { Command } from '../model/command.ts';
import type { RunFlags } from '../model/run-type.ts';
import { lineWithout, lineWithoutTargets } from '../model/typed-again.ts';

/** Throws UsageError for what would be passed over in silence: a flag about rows where there are none, and the reverse. */
export function refuseWithoutRows(
  command: Command,
  { flags, args }: { flags: RunFlags & Record<string, unknown>; args: readonly string[] },
  argv: readonly string[],
): void {
  const { rows, map, ignoreColumns, resume } = flags;
  if (rows !== undefined) {
    if (flags.allReady === true)
      throw new UsageError('--rows and --all-ready cannot be used together', {
        hint: lineWithout(argv, ['--rows']),
      });
    return;
  }
  const stray = [
    map !== undefined && takesForRows(command, '--map') && '--map',
    flags.null !== undefined && '--null',
    ignoreColumns !== undefined && '--ignore-columns',
    resume === true && !manyArg(command) && takesForRows(command, '--resume') && '--resume',
  ].find((flag) => flag !== false);
  if (stray === undefined) return;
  throw new UsageError(`${stray} needs --rows`, {
    hint: lineWithoutTargets(argv, args, '--rows', 'rows.csv'),
  });
}

/** Some commands have a flag of the same name that means their own work. */
const takesForRows = ({ options }: Command, flag: string): boolean =>
  !options.some(({ flags }) => flags.split(' ')[0] === flag);
