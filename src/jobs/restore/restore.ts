// Puts spaces of a backup back: first every space, then their pages, then the links between them, then into main.
import type { Space } from '../../api/content/spaces.generated.ts';
import { createSpace, getSpace, listSpaces, updateSpace } from '../../api/content/spaces.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import * as requestsApi from '../../api/review/change-requests.ts';
import type { DefaultLevel } from '../../api/roles.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { ConflictError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { hashOf } from '../export/page-file.ts';
import { PAGE_SETTINGS } from '../export/page-paths.ts';
import type { BackupSpace } from './backup.ts';
import { restoreChangeRequests } from './restore-change-requests.ts';
import { type CollectionBackup, restoreCollections } from './restore-collections.ts';
import { restoreComments } from './restore-comments.ts';
import { type PageJob, restoreLinks, restorePages, touched } from './restore-pages.ts';
import { idMap, type RestoreState, type SpaceState, type StateKeeper } from './restore-state.ts';

/** One space of the backup, and where it goes. */
export interface Wanted {
  backup: BackupSpace;
  /** Title of the space that is created for it. */
  title: string;
  /** ID of the space whose content it replaces, in place of a new one. */
  into?: string;
  /** What everybody in the organization may do in a new space; undefined: what the place gives that it goes to. */
  level?: DefaultLevel;
  /** ID in the backup of the collection that it was in, where it is to be in that again. */
  collection?: string;
}

export interface RestoreJob {
  client: Client;
  organizationId: string;
  spaces: readonly Wanted[];
  /** Collections that spaces go into, and those above them, the outermost first. */
  collections?: readonly CollectionBackup[];
  keeper: StateKeeper;
  comments: boolean;
  /** Open those of the backup again. */
  changeRequests?: boolean;
  /** Called with the number of pages and files of each request. */
  onStep?: (count: number) => void;
}

export interface Restored {
  /** ID in the backup. */
  from: string;
  space: string;
  title: string;
  pages: number;
  files: number;
  comments: number;
  changeRequests: number;
  /** What of the change requests is not as it was. */
  said: string[];
  isNew: boolean;
  /** It is what a run that was cut off has read, and the backup holds something else by now. */
  isOlder: boolean;
}

/**
 * Does all of it, or what an earlier run left. Throws ConflictError `RESTORE_TOUCHED` or `CONFLICTS`, and what the
 * requests throw: the state then says what is done.
 */
export async function restore(job: RestoreJob): Promise<Restored[]> {
  const { keeper, client } = job;
  const jobs: { wanted: Wanted; own: PageJob }[] = [];
  await restoreCollections(job, job.collections ?? []);
  const titled = await titlesNow(job);
  for (const wanted of job.spaces) {
    const state = stateOf(keeper.state, wanted);
    const isNew = wanted.into === undefined;
    const own: PageJob = { ...job, backup: wanted.backup, state, isNew, save: keeper.save };
    await placeSpace(job, wanted, state, titled);
    // Before anything is in it that others should not read.
    if (!state.leveled) await restoreLevel(client, state.space ?? '', wanted);
    state.leveled = true;
    jobs.push({ wanted, own });
  }
  const left = jobs.flatMap(({ own }) => (own.state.merged || isEmpty(own) ? [] : [own]));
  await writeContent(keeper, left);
  const done: Restored[] = [];
  for (const { wanted, own } of jobs) {
    if (!own.state.merged && !isEmpty(own)) await merge(own);
    const comments = job.comments ? await restoreComments(own) : 0;
    const requests = job.changeRequests
      ? await restoreChangeRequests(own, idMap(keeper.state))
      : { restored: 0, said: [] };
    await restoreSettings(client, own, wanted);
    own.state.done = true;
    await keeper.save();
    const { restored: changeRequests, said } = requests;
    done.push({ ...restoredOf(wanted, own), comments, changeRequests, said });
  }
  return done;
}

/** Pages of every space first: only then all IDs are known that links lead to. */
async function writeContent(keeper: StateKeeper, jobs: readonly PageJob[]): Promise<void> {
  for (const own of jobs) {
    await openChangeRequest(own, keeper.state);
    // It may be merged: then the answer never came.
    if (!own.state.merged && !own.state.linked) await restorePages(own);
  }
  const ids = idMap(keeper.state);
  for (const own of jobs) {
    if (!own.state.merged && !own.state.linked) await restoreLinks(own, ids);
    own.state.linked = true;
    await keeper.save();
  }
}

function stateOf(all: RestoreState, { backup, title, into }: Wanted): SpaceState {
  const { id } = backup.entry;
  const state = all.spaces[id] ?? { title, pages: {}, files: {}, order: [] };
  all.spaces[id] = state;
  if (into !== undefined) state.space = into;
  return state;
}

/** Nothing is edited in a new space for an empty backup; a space that is there is emptied by it. */
const isEmpty = ({ backup, state }: PageJob): boolean =>
  backup.pages.length + backup.files.length === 0 && state.others !== undefined;

type Titled = ReadonlyMap<string, readonly string[]>;

/** IDs of the spaces that are there, by title; read only where a space is to be created. */
async function titlesNow({ client, organizationId, spaces, keeper }: RestoreJob): Promise<Titled> {
  const found = new Map<string, string[]>();
  const isPlaced = ({ backup, into }: Wanted) =>
    into !== undefined || keeper.state.spaces[backup.entry.id]?.space !== undefined;
  if (spaces.every(isPlaced)) return found;
  for await (const { items } of client.pages(listSpaces, { organizationId }))
    for (const { id, title } of items) found.set(title, [...(found.get(title) ?? []), id]);
  return found;
}

