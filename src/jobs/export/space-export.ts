// One space into its folder: nothing is fetched that is here already.
import type { RevisionFile as File } from '../../api/content/content-shapes.generated.ts';
import type { Page } from '../../api/content/content-shapes.ts';
import type { Space } from '../../api/content/spaces.generated.ts';
import { mapPool } from '../../client/pool.ts';
import { allPages } from '../../domain/content/page-place.ts';
import { nameKey, safeNames } from '../../files/safe-path.ts';
import type { FileEntry, SpaceEntry } from '../../folder/manifest.ts';
import { CHANGE_REQUESTS } from './change-request-backup.ts';
import { exportChangeRequests, KIND, type SpaceJob } from './change-request-files.ts';
import type { Address, Delivered } from './delivery.ts';
import { bodyOf, hashOf, pageFile } from './page-file.ts';
import {
  COMMENTS,
  CONTENT_SETTINGS,
  FILES,
  type FileLinks,
  fileLinks,
  type OwnFile,
  PAGE_SETTINGS,
  type PlacedPage,
  placePages,
  SPACE_SETTINGS,
  SUMMARY,
  summaryText,
} from './page-paths.ts';
import { brokenLinks, fileMark, fileSource, type PageReader, pageMark, shapeOf } from './space-content.ts';
import {
  commentLines,
  contentSettings,
  countOpenChangeRequests,
  pageSettings,
  spaceSettings,
} from './space-extras.ts';

export interface SpaceOutcome {
  entry: SpaceEntry;
  /** unchanged: neither the tree nor a page was fetched. */
  state: 'unchanged' | 'exported' | 'failed';
  /** How many pages and files were fetched. */
  fetched: number;
  /** Paths that somebody changed here: left alone. */
  kept: string[];
  failures: { path: string; error: unknown }[];
  /** What should be there by now, also where it could not be fetched: `page <id>`. */
  planned: Set<string>;
}

/** Throws what makes going on pointless; everything else is in the outcome. */
export async function exportSpace(job: SpaceJob, space: Space, folder: string): Promise<SpaceOutcome> {
  const unchanged = job.full ? undefined : await unchangedEntries(job, space, folder);
  const content = unchanged
    ? {
        ...{ entries: unchanged, revision: space.revision, fetched: 0, kept: [], failures: [], planned: [] },
        broken: job.known.space(space.id)?.broken,
      }
    : await freshContent(job, space, folder);
  const outcome: SpaceOutcome = {
    entry: {
      id: space.id,
      title: space.title,
      folder,
      revision: content.revision,
      links: 'files',
      ...(content.broken && { broken: content.broken }),
      files: [...content.entries],
    },
    state: unchanged ? 'unchanged' : 'exported',
    fetched: content.fetched,
    kept: [...content.kept],
    failures: [...content.failures],
    planned: new Set(content.planned),
  };
  await addExtras(job, space, folder, outcome);
  if (outcome.kept.length > 0) keepBeginning(outcome, job.known.space(space.id));
  if (outcome.failures.length > 0) {
    outcome.entry.revision = null;
    outcome.state = 'failed';
  }
  return outcome;
}

/** Files that were changed here began with what an earlier run wrote, or with nothing: its revision tells a push so. */
function keepBeginning({ entry, kept }: SpaceOutcome, last: SpaceEntry | undefined): void {
  const left = new Set(kept.map(nameKey));
  const before = last?.files.filter(({ path }) => left.has(nameKey(`${last.folder}/${path}`))) ?? [];
  entry.files.push(...before);
  entry.revision = last?.revision ?? null;
}

/** The entries of a space whose revision has not changed and whose files nobody touched; undefined otherwise. */
async function unchangedEntries(
  job: SpaceJob,
  space: Space,
  folder: string,
): Promise<FileEntry[] | undefined> {
  const { known, delivery, options } = job;
  const last = known.space(space.id);
  const before = known.manifest?.options;
  if (!last || known.hasRenamed(space.id) || last.revision !== space.revision || last.title !== space.title)
    return undefined;
  if ((known.manifest?.scope.partial === true) !== (job.only !== undefined)) return undefined;
  if (
    last.links !== 'files' ||
    last.folder !== folder ||
    before?.files !== options.files ||
    before.settings !== options.settings
  )
    return undefined;
  const content = last.files.filter(
    ({ kind, path }) => kind !== 'comments' && kind !== KIND && path !== SPACE_SETTINGS,
  );
  for (const entry of content) {
    if (!(await delivery.isIntact({ folder, entry }))) return undefined;
  }
  return content;
}

