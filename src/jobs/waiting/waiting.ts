// docs report waiting: which change requests wait for whom, a block a person.

import { listSpaces } from '../../api/content/spaces.ts';
import { listMembers } from '../../api/people/members.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import { getCaller } from '../../api/people/users.ts';
import { listOrganizationChangeRequests } from '../../api/review/change-requests.ts';
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
import { readWaiting, type Task, type Waiting } from './read-waiting.ts';

const COLUMNS = ['person.name', 'task', 'space.title', 'number', 'subject', 'updatedAt', 'next'];

const OPTIONS = [
  {
    flags: '--older-than <time>',
    description: 'only what has not changed for so long, such as 12h, 3d or 2w',
    default: '3d',
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
    ...[getOrganization, getCaller],
  ],
  options: OPTIONS,
  columns: COLUMNS,
  fields: [...COLUMNS, 'person.id', 'person.email', 'space.id', 'id', 'url'],
  idField: 'id',
  paged: true,
  run: showWaiting,
  examples: [
    ['Who keeps whom waiting for more than three days', 'docs report waiting'],
    ['A message for everyone, a list each', 'docs report waiting --older-than 1w --format markdown'],
  ],
  notes: `Lists reviews that were asked for and not given, and for authors: changes that a reviewer asked for, open comments,
change requests to sync, to merge, or without a reviewer, and drafts. For your own work, use docs cr inbox.`,
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
  const next: Record<Task, string> = {
    'review it': shell`docs cr diff ${target}`,
    'make the changes asked for': shell`docs cr reviews list ${target}`,
    'merge it': shell`docs cr merge ${target}`,
    'answer comments': shell`docs comments list --cr ${target}`,
    'sync it with main': shell`docs cr sync ${target}`,
    'ask for a review': shell`docs cr reviewers list ${target}`,
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
  const people = new Set(rows.map(({ person }) => person.id)).size;
  note(
    io,
    rows.length === 0
      ? `nothing has waited for ${String(flags.olderThan)}`
      : `${plural(rows.length, 'change request')} waiting for ${plural(people, 'person', 'people')}`,
  );
}

async function read(run: WaitingRun, before: string): Promise<Waiting[]> {
  const progress = startProgress(run.context.io, 'reading change requests');
  try {
    const client = await run.client();
    const organizationId = await organizationIn(run);
    return await readWaiting(client, { organizationId, before, width: concurrencyOf(run) });
  } finally {
    progress.stop();
  }
}

function asMarkdown(rows: readonly WaitingRow[]): string {
  const blocks = new Map<string, WaitingRow[]>();
  for (const row of rows) blocks.set(row.person.id, [...(blocks.get(row.person.id) ?? []), row]);
  const line = ({ task, space, number, subject, updatedAt, url }: WaitingRow) =>
    `- ${task}: [${markdownText(`${space.title}, change request ${number}: ${subject}`)}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>), untouched since ${updatedAt.slice(0, 10)}`;
  return [...blocks.values()]
    .map((own) => `## ${markdownText(own[0]?.person.name ?? '')}\n\n${own.map(line).join('\n')}\n`)
    .join('\n');
}
