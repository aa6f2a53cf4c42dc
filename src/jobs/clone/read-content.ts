// The content of one space for a clone: its revision and those of its open change requests, each text and file once.

import type { RevisionFile as File } from '../../api/content/content-shapes.generated.ts';
import type { Page, Revision } from '../../api/content/content-shapes.ts';
import { getChangeRequestContent, getContent, getRevision } from '../../api/content/pages.ts';
import type { Space } from '../../api/content/spaces.generated.ts';
import type { InputOf, ItemOf, Operation } from '../../api/operation.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import { listChangeRequests, listOrganizationChangeRequests } from '../../api/review/change-requests.ts';
import type { Comment } from '../../api/review/comments.generated.ts';
import * as commentsApi from '../../api/review/comments.ts';
import { listRequestedReviewers, listReviews } from '../../api/review/reviews.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { type Gate, mapAll } from '../../client/pool.ts';
import { isAbsence, unless } from '../../errors.ts';
import { groupBy } from '../../files/lists.ts';
import { fileMark, type PageReader } from '../export/space-content.ts';
import type { CloneSink, KnownSpace, ReadChangeRequest, ReadComment, ReadRevision } from './sink.ts';

/** More patience than a single call has: one lost page makes a clone incomplete. */
export const PATIENCE = { attempts: 6 };

export interface ContentReading {
  client: Client;
  reader: PageReader;
  gate: Gate;
  sink: Pick<CloneSink, 'keep'>;
}

export interface ReadContent {
  revisions: ReadRevision[];
  known: Pick<KnownSpace, 'revision' | 'revisions' | 'texts' | 'files'>;
  /** How many texts and files were fetched. */
  fetched: number;
}

/** Reads what is not known yet: nothing of a space whose revision and change requests are as they were. */
export async function readContent(
  reading: ContentReading,
  space: Space,
  changeRequests: readonly ChangeRequest[],
  known: KnownSpace | undefined,
): Promise<ReadContent> {
  const { client } = reading;
  const spaceId = space.id;
  const work = new SpaceWork(reading, spaceId, known);
  const [head = space.revision] = await work.need([
    { id: space.revision, read: () => client.call(getContent, { spaceId }, PATIENCE) },
  ]);
  const wanted = new Set([head]);
  // Not of all at once: the pages of each are in memory.
  for (let at = 0; at < changeRequests.length; at += AT_ONCE)
    for (const id of await work.need(changeRequests.slice(at, at + AT_ONCE).flatMap(wishesOf(client))))
      wanted.add(id);
  return work.result(
    head,
    [...wanted].filter((id) => work.has(id)),
  );
}

/** A revision, and how it is read: undefined where it is there no longer. */
interface Wish {
  id: string;
  read: () => Promise<Revision | undefined>;
}

const wishesOf =
  (client: Client) =>
  ({ space, id, revision, revisionInitial, revisionMergedAncestor }: ChangeRequest): Wish[] => [
    ...[revisionMergedAncestor ?? revisionInitial, revisionInitial].map((origin) => ({
      id: origin,
      read: () => revisionOf(client, space, origin),
    })),
    {
      id: revision,
      read: () => client.call(getChangeRequestContent, { spaceId: space, changeRequestId: id }, PATIENCE),
    },
  ];

/** Undefined where the host keeps it no longer. */
async function revisionOf(
  client: Client,
  spaceId: string,
  revisionId: string,
): Promise<Revision | undefined> {
  return unless(isAbsence, () => client.call(getRevision, { spaceId, revisionId }, PATIENCE));
}

/** Requests of one space at once; the gate says how many there are in all. */
const AT_ONCE = 8;

class SpaceWork {
  readonly #revisions: ReadRevision[] = [];
  readonly #texts: Record<string, string>;
  readonly #files: KnownSpace['files'];
  readonly #reading: ContentReading;
  readonly #spaceId: string;
  readonly #have: ReadonlySet<string>;
  #fetched = 0;

  constructor(reading: ContentReading, spaceId: string, known: KnownSpace | undefined) {
    this.#reading = reading;
    this.#spaceId = spaceId;
    this.#have = new Set(known?.revisions);
    this.#texts = { ...known?.texts };
    this.#files = { ...known?.files };
  }

  has(id: string): boolean {
    return this.#have.has(id) || this.#revisions.some(({ revision }) => revision.id === id);
  }

  /** Sees to it that revisions are here; returns their IDs, which are others where one has moved on meanwhile. */
  async need(wishes: readonly Wish[]): Promise<string[]> {
    const { client, gate } = this.#reading;
    const missing = new Map(wishes.filter(({ id }) => !this.has(id)).map((wish) => [wish.id, wish.read]));
    const read = await mapAll(
      client,
      missing,
      AT_ONCE,
      async ([id, ask]) => [id, await gate.run(ask)] as const,
    );
    const found = new Map(read);
    // One after the other: what they share is fetched once.
    for (const revision of found.values()) if (revision && !this.has(revision.id)) await this.#take(revision);
    return wishes.map(({ id }) => found.get(id)?.id ?? id);
  }

