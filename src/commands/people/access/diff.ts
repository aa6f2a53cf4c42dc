// docs access diff: who gained and who lost access since a matrix of earlier.

import { listSpaceAccess } from '../../../api/people/space-permissions.ts';
import { arg, handmade, type Option } from '../../../engine/model/command.ts';
import type { FlagsOf } from '../../../engine/model/flag-types.ts';
import { refuseFaults } from '../../../engine/rows/row-faults.ts';
import { readRows } from '../../../engine/rows/rows-file.ts';
import type { Run } from '../../../engine/run/run.ts';
import { viewOf } from '../../../engine/run/view.ts';
import { FindingsError } from '../../../errors.ts';
import { note } from '../../../output/note.ts';
import { listWriter } from '../../../output/render.ts';
import type { AccessChange } from '../../../workflows/access/diff.ts';
import type { Former, Then } from '../../../workflows/access/former.ts';
import { OPENING_OPERATIONS } from '../../../workflows/access/openings.ts';
import { isOutside } from '../../../workflows/access/people.ts';
import { pick, wordsOf } from '../../../workflows/access/pick.ts';
import { exitCodeFlag } from '../../finding-flags.ts';
import { CHOICE_FLAGS, CHOICE_OPERATIONS, chooseBoth } from './access-scope.ts';
import { readAll } from './matrix.ts';

const COLUMNS = ['change', 'name', 'email', 'space.title', 'before', 'after', 'note', 'id', 'space.id'];

const DIFF_FLAGS = [exitCodeFlag('access changed'), ...CHOICE_FLAGS] as const satisfies readonly Option[];

type DiffRun = Run<FlagsOf<typeof DIFF_FLAGS>>;

export const diff = handmade('diff', {
  summary: 'Compare access now with an earlier matrix',
  args: [arg('file')],
  uses: [...CHOICE_OPERATIONS, listSpaceAccess, ...OPENING_OPERATIONS],
  options: DIFF_FLAGS,
  columns: COLUMNS,
  fields: COLUMNS,
  paged: true,
  exits: [6, 7],
  run: showDiff,
  examples: [
    ['See what changed since the last review', 'docs access diff last.csv'],
    [
      'Fail if people from outside have other access now',
      'docs access diff last.csv --outside tarnpost.example --exit-code',
    ],
  ],
  notes: `The file is what docs access matrix saved, as CSV or JSON, with --long or without. Where it was made with --spaces,
--members or --outside, give the same again. People and spaces are compared by ID, so a new title is not a change.`,
});

async function showDiff(run: DiffRun): Promise<void> {
  const { io } = run.context;
  const file = run.args.file ?? '';
  const former = narrowed(run, await readFormer(run, file));
  const { accessChanges } = await import('../../../workflows/access/diff.ts');
  const client = await run.client();
  const chosen = await chooseBoth(run, client);
  const changes = accessChanges(former, await readAll(run, client, chosen, false));
  const writer = await listWriter(io, viewOf(run));
  await writer.page(changes);
  await writer.end();
  const summary = summaryOf(changes, file);
  if (run.flags.exitCode === true && changes.length > 0) throw new FindingsError(summary);
  note(io, summary);
}

/** Throws UsageError for a file that is no matrix. */
async function readFormer(run: DiffRun, file: string): Promise<Former> {
  const { formerMatrix } = await import('../../../workflows/access/former.ts');
  const { rows, faults, source } = await readRows(run.context, file, 'file');
  refuseFaults(run, { source, all: [...faults] });
  return formerMatrix(rows.map(({ where, cells }) => ({ where: `${source}, ${where}`, cells })));
}

/** What the flags leave out now is left out of then, too. */
function narrowed({ flags: { members, spaces, outside } }: DiffRun, former: Former): Former {
  const named = ({ id, name, title }: Then) => ({ id: id ?? '', names: [name, title] });
  const domains = outside === undefined ? undefined : wordsOf(outside);
  const chosen = (all: readonly Then[], words: string | undefined) =>
    new Set(words === undefined ? all : pick(all, wordsOf(words), named).items);
  const email = ({ name }: Then) => (name.includes('@') ? name : undefined);
  const people = [...chosen(former.people, members)].filter(
    (one) => domains === undefined || isOutside(email(one), domains),
  );
  const who = new Set(people);
  const what = chosen(former.spaces, spaces);
  return {
    people,
    spaces: [...what],
    levels: former.levels.filter(({ person, space }) => who.has(person) && what.has(space)),
  };
}

/** `2 gained, 1 lost since last.csv`. */
function summaryOf(changes: readonly AccessChange[], file: string): string {
  const kinds = ['gained', 'lost', 'raised', 'lowered'] as const;
  const counts = kinds.flatMap((kind) => {
    const count = changes.filter(({ change }) => change === kind).length;
    return count > 0 ? [`${count} ${kind}`] : [];
  });
  return counts.length === 0
    ? `no access changed since ${file}`
    : `access: ${counts.join(', ')} since ${file}`;
}
