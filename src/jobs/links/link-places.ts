// What the links of a page lead to, however they are written: by ID, by path of slugs, by file of the repository it came
// from, by file of an export. Export, restore, migrate and --to-repository write them anew by this one table.
import { posix } from 'node:path';
import type {
  ContentReferenceUsage as Link,
  ContentLocation as Location,
} from '../../api/content/links.generated.ts';
import { keptPath } from '../../markdown/link-index.ts';
import { type ChangeTarget, partsOfTarget, targetOfPath } from '../../markdown/link-targets.ts';
import { filled } from '../../output/columns.ts';
import { placeName } from './link-findings.ts';

/** A page as links name it. What is not known is absent. */
export interface LinkedPage {
  id: string;
  /** Of slugs. */
  path: string;
  /** Path in a repository: its own, or of the nearest page above that has one. */
  git?: string | undefined;
  /** Whether the repository has a file for the page itself. */
  inGit: boolean;
  /** Path of its file in an export. */
  file?: string | undefined;
  /** Where it is now; undefined leaves links to it as they are. */
  to: string | undefined;
}

export interface LinkedFile {
  id: string;
  name: string;
  git?: string | undefined;
  /** Path in an export. */
  file?: string | undefined;
  to: string | undefined;
}

export interface LinkPlaces {
  /** What a path on that page leads to. */
  find(from: LinkedPage, path: string): LinkedPage | LinkedFile | undefined;
}

interface Content {
  /** ID of their space. */
  space: string;
  pages: readonly LinkedPage[];
  files: readonly LinkedFile[];
  /** Links lead to files of an export: those count before everything else. */
  byFile: boolean;
}

/** Reads what there is once; every link after that is a few look-ups. */
export function linkPlaces({ space, pages, files, byFile }: Content): LinkPlaces {
  const both = [...pages, ...files];
  const byId = indexed(both, ({ id }) => id);
  const byExport = indexed(both, ({ file }) => file);
  const pageByGit = indexed(pages, ({ inGit, git }) => (inGit ? git : undefined));
  const pageByPath = indexed(pages, ({ path }) => path);
  const fileByGit = indexed(files, ({ git }) => git);
  const fileByKept = indexed(files, ({ git }) => git && keptPath(git));
  // Only what no repository holds is known by its name; the links of an export have its path.
  const named = byFile ? [] : files.filter(({ git }) => git === undefined);
  const fileByName = indexed(named, ({ name }) => name);
  const inExport = (from: LinkedPage, path: string) =>
    from.file === undefined ? undefined : byExport.get(joined(from.file, path));
  /** As the platform reads it: the repository first, then pages, then IDs and names. */
  const inSpace = (from: LinkedPage, path: string) => {
    const inRepository = candidates(from.git, path);
    const page =
      firstOf(
        inRepository.flatMap((one) => [one, `${one}.md`, posix.join(one, 'README.md')]),
        pageByGit,
      ) ?? pageAt(pageByPath, from, path);
    const id = /(?:^|\/)(?:pages?|files?)\/([^/]+)$/.exec(path)?.[1] ?? path;
    const name = /^(?:.*\.gitbook\/assets\/|_files\/)?([^/]+)$/.exec(path)?.[1] ?? '';
    return (
      page ?? byId.get(id) ?? firstOf(inRepository, fileByGit) ?? fileByKept.get(path) ?? fileByName.get(name)
    );
  };
  return {
    find(from, path) {
      const other = /^\/(?:s|spaces)\/([^/]+)/.exec(path)?.[1];
      if (path === '' || (other !== undefined && other !== space)) return undefined;
      return byFile
        ? (inExport(from, path) ?? inSpace(from, path))
        : (inSpace(from, path) ?? inExport(from, path));
    },
  };
}

