// A site file that still has the old name of a space which another file of the folder renames: by its ID it means the same.
import { type ParsedSite, placeOf, sectionsIn, spacesIn } from '../../site-file/parse.ts';
import type { SpaceItem } from '../../site-file/schema.ts';
import type { OrgFile } from '../file.ts';
import type { Names } from '../names.ts';
import { sayOldName, type Work } from '../part.ts';

/** Gives each space of the file its ID where it is called otherwise than the space will be, and says where. */
export function meanBySpaceId(work: Work, file: OrgFile, parsed: ParsedSite, spaces: Names): void {
  const { file: site, notes, nodes } = parsed;
  const lineOf = (item: object) => notes.get(item)?.line;
  const idOf = (word: string, line: number | undefined, name = file.name): string => {
    const [only, second] = spaces.find(word);
    if (!only || second || only.title === word) return word;
    sayOldName(work, { file: { name }, line, kind: 'space', word }, only);
    return only.id;
  };
  const sections = sectionsIn(site.sections);
  const isSection = (word: string) => sections.some(({ title, path }) => title === word || path === word);
  if (typeof site.styleguide === 'string')
    site.styleguide = idOf(site.styleguide, placeOf(nodes, 'styleguide').line);
  const isShown = names(spacesIn(site));
  if (site.default !== undefined && isShown(site.default) && !isSection(site.default))
    site.default = idOf(site.default, placeOf(nodes, 'default').line);
  for (const section of sections) {
    const isInside = names(section.spaces);
    if (section.default !== undefined && isInside(section.default))
      section.default = idOf(section.default, lineOf(section));
  }
  for (const item of site.redirects ?? [])
    if ('space' in item.to && isShown(item.to.space))
      item.to = { ...item.to, space: idOf(item.to.space, lineOf(item), notes.get(item)?.file) };
  for (const item of spacesIn(site)) item.space = idOf(item.space, lineOf(item));
}

function names(items: readonly SpaceItem[]): (word: string) => boolean {
  const all = new Set(items.map(({ space }) => space));
  return (word) => all.has(word);
}
