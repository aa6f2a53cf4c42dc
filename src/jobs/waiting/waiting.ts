// docs report waiting: which change requests wait for whom, a block a person.

import { listChangeRequestPages } from '../../api/content/pages.ts';
import { listSpaces } from '../../api/content/spaces.ts';
import { listMembers } from '../../api/people/members.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import { listTeamMembers } from '../../api/people/team-members.ts';
import { listTeams } from '../../api/people/teams.ts';
import { getCaller } from '../../api/people/users.ts';
import { listOrganizationChangeRequests } from '../../api/review/change-requests.ts';
import { listChangeRequestChanges } from '../../api/review/changes.ts';
import { listRequestedReviewers } from '../../api/review/reviewers.ts';
import { listReviews } from '../../api/review/reviews.ts';
import { handmade, type Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { parseAge } from '../../engine/run/age.ts';
import { concurrencyOf, READ_CONCURRENCY_FLAG } from '../../engine/run/concurrency.ts';
import type { Run } from '../../engine/run/run.ts';
import { refuseTwoFormats, viewOf } from '../../engine/run/view.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { markdownText } from '../../output/markdown-text.ts';
import { note } from '../../output/note.ts';
import { startProgress } from '../../output/progress.ts';
import { listWriter } from '../../output/render.ts';
import { ORGANIZATION_FLAG, organizationIn } from '../access/access-scope.ts';
import { ownersReader, readOwnersFile } from './owners-of.ts';
import { readWaiting, type Task, type Waiting } from './read-waiting.ts';

const COLUMNS = [
  'person.name',
  'task',
  'space.title',
  'number',
  'subject',
  'person.status',
  'updatedAt',
  'next',
];

const OPTIONS = [
  {
    flags: '--older-than <time>',
    description: 'only what has not changed for so long, such as 12h, 3d or 2w',
    default: '3d',
    group: 'Fields:',
  },
  {
    flags: '--owners <file>',
    description: 'who looks after which pages (owners.yaml or CODEOWNERS), and acts where no one else does',
    group: 'Fields:',
  },
  {
    flags: '--format <format>',
    reach: 'platform',
    description: 'a list for each person instead of rows',
    choices: ['markdown'],
    group: 'Output:',
  },
  ...ORGANIZATION_FLAG,
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

type WaitingRun = Run<FlagsOf<typeof OPTIONS>>;

export const waiting = handmade('waiting', {
  summary: 'List change requests that wait, by who has to act',
  uses: [
    ...[listOrganizationChangeRequests, listSpaces, listMembers, listReviews, listRequestedReviewers],
    ...[getOrganization, getCaller, listChangeRequestChanges, listChangeRequestPages],
    ...[listTeams, listTeamMembers],
  ],
  options: OPTIONS,
  columns: COLUMNS,
  fields: [...COLUMNS, 'person.id', 'person.email', 'space.id', 'id', 'url'],
  idField: 'id',
  paged: true,
  run: showWaiting,
  examples: [
    ['Who keeps whom waiting for more than three days', 'docs report waiting'],
    ['With the owners of pages where no reviewer can act', 'docs report waiting --owners owners.yaml'],
    ['A message for everyone, a list each', 'docs report waiting --older-than 1w --format markdown'],
  ],
  notes: `Lists reviews that were asked for and not given, and for authors: changes that a reviewer asked for, open comments,
change requests to sync, to merge, or without a reviewer, and drafts. Who has left or is disabled is named as such; with --owners,
those who look after the changed pages are named in their place, and where no one was asked. For your own work, use docs cr inbox.`,
});

interface WaitingRow {
  person: Waiting['person'];
  task: Task;
  space: Waiting['space'];
  number: number;
  id: string;
  subject: string;
  updatedAt: string;
  url: string;
  /** The command to run next. */
  next: string;
}

function rowOf({ person, task, space, changeRequest }: Waiting): WaitingRow {
  const { number, id, subject, updatedAt, urls } = changeRequest;
  const target = [String(number), '--space', space.id];
  const reviewers = shell`docs cr reviewers list ${target}`;
  const next: Record<Task, string> = {
    // Who has left reviews nothing.
    'review it': person.status === 'active' ? shell`docs cr diff ${target}` : reviewers,
    'make the changes asked for': shell`docs cr reviews list ${target}`,
    'merge it': shell`docs cr merge ${target}`,
    'answer comments': shell`docs comments list --cr ${target}`,
    'sync it with main': shell`docs cr sync ${target}`,
    'ask for a review': reviewers,
    'finish the draft': shell`docs cr diff ${target}`,
  };
  return { person, task, space, number, id, subject, updatedAt, url: urls.app, next: next[task] };
}

async function showWaiting(run: WaitingRun): Promise<void> {
  const { context, flags } = run;
  const { io, now } = context;
  const ageMs = parseAge(flags.olderThan, '--older-than');
  refuseTwoFormats(run);
  const rows = (await read(run, new Date(now().getTime() - ageMs).toISOString())).map(rowOf);
  if (flags.format === 'markdown') await io.out(asMarkdown(rows));
  else {
    const writer = await listWriter(io, viewOf(run));
    await writer.page(rows);
    await writer.end();
  }
  const count = (name: (row: WaitingRow) => string, of = rows) => new Set(of.map(name)).size;
  const left = count(
    keyOf,
    rows.filter(({ person }) => person.status !== 'active'),
  );
  const gone = left === 0 ? '' : `, ${left} of whom ${left === 1 ? 'is' : 'are'} no longer there`;
  note(
    io,
    rows.length === 0
      ? `nothing has waited for ${String(flags.olderThan)}`
      : `${plural(
          count(({ id }) => id),
          'change request',
        )} waiting for ${plural(count(keyOf), 'person', 'people')}${gone}`,
  );
}

/** Owners who are unknown have no ID. */
const keyOf = ({ person }: WaitingRow): string => person.id || person.name;

async function read(run: WaitingRun, before: string): Promise<Waiting[]> {
  const progress = startProgress(run.context.io, 'reading change requests');
  try {
    const { owners: file } = run.flags;
    const namesOf = file === undefined ? undefined : await readOwnersFile(run, file, '--owners');
    const client = await run.client();
    const organizationId = await organizationIn(run);
    const owners = namesOf && ownersReader(client, organizationId, namesOf);
    return await readWaiting(client, { organizationId, before, width: concurrencyOf(run), owners });
  } finally {
    progress.stop();
  }
}

function asMarkdown(rows: readonly WaitingRow[]): string {
  const blocks = new Map<string, WaitingRow[]>();
  for (const row of rows) blocks.set(keyOf(row), [...(blocks.get(keyOf(row)) ?? []), row]);
  const line = ({ task, space, number, subject, updatedAt, url }: WaitingRow) =>
    `- ${task}: [${markdownText(`${space.title}, change request ${number}: ${subject}`)}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>), untouched since ${updatedAt.slice(0, 10)}`;
  return [...blocks.values()]
    .map((own) => `## ${own[0] ? headOf(own[0]) : ''}\n\n${own.map(line).join('\n')}\n`)
    .join('\n');
}

/** `Ben`, or `Ben (not a member)`. */
const headOf = ({ person: { name, status } }: WaitingRow): string =>
  markdownText(status === 'active' ? name : `${name} (${status})`);
