// Which pages became of the files of a folder once a push of it has ended: for the next push, before and after the merge.
import type { Page } from '../../api/content/content-shapes.ts';
import { allPages } from '../../domain/content/page-place.ts';
import { slugOfPath, titleOfPath } from '../../folder/paths.ts';
import { bodyOf, hashOf } from '../export/page-file.ts';
import { placePages } from '../export/page-paths.ts';
import type { LocalPages, MadeSince } from './local-pages.ts';
import type { SentPage, SentText } from './push-state.ts';
import type { Target } from './target.ts';

/** `pages`: those of the change request now; `before`: what an earlier push to it has noted. */
export function sentPages(
  { edited, unchanged, missing, made: order = [], apart }: LocalPages,
  pages: readonly Page[],
  before: readonly SentPage[],
): SentPage[] {
  const ids = new Set(allPages(pages).map(({ id }) => id));
  const others = edited.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const known = new Set([...unchanged.values(), ...missing.keys(), ...others]);
  const made = madeOf(pages, known, true);
  // Of two with one title and name in different folders, the one that was made first has no number.
  const sorted = edited.toSorted((a, b) => order.indexOf(a.file) - order.indexOf(b.file));
  const sent = sorted.flatMap(({ file, id, sha256, oid, markdown, settings }): SentPage[] => {
    const now = id !== undefined && ids.has(id) ? id : made(file, settings);
    if (now === undefined || !ids.has(now)) return [];
    known.add(now);
    const body = bodyOf(markdown);
    const text = apart?.has(file) ? { text: body } : {};
    return [{ ...{ file, id: now, sha256, oid, ...text }, body: hashOf(body), settings: { ...settings } }];
  });
  const files = new Set(sent.map(({ file }) => file));
  return [...before.filter(({ file }) => unchanged.has(file) && !files.has(file)), ...sent];
}

interface Since extends Pick<Target, 'therePages' | 'isResumed'> {
  /** IDs of the pages that were exported. */
  known: ReadonlySet<string>;
}

/**
 * The page of the space that was made of a new file since the export: the one that it was sent to, else the one at its path.
 * The name of a file need not be that of its page: `My notes.md` is made `my-notes`.
 */
export function madeSince(
  { known, therePages, isResumed }: Since,
  sentOf: (file: string) => readonly SentText[],
): MadeSince {
  const fresh = new Set(allPages(therePages).flatMap(({ id }) => (known.has(id) ? [] : [id])));
  const made = madeOf(therePages, known, isResumed);
  return (file, settings) =>
    sentOf(file).find(({ id }) => id !== undefined && fresh.has(id))?.id ?? made(file, settings);
}

/** Leaves out pages that something else is known to have become. `isSure`: they come of this folder. */
function madeOf(pages: readonly Page[], known: ReadonlySet<string>, isSure: boolean): MadeSince {
  const fresh = placePages(pages).filter(({ page }) => page.type === 'document' && !known.has(page.id));
  const first = (test: (one: (typeof fresh)[number]) => boolean, isOnly = true) => {
    const [found, ...others] = fresh.filter((one) => !known.has(one.page.id) && test(one));
    return isOnly && others.length > 0 ? undefined : found?.page.id;
  };
  const only = (test: (one: (typeof fresh)[number]) => boolean) => first(test);
  return (file, settings) => {
    const title = settings.title ?? titleOfPath(file);
    const slug = slugOfPath(file);
    const hasSlug = ({ page }: (typeof fresh)[number]) => 'slug' in page && page.slug === slug;
    const hasNumber = ({ page }: (typeof fresh)[number]) =>
      'slug' in page && isNumbered(page.slug, settings.slug ?? slug);
    const isCalled = ({ page }: (typeof fresh)[number]) => page.title === title;
    return (
      only(({ path }) => path === file) ??
      only((one) => hasSlug(one) && isCalled(one)) ??
      first((one) => hasNumber(one) && isCalled(one), !isSure) ??
      (isSure ? (only(isCalled) ?? only(hasSlug)) : undefined)
    );
  };
}

/** The platform puts a number behind a slug that another page has. */
export const isNumbered = (slug: unknown, wanted: unknown): boolean =>
  typeof slug === 'string' && slug !== wanted && slug.replace(/-\d+$/, '') === wanted;
