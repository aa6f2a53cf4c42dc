// What a line of docs cr resolve decides: which conflicts, and how each of them.
import { relative, resolve, sep } from 'node:path';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { NotFoundError, seeHelp, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { markerLine } from '../../files/texts.ts';
import { readText } from '../../folder/page.ts';
import { diskSource } from '../../folder/source.ts';
import { plural } from '../../output/format.ts';
import { asTyped } from '../merge-ready/merge-conflicts.ts';
import { textOfFile } from '../page-edits/page-source.ts';
import { type Decisions, decisionFor, filePathOf, type Kept, signOf } from './decisions.ts';
import type { Conflict, Meeting } from './find-conflicts.ts';

export const RESOLVE_FLAGS = [
  flag('--ours', 'where both changed the same, as the change request has it', { reach: 'platform' }),
  flag('--theirs', 'where both changed the same, as main has it', { reach: 'platform' }),
  flag('--file <file>', 'Markdown file with what the page should be, or - for stdin'),
  flag('--from <folder>', 'every page from its file in this folder, which docs cr conflicts --to wrote', {
    reach: 'machine',
  }),
  flag('--rest', 'every conflict that is not decided yet', { reach: 'platform' }),
] as const satisfies readonly Option[];

export type ResolveRun = Run<FlagsOf<typeof RESOLVE_FLAGS>>;

/** What was found, and decided before. */
export interface Undecided {
  meeting: Meeting;
  decisions: Decisions;
  changeRequest: ChangeRequest;
}

/** Throws UsageError for flags that say nothing, or two things. */
export function refuseFlags({ flags, args, path }: ResolveRun): void {
  const hint = `${path} --help`;
  const ways = [flags.ours, flags.theirs, flags.file, flags.from].filter(
    (one) => one !== undefined && one !== false,
  );
  if (ways.length === 0)
    throw new UsageError('--ours, --theirs, --file or --from is required', {
      hint: shell`docs cr conflicts ${args.cr ?? ''}`,
    });
  if (ways.length > 1) throw new UsageError('use one of --ours, --theirs, --file and --from', { hint });
  if (args.page !== undefined && (flags.from !== undefined || flags.rest === true))
    throw new UsageError('a page cannot be given together with --from or --rest', { hint });
  if (flags.rest && flags.file !== undefined) throw new UsageError('--file is for one page', { hint });
}

/** The conflicts that a command line decides, each with its decision. Throws UsageError, NotFoundError. */
export async function chosen(run: ResolveRun, work: Undecided): Promise<[Conflict, Kept][]> {
  const { flags, args } = run;
  if (flags.from !== undefined) return fromFolder(run, work, flags.from);
  const conflicts = conflictsMeant(run, work);
  if (flags.file === undefined) {
    const how = flags.ours === true ? 'ours' : 'theirs';
    return conflicts.map((one) => [one, { how, sign: signOf(one) }]);
  }
  const [conflict] = conflicts;
  if (conflict?.kind !== 'page')
    throw seeHelp(run.path, `${args.page ?? 'it'} is not a page: use --ours or --theirs`);
  const text = await textOfFile(run, flags.file);
  refuseMarkers(text, flags.file);
  return [[conflict, { how: 'file', sign: signOf(conflict), file: fileOf(run, flags.file), text }]];
}

/** Kept whole, said as people typed it. */
export function asGiven(run: Run, file: string): string {
  const below = relative(run.context.cwd, file);
  return below.startsWith('..') ? file : below;
}

const fileOf = (run: Run, file: string) => (file === '-' ? '-' : resolve(run.context.cwd, file));

function refuseMarkers(text: string, name: string): void {
  const line = markerLine(text);
  if (line === undefined) return;
  throw new UsageError(`${name}:${line}: a conflict marker is left`, {
    hint: 'edit the file until it says what the page should say, then run the same command again',
  });
}

/** Throws UsageError where several could be meant, NotFoundError for a page without a conflict. */
function conflictsMeant(
  { args, flags, path }: ResolveRun,
  { meeting, decisions, changeRequest }: Undecided,
): Conflict[] {
  const all = meeting.conflicts;
  const wanted = args.page;
  const open = all.filter((one) => !decisionFor(decisions, one));
  if (flags.rest === true) return open;
  if (wanted === undefined) {
    if (all.length <= 1) return all;
    throw new UsageError(
      `${plural(all.length, 'conflict')}: which page? ${all.map(({ name }) => name).join(', ')}`,
      {
        hint: shell`${path.split(' ')} ${changeRequest.number} --space ${changeRequest.space} --rest --ours`,
      },
    );
  }
  const name = wanted === '/' ? wanted : wanted.replace(/^\/+|(?<!\/)\/+$/g, '');
  const found = all.filter((one) =>
    [one.id, one.name, titleOf(one), one.name.split('/').at(-1)].includes(name),
  );
  const exact = found.filter((one) => one.id === name || one.name === name);
  const meant = exact.length > 0 ? exact : found;
  // The order of its subpages goes by the name of the page: both are decided at once.
  if (meant.length === 0 || new Set(meant.map(({ id }) => id)).size > 1)
    throw new NotFoundError(
      `${meant.length === 0 ? 'no conflict is called' : 'several conflicts are called'} "${wanted}"`,
      { hint: shell`docs cr conflicts ${changeRequest.number} --space ${changeRequest.space}` },
    );
  return meant;
}

const titleOf = ({ sides }: Conflict) => (sides.ours ?? sides.theirs)?.page.title;

/** Each page whose file is there. Throws UsageError naming file and line where a marker is left, or what is no text. */
async function fromFolder(
  run: ResolveRun,
  { meeting, changeRequest }: Undecided,
  folder: string,
): Promise<[Conflict, Kept][]> {
  const root = resolve(run.context.cwd, folder);
  const hint = shell`docs cr conflicts ${asTyped(run, changeRequest)} --to ${folder}`;
  const source = diskSource(root, folder, hint);
  const found: [Conflict, Kept][] = [];
  for (const conflict of meeting.conflicts) {
    const file = filePathOf(root, conflict);
    const name = relative(root, file).split(sep).join('/');
    if (conflict.kind !== 'page' || !source.files.has(name)) continue;
    const read = await readText(source, name);
    if ('problem' in read)
      throw new UsageError(`${asGiven(run, file)}:${read.problem.line}: it ${read.problem.message}`);
    refuseMarkers(read.text, asGiven(run, file));
    found.push([conflict, { how: 'file', sign: signOf(conflict), file, text: read.text }]);
  }
  if (found.length === 0) throw new NotFoundError(`no file of a page in conflict is in ${folder}`, { hint });
  return found;
}
