// One space of a clone: its grants, its content, its open change requests and its comments.
import type { Space } from '../../api/content/spaces.ts';
import type { ChangeRequest } from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import type { Gate } from '../../client/pool.ts';
import { type GrantPlace, readGrants } from '../access/grants.ts';
import type { CloneJob } from './clone.ts';
import { type ContentReading, readContent } from './read-content.ts';
import { readChangeRequest, readComments } from './read-review.ts';
import type { Chosen } from './scope.ts';
import type { KnownSpace, ReadChangeRequest, ReadGrant } from './sink.ts';

export interface Spaces {
  reading: ContentReading;
  spaces: readonly Chosen[];
  changeRequests: ReadonlyMap<string, ChangeRequest[]>;
  changed: (id: string) => boolean;
}

/** All of it, or a failure and nothing of it. */
export async function cloneSpace(job: CloneJob, work: Spaces, { index, space }: Chosen) {
  const { sink, withContent, client } = job;
  const { gate } = work.reading;
  const known = sink.known(space.id);
  const given =
    known && !work.changed(space.id)
      ? known.grants
      : await grantsOn(client, gate, { kind: 'space', id: space.id });
  if (!withContent) {
    const nothing = {
      revision: space.revision,
      texts: {},
      files: {},
      revisions: [],
      changeRequests: [],
      comments: [],
    };
    sink.space({ index, space, revisions: [], known: { ...nothing, grants: given }, withContent });
    return { fetched: 0, changeRequests: 0, isUnchanged: false };
  }
  const listed = work.changeRequests.get(space.id) ?? [];
  const content = await readContent(work.reading, space, listed, known);
  // One that was changed since it was listed, or whose origin the host keeps no longer, waits for the next run.
  const isHere = (id: string) => content.known.revisions.includes(id);
  const open = listed.filter(
    ({ revision, revisionInitial, revisionMergedAncestor }) =>
      isHere(revision) && isHere(revisionMergedAncestor ?? revisionInitial),
  );
  const changeRequests = [];
  for (const one of open) {
    const before = known?.changeRequests.find(({ changeRequest }) => changeRequest.id === one.id);
    const isForgotten = job.forgets === true && before !== undefined && hasAuthors(before);
    changeRequests.push(await readChangeRequest({ client, gate }, one, isForgotten ? undefined : before));
  }
  const comments =
    saysTheSame(space, known) && (job.forgets !== true || known.comments.length === 0)
      ? known.comments
      : await readComments({ client, gate }, space.id);
  const head = { ...space, revision: content.known.revision };
  const next: KnownSpace = { ...content.known, grants: given, changeRequests, comments };
  sink.space({ index, space: head, revisions: content.revisions, known: next, withContent });
  const isUnchanged = known !== undefined && content.revisions.length === 0;
  return { fetched: content.fetched, changeRequests: open.length, isUnchanged };
}

const hasAuthors = ({ reviews, requested, comments }: ReadChangeRequest): boolean =>
  reviews.length + requested.length + comments.length > 0;

/** Without an open comment, then and now, nobody says anything. */
function saysTheSame(space: Space, known: KnownSpace | undefined): known is KnownSpace {
  return (
    known !== undefined &&
    space.comments === 0 &&
    known.comments.every(({ comment }) => comment.status !== 'open')
  );
}

/** Who was given what on a place by name. */
export async function grantsOn(client: Client, gate: Gate, place: GrantPlace): Promise<ReadGrant[]> {
  const grants = await gate.run(() => readGrants(client, place));
  return grants.map(({ kind, id, level }) => ({ subject: kind, id, role: level }));
}
