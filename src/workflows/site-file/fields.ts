// Settings of sections, site spaces, groups and links: of each one request with the fields that differ.
import { updateExternalLink } from '../../api/sites/site-external-links.ts';
import { updateSiteSectionGroup } from '../../api/sites/site-section-groups.ts';
import { updateSiteSection } from '../../api/sites/site-sections.ts';
import { updateSiteSpace } from '../../api/sites/site-spaces.ts';
import { type PathChange, sendInTurn } from './paths.ts';
import { sectionsIn } from './refuse.ts';
import type { GroupItem, LinkItem, SectionItem } from './schema.ts';
import { about, laneOf } from './shelf.ts';
import { isRef } from './wishes.ts';
import { differing, lineOf, misfit, orCleared, type Shelf, type WantedSpace, type Work } from './work.ts';

/** Sections, once all of them and their spaces are where they belong. */
export function planSections(work: Work): void {
  const items = sectionsIn(work.file.sections);
  const named = new Set(items.map((item) => work.sectionIds.get(item)));
  const others = [...work.shelves.values()].filter(({ id }) => id !== '' && !named.has(id));
  sendInTurn([
    ...items.map((item) => sectionChange(work, item)),
    ...others.map((shelf) => staying(work, shelf)),
  ]);
}

const liveSection = ({ matches }: Work, item: SectionItem) => matches.sections.get(item);

function staying({ live }: Work, { id }: Shelf): PathChange {
  const known = live.items.flatMap(function flat(one): typeof live.items {
    return one.kind === 'group' ? one.items.flatMap(flat) : [one];
  });
  const section = known.find((one) => one.id === id);
  const now = section?.kind === 'section' ? section.path : undefined;
  return { id, now, wanted: undefined, send: () => {} };
}

function sectionChange(work: Work, item: SectionItem): PathChange {
  const id = work.sectionIds.get(item) ?? '';
  const known = liveSection(work, item);
  const shelf = work.shelves.get(id);
  const first = shelf && firstToShow(work, item, shelf);
  const texts = differing(
    {
      title: known ? item.title : undefined,
      icon: known ? orCleared(work, item.icon) : undefined,
      description: known ? orCleared(work, item.description) : item.description,
      condition: known ? orCleared(work, item.condition) : item.condition,
      defaultSiteSpace: first === shelf?.first ? undefined : first,
    },
    { title: known?.title, icon: known?.icon, description: known?.description, condition: known?.condition },
  );
  const send = (path: string | undefined, inTurn: boolean) => {
    const fields = { ...texts, ...(path !== undefined && { path }) };
    for (const name of Object.keys(texts)) delete texts[name];
    if (Object.keys(fields).length === 0) {
      work.unchanged += 1;
      return;
    }
    work.wishes.add({
      operation: updateSiteSection,
      input: { ...work.place, siteSectionId: id, ...fields },
      target: { kind: 'section', title: item.title ?? '' },
      ...(known && { live: { ...known.raw } }),
      lanes: [...(shelf ? [laneOf(shelf)] : []), ...(inTurn ? ['paths of sections'] : [])],
      needs: [],
      ...lineOf(work, item),
    });
  };
  const likely = slugOf(shelf?.title ?? item.title ?? '');
  const now = known?.path ?? (item.path === undefined ? likely : undefined);
  return { id, now, likely, wanted: item.path, send };
}

/** What the platform is likely to make of a title: only to see which changes may meet. */
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** The space that a section opens with; undefined: as it is. */
function firstToShow(work: Work, item: SectionItem, shelf: Shelf): string | undefined {
  const wanted = item.spaces.flatMap((one) => work.spaces.get(one) ?? []);
  if (item.default !== undefined) return spaceNamed(wanted, item.default, `section "${item.title}"`).id;
  if (work.prune || isRef(shelf.id)) return wanted[0]?.id;
  return undefined;
}

/** Throws ValidationError for what is not among them. */
export function spaceNamed(wanted: readonly WantedSpace[], name: string, where: string): WantedSpace {
  const found =
    wanted.find(({ item }) => item.space === name) ??
    wanted.find(({ title, spaceId }) => title === name || spaceId === name);
  if (found) return found;
  throw misfit(`"default" of ${where} names "${name}", which is not in the file`, 'docs sites schema-file');
}

