// What became of each file of the folder that is read: a page, a file, a part of others, or nothing, for a reason that is reported.
import { posix } from 'node:path';
import type { Lost } from './draw.ts';
import type { Links } from './links.ts';
import { isBelow, NOT_FOLLOWED, type Project, type World } from './project.ts';

export interface Fate {
  file: string;
  became: 'page' | 'file' | 'read' | 'left out';
  /** Where it is now. */
  to?: string;
  why?: string;
}

/** Code of a site, and what only its tool reads. */
const CODE =
  /\.(?:[cm]?[jt]sx?|css|s[ac]ss|mdx?|vue|lock|map|pyc?|sh|toml|html)$|(?:^|\/)(?:package(?:-lock)?\.json|tsconfig[^/]*\.json|makefile|dockerfile|license|\.[^/]+)$/i;

const READ = 'settings, or put into pages';
const NOT_USED = 'outside the documentation, and no page uses it';
const NOT_A_PAGE = 'not a page';
const NOT_A_FILE = 'code or settings of the other tool';
const LOOKS = 'how the other tool draws its pages';

/** One for each file and symbolic link, in the order of their paths, once all pages are drawn. */
export function fatesOf(
  { source, texts, lost }: World,
  project: Project,
  { used: linked, assetOut }: Links,
): Fate[] {
  const { home, assets = [], pages, used } = project;
  const outs = new Map(pages.map(({ path, out }) => [path, out]));
  const unread = new Map(lost.filter(({ what }) => what === 'page').map(({ file, why }) => [file, why]));
  const isHome = (path: string) =>
    [home, ...assets].some((folder) => isBelow(path, folder)) && !/(?:^|\/)\./.test(path);
  const whyLeft = (file: string): string | undefined => {
    if (unread.has(file)) return unread.get(file);
    if (!isHome(file)) return NOT_USED;
    if (project.isLooks?.(file)) return LOOKS;
    return CODE.test(file) ? (texts.has(file) ? NOT_A_PAGE : NOT_A_FILE) : undefined;
  };
  const links = [...source.links].map((file): Fate => ({ file, became: 'left out', why: NOT_FOLLOWED }));
  const files = [...source.files.keys()].map((file): Fate => {
    const page = outs.get(file);
    if (page !== undefined) return { file, became: 'page', to: page };
    const isUsed = linked.has(file);
    if (!isUsed && used.has(file)) return { file, became: 'read', why: READ };
    const why = isUsed ? undefined : whyLeft(file);
    return why === undefined
      ? { file, became: 'file', to: assetOut(file) }
      : { file, became: 'left out', why };
  });
  return [...files, ...links].sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** A row for each file that was left out beside the pages, and one for each folder of others. */
export function leftRows(fates: readonly Fate[], known: readonly Lost[]): Lost[] {
  const said = new Set(
    known.flatMap(({ file, what, why }) => (what === 'page' || why === NOT_FOLLOWED ? [file] : [])),
  );
  const groups = new Map<string, { count: number; why: string }>();
  for (const { file, became, why = '' } of fates) {
    if (became !== 'left out' || said.has(file)) continue;
    const folder = why === NOT_USED ? file.replace(/\/.*/s, '') : why === LOOKS ? posix.dirname(file) : file;
    const key = `${folder}\n${why}`;
    groups.set(key, { why, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  return [...groups].map(([key, { count, why }]) => ({
    file: key.slice(0, key.indexOf('\n')),
    line: 1,
    what: count === 1 ? 'file' : `${count} files`,
    why,
  }));
}
