// A folder as a preview has it: read once, and again in part or whole when it changes.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../../errors.ts';
import { ioError } from '../../files/io-error.ts';
import { jsonProblem } from '../../files/json-file.ts';
import { isRecord, normalized } from '../../files/texts.ts';
import { pageText, readText } from '../../folder/page.ts';
import { titleOfPath } from '../../folder/paths.ts';
import { type Folder, readFolder } from '../../folder/read.ts';
import { diskSource, type FolderProblem, type FolderSource } from '../../folder/source.ts';
import { slugify } from '../../markdown/heading-anchor.ts';
import {
  type PreviewFinding,
  type PreviewItem,
  type PreviewPlan,
  previews,
  type SitePreview,
} from '../../sandbox/door.ts';
import { checkFolder } from '../check/check.ts';
import { parseSite } from '../site-file/parse.ts';
import { isGroup, isLink, type NavItem, type SpaceItem } from '../site-file/schema.ts';

export interface LoadOptions {
  /** Absolute. */
  folder: string;
  /** As the person typed it. */
  shown: string;
  /** Absolute path of a site file. */
  site: string | undefined;
  /** Absolute path of a JSON file with claims. */
  claims: string | undefined;
  /** Absolute path of a folder whose files are not part of it: it is written to. */
  leftOut: string | undefined;
  live: boolean;
  /** Whether pictures are kept, for a PDF. */
  pictures: boolean;
  now: () => Date;
  env: Record<string, string | undefined>;
}

export interface LoadedPreview {
  folder: string;
  spaces: number;
  problems: readonly FolderProblem[];
  /** Folders with files in them, relative and as the disk spells them; the empty one for the top. */
  folders(): string[];
  warmUp: SitePreview['warmUp'];
  pages: SitePreview['pages'];
  answer: SitePreview['answer'];
  /** The bytes of a file that is not a page; undefined where there is none, or none that may be shown. */
  file(path: string): Promise<Uint8Array | undefined>;
  /** Shows what these files hold now. Never throws for what is in them: what cannot be read is in `problems`. */
  reload(files: readonly string[]): Promise<void>;
  /** What is below the text of each page from now on, by its file. */
  setFindings(all: ReadonlyMap<string, readonly PreviewFinding[]>): void;
  pdf(): ReturnType<SitePreview['pdf']>;
  close(): void;
}

/** Throws UsageError for a folder, a site file or claims that cannot be used, LocalIoError. */
export async function loadPreview(options: LoadOptions): Promise<LoadedPreview> {
  const claims = claimsOf(options.claims);
  let { folder, texts } = await read(options);
  const plan = await planOf(folder, options.site, options.folder);
  const { previewSite } = await previews();
  const { live, now, env } = options;
  let found: ReadonlyMap<string, readonly PreviewFinding[]> = new Map();
  const findings = (file: string) => found.get(file) ?? [];
  const preview = await previewSite({ plan, claims, live, now, env, findings });
  await show(preview, folder, texts, options.pictures);
  const reread = async () => {
    ({ folder, texts } = await read(options));
    await show(preview, folder, texts, false);
  };
  return {
    folder: options.folder,
    spaces: folder.spaces.length,
    get problems() {
      return folder.problems;
    },
    folders: () => foldersOf(folder.source),
    ...{ warmUp: preview.warmUp, pages: preview.pages },
    answer: preview.answer,
    async file(path) {
      const isFile = folder.spaces.some(({ files }) => files.some((one) => one.path === path));
      return isFile ? folder.source.read(path) : undefined;
    },
    async reload(files) {
      // Editors write beside a file first, and put that in its place.
      for (const onDisk of files) {
        const file = normalized(onDisk, 'NFC');
        const isPassing = !folder.source.files.has(file) && !existsSync(join(options.folder, onDisk));
        if (!isPassing && !(await showPage(preview, folder, file))) return reread();
      }
    },
    setFindings(all) {
      found = all;
    },
    pdf: () => preview.pdf(0),
    close: preview.close,
  };
}

interface Read {
  folder: Folder;
  texts: Map<string, string>;
}

