// docs report: who does not use an organization, how its seats are used, and which pages are stale.

import { listMembers } from '../../api/people/members.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import { type Person, readPeople } from '../../domain/access/people.ts';
import { group, handmade, late } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { called } from '../../engine/run/outcome.ts';
import type { Run } from '../../engine/run/run.ts';
import { parseAge } from '../../engine/run/time-flags.ts';
import { printRows, refuseTwoFormats } from '../../engine/run/view.ts';
import { UsageError } from '../../errors.ts';
import { ORGANIZATION_FLAG, organizationIn } from '../../jobs/access/access-scope.ts';
import { type Ages, INACTIVE, type State, seatsOf, stateOf } from '../../jobs/access/seats.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';

const DAY_MS = 86_400_000;

const AGE_FLAGS = [
  flag('--days <n>', 'count as inactive after this many days (default 90)'),
  flag('--joined-before <time>', 'count as new until this long after joining, such as 30d or 4w', {
    default: '30d',
  }),
  ...ORGANIZATION_FLAG,
] as const satisfies readonly Option[];

type AgeRun = Run<FlagsOf<typeof AGE_FLAGS>>;

const INACTIVE_COLUMNS = ['name', 'email', 'role', 'state', 'lastSeenAt', 'joinedAt', 'id'];

const inactive = handmade('inactive', {
  summary: 'List members who do not use the organization',
  uses: [listMembers],
  options: AGE_FLAGS,
  columns: INACTIVE_COLUMNS,
  paged: true,
  run: showInactive,
  examples: [
    ['List members not seen for 90 days', 'docs report inactive'],
    ['Save those not seen for 60 days', 'docs report inactive --days 60 --joined-before 14d -o csv'],
  ],
  notes: `Lists members that were never seen, not seen for that long, or are disabled. New ones are counted, not listed.`,
});

const SEAT_FLAGS = [
  ...AGE_FLAGS,
  flag('--format <format>', 'one page with plots for a browser instead of rows', {
    reach: 'platform',
    choices: ['html'],
    group: 'Output:',
  }),
] as const satisfies readonly Option[];

type SeatsRun = Run<FlagsOf<typeof SEAT_FLAGS>>;

const SEAT_COLUMNS = ['role', 'members', 'active', 'notSeen', 'neverSeen', 'new', 'disabled'];

const seats = handmade('seats', {
  summary: 'Count members by role and activity',
  uses: [listMembers, getOrganization],
  options: SEAT_FLAGS,
  columns: SEAT_COLUMNS,
  labels: { notSeen: 'not seen', neverSeen: 'never seen' },
  idField: 'role',
  run: showSeats,
  examples: [
    ['Count the seats in use by role', 'docs report seats'],
    ['Get the same as JSON', 'docs report seats --days 60 --json'],
    ['Save a page with plots', 'docs report seats --format html > seats.html'],
  ],
  notes:
    'Each member counts once in a row: the numbers behind members add up to it, and the rows to the total.',
});

export default group(
  'report',
  'Report on members, seats, waiting reviews and stale pages',
  [
    inactive,
    seats,
    late('waiting', 'List change requests that wait, by who has to act', () =>
      import('../../jobs/waiting/waiting.ts').then(({ waiting }) => waiting),
    ),
    late('stale', 'List pages not changed for long, by owner', () =>
      import('../../jobs/page-lint/report-stale.ts').then(({ reportStale }) => reportStale),
    ),
    late('merge', 'Merge the reports of several runs into one', () =>
      import('../tool/report-merge.ts').then(({ reportMerge }) => reportMerge),
    ),
  ],
  [
    ['List members not seen for 90 days', 'inactive'],
    ['Count the seats in use by role', 'seats'],
  ],
);

/** Throws UsageError. */
function agesOf(run: AgeRun): Ages & { days: number } {
  const { days = '90', joinedBefore } = run.flags;
  if (!/^\d{1,5}$/.test(days) || Number(days) === 0)
    throw new UsageError(`--days must be a whole number of days, not "${days}"`, {
      hint: `${run.path} --days 90`,
    });
  return {
    now: run.context.now(),
    days: Number(days),
    unseenMs: Number(days) * DAY_MS,
    newMs: parseAge(joinedBefore, '--joined-before'),
  };
}

async function readAll(run: AgeRun): Promise<Person[]> {
  const client = await run.client();
  return readPeople(client, await organizationIn(run));
}

async function showInactive(run: AgeRun): Promise<void> {
  const ages = agesOf(run);
  const people = await readAll(run);
  const all = people.map((person) => ({ person, state: stateOf(person, ages) }));
  const rows = all
    .filter(({ state }) => INACTIVE.includes(state))
    .map(({ person: { name, email, role, lastSeenAt, joinedAt, id }, state }) => ({
      name,
      email,
      role: role ?? 'guest',
      state,
      lastSeenAt,
      joinedAt,
      id,
    }));
  await printRows(run, rows);
  const count = (state: State) => all.filter((one) => one.state === state).length;
  note(
    run.context.io,
    `${rows.length} of ${plural(all.length, 'member')} inactive: ${count('never seen')} never seen, ` +
      `${count('not seen')} not seen for ${plural(ages.days, 'day')}, ${count('disabled')} disabled; ` +
      `${count('new')} new`,
  );
}

async function showSeats(run: SeatsRun): Promise<void> {
  const { context, flags } = run;
  const ages = agesOf(run);
  refuseTwoFormats(run);
  const rows = seatsOf(await readAll(run), ages);
  if (flags.format === 'html') {
    const { seatsPage } = await import('../../jobs/access/html/seats-page.ts');
    const where = await called(run, 'organizationId', getOrganization);
    const at = context.now().toISOString();
    return context.io.out(seatsPage(rows, { where, days: ages.days, at, version: context.version }));
  }
  await printRows(run, rows);
}