/** The spaces of one section, or of a site without sections. */
export function planPlaces(work: Work, shelf: Shelf, wanted: readonly WantedSpace[]): void {
  const named = new Set(wanted.map(({ id }) => id));
  const others = shelf.spaces.filter((id) => !named.has(id));
  sendInTurn([
    ...wanted.map((one) => placeChange(work, shelf, one)),
    ...others.map((id) => ({ id, now: shelf.paths.get(id), wanted: undefined, send: () => {} })),
  ]);
}

function placeChange(work: Work, shelf: Shelf, one: WantedSpace): PathChange {
  const { item, live, isNew, spaceId } = one;
  const id = one.id ?? '';
  // What is added again keeps the settings that the file leaves out.
  const condition = isNew
    ? (item.condition ?? (work.prune ? undefined : live?.condition))
    : orCleared(work, item.condition);
  const texts = differing(
    { condition, spaceId: live && !isNew ? spaceId : undefined },
    isNew ? {} : { condition: live?.condition, spaceId: live?.spaceId },
  );
  const send = (path: string | undefined, inTurn: boolean) => {
    const fields = { ...texts, ...(path !== undefined && { path }) };
    for (const name of Object.keys(texts)) delete texts[name];
    if (Object.keys(fields).length === 0) {
      work.unchanged += 1;
      return;
    }
    work.wishes.add({
      ...about(work, one),
      operation: updateSiteSpace,
      input: { ...work.place, siteSpaceId: id, ...fields },
      ...(live && !isNew && { live: { ...live.raw } }),
      lanes: [laneOf(shelf), ...(inTurn ? [`paths of ${shelf.id}`] : [])],
    });
  };
  const likely = slugOf(one.title);
  const now = isNew ? likely : shelf.paths.get(id);
  const wanted = item.path ?? (isNew ? live?.path : undefined);
  return { id, now: isNew && wanted !== undefined ? undefined : now, likely, wanted, send };
}

export function planGroups(work: Work): void {
  for (const [item, known] of work.matches.groups) {
    const fields = differing(
      { title: item.group, icon: orCleared<string>(work, item.icon) },
      { title: known.title, icon: known.icon },
    );
    update(work, item, { title: item.group, fields, live: { ...known.raw } }, (input) => ({
      operation: updateSiteSectionGroup,
      input: { ...input, siteSectionGroupId: known.id },
      target: { kind: 'section group', title: item.group },
    }));
  }
}

export function planLinks(work: Work): void {
  for (const [item, known] of work.matches.links) {
    const {
      link: title,
      url,
      draft,
      icon,
      description,
      condition,
      localizedTitle,
      localizedDescription,
    } = item;
    const texts = { localizedTitle, localizedDescription };
    const fields = {
      ...differing(
        {
          ...{ title, url, draft: draft ?? (work.prune ? false : undefined) },
          icon: orCleared<string>(work, icon),
          description: orCleared<string>(work, description),
          condition: orCleared<string>(work, condition),
        },
        { ...known },
      ),
      ...Object.fromEntries(
        Object.entries(texts).flatMap(([name, value]) => {
          const wanted = orCleared<object>(work, value);
          const now = Reflect.get(known, name) ?? null;
          return wanted === undefined || isSame(wanted, now) ? [] : [[name, wanted]];
        }),
      ),
    };
    update(work, item, { title, fields, live: { ...known.raw } }, (input) => ({
      operation: updateExternalLink,
      input: { ...input, siteExternalLinkId: known.id },
      target: { kind: 'external link', title },
    }));
  }
}

const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(Object.entries(a ?? {}).sort()) === JSON.stringify(Object.entries(b ?? {}).sort());

interface Update {
  title: string;
  fields: Record<string, unknown>;
  live: Readonly<Record<string, unknown>>;
}

function update(
  work: Work,
  item: GroupItem | LinkItem,
  { fields, live }: Update,
  wish: (
    input: Record<string, unknown>,
  ) => Pick<Parameters<Work['wishes']['add']>[0], 'operation' | 'input' | 'target'>,
): void {
  if (Object.keys(fields).length === 0) {
    work.unchanged += 1;
    return;
  }
  work.wishes.add({ ...wish({ ...work.place, ...fields }), live, ...lineOf(work, item) });
}