async function read({ folder: path, leftOut, shown }: LoadOptions): Promise<Read> {
  const texts = new Map<string, string>();
  const source = without(diskSource(path, shown), path, leftOut);
  const folder = await readFolder(source, {
    each: ({ file }, { body }) => file !== undefined && void texts.set(file, body),
  });
  for (const { path: file } of folder.spaces.flatMap(({ includes }) => includes)) {
    const include = await readText(folder.source, file);
    if ('text' in include) texts.set(file, pageText(file, include.text).body);
  }
  return { folder, texts };
}

/** What an earlier run wrote is no part of the documentation. */
function without(source: FolderSource, root: string, leftOut: string | undefined): FolderSource {
  const inside = leftOut === undefined ? '' : relative(root, leftOut).split(sep).join('/');
  if (inside === '' || inside.startsWith('..')) return source;
  return { ...source, files: new Map([...source.files].filter(([path]) => !path.startsWith(`${inside}/`))) };
}

const MOST_PICTURE_BYTES = 32 * 1024 * 1024;

async function show(
  preview: SitePreview,
  { source, spaces }: Folder,
  texts: Map<string, string>,
  pictures: boolean,
): Promise<void> {
  for (const [file, text] of texts) preview.keep(file, text);
  // From now on they are kept there.
  texts.clear();
  for (const [at, space] of spaces.entries()) {
    const wanted = pictures ? space.files.filter(({ path }) => /\.(?:png|jpe?g)$/i.test(path)) : [];
    for (const { path, size } of wanted)
      if (size <= MOST_PICTURE_BYTES) preview.keep(path, await source.read(path));
    preview.setSpace(at, space);
  }
}

/** False where more than the text of a page has changed. */
async function showPage(preview: SitePreview, { source, spaces }: Folder, file: string): Promise<boolean> {
  const at = spaces.findIndex(({ pages }) => pages.some((page) => page.file === file));
  const space = spaces[at];
  const page = space?.pages.find((one) => one.file === file);
  if (!space || !page) return false;
  const text = await readText(source, file);
  if (!('text' in text)) return false;
  const { body, settings, topTitle, problems } = pageText(file, text.text);
  // Without a title of its own it has that of the table of contents; a slug of its own moves it and those around it.
  if (problems.length > 0 || topTitle === undefined || settings.slug !== page.settings.slug) return false;
  Object.assign(page, { title: topTitle, settings });
  preview.keep(file, body);
  preview.setSpace(at, space);
  return true;
}

function foldersOf({ files }: FolderSource): string[] {
  const found = new Set(['']);
  for (const { path, onDisk = path } of files.values())
    for (let end = onDisk.lastIndexOf('/'); end > 0; end = onDisk.lastIndexOf('/', end - 1)) {
      const folder = onDisk.slice(0, end);
      if (found.has(folder)) break;
      found.add(folder);
    }
  return [...found];
}

/** Throws UsageError for what is no JSON object. */
function claimsOf(path: string | undefined): Record<string, unknown> {
  if (path === undefined) return {};
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw ioError('read', path, error);
  }
  const hint = `write an object, such as {"plan":"pro"}`;
  try {
    const claims: unknown = JSON.parse(text);
    if (isRecord(claims)) return claims;
  } catch {
    throw new UsageError(`${path} ${jsonProblem(text)}`, { hint });
  }
  throw new UsageError(`${path} is not a JSON object`, { hint });
}

// Which spaces of a folder a preview shows where: each as a section, or as a site file says.

/** Throws UsageError for a site file that names a space that no folder holds, and what `parseSite` throws. */
async function planOf(folder: Folder, siteFile: string | undefined, path: string): Promise<PreviewPlan> {
  const spaces = folder.spaces.map(({ root }) => ({ title: titleOf(folder, root, path) }));
  if (siteFile !== undefined) return planOfSite(folder, siteFile, { spaces, path });
  const [only] = spaces;
  if (only && spaces.length === 1)
    return {
      title: only.title,
      spaces,
      items: [{ kind: 'space', variant: { space: 0, title: only.title } }],
    };
  const items = spaces.map(
    ({ title }, space): PreviewItem => ({
      kind: 'section',
      title,
      isDefault: space === 0,
      variants: [{ space, title }],
    }),
  );
  return { title: nameOf(path), spaces, items };
}