/** A page by its path of slugs: below the folder of the page that links to it, or from the top. */
function pageAt(
  pages: ReadonlyMap<string, LinkedPage>,
  from: LinkedPage,
  path: string,
): LinkedPage | undefined {
  const bare = path.replace(/\.md$/i, '').replace(/\/(?:README)?$/i, '');
  const fromTop = bare.replace(/^\/+/, '');
  const isAbsolute = path.startsWith('/');
  const isFile = /\.md$/i.test(path);
  const near = isAbsolute ? undefined : pages.get(joined(from.path, bare));
  // A file is looked for where it would be: `readme.md` far below is not the page at the top.
  const found = near ?? (isFile && !isAbsolute ? undefined : pages.get(fromTop));
  // Between files of a repository a file is meant: a page that has another file there is not it.
  const isOther = isFile && from.inGit && found?.inGit === true;
  return isOther ? undefined : found;
}

/** Paths in the repository that a path can mean. */
function candidates(own: string | undefined, path: string): string[] {
  if (path.startsWith('/')) return [path.slice(1)];
  return own === undefined ? [path] : [joined(own, path), path];
}

const joined = (from: string, path: string): string =>
  path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(from), path).replace(/\/$/, '');

const firstOf = <T>(keys: readonly string[], map: ReadonlyMap<string, T>): T | undefined =>
  keys.map((key) => map.get(key)).find((one) => one !== undefined);

/** The first of a name counts where several have it. */
function indexed<T>(all: readonly T[], key: (one: T) => string | undefined): Map<string, T> {
  const map = new Map<string, T>();
  for (const one of all) {
    const own = key(one);
    if (own !== undefined && own !== '' && !map.has(own)) map.set(own, one);
  }
  return map;
}

/** Leads the links of one page to where their targets are now, with query and anchor; `write` makes the path. */
export const relinking =
  (places: LinkPlaces, from: LinkedPage, write: (to: string) => string = (to) => to): ChangeTarget =>
  (target) => {
    const { path, rest, isUrl } = partsOfTarget(target);
    const to = isUrl ? undefined : places.find(from, path)?.to;
    return to === undefined ? undefined : targetOfPath(write(to)) + rest;
  };

// Links and the places they are in, as a row shows them.
const KINDS: Readonly<Record<string, string>> = {
  'reusable-content': 'reusable content',
  openapi: 'OpenAPI specification',
};

/** `page guides/install#linux`. A kind that is not known yet is named as it is. */
export function placeText(place: Location): string {
  if (place.kind === 'url') return place.url;
  const kind: unknown = Reflect.get(place, 'kind');
  const name = placeName(place);
  return name === undefined ? filled`${kind}` : filled`${KINDS[place.kind] ?? kind} ${name}`;
}

/** The platform calls every external link fine, and has looked at none. */
export const presentLink = (link: Link) => ({
  ...link,
  status: link.status === 'ok' && link.targetReference?.kind === 'url' ? 'not checked' : link.status,
  targetReference: link.targetReference && placeText(link.targetReference),
  locationReferences: link.locationReferences.map(placeText),
});

/** A row of its own shape: what it is, where, and its id. */
export function presentPlace(place: Location) {
  const id =
    place.kind === 'page'
      ? place.page.id
      : place.kind === 'reusable-content'
        ? place.reusableContent.id
        : undefined;
  return { ...place, id, page: placeText(place) };
}

/** `12 links, 2 broken`; undefined when the platform told no numbers. */
export function linkStats(rest: Readonly<Record<string, unknown>>): string | undefined {
  const { stats } = rest;
  if (typeof stats !== 'object' || stats === null || !('total' in stats) || !('broken' in stats))
    return undefined;
  const broken = stats.broken;
  if (typeof broken !== 'object' || broken === null || !('total' in broken)) return undefined;
  const own = 'changeRequest' in broken ? `, ${broken.changeRequest} of them by the change request` : '';
  return `${stats.total} ${stats.total === 1 ? 'link' : 'links'}, ${broken.total} broken${own}`;
}
