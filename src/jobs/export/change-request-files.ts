// The open change requests of a space into its folder: for each its data, a patch per page, and the files that it adds.
import type { RevisionFile as File } from '../../api/content/content-shapes.generated.ts';
import type { Page } from '../../api/content/content-shapes.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import type { Client } from '../../client/client.ts';
import { type Gate, inOrder } from '../../client/pool.ts';
import type { PageChange } from '../../domain/content/content-change.ts';
import { mainContent } from '../../domain/content/content-source.ts';
import { placeIn } from '../../domain/content/page-place.ts';
import { NotFoundError } from '../../errors.ts';
import { safeName, safeNames } from '../../files/safe-path.ts';
import type { FileEntry, Options } from '../../folder/manifest.ts';
import { type Comparison, compareChangeRequest } from '../change-request-diff/change-request-diff.ts';
import { openOfSpace, readChangeRequest } from '../clone/read-content.ts';
import type { ReadChangeRequest } from '../clone/sink.ts';
import { type BackupChangeRequest, type BackupEdit, CHANGE_REQUESTS, DATA } from './change-request-backup.ts';
import type { Delivered, Delivery, Pushed } from './delivery.ts';
import type { Known } from './earlier-export.ts';
import type { ExportFolder } from './folder.ts';
import { fileSource, type PageReader } from './space-content.ts';
import { jsonText, plainPage, slim } from './space-extras.ts';

export interface SpaceJob {
  client: Client;
  reader: PageReader;
  /** Every request goes through it. */
  gate: Gate;
  delivery: Delivery;
  folder: Pick<ExportFolder, 'files' | 'read'>;
  known: Known;
  pushed?: Pushed | undefined;
  options: Options;
  /** Fetch what is here already, too. */
  full: boolean;
  /** Says whether to give up, given what became of a page or file. */
  stop: (result: { ok: boolean; error?: unknown }) => boolean;
  /** What is exported is that of a change request, not of main. */
  changeRequest?: boolean;
  /** IDs of the only pages to write; all are in the table of contents. */
  only?: ReadonlySet<string>;
  /** Called with the number of pages and files, once it is known, and after each of them. */
  onFound?: (count: number) => void;
  onStep?: (ok: boolean) => void;
}

// One page that a change request changes: what it is to become, and the patch that says so.

interface Reading {
  client: Client;
  changeRequest: ChangeRequest;
  compared: Comparison;
  /** All pages of the change request. */
  tree: readonly Page[];
}

interface ReadChange {
  edit: BackupEdit;
  /** Unified; empty where the text stays. */
  patch: string;
}

/** Throws what the requests throw. */
async function readChange(reading: Reading, change: PageChange): Promise<ReadChange> {
  const { id, title, path = title } = change;
  const kind: BackupEdit['change'] =
    change.change === 'added' || change.change === 'removed' ? change.change : 'changed';
  const own = { change: kind, id, title, path, attributes: Object.keys(change.attributes) };
  const { before, after } = reading.compared;
  const old = kind === 'added' || !change.content ? '' : await before.markdown(id);
  if (kind === 'removed') return { edit: { ...own, fields: {} }, patch: await patchOf(path, old, '') };
  const place = placeIn(reading.tree, id);
  const edit: BackupEdit = { ...own, fields: place ? { ...plainPage(place.page) } : {} };
  if (place && (kind === 'added' || isMoved(change))) Object.assign(edit, { into: place.into, at: place.at });
  if (!change.content && kind === 'changed') return { edit, patch: '' };
  const text = await after.markdown(id);
  const onMain = kind === 'changed' ? await textOnMain(reading, id, { old, text }) : { text };
  return { edit: { ...edit, ...onMain }, patch: await patchOf(path, old, text) };
}

const isMoved = ({ path = '', fromPath = path, reordered, change }: PageChange): boolean =>
  change === 'moved' || reordered === true || parentOf(path) !== parentOf(fromPath);

const parentOf = (path: string): string => path.split('/').slice(0, -1).join('/');

/** The text with what main changed since the change request took it in: a restore puts back main as it is now. */
async function textOnMain(
  { client, changeRequest: { outdated, space } }: Reading,
  id: string,
  { old, text }: { old: string; text: string },
): Promise<Pick<BackupEdit, 'text' | 'conflicts'>> {
  if (!outdated) return { text };
  const now = await mainContent(client, space)
    .markdown(id)
    .catch((error: unknown) => {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    });
  if (now === undefined || now === old) return { text };
  const { applyPatch, structuredPatch } = await import('diff');
  const merged = applyPatch(now, structuredPatch('', '', old, text));
  return merged === false ? { text, conflicts: true } : { text: merged };
}

async function patchOf(path: string, old: string, text: string): Promise<string> {
  const { createTwoFilesPatch } = await import('diff');
  if (old === text) return '';
  const file = `${path}.md`;
  return createTwoFilesPatch(
    old === '' ? '/dev/null' : `a/${file}`,
    text === '' ? '/dev/null' : `b/${file}`,
    old,
    text,
  );
}

export const KIND = 'change-request';

interface Place {
  space: string;
  folder: string;
  /** Of main: what a change request changes depends on it. */
  revision: string;
}

