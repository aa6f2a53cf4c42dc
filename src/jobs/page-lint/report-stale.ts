// docs report stale: pages that nobody has changed for long, by who looks after them.
import { listPages } from '../../api/content/pages.ts';
import { listSpaces } from '../../api/content/spaces.ts';
import { listMembers, listTeams } from '../../api/people/members.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { inOrder } from '../../client/pool.ts';
import { readingClient } from '../../client/reading-client.ts';
import { giveUp } from '../../client/retry.ts';
import { handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { READ_CONCURRENCY_FLAG, readWidthOf } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { readTextFile } from '../../engine/run/input.ts';
import { sameCommand, throwUnfinished } from '../../engine/run/partial-failure.ts';
import type { Run } from '../../engine/run/run.ts';
import { printRows } from '../../engine/run/view.ts';
import { UsageError } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { ORGANIZATION_FLAG, organizationIn } from '../access/access-scope.ts';
import { documentsOf, type Owners, readOwners, STALE_DAYS, unchangedDays, whyGone } from './problems.ts';

const STALE_FLAGS = [
  flag('--owners <file>', 'YAML file with the owners of pages, such as "Guides/*": ann@acme.com'),
  flag('--days <n>', `count as stale after this many days without a change (default ${STALE_DAYS})`),
  ...ORGANIZATION_FLAG,
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

type StaleRun = Run<FlagsOf<typeof STALE_FLAGS>>;

const COLUMNS = ['owner', 'space.title', 'page.path', 'days', 'updatedAt'];

export const reportStale = handmade('stale', {
  summary: 'List pages not changed for long, by owner',
  uses: [listSpaces, listPages, listMembers, listTeams],
  options: STALE_FLAGS,
  columns: COLUMNS,
  idField: 'page.id',
  fields: [...COLUMNS, 'ownerGone', 'space.id', 'page.id', 'page.title'],
  paged: true,
  exits: [7],
  run: showStale,
  examples: [
    ['List pages not changed for a year', 'docs report stale'],
    [
      'Save those not changed for half a year, by owner',
      'docs report stale --owners owners.yaml --days 180 -o csv',
    ],
  ],
  notes: `The owners file maps patterns of space and path to a person (email or ID) or team; the last that matches decides:
  "Guides/*": ann@acme.com
  "Guides/webhooks*": team:Platform
Owners who have left are named with the reason.`,
});

interface Row {
  owner: string | null;
  /** Why the owner cannot look after it. */
  ownerGone: string | null;
  space: { id: string; title: string };
  page: { id: string; title: string; path: string };
  days: number;
  updatedAt: string | undefined;
}

/** Throws UsageError, LocalIoError, what reading throws, and PartialError (exit 7). */
async function showStale(run: StaleRun): Promise<void> {
  const { context, flags } = run;
  const days = daysOf(run);
  const name = flags.owners;
  const owners =
    name === undefined ? undefined : await readOwners(await readTextFile(context, name, '--owners'), name);
  const client = readingClient(await run.client());
  const organizationId = await organizationIn(run);
  const spaces = await allItems(client.pages(listSpaces, { organizationId }));
  const gone = owners ? await goneOf(client, organizationId) : () => undefined;
  const results = inOrder(
    spaces,
    (space) => staleIn(client, space, { owners, gone, days, now: context.now() }),
    {
      concurrency: readWidthOf(run),
      onRateLimit: client.onRateLimit,
      stop: giveUp(),
    },
  );
  const rows: Row[] = [];
  const failures: { name: string; error: unknown }[] = [];
  for await (const result of results) {
    if (result.ok) rows.push(...result.value);
    else failures.push({ name: result.item.title, error: result.error });
  }
  await printRows(
    run,
    rows.sort((a, b) => byOwner(a, b) || b.days - a.days),
  );
  note(context.io, summaryOf(rows, days, owners !== undefined));
  if (failures.length > 0)
    throwUnfinished({
      what: 'space',
      done: spaces.length - failures.length,
      total: spaces.length,
      failures,
      hint: sameCommand(run),
    });
}

/** Pages without owner come last. */
const byOwner = (a: Row, b: Row): number =>
  Number(a.owner === null) - Number(b.owner === null) || (a.owner ?? '').localeCompare(b.owner ?? '', 'en');

function daysOf({ flags, path }: StaleRun): number {
  const { days = String(STALE_DAYS) } = flags;
  if (/^\d{1,5}$/.test(days) && Number(days) > 0) return Number(days);
  throw new UsageError(`--days must be a whole number of days, not "${days}"`, {
    hint: `${path} --days 180`,
  });
}

async function goneOf(
  client: Client,
  organizationId: string,
): Promise<(owner: string) => string | undefined> {
  const members = await allItems(client.pages(listMembers, { organizationId }));
  const teams = await allItems(client.pages(listTeams, { organizationId }));
  return (owner) => whyGone(owner, members, teams);
}

async function staleIn(
  client: Client,
  { id, title }: Row['space'],
  {
    owners,
    gone,
    days: least,
    now,
  }: { owners: Owners | undefined; gone: (owner: string) => string | undefined; days: number; now: Date },
): Promise<Row[]> {
  const { pages } = await client.call(listPages, { spaceId: id });
  return documentsOf(pages).flatMap((page): Row[] => {
    const days = unchangedDays(page, now) ?? 0;
    if (days < least) return [];
    const owner = owners?.({ title }, page);
    return [
      {
        owner: owner ?? null,
        ownerGone: (owner !== undefined && gone(owner)) || null,
        space: { id, title },
        page: { id: page.id, title: page.title, path: page.path },
        days,
        updatedAt: page.updatedAt ?? page.createdAt,
      },
    ];
  });
}

function summaryOf(rows: readonly Row[], days: number, byOwners: boolean): string {
  const total = `${plural(rows.length, 'page')} not changed for ${plural(days, 'day')}`;
  if (!byOwners || rows.length === 0) return total;
  const counts = new Map<string, number>();
  for (const { owner, ownerGone } of rows) {
    const name = owner === null ? 'no owner' : `${owner}${ownerGone ? ` (${ownerGone})` : ''}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return `${total}: ${[...counts].map(([name, count]) => `${count} ${name}`).join(', ')}`;
}
