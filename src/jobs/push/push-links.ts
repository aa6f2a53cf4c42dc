// Links and images of the pages that are pushed: to pages by ID, also to those that the same push makes, and to files,
// each of which is uploaded once.
import { randomUUID } from 'node:crypto';
import { posix } from 'node:path';
import type { Page } from '../../api/content/content-shapes.ts';
import { allPages } from '../../domain/content/page-place.ts';
import { nameKey } from '../../files/safe-path.ts';
import { normalized } from '../../files/texts.ts';
import type { FileEntry, SpaceEntry } from '../../folder/manifest.ts';
import { type FolderSource, lfsHash } from '../../folder/source.ts';
import { decodedParts, partsOfTarget } from '../../markdown/link-targets.ts';
import { hashOf } from '../export/page-file.ts';
import { placePages } from '../export/page-paths.ts';
import { isPage, pageOfPath, resolveTargets, targetsIn, type Upload } from '../page-edits/resolve-targets.ts';
import { canBeSent, TOO_LARGE } from '../restore/page-changes.ts';
import type { LocalPages } from './local-pages.ts';

/** A piece of a text: as it is, the ID of a page that is made of a file, or that of a file to be uploaded, by its hash. */
export type Piece = string | { page: string } | { upload: string };

export interface PushLinks {
  /** Throws UsageError, with the line, for a link that leads nowhere and was not there before. */
  piecesOf(text: LinkedText): Promise<Piece[]>;
  /** By hash. */
  uploads: ReadonlyMap<string, Upload>;
  /** Whether a text shows a file of the export that has other bytes now. */
  showsChangedFile(file: string, markdown: string): Promise<boolean>;
  /** Paths of files of the export that have other bytes, those of them that texts show, and files that are gone. */
  changedFiles: readonly string[];
  shownFiles: ReadonlySet<string>;
  goneFiles: readonly string[];
}

export interface LinkedText {
  /** Path of the page file below the folder of the space. */
  file: string;
  markdown: string;
  above: number;
  /** Whether its page stays where it is: links as the platform wrote them lead to the same then. */
  stays: boolean;
  /** What the export wrote, where it did not keep the links. */
  oldText?: () => Promise<string>;
}

interface Around {
  source: FolderSource;
  entry: SpaceEntry;
  local: LocalPages;
  base: readonly Page[];
  there: readonly Page[];
  /** A file of the change request that has the same bytes, from an earlier push. */
  uploaded(upload: Upload): string | undefined;
}

export const pushLinks = async (around: Around): Promise<PushLinks> =>
  new Links(around, await filesOf(around));

class Links implements PushLinks {
  readonly uploads = new Map<string, Upload>();
  readonly changedFiles: readonly string[];
  readonly shownFiles = new Set<string>();
  readonly goneFiles: readonly string[];
  private readonly around: Around;
  private readonly files: Files;
  private readonly known: readonly Page[];
  /** New page files. */
  private readonly fresh: ReadonlySet<string>;
  /** Pages of the export, by the paths of their files. */
  private readonly placed: ReadonlyMap<string, string>;
  private readonly entries: ReadonlyMap<string, FileEntry>;
  /** Files that Git LFS left as pointers to what the export does not have. */
  private readonly pointers = new Set<string>();
  /** What is in texts for what has no ID yet. */
  private readonly marks = new Map<string, Piece>();
  private readonly markOf = new Map<string, string>();

  constructor(around: Around, files: Files) {
    const { local, base, there, entry } = around;
    this.around = around;
    this.files = files;
    this.changedFiles = files.changed;
    this.goneFiles = files.gone;
    this.known = allPages(there);
    this.fresh = new Set(local.edited.filter(({ id }) => id === undefined).map(({ file }) => file));
    this.placed = new Map(
      placePages(base, entry.files).flatMap(({ page, path }) => (path ? [[path, page.id]] : [])),
    );
    this.entries = new Map(entry.files.map((one) => [one.path, one]));
  }

