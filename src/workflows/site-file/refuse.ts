// What a site file cannot say, whatever the site is like: said before anything is read.
import type { ValidationError } from '../../errors.ts';
import {
  isGroup,
  isSection,
  type NavItem,
  type SectionItem,
  type SiteFile,
  type SpaceItem,
} from './schema.ts';

/** All sections, those in groups too, in the order of the navigation. */
export const sectionsIn = (items: readonly NavItem[] = []): SectionItem[] =>
  items.flatMap((item) => (isGroup(item) ? sectionsIn(item.sections) : isSection(item) ? [item] : []));

/** Every space that a file names, at the root or in sections. */
export const spacesIn = ({ spaces = [], sections }: SiteFile): SpaceItem[] => [
  ...spaces,
  ...sectionsIn(sections).flatMap((section) => section.spaces),
];

/** Throws what `bad` makes. */
export function refuseImpossible(file: SiteFile, bad: (why: string) => ValidationError): void {
  const { spaces, sections, redirects = [] } = file;
  if (spaces && sections) throw bad('"spaces" and "sections" cannot be used together');
  if (!spaces && !sections) throw bad('it needs "spaces" or "sections"');
  if (sections && sectionsIn(sections).length === 0) throw bad('it needs a section with a space');
  const twice = firstTwice(spacesIn(file).map(({ space }) => space));
  if (twice !== undefined) throw bad(`space "${twice}" appears twice`);
  const all = sectionsIn(sections);
  const path = firstTwice(all.flatMap((section) => section.path ?? []));
  if (path !== undefined) throw bad(`path "${path}" appears twice`);
  // Sections of one title are told apart by their paths.
  const title = firstTwice(all.filter((one) => one.path === undefined).map((one) => one.title ?? ''));
  if (title !== undefined) throw bad(`section "${title}" appears twice: give each a "path"`);
  const open = redirects.find((one) => one.captureWildcard && !one.from.endsWith('*'));
  if (open) throw bad(`redirect "${open.from}" has "captureWildcard", and no * at the end of its "from"`);
  const from = firstTwice(redirects.map((one) => `${one.from}${one.draft ? ' (draft)' : ''}`));
  if (from !== undefined) throw bad(`redirect "${from}" appears twice`);
  for (const level of [spaces ?? [], ...all.map((section) => section.spaces)]) {
    const own = firstTwice(level.flatMap((one) => one.path ?? []));
    if (own !== undefined) throw bad(`path "${own}" appears twice`);
  }
}

function firstTwice(texts: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return texts.find((text) => seen.size === seen.add(text).size);
}
