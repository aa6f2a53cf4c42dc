// Where a push goes: a change request that is named, the one that the folder was checked out from, or one of its own.
import type { Page } from '../../api/content/content-shapes.ts';
import type { Space } from '../../api/content/spaces.generated.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import { getChangeRequest } from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import type { Context } from '../../context.ts';
import {
  type ContentSource,
  changeRequestContent,
  mainContent,
  revisionContent,
} from '../../domain/content/content-source.ts';
import { allPages } from '../../domain/content/page-place.ts';
import { withChangeRequests } from '../../engine/references/with-change-requests.ts';
import { ConflictError, isAbsence, UnsupportedError, UsageError } from '../../errors.ts';
import type { SpaceEntry } from '../../folder/manifest.ts';
import { note } from '../../output/note.ts';
import { safeLine } from '../../output/safe-text.ts';
import { openOfSpace } from '../clone/read-content.ts';
import { GOES_ON, ownAmong } from '../page-edits/page-wish.ts';
import type { PushedFolder } from './local-pages.ts';
import { type Begun, type PushState, type Sent, type SentPage, sentTo } from './push-state.ts';

export interface Target {
  /** Undefined where the push makes one. */
  changeRequest: ChangeRequest | undefined;
  /** It was made by an earlier run of this push, which did not end, or by its plan. */
  isResumed: boolean;
  /** Nothing was sent there since the export. */
  isAsExported: boolean;
  /** What it is of this folder, where nobody named it. */
  known: Known | undefined;
  /** What the folder was when it was exported, or sent there last. */
  base: ContentSource;
  basePages: readonly Page[];
  exported: ContentSource;
  exportedPages: readonly Page[];
  /** What is there now. */
  there: ContentSource;
  therePages: readonly Page[];
  /** What was sent there before, or merged since the export. */
  sent: Sent | undefined;
  /** Its pages by ID. */
  sentPages: ReadonlyMap<string, SentPage>;
  /** The export, with what was sent since. */
  entry: SpaceEntry;
}

/**
 * `foreign`: somebody else made it, so that it may be the plan or not. `named`: one of the caller with that subject.
 * `alike`: the same where nothing is kept of the folder, as in CI, so that it may be of another folder.
 */
type Known = 'begun' | 'planned' | 'foreign' | 'last' | 'named' | 'alike';
/** Taken only where they leave less to be sent than a change request of its own. */
export const UNSURE: ReadonlySet<Known | undefined> = new Set<Known>(['foreign', 'alike']);

/** The subject of a change request that nobody named. */
export const ownSubject = ({ title }: Space): string => `Edits of ${title}`;

interface Asked {
  client: Client;
  space: Space;
  opened: PushedFolder;
  state: PushState;
  /** Change requests of the space that are not closed, asked for once. */
  open: () => Promise<readonly ChangeRequest[]>;
  /** What --cr names, if anything: a number or an ID. */
  cr: string | undefined;
  /** Of a new one that is asked for. */
  subject: string | undefined;
  /** Whether the folder goes on from what was sent, and is of no branch that began before. */
  goesOn: (sent: Sent) => Promise<boolean>;
  /** Leaves out what somebody else made. */
  isOwn?: boolean;
}

/** Throws UsageError for another host, ConflictError for a change request that is closed. */
export async function targetOf(asked: Asked): Promise<Target> {
  const { client, space, opened, state, cr } = asked;
  const { manifest, entry } = opened;
  if (manifest.host !== client.origin)
    throw new UsageError(
      `the folder is an export of ${manifest.host}, and this profile is for ${client.origin}`,
      {
        code: 'EXPORT_SCOPE',
        hint: 'docs profiles list, then the same command with --profile <profile>',
      },
    );
  const spaceId = space.id;
  const named = cr ?? manifest.scope.changeRequest?.id;
  const own = named === undefined ? await requestOfFolder(asked) : undefined;
  const changeRequest =
    named === undefined
      ? own?.changeRequest
      : await client
          .call(getChangeRequest, { spaceId, changeRequestId: named })
          .catch(withChangeRequests(space.id));
  if (changeRequest) refuseClosed(changeRequest, cr);
  const sent = changeRequest ? sentSince(opened, sentTo(state, changeRequest.id)) : await mergedSince(asked);
  const revisionId = sent?.revision ?? entry.revision;
  const ref = changeRequest && { spaceId, changeRequestId: changeRequest.id };
  const base = revisionContent(client, { spaceId, revisionId });
  const exported = revisionContent(client, { spaceId, revisionId: entry.revision });
  const there = ref
    ? changeRequestContent(client, ref, `#${changeRequest.number}`)
    : mainContent(client, spaceId);
  const { revision } = changeRequest ?? space;
  const isSame = revision === revisionId;
  const therePages = await there.pages();
  const basePages = isSame ? therePages : await pagesOf(base);
  return {
    ...{ changeRequest, base, there, therePages, sent },
    sentPages: new Map(sent?.pages.map((page) => [page.id, page])),
    isAsExported: revision === entry.revision,
    known: own?.known,
    isResumed: own !== undefined && own.known !== 'last',
    ...{ basePages, exported, exportedPages: sent ? await pagesOf(exported) : basePages },
    entry: sent ? withSent(entry, sent) : entry,
  };
}

/** What was sent, unless its change request was checked out again since: the folder is newer then. */
const sentSince = ({ manifest, entry }: PushedFolder, sent: Sent | undefined): Sent | undefined =>
  sent?.changeRequest === manifest.scope.changeRequest?.id && sent?.exported !== entry.revision
    ? undefined
    : sent;