  async showsChangedFile(file: string, markdown: string): Promise<boolean> {
    const { changed } = this.files;
    const decoded = normalized(decodedParts(markdown), 'NFC');
    if (!changed.some((path) => decoded.includes(posix.basename(path)))) return false;
    const targets = await targetsIn(markdown);
    return [...targets].some((target) => changed.includes(this.inSpace(file, pathOf(target)) ?? ''));
  }

  async piecesOf({ file, markdown, above, stays, oldText }: LinkedText): Promise<Piece[]> {
    const { local, entry } = this.around;
    const paths = new Map<string, string>();
    for (const target of await targetsIn(markdown)) {
      const path = this.inSpace(file, pathOf(target));
      const to = path === undefined ? undefined : await this.at(path);
      if (to !== undefined) paths.set(pathOf(target), to);
    }
    const page = this.known.find(({ id }) => id === local.idOf(file));
    const find = (path: string) => paths.get(path) ?? bySlug(path, this.known, page);
    const written = this.entries.get(file);
    const was = await linksBefore(written?.id === local.idOf(file) ? written : undefined, oldText);
    const text = await resolveTargets(markdown, {
      ...{ name: `${entry.folder}/${file}`, above, find },
      asBefore: (target) => {
        const path = pathOf(target);
        const isSame = stays ? paths.get(path) === this.wasAt(file, path) : find(path) === undefined;
        return isSame ? was.get(target) : undefined;
      },
      whyLost: (target) => whyLost(target, this.inSpace(file, pathOf(target)), this.around, this.pointers),
    });
    const pattern = new RegExp(`(${[...this.marks.keys()].join('|') || '(?!)'})`);
    const parts = text.split(pattern).map((part) => this.marks.get(part) ?? part);
    return parts.length === 1 ? parts : parts.filter((part) => part !== '');
  }

  /** What a path below the folder of the space leads to. */
  private async at(path: string): Promise<string | undefined> {
    const page = this.pageAt(path);
    if (page !== undefined) return page;
    const written = this.files.written.get(path);
    if (written?.id !== undefined) return `/files/${written.id}`;
    const upload = await this.uploadAt(posix.normalize(`${this.around.entry.folder}/${path}`));
    if (!upload) return undefined;
    this.shownFiles.add(path);
    const hash = hashOfFile(upload.bytes);
    const id = this.idOfFile(hash, upload);
    if (id !== undefined) return `/files/${id}`;
    if (lfsHash(upload.bytes) !== undefined) {
      this.pointers.add(upload.path);
      return undefined;
    }
    if (!this.uploads.has(hash)) this.uploads.set(hash, upload);
    return `/files/${this.mark(`file ${hash}`, { upload: hash })}`;
  }

  private pageAt(path: string): string | undefined {
    for (const one of [path, `${path}.md`, posix.join(path, 'README.md')]) {
      if (this.fresh.has(one)) return `/pages/${this.mark(`page ${one}`, { page: one })}`;
      const id = this.around.local.idOf(one);
      if (id !== undefined) return `/pages/${id}`;
    }
    return undefined;
  }

  /** A file that can be uploaded: one of the folder that is not hidden. */
  private async uploadAt(path: string): Promise<Upload | undefined> {
    const { source } = this.around;
    const file = source.files.get(path);
    const isHidden = path.split('/').some((part) => part.startsWith('.'));
    if (!file || isHidden || !canBeSent(file)) return undefined;
    return { path, bytes: await source.read(path) };
  }

  private idOfFile(hash: string, upload: Upload): string | undefined {
    return this.files.byHash.get(hash) ?? (this.uploads.has(hash) ? undefined : this.around.uploaded(upload));
  }

  private mark(key: string, piece: Piece): string {
    const own = this.markOf.get(key) ?? randomUUID();
    this.markOf.set(key, own);
    this.marks.set(own, piece);
    return own;
  }

