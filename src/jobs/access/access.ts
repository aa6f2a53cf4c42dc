// docs access: who can do what, where, and why.
import { getCaller, getMember, listMembers } from '../../api/people/members.ts';
import { listCollectionAccess, listSpaceAccess } from '../../api/people/permissions.ts';
import type { Client } from '../../client/client.ts';
import { GIVEN_OPERATIONS, wayText } from '../../domain/access/grants.ts';
import { isOutside, nameOf, type Person, readPeople } from '../../domain/access/people.ts';
import { pick } from '../../domain/access/pick.ts';
import { arg, group, handmade, type Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { READ_CONCURRENCY_FLAG, readWidthOf } from '../../engine/model/globals.ts';
import { readLists } from '../../engine/references/resolve-names.ts';
import { refuseFaults } from '../../engine/rows/row-faults.ts';
import { readRows } from '../../engine/rows/rows-file.ts';
import { cutOff, sameCommand, throwUnfinished } from '../../engine/run/partial-failure.ts';
import type { Run } from '../../engine/run/run.ts';
import { printRows } from '../../engine/run/view.ts';
import { keepHeapSmallest } from '../../files/of-node.ts';
import { itemsByComma } from '../../files/texts.ts';
import { plural } from '../../output/format.ts';
import type { Io } from '../../output/io.ts';
import { note, warn, wholeCommand } from '../../output/note.ts';
import { showing } from '../../output/progress.ts';
import { startBar } from '../../output/progress-bar.ts';
import { exitCodeFlag } from '../report/finding-flags.ts';
import { conclude } from '../report/findings.ts';
import {
  CHOICE_FLAGS,
  CHOICE_OPERATIONS,
  type ChoiceRun,
  type Chosen,
  chooseBoth,
  ORGANIZATION_FLAG,
  organizationIn,
} from './access-scope.ts';
import { can } from './can.ts';
import { type Consequence, type Reason, type Reasons, reasonsIn } from './ends.ts';
import type { AccessChange, Former, Then } from './former.ts';
import { callerOf } from './grant-changes.ts';
import { type Matrix, readMatrix } from './matrix.ts';
import { CELL_COLUMNS, MATRIX_FLAGS, type MatrixRun, WAY_COLUMNS } from './matrix-rows.ts';
import { readPlaceAccess, SITE_OPERATIONS } from './one-place.ts';
import { OPENING_OPERATIONS } from './openings.ts';
import { accessPlan } from './plan.ts';
import { REACH_OPERATIONS, type Reached, readReach } from './reach.ts';
import {
  kindAndName,
  quoted,
  readPerson,
  readThing,
  THING_NOTE,
  THING_OPERATIONS,
  type Thing,
  whoCan,
} from './who-can.ts';

// docs access matrix: the level of every member on every space.

const matrix = handmade('matrix', {
  summary: 'List the access of every member to every space',
  uses: [...CHOICE_OPERATIONS, listSpaceAccess, ...OPENING_OPERATIONS, ...GIVEN_OPERATIONS],
  options: MATRIX_FLAGS,
  columns: CELL_COLUMNS,
  fields: [...new Set([...CELL_COLUMNS, 'access', ...WAY_COLUMNS, 'space.id'])],
  paged: true,
  exits: [7],
  run: showMatrix,
  examples: [
    ['See the level of every member on every space', 'docs access matrix'],
    ['Save it for the next review', 'docs access matrix -o csv --save access.csv'],
    ['See what people from outside can reach', 'docs access matrix --outside tarnpost.example --long'],
    ['Show some spaces in a pull request', 'docs access matrix --spaces "API*,Guides" -o markdown'],
  ],
  notes: `Guests and disabled members are included. Levels are those that the platform itself computes. With --long also reads
roles, grants, teams and collections, to say where each level comes from: "?" where that does not add up to what
the platform says. If one space cannot be read, nothing is printed or saved, and the exit code is 7. Rows are written
person by person once all spaces are read, in every format; --jq alone waits for the last one.
-o html makes one page that needs no network: filter, sort, print; with --long it also says where each level comes from.`,
});

async function showMatrix(run: MatrixRun): Promise<void> {
  const { outputOf, printMatrix } = await import('./matrix-output.ts');
  const output = outputOf(run);
  const client = await run.client();
  const chosen = await chooseBoth(run, client);
  await printMatrix(run, output, await readAll(run, client, chosen, run.flags.long === true));
}

/** Throws PartialError (exit 7) where one space cannot be read. */
async function readAll(run: ChoiceRun, client: Client, chosen: Chosen, origins: boolean): Promise<Matrix> {
  const { spaces } = chosen;
  keepHeapSmallest();
  const bar = startBar(run.context.io, 'reading access to spaces', spaces.length);
  const again = sameCommand(run);
  const width = readWidthOf(run);
  const result = await readMatrix(client, { ...chosen, origins, width, onStep: (isOk) => bar.step(isOk) })
    .catch((error: unknown) => {
      throw cutOff(error, { counted: `${bar.counted} spaces read`, hint: again });
    })
    .finally(bar.stop);
  if (result.ok) return result.matrix;
  const { done, failures } = result;
  return throwUnfinished({ what: 'space', done, total: spaces.length, failures, hint: again });
}

// docs access diff: who gained and who lost access since a matrix of earlier.

const DIFF_COLUMNS = ['change', 'name', 'email', 'space.title', 'before', 'after', 'note', 'id', 'space.id'];

const DIFF_FLAGS = [exitCodeFlag('access changed'), ...CHOICE_FLAGS] as const satisfies readonly Option[];

type DiffRun = Run<FlagsOf<typeof DIFF_FLAGS>>;

const diff = handmade('diff', {
  summary: 'Compare access now with an earlier matrix',
  args: [arg('file')],
  uses: [...CHOICE_OPERATIONS, listSpaceAccess, ...OPENING_OPERATIONS],
  options: DIFF_FLAGS,
  columns: DIFF_COLUMNS,
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
  const file = run.args.file ?? '';
  const former = narrowed(run, await readFormer(run, file));
  const { accessChanges } = await import('./former.ts');
  const client = await run.client();
  const chosen = await chooseBoth(run, client);
  const changes = accessChanges(former, await readAll(run, client, chosen, false));
  await printRows(run, changes);
  conclude(run, summaryOf(changes, file), changes.length);
}

/** Throws UsageError for a file that is no matrix. */
async function readFormer(run: DiffRun, file: string): Promise<Former> {
  const { formerMatrix, namesPeople, notNamed } = await import('./former.ts');
  const { header, rows, faults, source } = await readRows(run, file, 'file');
  // Without a row, only the header tells that nobody had access then.
  if (header && !namesPeople(header)) throw notNamed(`${source}, line 1`);
  refuseFaults(run, { source, all: [...faults] });
  return formerMatrix(rows.map(({ where, cells }) => ({ where: `${source}, ${where}`, cells })));
}

/** What the flags leave out now is left out of then, too. */
function narrowed({ flags: { members, spaces, outside } }: DiffRun, former: Former): Former {
  const named = ({ id, name, title }: Then) => ({ id: id ?? '', names: [name, title] });
  const domains = outside === undefined ? undefined : itemsByComma(outside);
  const chosen = (all: readonly Then[], words: string | undefined) =>
    new Set(words === undefined ? all : pick(all, itemsByComma(words), named).items);
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

// docs access of: everything that one person can reach.

const OF_COLUMNS = ['kind', 'title', 'level', 'origin', 'id'];

const of = handmade('of', {
  summary: 'List everything a member has access to',
  args: [arg('member')],
  uses: [getMember, ...REACH_OPERATIONS, listCollectionAccess, ...GIVEN_OPERATIONS],
  options: [...ORGANIZATION_FLAG, READ_CONCURRENCY_FLAG],
  columns: OF_COLUMNS,
  // An ID would leave no room for where it comes from.
  table: OF_COLUMNS.slice(0, -1),
  paged: true,
  run: showReach,
  examples: [
    ['List what a member can reach', 'docs access of lucas@tarnpost.example'],
    ['Get the same as JSON', 'docs access of sofia@marchetti-writes.example --json'],
  ],
  notes: `Shows spaces, collections and sites, each with the level and where it comes from: "?" where roles and grants do not
add up to what the platform says. Where the role or a default level gives it, grants of the same level are not looked for:
docs access why shows every way, and what to change.`,
});

async function showReach(run: Run): Promise<void> {
  const { io } = run.context;
  const { found, person } = await showing(io, 'reading access', async () => {
    const client = await run.client();
    const organizationId = await organizationIn(run);
    const person = await readPerson(run, client, { organizationId, text: run.args.member ?? '' });
    const found = await readReach(client, { organizationId, person, width: readWidthOf(run) });
    return { found, person };
  });
  const who = nameOf(person);
  await printRows(run, found);
  if (found.length > 0) return note(io, `${who}: ${counts(found)}`);
  note(io, `${who} has access to nothing${person.status === 'disabled' ? ': the member is disabled' : ''}`);
}

function counts(found: readonly Reached[]): string {
  const kinds = ['space', 'collection', 'site'] as const;
  return kinds
    .map((kind) => ({ kind, count: found.filter((one) => one.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => plural(count, kind))
    .join(', ');
}

// docs access why: every way that somebody has to something, what to change to end it, and what that comes to.

const WHY_COLUMNS = ['level', 'origin', 'decides', 'end', 'after', 'others', 'or', 'orAfter', 'orOthers'];

const why = handmade('why', {
  summary: 'Show why a member has access to something, and how to end it',
  args: [arg('member'), arg('thing')],
  uses: [
    getMember,
    getCaller,
    listMembers,
    listSpaceAccess,
    listCollectionAccess,
    ...SITE_OPERATIONS,
    ...THING_OPERATIONS,
    ...GIVEN_OPERATIONS,
  ],
  options: [...ORGANIZATION_FLAG, READ_CONCURRENCY_FLAG],
  columns: WHY_COLUMNS,
  // A command is no use when it is cut: below the table they have lines of their own.
  table: ['level', 'origin', 'decides'],
  fields: [...WHY_COLUMNS, 'via', 'on', 'team', 'inherited'],
  run: showWhy,
  examples: [
    ['See why a member can edit a space', 'docs access why lucas@tarnpost.example space:Guides'],
    [
      'Get the commands that end the access of a guest',
      'docs access why sofia@marchetti-writes.example "space:API reference" --json',
    ],
  ],
  notes: `One row for each way, the highest level first. The rows that decide give the level in effect: to lower it, run the
command of each of them. after is the level once that one command has run, and others says whom else it concerns.
A command that ends several ways is in the first of their rows. There is none against your own access. ${THING_NOTE}`,
});

async function showWhy(run: Run): Promise<void> {
  const { io } = run.context;
  const client = await run.client();
  const organizationId = await organizationIn(run);
  const { member = '', thing: text = '' } = run.args;
  const asked = { userId: member, [`${kindAndName(text).kind}Id`]: kindAndName(text).name };
  await readLists({ ...run, input: { organizationId } }, asked);
  const person = await readPerson(run, client, { organizationId, text: member });
  const thing = await readThing(run, client, { organizationId, text });
  const [people, caller] = await Promise.all([readPeople(client, organizationId), callerOf(client)]);
  const query = { organizationId, people, width: readWidthOf(run) };
  const access = await readPlaceAccess(client, thing, query);
  const found = reasonsIn(access, { organizationId, person, caller });
  await printRows(run, await Promise.all(found.reasons.map((reason) => rowOf(io, reason))));
  explain(io, { person, thing, found, isSelf: person.id === caller });
}

const rowOf = async (io: Io, { way, decides, end, or }: Reason) => ({
  level: way.level,
  origin: wayText(way),
  decides,
  end: end ? await wholeCommand(io, end.command) : null,
  after: end?.after ?? null,
  others: end?.others ?? null,
  or: or ? await wholeCommand(io, or.command) : null,
  orAfter: or?.after ?? null,
  orOthers: or?.others ?? null,
  via: way.via,
  on: way.on && `${way.on.kind}:${way.on.id}`,
  team: way.team?.id,
  inherited: way.inherited,
});

/** Below the rows; the commands only for a person, who would not see them in the table. */
function explain(
  io: Io,
  { person, thing, found, isSelf }: { person: Person; thing: Thing; found: Reasons; isSelf: boolean },
): void {
  const { level, doubt, reasons } = found;
  const who = nameOf(person);
  if (doubt !== undefined) warn(io, `${who} on ${quoted(thing)}: ? ${doubt}`);
  if (level === undefined) {
    const reason = person.status === 'disabled' ? ': the member is disabled' : '';
    note(io, `${who} has no access to ${quoted(thing)}${reason}`);
    return;
  }
  note(io, `${who} has ${level} on ${quoted(thing)}${restText(found)}`);
  if (isSelf) note(io, 'that is you: ask another administrator to end it');
  if (isSelf || !io.outTty) return;
  for (const { decides, end, or } of reasons) {
    if (!decides) continue;
    if (end) offer(io, 'to end it', end);
    if (or) offer(io, 'or', or);
  }
}

/** The command on a line of its own, to be pasted, and below it what it comes to. */
function offer(io: Io, word: string, { command, after, others }: Consequence): void {
  note(io, `${word}: ${command}`);
  note(io, `  then: ${after}${others && `; ${others}`}`);
}

/** `; it comes in 2 ways, and without them: read`. */
function restText({ reasons, rest, doubt }: Reasons): string {
  const count = reasons.filter(({ decides }) => decides).length;
  if (count === 0 || rest === undefined || doubt !== undefined) return '';
  const without = count > 1 ? `it comes in ${count} ways, and without them` : 'without that way';
  return `; ${without}: ${rest}`;
}

export default group(
  'access',
  'Review who has access to what',
  [matrix, of, whoCan, can, why, diff, accessPlan],
  [
    ['Save the access of everyone for a review', 'docs access matrix --save access.csv'],
    ['See who can edit a space', 'docs access who-can edit space:Handbook'],
    ['Find out why someone still has access', 'why'],
  ],
);