/** One of them, all of it or why not. */
export type ExportedRequest = { id: string; folder: string } & ({ files: Delivered[] } | { error: unknown });

/** As many are begun; their requests are fewer, by the gate. */
const AT_ONCE = 8;

/** Every open change request and draft. Throws where they cannot be listed. */
export async function* exportChangeRequests(
  job: SpaceJob,
  place: Place,
): AsyncGenerator<ExportedRequest, void, undefined> {
  const open = await job.gate.run(() => openOfSpace(job.client, place.space));
  const folderOf = ({ number }: ChangeRequest) => `${CHANGE_REQUESTS}/${number}`;
  const read = async (one: ChangeRequest) =>
    (await unchanged(job, place, one)) ?? fresh(job, place, folderOf(one), one);
  for await (const { item, ...result } of inOrder(open, read, { concurrency: AT_ONCE })) {
    const own = { id: item.id, folder: folderOf(item) };
    yield result.ok ? { ...own, files: result.value } : { ...own, error: result.error };
  }
}

const markOf = ({ revision }: Place, one: ChangeRequest): string =>
  [revision, one.revision, one.updatedAt, one.comments].join(' ');

/** What an earlier run wrote of it, as long as nothing of it, of main and of the files changed. */
async function unchanged(
  { known, delivery, full }: SpaceJob,
  place: Place,
  one: ChangeRequest,
): Promise<Delivered[] | undefined> {
  const mark = markOf(place, one);
  const before = known.space(place.space);
  const own = before?.files.filter(({ kind, id }) => kind === KIND && id === one.id) ?? [];
  if (full || before?.folder !== place.folder || own.length === 0) return undefined;
  for (const entry of own)
    if (entry.mark !== mark || !(await delivery.isIntact({ folder: place.folder, entry }))) return undefined;
  return own.map((entry) => ({ entry }));
}

async function fresh(job: SpaceJob, place: Place, folder: string, one: ChangeRequest): Promise<Delivered[]> {
  const { client, gate, delivery } = job;
  const facts = { kind: KIND, id: one.id, mark: markOf(place, one) } satisfies Partial<FileEntry>;
  const address = (path: string) => ({
    space: place.space,
    folder: place.folder,
    path: `${folder}/${path}`,
    facts,
  });
  const [said, { edits, files, otherFiles }] = await Promise.all([
    readChangeRequest({ client, gate }, one, undefined),
    changesOf(job, one),
  ]);
  const written: Delivered[] = [];
  const names = safeNames(files);
  const added = files.map((file, at) => ({ file, path: `files/${names[at] ?? file.id}` }));
  for (const { file, path } of added)
    written.push(await gate.run(() => delivery.stream(address(path), fileSource(client, file))));
  for (const [at, { edit, patch }] of edits.entries()) {
    if (patch === '') continue;
    const name = safeName(edit.path.split('/').at(-1) ?? '', 'page');
    written.push(await delivery.text(address(`${String(at + 1).padStart(2, '0')}-${name}.patch`), patch));
  }
  const data: BackupChangeRequest = {
    ...saidOf(said),
    edits: edits.map(({ edit }) => edit),
    files: added.map(({ file: { id, name }, path }) => ({ id, name, path: `${folder}/${path}` })),
    otherFiles,
  };
  written.push(await delivery.text(address(DATA), jsonText(data)));
  return written;
}

type Said = Omit<BackupChangeRequest, 'edits' | 'files' | 'otherFiles'>;

function saidOf({ changeRequest, requested, reviews, comments }: ReadChangeRequest): Said {
  const { id, number, status, subject, description, createdBy, createdAt } = changeRequest;
  return {
    ...{ id, number, subject, createdAt, createdBy: { ...slim(createdBy) } },
    status: status === 'draft' ? 'draft' : 'open',
    ...(description && { description }),
    reviewers: requested.flatMap(({ user }) => user?.id ?? []),
    reviews: reviews.map((one) => ({ ...slim(one) })),
    comments: comments.map(({ comment, replies }) => ({ ...slim(comment), replies: replies.map(slim) })),
  };
}

interface Changes {
  edits: ReadChange[];
  files: File[];
  otherFiles: string[];
}

async function changesOf({ client, gate }: SpaceJob, one: ChangeRequest): Promise<Changes> {
  const compared = await gate.run(() => compareChangeRequest(client, one, 'held'));
  const found: Changes = { edits: [], files: [], otherFiles: [] };
  const tree: readonly Page[] =
    compared.changes.length === 0 ? [] : await gate.run(() => compared.after.pages());
  const isAdded = new Set<string>();
  const edits: Promise<ReadChange>[] = [];
  for (const change of compared.changes)
    if (change.kind === 'page')
      edits.push(gate.run(() => readChange({ client, changeRequest: one, compared, tree }, change)));
    else if (change.change === 'added') isAdded.add(change.id);
    else found.otherFiles.push(change.name);
  found.edits = await Promise.all(edits);
  if (isAdded.size > 0)
    found.files = (await gate.run(() => compared.after.files())).filter(({ id }) => isAdded.has(id));
  return found;
}
