// docs git check: what the next synchronization would change, in the space and in the repository, before it happens.
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { RevisionFile as File } from '../../api/content/content-shapes.generated.ts';
import type { Page, Revision } from '../../api/content/content-shapes.ts';
import { getRevision } from '../../api/content/pages.ts';
import { getSpace } from '../../api/content/spaces.ts';
import { type ContentChange, nameOf } from '../../domain/content/content-change.ts';
import { allPages } from '../../domain/content/page-place.ts';
import { arg, handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { callNamed } from '../../engine/references/named.ts';
import type { Run } from '../../engine/run/run.ts';
import { printRows } from '../../engine/run/view.ts';
import { UsageError } from '../../errors.ts';
import { flagWith, shell, shellLine } from '../../files/shell-word.ts';
import { normalized } from '../../files/texts.ts';
import type { FolderPage, FolderSpace } from '../../folder/folder-space.ts';
import { readFolder } from '../../folder/read.ts';
import { diskSource, type FolderSource } from '../../folder/source.ts';
import { plural } from '../../output/format.ts';
import { note, warn } from '../../output/note.ts';
import { startProgress } from '../../output/progress.ts';
import { compareStates } from '../change-request-diff/change-request-diff.ts';
import { revisionsBack } from '../page-history/revisions-back.ts';
import { exitCodeFlag } from '../report/finding-flags.ts';
import { conclude } from '../report/findings.ts';

// What the next synchronization of a space with its repository would change: each side beside what both were at the last one.

/** Where a change goes to; `both`: the two sides changed the same. */
type Goes = 'space' | 'repository' | 'both';

interface SyncChange {
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
async function nextSync({ base, main, source, folder }: Sides): Promise<SyncChange[]> {
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
    known.flatMap((page) => ('git' in page && page.git ? [[composedPath(page.git), page.id]] : [])),
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
  const ofSpace = new Map(before.files.flatMap((file) => (file.git ? [[composedPath(file.git), file]] : [])));
  const files: File[] = [];
  for (const { path } of folder.files) {
    const old = ofSpace.get(`${prefix}${path}`);
    if (!old) continue;
    const git = { path: `${prefix}${path}`, oid: await oidOf(source, path, length) };
    files.push(bare({ ...old, git }));
  }
  return { pages: tops, files };
}

/** As a folder has it: the repository may keep the letters of its names taken apart. */
const composedPath = ({ path }: { path: string }): string => normalized(path, 'NFC');

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

const COLUMNS = ['to', 'change', 'path', 'file', 'other'];

const FLAGS = [
  flag('--project-directory <path>', 'folder of the space in this one, where several spaces are in it'),
  exitCodeFlag('a synchronization would change anything'),
] as const satisfies readonly Option[];

type CheckRun = Run<FlagsOf<typeof FLAGS>>;

export const gitCheck = handmade('check', {
  summary: 'Show what the next git sync of a space would change, both ways',
  args: [arg('folder', false)],
  uses: [getSpace, getRevision],
  columns: COLUMNS,
  fields: [...COLUMNS, 'kind'],
  idField: 'path',
  labels: { to: 'goes to', other: 'other side' },
  none: 'nothing to synchronize',
  paged: true,
  options: [...FLAGS, ...[CONTEXT_FLAGS.spaceId ?? []].flat()],
  run: showCheck,
  examples: [
    ['Compare a folder of the repository with a space', 'docs git check ./docs --space Guides'],
    ['Fail in CI if anything would change', 'docs git check ./docs --space Guides --exit-code'],
  ],
  notes: `Compares the folder and main of the space with what both were at the last sync: what changed in the folder goes to the
space, what changed in the space goes to the repository, and what changed on both sides is marked both: there, the direction of
the sync decides which one wins. Uncommitted files count. Sends nothing.`,
});

async function showCheck(run: CheckRun): Promise<void> {
  const { io, cwd } = run.context;
  const shown = run.args.folder ?? '.';
  const folder = await spaceIn(run, resolve(cwd, shown), shown);
  const client = await run.client();
  const space = await callNamed(run, getSpace, client);
  const progress = startProgress(io, 'comparing');
  const { changes, isSynced } = await compare().finally(() => progress.stop());
  await printRows(run, changes);
  if (!isSynced)
    warn(
      io,
      `space "${space.title}" was never synced: an import replaces its content with that of the folder`,
    );
  for (const file of folder.space.unlisted)
    note(io, `${file} is not listed in ${folder.space.summary ?? 'SUMMARY.md'}: it is not published`);
  conclude(run, `space "${space.title}" and ${shown}: ${summaryOf(changes)}`, changes.length);

  async function compare() {
    let main: Revision | undefined;
    let base: Revision | undefined;
    for await (const revision of revisionsBack(client, space.id)) {
      main ??= revision;
      if (!revision.git) continue;
      base = revision;
      break;
    }
    if (!main) return { changes: [], isSynced: false };
    const found = await nextSync({ base, main, source: folder.source, folder: folder.space });
    return { changes: found, isSynced: base !== undefined };
  }
}

/** Throws UsageError where the folder has several spaces, and what reading it throws. */
async function spaceIn(run: CheckRun, path: string, shown: string) {
  const { projectDirectory } = run.flags;
  const source = diskSource(path, shown, hintWithSpace(run));
  const { spaces } = await readFolder(
    source,
    projectDirectory === undefined ? {} : { folders: [projectDirectory], named: 'with --project-directory' },
  );
  const [space, second] = spaces;
  if (!space || second)
    throw new UsageError(`${shown} has ${plural(spaces.length, 'space')}: ${spaces.map(rootOf).join(', ')}`, {
      hint: shell`--project-directory ${space ? rootOf(space) : '.'}`,
    });
  return { source, space };
}

/** `docs git check Guides`: other commands of git name a space by one word, too. */
function hintWithSpace({ args: { folder }, flags, context: { argv } }: CheckRun): string | undefined {
  if (folder === undefined || flags.space !== undefined || /[/\\]/.test(folder)) return undefined;
  const words = argv.flatMap((word) => (word === folder ? flagWith('--space', word) : [word]));
  return `did you mean ${shellLine(['docs', ...words])}?`;
}

const rootOf = ({ root }: FolderSpace): string => (root === '' ? '.' : root);

const WORDS: Record<Goes, string> = {
  space: 'to the space',
  repository: 'to the repository',
  both: 'on both sides',
};

function summaryOf(changes: readonly SyncChange[]): string {
  if (changes.length === 0) return 'nothing to synchronize';
  const parts = Object.entries(WORDS).flatMap(([to, words]) => {
    const count = changes.filter((change) => change.to === to).length;
    return count > 0 ? [`${count} ${words}`] : [];
  });
  return `${plural(changes.length, 'change')}: ${parts.join(', ')}`;
}