interface Content extends Pick<SpaceOutcome, 'fetched' | 'kept' | 'failures'> {
  entries: FileEntry[];
  revision: string | null;
  planned: string[];
  broken: SpaceEntry['broken'] | undefined;
}

/** One thing to write: where, and how to get it when it is not here. */
interface Item {
  address: Address;
  fetch(): Promise<Delivered>;
}

async function freshContent(job: SpaceJob, space: Space, folder: string): Promise<Content> {
  const { client, gate, options, delivery } = job;
  const tree = await gate.run(() => job.reader.tree(space.id));
  const placed = await placesOf(job, tree.pages, { space: space.id, folder });
  const chosen = job.only ? placed.filter(({ page }) => job.only?.has(page.id)) : placed;
  const at = { space: space.id, folder };
  const files = options.files ? placedFiles(tree.files) : [];
  const links = await fileLinks({ space: space.id, pages: placed, files });
  const renamed = placed.filter((one) => one.renamed).map(({ page, path }) => [page.id, path] as const);
  const shape = shapeOf(tree, options, renamed);
  const items = [
    ...pageItems(job, at, { revision: tree.id, placed: chosen, shape, links }),
    ...fileItems(job, at, files),
  ];
  // The revision of the list, not of the tree: should they differ, the next run looks again.
  const content: Content = {
    entries: [],
    revision: space.revision,
    fetched: 0,
    kept: [],
    failures: [],
    planned: items.map(({ address }) => keyOf(address.facts)),
    broken: job.changeRequest ? undefined : await gate.run(() => brokenLinks(client, space)),
  };
  await deliverAll(job, items, content);
  const summary = { ...at, path: SUMMARY, facts: { kind: 'summary' as const } };
  take(content, await delivery.text(summary, summaryText(space.title, placed, files)));
  if (options.settings) {
    const settings = { ...at, path: PAGE_SETTINGS, facts: { kind: 'settings' as const } };
    take(content, await delivery.text(settings, pageSettings(tree.pages)));
    const more = contentSettings(tree);
    const own = { ...at, path: CONTENT_SETTINGS, facts: { kind: 'settings' as const } };
    if (more !== undefined) take(content, await delivery.text(own, more));
  }
  return content;
}

/** A page whose file somebody edited stays in that file, wherever it is in the space now: an edit has one place. */
async function placesOf(job: SpaceJob, pages: readonly Page[], { space, folder }: At): Promise<PlacedPage[]> {
  const { known, delivery } = job;
  const last = known.space(space);
  const entries: OwnFile[] = [...(last?.files ?? [])];
  const listed = new Set(entries.map(({ id }) => id));
  if (
    last?.folder === folder &&
    allPages(pages).some(({ id, type }) => type === 'document' && !listed.has(id))
  ) {
    const { pushedFiles } = await import('./pushed-files.ts');
    entries.push(...(await pushedFiles(job, pages, { id: space, folder })));
  }
  const placed = placePages(pages, entries);
  const pathOf = new Map(placed.map(({ page, path }) => [page.id, path]));
  const edited = new Set<string>();
  for (const entry of last?.folder === folder ? last.files : []) {
    const { kind, id, path } = entry;
    const now = kind === 'page' && id !== undefined ? pathOf.get(id) : undefined;
    if (now === undefined || now === path) continue;
    if (await delivery.isEdited({ folder, entry })) edited.add(path);
  }
  if (edited.size === 0) return placed;
  return placePages(
    pages,
    entries.map((one) => (edited.has(one.path) ? { ...one, renamed: true } : one)),
  );
}

/** Files that are open at once; requests are fewer, by the gate. */
const AT_ONCE = 16;

async function deliverAll(job: SpaceJob, items: readonly Item[], content: Content): Promise<void> {
  job.onFound?.(items.length);
  let fatal: { error: unknown } | undefined;
  const deliver = async ({ address, fetch }: Item) => {
    const here = job.full ? undefined : await job.delivery.reuse(address);
    if (here) return here;
    const fetched = await fetch();
    content.fetched += 1;
    return fetched;
  };
  const results = await mapPool(items, AT_ONCE, deliver, {
    stop: (result) => {
      job.onStep?.(result.ok);
      if (!result.ok && job.stop(result)) fatal = { error: result.error };
      return fatal !== undefined;
    },
  });
  if (fatal) throw fatal.error;
  for (const result of results) {
    if (result.ok) take(content, result.value);
    else content.failures.push({ path: pathOf(result.item.address), error: result.error });
  }
}

const pathOf = ({ folder, path }: Address): string => `${folder}/${path}`;

