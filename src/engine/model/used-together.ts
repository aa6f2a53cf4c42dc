// Flags of which a line may have one only.

import { seeHelp } from '../../errors.ts';
import type { Run } from '../run/run.ts';
import { flagNamed } from './command-type.ts';
import { kebab } from './fields.ts';

/** Throws UsageError where more than one is given: `--space and --all-spaces cannot be used together`. */
export function refuseTogether({ flags, path }: Pick<Run, 'flags' | 'path'>, ...names: string[]): void {
  const given = names
    .map((name) => flagNamed(flags, name))
    .filter((value) => value !== undefined && value !== false);
  if (given.length < 2) return;
  const all = names.map((name) => `--${kebab(name)}`);
  const last = all.pop();
  throw seeHelp(path, `${all.join(', ')} and ${last} cannot be used together`);
}
