// What the next synchronization of a space with its repository would change: each side beside what both were at the last one.
import { createHash } from 'node:crypto';
import type { File, Page, Revision } from '../../api/content/content.ts';
import { compareStates } from '../../workflows/change-request-diff.ts';
import { type ContentChange, nameOf } from '../../workflows/content-change.ts';
import { allPages } from '../../workflows/page-list.ts';
import type { FolderSource } from '../folder/source.ts';
import type { FolderPage, FolderSpace } from '../folder/space.ts';

/** Where a change goes to; `both`: the two sides changed the same. */
export type Goes = 'space' | 'repository' | 'both';

export interface SyncChange {
  to: Goes;
  change: ContentChange['change'];
  kind: ContentChange['kind'];
  /** Of the page in the space, or the name of a file. */
  path: string;
  /** In the repository, where it has a place there. */
  file: string | null;
  /** What it is on the other side, where both changed it. */
  other: ContentChange['change'] | null;
}

interface Sides {
  /** The last synchronization; undefined where there was none. */
  base: Revision | undefined;
  /** Main as it is. */
  main: Revision;
  source: FolderSource;
  folder: FolderSpace;
}

/** Both ways, pages in reading order. Reads the files of pages, each once; sends nothing. */
export async function nextSync({ base, main, source, folder }: Sides): Promise<SyncChange[]> {
  const before = { pages: base?.pages ?? [], files: base?.files ?? [] };
  const own = base ? await compareStates(before, main) : [];
  const length = gitOf(before.pages)?.oid.length ?? 40;
  const here = await folderState(source, folder, { before, length });
  const theirs = await compareStates(
    { pages: comparable(before.pages), files: before.files.filter(({ git }) => git).map(bare) },
    here,
  );
  const ownById = new Map(own.map((change) => [change.id, change]));
  const files = new Map([...placesOf(before), ...placesOf({ pages: here.pages, files: here.files })]);
  const row = (to: Goes, change: ContentChange, other?: ContentChange): SyncChange => ({
    to,
    change: change.change,
    kind: change.kind,
    path: nameOf(change),
    file: files.get(change.id) ?? null,
    other: other?.change ?? null,
  });
  const shared = new Set(theirs.map(({ id }) => id));
  return [
    ...theirs.map((change) => {
      const other = ownById.get(change.id);
      const isBoth = other !== undefined && !(other.change === 'removed' && change.change === 'removed');
      return isBoth ? row('both', change, other) : row('space', change);
    }),
    ...own.filter(({ id }) => !shared.has(id)).map((change) => row('repository', change)),
  ];
}

const gitOf = (pages: readonly Page[]) =>
  allPages(pages).flatMap((page) => ('git' in page && page.git ? [page.git] : []))[0];

function placesOf({ pages, files }: { pages: readonly Page[]; files: readonly File[] }): [string, string][] {
  const placed = [...allPages(pages), ...files];
  return placed.flatMap((one) =>
    'git' in one && one.git ? [[one.id, one.git.path] as [string, string]] : [],
  );
}

/** Only what a folder can say of a page: its title, its place, and which text it has. */
function comparable(pages: readonly Page[]): Page[] {
  return pages.map((page) => {
    const { id, type, title } = page;
    const git = 'git' in page && page.git ? { git: page.git } : {};
    const below = 'pages' in page ? { pages: comparable(page.pages) } : {};
    // Safe: it is compared by these fields alone.
    return { id, type, title, path: 'path' in page ? page.path : title, ...git, ...below } as unknown as Page;
  });
}

const bare = ({ id, name, git }: File): File => ({ id, name, git }) as File;

interface Before {
  before: { pages: readonly Page[]; files: readonly File[] };
  /** Of the IDs that git gives to files. */
  length: number;
}

/** The folder as pages and files: those that the space has by their IDs there. */
async function folderState(source: FolderSource, folder: FolderSpace, { before, length }: Before) {
  const known = allPages(before.pages);
  const byFile = new Map(
    known.flatMap((page) => ('git' in page && page.git ? [[page.git.path, page.id]] : [])),
  );
  const byPath = new Map(known.map((page) => ['path' in page ? page.path : page.title, page.id]));
  const paths = folder.pages.flatMap(({ file }) => file ?? []);
  const prefix = prefixOf(paths, [...byFile.keys()]);
  const made = new Map<FolderPage, Page & { pages: Page[] }>();
  const tops: Page[] = [];
  for (const page of folder.pages) {
    const file = page.file === undefined ? undefined : `${prefix}${page.file}`;
    const id =
      (file !== undefined && byFile.get(file)) ||
      (file === undefined && byPath.get(page.path)) ||
      `new ${page.path}`;
    const git =
      file === undefined ? {} : { git: { path: file, oid: await oidOf(source, page.file ?? '', length) } };
    // Safe: it is compared by these fields alone.
    const one = {
      id,
      type: page.kind,
      title: page.title,
      path: page.path,
      ...git,
      pages: [],
    } as unknown as Page & { pages: Page[] };
    made.set(page, one);
    const above = page.parent && made.get(page.parent);
    (above ? above.pages : tops).push(one);
  }
  const ofSpace = new Map(before.files.flatMap((file) => (file.git ? [[file.git.path, file]] : [])));
  const files: File[] = [];
  for (const { path } of folder.files) {
    const old = ofSpace.get(`${prefix}${path}`);
    if (!old) continue;
    const git = { path: `${prefix}${path}`, oid: await oidOf(source, path, length) };
    files.push(bare({ ...old, git }));
  }
  return { pages: tops, files };
}

/** The folder may be one of the repository: `docs/`, or empty. */
function prefixOf(paths: readonly string[], known: readonly string[]): string {
  const all = new Set(known);
  const candidates = new Set(['']);
  for (const path of known) {
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1))
      candidates.add(path.slice(0, at + 1));
  }
  const fits = (prefix: string) => paths.filter((path) => all.has(`${prefix}${path}`)).length;
  return [...candidates].reduce((best, one) => (fits(one) > fits(best) ? one : best), '');
}

/** As git calls the bytes of a file. */
async function oidOf(source: FolderSource, path: string, length: number): Promise<string> {
  const bytes = await source.read(path);
  const hash = createHash(length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