/** What was sent last, where it was merged since the export and the folder goes on from it. */
async function mergedSince({ client, space, opened, state, goesOn }: Asked): Promise<Sent | undefined> {
  const { sent } = state;
  if (!sent || sent.exported !== opened.entry.revision) return undefined;
  const ref = { spaceId: space.id, changeRequestId: sent.changeRequest };
  try {
    const { status } = await client.call(getChangeRequest, ref);
    return status === 'merged' && (await goesOn(sent)) ? sent : undefined;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** Throws UnsupportedError where the host does not show revisions. */
async function pagesOf(base: ContentSource): Promise<readonly Page[]> {
  try {
    return await base.pages();
  } catch (error) {
    if (!isAbsence(error)) throw error;
    throw new UnsupportedError(
      'the host does not show the revision that was exported, and the space has changed since',
      {
        hint: 'export the space to another folder, and make your edits there',
      },
    );
  }
}

interface FoundRequest {
  changeRequest: ChangeRequest;
  known: Known;
}

/**
 * The one that this folder was pushed to before, where it is still open. Another subject means another one: the caller's own
 * of that subject, as CI finds it, which keeps nothing from one run to the next.
 */
async function requestOfFolder({
  client,
  space,
  open: openOnes,
  state,
  subject,
  isOwn,
}: Asked): Promise<FoundRequest | undefined> {
  const { begun, sent } = state;
  const isBegun = begun !== undefined && (subject ?? begun.subject) === begun.subject;
  const isUnknown = !begun && !sent && subject === undefined;
  if (isUnknown && isOwn) return undefined;
  const open = await openOnes();
  if (isUnknown) return namedIn(client, open, ownSubject(space), 'alike');
  const found = isBegun ? await begunIn(client, open, begun) : undefined;
  if (found && !(isOwn && found.known === 'foreign')) return found;
  const last = open.find(({ id }) => id === sent?.changeRequest);
  if (last && (subject === undefined || last.subject === subject))
    return { changeRequest: last, known: 'last' };
  return subject === undefined || isBegun ? undefined : namedIn(client, open, subject, 'named');
}

async function namedIn(
  client: Client,
  open: readonly ChangeRequest[],
  subject: string,
  known: Known,
): Promise<FoundRequest | undefined> {
  const changeRequest = await ownAmong(client, open, subject);
  return changeRequest && { changeRequest, known };
}

/** The one that a run which was cut off has made, or was about to make. */
export async function begunRequest(
  client: Client,
  spaceId: string,
  { begun }: PushState,
): Promise<ChangeRequest | undefined> {
  const found = begun && (await begunIn(client, await openOfSpace(client, spaceId), begun));
  return found?.known === 'begun' ? found.changeRequest : undefined;
}

async function begunIn(
  client: Client,
  open: readonly ChangeRequest[],
  { subject, others, isPlan }: Begun,
): Promise<FoundRequest | undefined> {
  const found = open.filter((one) => one.subject === subject && !others.includes(one.id));
  if (found.length === 0) return undefined;
  const own = await ownAmong(client, found, subject);
  const changeRequest = own ?? (isPlan ? found.at(-1) : undefined);
  return changeRequest && { changeRequest, known: own ? (isPlan ? 'planned' : 'begun') : 'foreign' };
}

/** What each page was when its file was written: as it was sent, else as it was exported. */
export function pagesBefore({ sent, sentPages, basePages, exportedPages }: Target): Map<string, Page> {
  const own = allPages(basePages).filter(({ id }) => !sent || sentPages.has(id));
  const others = allPages(exportedPages).filter(({ id }) => !sentPages.has(id));
  return new Map([...others, ...own].map((page) => [page.id, page]));
}

function refuseClosed({ number, status }: ChangeRequest, cr: string | undefined): void {
  if (status === 'open' || status === 'draft') return;
  throw new ConflictError(`change request #${number} is ${status}`, {
    hint:
      cr === undefined
        ? 'export the space to another folder, and make your edits there'
        : 'leave out --cr to push to a new change request',
  });
}

/** Each file as it was sent last stands for what the export wrote. */
function withSent(entry: SpaceEntry, { pages }: Sent): SpaceEntry {
  const sent = new Map(pages.map((page) => [page.file, page]));
  const ids = new Set(pages.map(({ id }) => id));
  const kept = entry.files.filter(
    ({ kind, path, id }) => kind !== 'page' || !(sent.has(path) || ids.has(id ?? '')),
  );
  const old = new Map(entry.files.map((one) => [one.path, one]));
  const files = pages.map(({ file, id, sha256, body }) => ({
    ...(old.get(file)?.id === id && old.get(file)),
    ...{ path: file, kind: 'page' as const, id, size: old.get(file)?.size ?? 0, sha256, body },
  }));
  return { ...entry, files: [...kept, ...files] };
}

const KNOWN_AS: Readonly<Record<Known, string>> = {
  begun: 'of a push that was interrupted: continues there',
  planned: 'of a plan of this folder: edits go there; another --subject begins another',
  foreign: 'of a plan of this folder: edits go there; another --subject begins another',
  last: 'of the last push is open: edits go there; another --subject begins another',
  named: GOES_ON,
  alike: GOES_ON,
};

/** Which change request the edits go to, where the person did not say. */
export function sayTarget({ io }: Pick<Context, 'io'>, { changeRequest, known }: Target): void {
  if (!changeRequest || !known) return;
  note(io, `change request #${changeRequest.number} "${safeLine(changeRequest.subject)}" ${KNOWN_AS[known]}`);
}