  /** Undefined for what leads out of the folder. */
  private inSpace(file: string, path: string): string | undefined {
    const joined = posix.normalize(posix.join(posix.dirname(file), normalized(path, 'NFC')));
    const full = posix.normalize(`${this.around.entry.folder}/${joined}`);
    return path.startsWith('/') || full.startsWith('..') ? undefined : joined;
  }

  /** What was there when the folder was exported. */
  private wasAt(file: string, path: string): string | undefined {
    const joined = this.inSpace(file, path) ?? '';
    const page = this.placed.get(joined);
    if (page !== undefined) return `/pages/${page}`;
    const entry = this.entries.get(joined);
    return entry?.kind === 'file' ? `/files/${entry.id}` : undefined;
  }
}

/** As the platform reads it: a path of slugs, from the page or from the top. */
function bySlug(path: string, pages: readonly Page[], page: Page | undefined): string | undefined {
  if (/\.\w+$/.test(path) && !isPage(path)) return undefined;
  const own = page && 'path' in page ? page.path : '';
  const found = pageOfPath(path, { pages, at: { path: own } });
  return found && path !== '' ? `/pages/${found.id}` : undefined;
}

/** The links that the export wrote, each as the platform had it. */
async function linksBefore(
  written: FileEntry | undefined,
  oldText: (() => Promise<string>) | undefined,
): Promise<Map<string, string>> {
  if (written?.links) return new Map(Object.entries(written.links));
  if (!written || !oldText || written.body !== undefined) return new Map();
  return new Map([...(await targetsIn(await oldText()))].map((target) => [target, target]));
}

function whyLost(
  target: string,
  path: string | undefined,
  { source, entry }: Around,
  pointers: ReadonlySet<string>,
): { why: string; hint: string } {
  const hint = 'correct the link, then run the same command again: nothing was sent';
  const shown = path === undefined ? undefined : posix.normalize(`${entry.folder}/${path}`);
  if (pointers.has(shown ?? '')) return { why: `"${target}" is a Git LFS pointer: run git lfs pull`, hint };
  return {
    why: `"${target}" ${shown === undefined ? 'leads out of the folder' : whyNot(shown, source)}`,
    hint,
  };
}

function whyNot(path: string, { files, links }: FolderSource): string {
  if (links.has(path)) return 'is a symbolic link, which is not followed';
  const file = files.get(path);
  if (!file) {
    const other = [...files.keys()].find((one) => nameKey(one) === nameKey(path));
    return other === undefined ? 'does not exist' : `is called ${other}`;
  }
  if (file.size === 0) return 'is empty, and cannot be uploaded';
  if (!canBeSent(file)) return TOO_LARGE;
  return 'is a hidden file, and is not uploaded';
}

interface Files {
  /** Files of the export that are as they were written, by path. */
  written: ReadonlyMap<string, FileEntry>;
  /** IDs of files of the export, by hash. */
  byHash: ReadonlyMap<string, string>;
  changed: string[];
  gone: string[];
}

async function filesOf({ source, entry }: Around): Promise<Files> {
  const all = entry.files.filter(({ kind }) => kind === 'file');
  const written = new Map<string, FileEntry>();
  const changed: string[] = [];
  const gone: string[] = [];
  for (const one of all) {
    const path = `${entry.folder}/${one.path}`;
    if (!source.files.has(path)) gone.push(one.path);
    const isSame = !source.files.has(path) || hashOfFile(await source.read(path)) === one.sha256;
    if (isSame) written.set(one.path, one);
    else changed.push(one.path);
  }
  const byHash = new Map(all.flatMap(({ sha256, id }) => (id === undefined ? [] : [[sha256, id] as const])));
  return { written, byHash, changed, gone };
}

/** A pointer of Git LFS counts as the file that it stands for. */
const hashOfFile = (bytes: Uint8Array): string => lfsHash(bytes) ?? hashOf(bytes);

/** The path of a target, decoded. */
const pathOf = (target: string): string => partsOfTarget(target).path;
