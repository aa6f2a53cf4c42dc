// Fields of a page as front matter or a SUMMARY comment says them, and back. References are paths in both.
import { posix } from 'node:path';
import type { ContentRef } from '../../../api/content/content-ref.ts';
import type { RevisionPageMetaLinks } from '../../../api/content/pages.generated.ts';
import { isRecord } from '../../../files/texts.ts';
import type { PageFields } from '../../../markdown/front-matter.ts';
import { isUrl } from '../../../markdown/link-targets.ts';
import type { PageNode } from '../model.ts';

/** Ids of a tree by path in the project. */
export interface IdLookup {
  page(path: string): string | undefined;
  file(path: string): string | undefined;
}

/** Paths in the project by id. */
export interface PathLookup {
  page(id: string): string | undefined;
  file(id: string): string | undefined;
}

const PLAIN = [
  'description',
  'icon',
  'emoji',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'condition',
  'layout',
  'variables',
  'computed',
] as const;

/** `path` is where the page is written; its cover is named relative to it. The slug is the caller's business. */
export function fieldsOf(page: PageNode, path: string, paths: PathLookup): PageFields {
  const plain = PLAIN.flatMap((key) => (page[key] === undefined ? [] : [[key, page[key]]]));
  return {
    ...Object.fromEntries(plain),
    ...coverFields(page.cover, path, paths),
    ...metaLinkFields(page.metaLinks, path, paths),
  };
}

/** The page fields that front matter stands for. What no page can hold is left out, and so is a cover without its file. */
export function pageFields(fields: PageFields, path: string, ids: IdLookup): Partial<PageNode> {
  const { slug: _, cover, coverDark, coverY, coverHeight, computed, metaLinks, ...plain } = fields;
  const isText = typeof cover === 'string';
  const dark = isText ? coverDark : undefined;
  const ref = isText ? coverRef(cover, path, ids) : knownCoverRef(cover?.ref);
  const refDark =
    dark === undefined ? knownCoverRef(isText ? undefined : cover?.refDark) : coverRef(dark, path, ids);
  const yPos = isText ? coverY : cover?.yPos;
  const height = isText ? coverHeight : cover?.height;
  const isHeight =
    typeof height === 'number' && Number.isInteger(height) && height >= MIN_HEIGHT && height <= MAX_HEIGHT;
  const isComputed = computed !== undefined && isComputation(computed);
  const full = {
    ref,
    ...(refDark && { refDark }),
    ...(typeof yPos === 'number' && { yPos }),
    ...(isHeight && { height }),
  };
  return {
    ...plain,
    ...(ref && { cover: full }),
    ...(isComputed && { computed }),
    ...metaLinksOf(metaLinks, path, ids),
  };
}

/** Open points, section 5. */
const [MIN_HEIGHT, MAX_HEIGHT] = [10, 700];

function knownCoverRef(data: unknown): ContentRef | undefined {
  const ref = targetWithIds(data, { page: () => undefined, file: () => undefined });
  return ref?.kind === 'file' || ref?.kind === 'url' ? ref : undefined;
}

function isComputation({ type, dependencies, props }: Record<string, unknown>): boolean {
  const isPointing = (one: unknown) =>
    isRecord(one) && targetWithIds(one.ref, { page: () => undefined, file: () => undefined }) !== undefined;
  return (
    typeof type === 'string' &&
    (dependencies === undefined ||
      (isRecord(dependencies) && Object.values(dependencies).every(isPointing))) &&
    (props === undefined || isRecord(props))
  );
}

function coverFields(cover: PageNode['cover'], path: string, paths: PathLookup): PageFields {
  if (!cover) return {};
  const { ref, refDark, yPos, height, ...rest } = cover;
  const light = coverText(ref, path, paths);
  const dark = refDark === undefined ? undefined : coverText(refDark, path, paths);
  const isPlain =
    light !== undefined &&
    (refDark === undefined || dark !== undefined) &&
    [yPos, height].every((one) => one === undefined || typeof one === 'number') &&
    Object.keys(rest).length === 0;
  if (!isPlain) return { cover };
  return {
    cover: light,
    ...(dark !== undefined && { coverDark: dark }),
    ...(typeof yPos === 'number' && { coverY: yPos }),
    ...(typeof height === 'number' && { coverHeight: height }),
  };
}