  /** Fetches the texts and files of a revision that no other one has brought. */
  async #take(revision: Revision): Promise<void> {
    const pages = [...textPages(revision.pages)];
    const bodies: ReadRevision['bodies'] = { pages: new Map(), files: new Map() };
    await mapAll(this.#reading.client, pages, AT_ONCE, async (page) => {
      const hash = await this.#text(revision.id, page);
      bodies.pages.set(page.id, hash);
    });
    await mapAll(this.#reading.client, revision.files, AT_ONCE, async (file) => {
      bodies.files.set(file.id, await this.#file(file));
    });
    this.#revisions.push({ revision, bodies });
  }

  result(revision: string, revisions: string[]): ReadContent {
    const known = { revision, revisions, texts: this.#texts, files: this.#files };
    return { revisions: this.#revisions, known, fetched: this.#fetched };
  }

  async #text(revisionId: string, page: DocumentPage): Promise<string> {
    const { gate, reader, sink } = this.#reading;
    const mark = markOf(page);
    const here = mark === undefined ? undefined : this.#texts[mark];
    if (here !== undefined) return here;
    const markdown = await gate.run(() => reader.markdown(this.#spaceId, revisionId, page.id));
    this.#fetched += 1;
    const hash = sink.keep(markdown);
    if (mark !== undefined) this.#texts[mark] = hash;
    return hash;
  }

  async #file(file: File): Promise<{ hash: string; size: number }> {
    const { client, gate, sink } = this.#reading;
    const mark = fileMark(file);
    const here = this.#files[mark];
    if (here) return here;
    const { name, size, contentType } = file;
    const bytes = await gate.run(async () => {
      let chunks: Uint8Array[] = [];
      await client.download(file.downloadURL, (chunk) => void chunks.push(chunk), {
        restart: async () => {
          chunks = [];
        },
        expected: { name, size, contentType },
      });
      return Buffer.concat(chunks);
    });
    this.#fetched += 1;
    const kept = { hash: sink.keep(bytes), size: bytes.length };
    this.#files[mark] = kept;
    return kept;
  }
}

type DocumentPage = Page & { type: 'document' };

/** Pages that have a text of their own. What the platform computes, the clone computes. */
function* textPages(pages: readonly Page[]): Generator<DocumentPage> {
  for (const page of pages) {
    if (page.type === 'document' && (page.documentId !== undefined || !page.computed)) yield page;
    if ('pages' in page) yield* textPages(page.pages);
  }
}

/** The same text has the same document, on whichever revision it is; undefined where nothing tells. */
const markOf = ({ id, documentId, git, updatedAt }: DocumentPage): string | undefined => {
  if (documentId !== undefined) return `${id} ${documentId}`;
  return git || updatedAt !== undefined ? `${id} ${git?.oid ?? ''} ${updatedAt ?? ''}` : undefined;
};

// What people say of a space for a clone: its open change requests with reviews, and its comments with replies.
// A whole list of the platform, for a job of minutes that one slow answer must not end.

/** Every item, from as few requests as the platform allows; each is tried up to six times. */
export const listPatiently = <O extends Operation>(
  client: Client,
  operation: O,
  input: InputOf<O>,
): Promise<ItemOf<O>[]> => allItems(client.pages(operation, input, { attempts: 6 }));

const format = 'markdown' as const;

/** Those that are open or drafts, by their space, oldest first. */
export async function openChangeRequests(
  client: Client,
  organizationId: string,
): Promise<Map<string, ChangeRequest[]>> {
  const found = await ofBothStatuses((status) =>
    listPatiently(client, listOrganizationChangeRequests, { organizationId, status }),
  );
  return groupBy(found, ({ space }) => space);
}

/** Those of one space, oldest first. */
export const openOfSpace = (client: Client, spaceId: string): Promise<ChangeRequest[]> =>
  ofBothStatuses((status) => listPatiently(client, listChangeRequests, { spaceId, status }));

async function ofBothStatuses(
  list: (status: 'open' | 'draft') => Promise<ChangeRequest[]>,
): Promise<ChangeRequest[]> {
  const found = await Promise.all([list('open'), list('draft')]);
  return found.flat().sort((a, b) => a.number - b.number);
}

/** One that is as it was is not asked about again. */
export async function readChangeRequest(
  { client, gate }: { client: Client; gate: Gate },
  changeRequest: ChangeRequest,
  known: ReadChangeRequest | undefined,
): Promise<ReadChangeRequest> {
  const before = known?.changeRequest;
  const { updatedAt, revision, comments: count } = changeRequest;
  if (known && before?.updatedAt === updatedAt && before.revision === revision && before.comments === count)
    return { ...known, changeRequest };
  const { space: spaceId, id: changeRequestId } = changeRequest;
  const ref = { spaceId, changeRequestId };
  const [reviews, requested, comments] = await Promise.all([
    gate.run(() => listPatiently(client, listReviews, { ...ref, format })),
    gate.run(() => listPatiently(client, listRequestedReviewers, ref)),
    gate.run(() => listPatiently(client, commentsApi.listChangeRequestComments, { ...ref, format })),
  ]);
  const answered = await withReplies({ client, gate }, comments, (commentId) =>
    listPatiently(client, commentsApi.listChangeRequestCommentReplies, { ...ref, commentId, format }),
  );
  return { changeRequest, reviews, requested, comments: answered };
}

/** Those on the main content. */
export async function readComments(
  { client, gate }: { client: Client; gate: Gate },
  spaceId: string,
): Promise<ReadComment[]> {
  const comments = await gate.run(() => listPatiently(client, commentsApi.listComments, { spaceId, format }));
  return withReplies({ client, gate }, comments, (commentId) =>
    listPatiently(client, commentsApi.listCommentReplies, { spaceId, commentId, format }),
  );
}

const withReplies = (
  { client, gate }: { client: Client; gate: Gate },
  comments: readonly Comment[],
  repliesTo: (commentId: string) => Promise<ReadComment['replies']>,
): Promise<ReadComment[]> =>
  mapAll(client, comments, AT_ONCE, async (comment) => {
    const replies = comment.replies > 0 ? await gate.run(() => repliesTo(comment.id)) : [];
    return { comment, replies };
  });