/** The space it goes to: one that was asked for before, and whose answer never came, is one that was not there then. */
async function placeSpace(
  { client, organizationId, keeper }: RestoreJob,
  { backup, title, collection = '' }: Wanted,
  state: SpaceState,
  titled: Titled,
): Promise<void> {
  if (state.space !== undefined) return;
  const here = titled.get(title) ?? [];
  const taken = new Set(Object.values(keeper.state.spaces).map(({ space }) => space));
  const lost = state.others && here.find((id) => !state.others?.includes(id) && !taken.has(id));
  if (!state.others) {
    state.others = [...here];
    await keeper.save();
  }
  const parent = keeper.state.collections?.[collection];
  const input = { ...newSpace({ title, backup }, parent), organizationId };
  state.space = lost ?? (await client.call(createSpace, input)).id;
  await keeper.save();
}

export function newSpace({ title, backup: { settings } }: Pick<Wanted, 'title' | 'backup'>, parent?: string) {
  const { language, emoji } = settings;
  return {
    title,
    empty: true,
    ...(parent !== undefined && { parent }),
    ...(typeof emoji === 'string' && emoji !== '' && { emoji }),
    // Safe: the host checks it, and an export took it from one.
    ...(typeof language === 'string' && { language: language as NonNullable<Space['language']> }),
  };
}

/** The change request of this restore in its space, made where there is none, or what it holds was read again since. */
async function openChangeRequest(own: PageJob, all: RestoreState): Promise<void> {
  const { client, backup, state, save } = own;
  const spaceId = state.space ?? '';
  const mark = `(restore ${all.id})`;
  if (state.changeRequest !== undefined) {
    const ref = { spaceId, changeRequestId: state.changeRequest };
    const { status, subject } = await client.call(requestsApi.getChangeRequest, ref);
    if (!subject.endsWith(mark)) throw touched(`its subject is "${subject}"`);
    if (status === 'merged') state.merged = true;
    // Links in what is merged lead to the pages that are there now.
    if (!isOlder(own) || Object.values(all.spaces).some(({ merged }) => merged)) return;
    if (status !== 'archived')
      await client.call(requestsApi.updateChangeRequest, { ...ref, status: 'archived' });
    beginAnew(state, all);
    await save();
  }
  const found = await lostChangeRequest(client, spaceId, mark);
  const subject = `Restore ${[...backup.entry.title].slice(0, 60).join('')} ${mark}`;
  state.content = contentOf(backup);
  state.changeRequest = (
    found ?? (await client.call(requestsApi.createChangeRequest, { spaceId, subject }))
  ).id;
  await save();
}

/** Its pages are written from the start, and so are links that lead to them. */
function beginAnew(state: SpaceState, { spaces }: RestoreState): void {
  for (const one of Object.values(spaces)) delete one.linked;
  delete state.changeRequest;
  delete state.before;
  Object.assign(state, { pages: {}, files: {}, order: [] });
}

const CONTENT: readonly string[] = ['page', 'file', 'summary'];

/** What the pages and files are that were read. */
const contentOf = ({ entry }: BackupSpace): string =>
  hashOf(
    JSON.stringify(
      entry.files
        .filter(({ kind, path }) => CONTENT.includes(kind) || path === PAGE_SETTINGS)
        .map(({ path, sha256 }) => [path, sha256]),
    ),
  );

/** Something was read again since the run that wrote it was cut off. */
const isOlder = ({ backup, state }: PageJob): boolean =>
  state.content !== undefined && state.content !== contentOf(backup);

async function lostChangeRequest(
  client: Client,
  spaceId: string,
  mark: string,
): Promise<ChangeRequest | undefined> {
  const lists = (['open', 'draft'] as const).map((status) =>
    allItems(client.pages(requestsApi.listChangeRequests, { spaceId, status })),
  );
  return (await Promise.all(lists)).flat().find(({ subject }) => subject.endsWith(mark));
}

async function merge({ client, state, save }: PageJob): Promise<void> {
  const spaceId = state.space ?? '';
  const changeRequestId = state.changeRequest ?? '';
  const { result } = await client.call(requestsApi.mergeChangeRequest, { spaceId, changeRequestId });
  if (result === 'conflicts')
    throw new ConflictError(
      `space "${state.title}" changed while it was restored: its change request conflicts`,
      {
        code: 'CONFLICTS',
        hint: shell`docs cr diff ${changeRequestId} --space ${spaceId}`,
      },
    );
  state.merged = true;
  await save();
}

export async function restoreLevel(client: Client, spaceId: string, { level }: Wanted): Promise<void> {
  if (level !== undefined) await client.call(updateSpace, { spaceId, defaultLevel: level });
}

/** What a new space is not created with. The rest of the settings are of another host: members, sites, addresses. */
async function restoreSettings(client: Client, { backup, state }: PageJob, { into }: Wanted): Promise<void> {
  const { editMode } = backup.settings;
  if (into !== undefined || state.done || (editMode !== 'live' && editMode !== 'locked')) return;
  const spaceId = state.space ?? '';
  const { editMode: now } = await client.call(getSpace, { spaceId });
  if (now !== editMode) await client.call(updateSpace, { spaceId, editMode });
}

const restoredOf = ({ backup, title, into }: Wanted, own: PageJob) => ({
  from: backup.entry.id,
  space: own.state.space ?? '',
  title,
  pages: backup.pages.length,
  files: Object.keys(own.state.files).length,
  isNew: into === undefined,
  isOlder: isOlder(own),
});