function coverText(ref: unknown, path: string, paths: PathLookup): string | undefined {
  if (!isRecord(ref)) return undefined;
  if (ref.kind === 'url' && typeof ref.url === 'string') return isUrl(ref.url) ? ref.url : undefined;
  const file = ref.kind === 'file' && typeof ref.file === 'string' ? paths.file(ref.file) : undefined;
  if (file === undefined) return undefined;
  const relative = posix.relative(posix.dirname(path), file);
  return isUrl(relative) ? `./${relative}` : relative;
}

function coverRef(text: string, path: string, ids: IdLookup): ContentRef | undefined {
  if (isUrl(text)) return { kind: 'url', url: text };
  const file = ids.file(text.startsWith('/') ? text.slice(1) : posix.join(posix.dirname(path), text));
  return file === undefined ? undefined : { kind: 'file', file };
}

/** A link's target with paths in place of ids, so that it means the same in another space. */
export function targetWithPaths(target: ContentRef, paths: PathLookup): Record<string, unknown> {
  if (target.kind === 'file') return withPath({ ...target }, 'file', paths.file(target.file));
  if (
    (target.kind === 'page' || target.kind === 'anchor') &&
    target.page !== undefined &&
    target.space === undefined
  ) {
    return withPath({ ...target }, 'page', paths.page(target.page));
  }
  return { ...target };
}

function withPath(
  target: Record<string, unknown>,
  key: string,
  path: string | undefined,
): Record<string, unknown> {
  if (path === undefined) return target;
  const { [key]: _, ...rest } = target;
  return { ...rest, path };
}

const ID_KEYS: Record<ContentRef['kind'], string> = {
  file: 'file',
  url: 'url',
  page: 'page',
  anchor: 'anchor',
  user: 'user',
  collection: 'collection',
  space: 'space',
  'reusable-content': 'reusableContent',
  tag: 'tag',
  openapi: 'spec',
};

/** The way back; undefined for what is no reference. */
export function targetWithIds(data: unknown, ids: IdLookup): ContentRef | undefined {
  if (!isRecord(data)) return undefined;
  const { path, ...rest } = data;
  const key =
    typeof rest.kind === 'string' && Object.hasOwn(ID_KEYS, rest.kind)
      ? ID_KEYS[rest.kind as ContentRef['kind']]
      : undefined;
  if (key === undefined) return undefined;
  if (typeof path === 'string') {
    const id = rest.kind === 'file' ? ids.file(path) : ids.page(path);
    if (id === undefined) return { kind: 'url', url: path };
    Object.assign(rest, rest.kind === 'file' ? { file: id } : { page: id });
  }
  const isComplete =
    typeof rest[key] === 'string' && Object.values(rest).every((value) => typeof value === 'string');
  // The kind is known, its own field is there, and every field is text.
  return isComplete ? (rest as ContentRef) : undefined;
}

// Canonical and alternate addresses of a page as front matter says them: URLs, and paths of other pages.

type Target = NonNullable<RevisionPageMetaLinks['canonical']>;
type Texts = NonNullable<PageFields['metaLinks']>;

/** What is neither a URL nor the path of a page is kept as an address: nobody can say what it means. */
function metaLinksOf(
  texts: Texts | undefined,
  path: string,
  ids: IdLookup,
): { metaLinks?: RevisionPageMetaLinks } {
  if (!texts) return {};
  const target = (text: string): Target => {
    const page = isUrl(text)
      ? undefined
      : ids.page(text.startsWith('/') ? text.slice(1) : posix.join(posix.dirname(path), text));
    return page === undefined ? { kind: 'url', url: text } : { kind: 'page', page };
  };
  const { canonical, alternates } = texts;
  return {
    metaLinks: {
      ...(canonical !== undefined && { canonical: target(canonical) }),
      ...(alternates && { alternates: alternates.map(target) }),
    },
  };
}

/** The way back; a page of another space, or one that is gone, has no path. */
function metaLinkFields(
  links: RevisionPageMetaLinks | undefined,
  path: string,
  paths: PathLookup,
): { metaLinks?: Texts } {
  if (!links) return {};
  const text = (target: Target): string[] => {
    if (target.kind === 'url') return [target.url];
    const found = target.space === undefined ? paths.page(target.page) : undefined;
    return found === undefined ? [] : [posix.relative(posix.dirname(path), found)];
  };
  const [canonical] = links.canonical ? text(links.canonical) : [];
  const alternates = (links.alternates ?? []).flatMap(text);
  if (canonical === undefined && alternates.length === 0) return {};
  return {
    metaLinks: {
      ...(canonical !== undefined && { canonical }),
      ...(alternates.length > 0 && { alternates }),
    },
  };
}