/** Of an export its own; else the name of its folder. */
function titleOf({ manifest }: Folder, root: string, path: string): string {
  const exported = manifest?.spaces.find(({ folder }) => folder === root);
  return exported?.title ?? (root === '' ? nameOf(path) : titleOfPath(root));
}

/** Folders of documentation are called alike: then the folder above says of what it is. */
function nameOf(path: string): string {
  const own = basename(path);
  const above = basename(dirname(path));
  const isUsual = /^(?:docs?|documentation|content|src|guides?|website|site)$/i.test(own);
  return titleOfPath(isUsual && above !== '' ? above : own) || 'Documentation';
}

async function planOfSite(
  folder: Folder,
  file: string,
  { spaces, path }: Pick<PreviewPlan, 'spaces'> & { path: string },
): Promise<PreviewPlan> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw ioError('read', file, error);
  }
  const { file: site } = await parseSite(text, file);
  const placeOf = (name: string): number => {
    const at = folder.spaces.findIndex(({ root }) => isNamed(folder, root, { name, file, path }));
    if (at !== -1) return at;
    throw new UsageError(`${file}: no folder in ${path} is space "${name}"`, {
      hint: 'name the space by its folder, such as space: guides',
    });
  };
  const variantsOf = (list: readonly SpaceItem[]) =>
    list.map((one) => {
      const space = placeOf(one.space);
      const { path: at, condition, hidden } = one;
      return { space, title: spaces[space]?.title ?? one.space, path: at, condition, hidden };
    });
  const itemOf = (item: NavItem): PreviewItem => {
    if (isGroup(item))
      return { kind: 'group', title: item.group, icon: item.icon, items: item.sections.map(itemOf) };
    if (isLink(item))
      return { kind: 'link', title: item.link, url: item.url, icon: item.icon, condition: item.condition };
    const variants = variantsOf(item.spaces);
    const title = item.title ?? variants[0]?.title ?? '';
    const { path: at, icon, condition } = item;
    return { kind: 'section', title, path: at, icon, condition, isDefault: title === site.default, variants };
  };
  const roots = variantsOf(site.spaces ?? []).map((variant): PreviewItem => ({ kind: 'space', variant }));
  const items = [...roots, ...(site.sections ?? []).map(itemOf)];
  return {
    title: site.title,
    spaces,
    items,
    customization: site.customization as PreviewPlan['customization'],
  };
}

/** By its folder, seen from the site file or from the folder that is shown; in an export by its title or ID, too. */
function isNamed(
  { manifest }: Folder,
  root: string,
  { name, file, path }: { name: string; file: string; path: string },
): boolean {
  const seen = relative(path, resolve(dirname(file), name))
    .split(sep)
    .join('/');
  const plain = name.replace(/^\.\//, '').replace(/(?<!\/)\/+$/, '');
  if ([seen, plain].includes(root) || slugify(name) === slugify(basename(root === '' ? path : root)))
    return true;
  const exported = manifest?.spaces.find(({ folder }) => folder === root);
  return exported !== undefined && [exported.id, exported.title].includes(name);
}

// What docs check finds in the folder of a preview, by page: looked for when nothing has changed for a moment.

/** Of a larger folder, docs check says it: here it would hold up the pages. */
const MOST_PAGES = 2000;
const QUIET_MS = 400;

export interface PageFindings {
  /** Looks again soon. */
  soon(): void;
  stop(): void;
}

/** `found` gets the findings of each file, all of them anew. A folder that cannot be checked has none. */
export function pageFindings(
  folder: string,
  pages: number,
  found: (findings: ReadonlyMap<string, PreviewFinding[]>) => void,
): PageFindings {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = async () => {
    const byFile = new Map<string, PreviewFinding[]>();
    try {
      const { findings } = await checkFolder(diskSource(folder));
      for (const { file, line, column, rule, message } of findings) {
        const one = { place: `${file}:${line}:${column}`, message: `${message} (${rule})` };
        byFile.set(file, [...(byFile.get(file) ?? []), one]);
      }
    } catch {
      // In the middle of a change, or with a configuration that docs check explains.
    }
    if (!isStopped) found(byFile);
  };
  return {
    soon() {
      if (pages > MOST_PAGES || isStopped) return;
      clearTimeout(timer);
      timer = setTimeout(() => void look(), QUIET_MS);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