function take(content: Pick<Content, 'entries' | 'kept'>, delivered: Delivered): void {
  if ('entry' in delivered) content.entries.push(delivered.entry);
  else content.kept.push(delivered.kept.path);
}

const keyOf = ({ kind, id = '' }: Address['facts']): string => `${kind} ${id}`;

type At = Pick<Address, 'space' | 'folder'> & { space: string };

interface PageSource {
  revision: string;
  placed: readonly PlacedPage[];
  shape: string;
  links: FileLinks;
}

const pageItems = (
  { reader, gate, delivery }: SpaceJob,
  at: At,
  { revision, placed, shape, links }: PageSource,
): Item[] =>
  placed.flatMap(({ page, path, renamed }) => {
    if (path === undefined) return [];
    const mark = pageMark(page, shape);
    const address = {
      ...at,
      path,
      facts: {
        kind: 'page' as const,
        id: page.id,
        ...(renamed && { renamed }),
        ...(mark !== undefined && { mark }),
      },
    };
    const fetch = async () => {
      const markdown = await gate.run(() => markdownOf(reader, at.space, revision, page));
      const found = new Map<string, string>();
      const text = links(page.id, markdown, (before, after) => {
        if (!found.has(after)) found.set(after, before);
      });
      const body = hashOf(bodyOf(text));
      const facts = { ...address.facts, body, ...(found.size > 0 && { links: Object.fromEntries(found) }) };
      return delivery.text({ ...address, facts }, pageFile(page, text));
    };
    return { address, fetch };
  });

const markdownOf = async (
  reader: PageReader,
  space: string,
  revision: string,
  page: Page,
): Promise<string> => (page.type === 'document' ? reader.markdown(space, revision, page.id) : '');

interface PlacedFile {
  file: File;
  path: string;
}

function placedFiles(files: readonly File[]): PlacedFile[] {
  const names = safeNames(files);
  return files.map((file, index) => ({ file, path: `${FILES}/${names[index] ?? file.id}` }));
}

const fileItems = ({ client, gate, delivery }: SpaceJob, at: At, files: readonly PlacedFile[]): Item[] =>
  files.map(({ file, path }) => {
    const address = { ...at, path, facts: { kind: 'file' as const, id: file.id, mark: fileMark(file) } };
    return { address, fetch: () => gate.run(() => delivery.stream(address, fileSource(client, file))) };
  });

async function addExtras(job: SpaceJob, space: Space, folder: string, outcome: SpaceOutcome): Promise<void> {
  const { client, gate, delivery, options } = job;
  const at = { space: space.id, folder };
  const into = { entries: outcome.entry.files, kept: outcome.kept };
  if (options.settings) {
    const address = { ...at, path: SPACE_SETTINGS, facts: { kind: 'settings' as const } };
    take(into, await delivery.text(address, spaceSettings(space)));
  }
  if (options.changeRequests) await addChangeRequests(job, space, folder, outcome);
  // Who wants more than pages and files has a backup in mind.
  else if (options.settings || options.comments) {
    const open = await gate.run(() => countOpenChangeRequests(client, space.id));
    if (open !== undefined) outcome.entry.openChangeRequests = open;
  }
  if (!options.comments) return;
  outcome.planned.add('comments ');
  try {
    const lines = await gate.run(() => commentLines(client, space.id));
    const address = { ...at, path: COMMENTS, facts: { kind: 'comments' as const } };
    if (lines !== '') take(into, await delivery.text(address, lines));
  } catch (error) {
    if (job.stop({ ok: false, error })) throw error;
    outcome.failures.push({ path: `${folder}/${COMMENTS}`, error });
  }
}

/** Those that are not in it are counted. */
async function addChangeRequests(
  job: SpaceJob,
  space: Space,
  folder: string,
  { entry, kept, failures, planned }: SpaceOutcome,
): Promise<void> {
  const into = { entries: entry.files, kept };
  const place = { space: space.id, folder, revision: space.revision };
  entry.openChangeRequests = 0;
  try {
    for await (const one of exportChangeRequests(job, place)) {
      planned.add(`${KIND} ${one.id}`);
      if ('files' in one) for (const file of one.files) take(into, file);
      else {
        if (job.stop({ ok: false, error: one.error })) throw one.error;
        entry.openChangeRequests += 1;
        failures.push({ path: `${folder}/${one.folder}`, error: one.error });
      }
    }
  } catch (error) {
    if (job.stop({ ok: false, error })) throw error;
    delete entry.openChangeRequests;
    failures.push({ path: `${folder}/${CHANGE_REQUESTS}`, error });
  }
}
