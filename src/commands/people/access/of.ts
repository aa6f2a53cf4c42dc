// docs access of: everything that one person can reach.

import { listCollectionAccess } from '../../../api/people/collection-permissions.ts';
import { getMember } from '../../../api/people/members.ts';
import { arg, handmade } from '../../../engine/model/command.ts';
import { READ_CONCURRENCY_FLAG, readWidthOf } from '../../../engine/run/concurrency.ts';
import type { Run } from '../../../engine/run/run.ts';
import { viewOf } from '../../../engine/run/view.ts';
import { plural } from '../../../output/format.ts';
import { note } from '../../../output/note.ts';
import { startProgress } from '../../../output/progress.ts';
import { listWriter } from '../../../output/render.ts';
import { GIVEN_OPERATIONS } from '../../../workflows/access/grants.ts';
import { nameOf } from '../../../workflows/access/people.ts';
import { REACH_OPERATIONS, type Reached, readReach } from '../../../workflows/access/reach.ts';
import { ORGANIZATION_FLAG, organizationIn } from './access-scope.ts';
import { readPerson } from './thing.ts';

const COLUMNS = ['kind', 'title', 'level', 'origin', 'id'];

export const of = handmade('of', {
  summary: 'List everything a member has access to',
  args: [arg('member')],
  uses: [getMember, ...REACH_OPERATIONS, listCollectionAccess, ...GIVEN_OPERATIONS],
  options: [...ORGANIZATION_FLAG, READ_CONCURRENCY_FLAG],
  columns: COLUMNS,
  // An ID would leave no room for where it comes from.
  table: COLUMNS.slice(0, -1),
  fields: COLUMNS,
  paged: true,
  run: showReach,
  examples: [
    ['List what a member can reach', 'docs access of lucas@tarnpost.example'],
    ['Get the same as JSON', 'docs access of sofia@marchetti-writes.example --json'],
  ],
  notes: `Shows spaces, collections and sites, each with the level and where it comes from: "?" where roles and grants do not
add up to what the platform says. docs access why names what to change.`,
});

async function showReach(run: Run): Promise<void> {
  const { io } = run.context;
  const progress = startProgress(io, 'reading access');
  let found: Reached[];
  let who: string;
  let status: string;
  try {
    const client = await run.client();
    const organizationId = await organizationIn(run);
    const person = await readPerson(run, client, { organizationId, text: run.args.member ?? '' });
    who = nameOf(person);
    status = person.status;
    found = await readReach(client, { organizationId, person, width: readWidthOf(run) });
  } finally {
    progress.stop();
  }
  const writer = await listWriter(io, viewOf(run));
  await writer.page(found);
  await writer.end();
  if (found.length > 0) return note(io, `${who}: ${counts(found)}`);
  note(io, `${who} has access to nothing${status === 'disabled' ? ': the member is disabled' : ''}`);
}

function counts(found: readonly Reached[]): string {
  const kinds = ['space', 'collection', 'site'] as const;
  return kinds
    .map((kind) => ({ kind, count: found.filter((one) => one.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => plural(count, kind))
    .join(', ');
}
