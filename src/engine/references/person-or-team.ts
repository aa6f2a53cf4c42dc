// A team named where a person is meant, or the reverse: the same line with the name where such a thing goes.

import type { NotFoundError } from '../../errors.ts';
import { shell, shellLine } from '../../files/shell-word.ts';
import type { Run } from '../model/command-type.ts';
import { optionsOf } from '../model/flags.ts';
import { loadLeaf } from '../model/load.ts';
import { changed, finder, listOf } from './look-up.ts';
import { KINDS } from './reference-kinds.ts';

/** The error with what the name is instead; undefined where it is neither, or nothing can say so. */
export async function personOrTeam(run: Run, error: NotFoundError): Promise<NotFoundError | undefined> {
  const { kind: noun, name } = error.details ?? {};
  const isTeam = noun === 'member' || noun === 'user';
  const param = isTeam ? 'teamId' : 'userId';
  const kind = KINDS[param];
  if ((!isTeam && noun !== 'team') || typeof name !== 'string' || !kind) return undefined;
  // Read for the sake of a hint: the error at hand is the one that matters.
  const items = await listOf(run, kind).catch(() => undefined);
  if (!items || finder(param, items)(name) === undefined) return undefined;
  const what = isTeam ? 'a team' : 'a member';
  return changed(error, {
    message: `${error.message}; "${name}" is ${what}`,
    hint:
      (await lineFor(run, name, isTeam)) ??
      (isTeam ? shell`docs teams get ${name}` : shell`docs members get ${name}`),
  });
}

/** What was typed, with the name where a team or a member goes; undefined where the command has no place for one. */
async function lineFor(
  { context, command, catalog }: Run,
  name: string,
  isTeam: boolean,
): Promise<string | undefined> {
  const { argv } = context;
  const at = argv.indexOf(name);
  const flags = optionsOf(command).map((option) => option.flags);
  const [before, after] = isTeam ? ['users', 'teams'] : ['teams', 'users'];
  const swapped = argv.map((word) =>
    word === `--${before}` ? `--${after}` : word === before ? after : word,
  );
  if (at > 0 && argv[at - 1] === `--${before}` && flags.some((flag) => flag.startsWith(`--${after} `)))
    return shellLine(['docs', ...swapped]);
  if (at > 0 && argv.includes(before) && (await loadLeaf(catalog, swapped)).command)
    return shellLine(['docs', ...swapped]);
  if (at < 1 || !flags.includes('--team <team>') || !command.args.some(({ label }) => label === 'member'))
    return undefined;
  if (isTeam) return shellLine(['docs', ...argv.slice(0, at), '--team', ...argv.slice(at)]);
  if (argv[at - 1] !== '--team') return undefined;
  const depth = argv.indexOf(command.verb) + 1;
  const others = argv.filter((_, index) => index >= depth && index !== at && index !== at - 1);
  return shellLine(['docs', ...argv.slice(0, depth), name, ...others]);
}
