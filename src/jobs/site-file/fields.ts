// Settings of sections, site spaces, groups and links: of each one request with the fields that differ.

import type { SiteSpace } from '../../api/sites/site-structure.generated.ts';
import * as siteStructure from '../../api/sites/site-structure.ts';
import { NotFoundError, type ValidationError } from '../../errors.ts';
import { fileSlug } from '../../files/safe-path.ts';
import { shell } from '../../files/shell-word.ts';
import { otherToSend, sectionsOn, spacesOn } from './live.ts';
import type { Fields } from './looks.ts';
import { about, laneOf } from './navigation.ts';
import { allIn, sectionsIn } from './parse.ts';
import { isGroup, type SectionItem, type SpaceItem } from './schema.ts';
import {
  asDraft,
  differing,
  fieldText,
  isRef,
  misfit,
  orCleared,
  propose,
  proposeFields,
  type Shelf,
  statesNow,
  type WantedSpace,
  type Work,
} from './work.ts';

// Changes of things that each have a path, which no two may have at the same time: a path is free before it is taken.

export interface PathChange {
  id: string;
  /** Undefined where the platform chooses it. */
  now: string | undefined;
  /** What the platform is likely to choose, perhaps with a number behind it. */
  likely?: string;
  /** `now` is what the platform is likely to choose. */
  isNew?: boolean;
  /** Undefined: it stays. */
  wanted: string | undefined;
  /** Sends all changes of the thing; without a path, those that leave it. `inTurn`: behind those before it. */
  send(path: string | undefined, inTurn: boolean): void;
}

/** Each path with what has it; what is new gets a path that is there with a number behind it. */
const holdersOf = (changes: readonly PathChange[]): Map<string, string> =>
  new Map(
    changes
      .toSorted((a, b) => Number(b.isNew ?? false) - Number(a.isNew ?? false))
      .flatMap(({ id, now }) => (now === undefined ? [] : [[now, id] as const])),
  );

/**
 * Things that stay as they are have no other path `wanted`, and `send` nothing. Throws what `taken` makes of a change whose
 * path stays that of another thing.
 */
export function sendInTurn<C extends PathChange>(
  changes: readonly C[],
  taken: (one: C, holder: C) => Error,
): void {
  const holders = holdersOf(changes);
  const moves = ({ now, wanted }: PathChange) => wanted !== undefined && wanted !== now;
  const chosen = new Map(
    changes.flatMap(({ id, now, likely }) =>
      now === undefined && likely !== undefined ? [[id, likely] as const] : [],
    ),
  );
  const holderOf = ({ id, wanted = '' }: PathChange) => {
    const holder = holders.get(wanted);
    if (holder !== undefined && holder !== id) return holder;
    const base = wanted.replace(/-\d+$/, '');
    return [...chosen].find(([other, path]) => other !== id && (path === wanted || path === base))?.[0];
  };
  const isFree = (one: PathChange) => holderOf(one) === undefined;
  const inTurn = changes.some((one) => moves(one) && !isFree(one));
  for (const one of changes.filter((change) => !moves(change))) one.send(undefined, false);
  const take = (one: C, path: string) => {
    one.send(path, inTurn);
    for (const [held, id] of [...holders]) if (id === one.id) holders.delete(held);
    chosen.delete(one.id);
    holders.set(path, one.id);
  };
  let waiting = changes.filter(moves);
  while (waiting.length > 0) {
    const next = waiting.find(isFree) ?? stuck(waiting, holderOf);
    if (!next) return;
    const holder = changes.find(({ id }) => id === holderOf(next));
    // Each wants what the next one has: one of them steps aside.
    const isBlocked = holder !== undefined && waiting.includes(holder);
    if (holder && !isBlocked) throw taken(next, holder);
    take(next, isBlocked ? `${(next.wanted ?? '').slice(0, 90)}-moving` : (next.wanted ?? ''));
    if (!isBlocked) waiting = waiting.filter((one) => one !== next);
  }
}

/** What sends the texts with the first path, and later paths alone. */
const sender =
  (
    work: Work,
    texts: Record<string, unknown>,
    wishOf: (inTurn: boolean, path: string | undefined) => Parameters<typeof proposeFields>[2],
  ): PathChange['send'] =>
  (path, inTurn) => {
    const fields = { ...texts, ...(path !== undefined && { path }) };
    for (const name of Object.keys(texts)) delete texts[name];
    proposeFields(work, fields, wishOf(inTurn, path));
  };

/** First one that keeps another waiting: aside, it frees a path. */
const stuck = <C extends PathChange>(
  waiting: readonly C[],
  holderOf: (one: C) => string | undefined,
): C | undefined => waiting.find(({ id }) => waiting.some((other) => holderOf(other) === id)) ?? waiting[0];

/** Sections, once all of them and their spaces are where they belong. */
export function planSections(work: Work): void {
  const items = sectionsIn(work.file.sections);
  const named = new Set(items.map((item) => work.sectionIds.get(item)));
  const others = [...work.shelves.values()].filter(({ id }) => id !== '' && !named.has(id));
  const kept = others.map(({ id, title }): ItemChange => {
    const now = sectionsOn(work.live.items).find((one) => one.id === id)?.path;
    return { id, title, now, wanted: undefined, send: () => {} };
  });
  sendInTurn([...items.map((item) => sectionChange(work, item)), ...kept], takenIn(work));
}

/** A change of what the file names, or what the site has beside it. */
interface ItemChange extends PathChange {
  item?: SectionItem | SpaceItem;
  title: string;
}

const takenIn =
  (work: Work) =>
  ({ item, wanted }: ItemChange, holder: ItemChange): ValidationError => {
    const path = `${fieldText(work, 'path', item)}path "${wanted}" is that of "${holder.title}"`;
    return holder.item
      ? misfit(
          `${path}, which has ${holder.item.path === undefined ? 'no path' : 'it'} in the file`,
          'give one of the two another path',
        )
      : misfit(
          `${path} on the site, which is not in the file`,
          'choose another path, or add --prune to remove what the file does not name',
        );
  };

function sectionChange(work: Work, item: SectionItem): ItemChange {
  const id = work.sectionIds.get(item) ?? '';
  const known = work.matches.sections.get(item);
  const shelf = work.shelves.get(id);
  const first = shelf && firstToShow(work, item, shelf);
  const now = known?.raw;
  const states = statesNow(
    work,
    { kind: 'section', id, title: item.title ?? '', item, raw: now },
    {
      wanted: { draft: item.draft },
      now: known ? { draft: now?.draft } : asDraft(work, item),
      isNew: !known,
    },
  );
  const texts: Record<string, unknown> = {
    ...states,
    ...otherToSend(item, now),
    ...localizedOf(work, item, now),
    ...differing(
      {
        title: known ? item.title : undefined,
        icon: known ? orCleared(work, item.icon) : undefined,
        description: known ? orCleared(work, item.description) : item.description,
        condition: known ? orCleared(work, item.condition) : item.condition,
        defaultSiteSpace: first === shelf?.first ? undefined : first,
      },
      { ...known },
    ),
  };
  const send = sender(work, texts, (inTurn, path) => ({
    operation: siteStructure.updateSiteSection,
    input: { siteSectionId: id },
    target: { kind: 'section', title: item.title ?? '' },
    lanes: [...(shelf ? [laneOf(shelf)] : []), ...(inTurn ? ['paths of sections'] : [])],
    needs: [work.freed.get(String(path)) ?? []].flat(),
    ...{ raw: known?.raw, item },
  }));
  const title = shelf?.title ?? item.title ?? '';
  const likely = fileSlug(title, '');
  const path = known?.path ?? (item.path === undefined ? likely : undefined);
  return { id, item, title, now: path, likely, isNew: !known, wanted: item.path, send };
}

/** The space that a section opens with; undefined: as it is. */
function firstToShow(work: Work, item: SectionItem, shelf: Shelf): string | undefined {
  const wanted = item.spaces.flatMap((one) => work.spaces.get(one) ?? []);
  if (item.default !== undefined) {
    const what = `${fieldText(work, 'default', item)}"default" of section "${item.title}"`;
    return spaceNamed(wanted, item.default, what).id;
  }
  if (work.prune || isRef(shelf.id)) return wanted[0]?.id;
  return undefined;
}

/** `what` names it: `"default" of the site`, behind its line. Throws ValidationError for what is not among them. */
export function spaceNamed(wanted: readonly WantedSpace[], name: string, what: string): WantedSpace {
  const found =
    wanted.find(({ item }) => item.space === name) ??
    wanted.find(({ title, spaceId }) => title === name || spaceId === name);
  if (found) return found;
  throw misfit(`${what} names "${name}", which is not in the file`, 'docs sites schema-file');
}

/** The spaces of one section, or of a site without sections. */
export function planPlaces(work: Work, shelf: Shelf, wanted: readonly WantedSpace[]): void {
  const named = new Set(wanted.map(({ id }) => id));
  const others = shelf.spaces.filter((id) => !named.has(id));
  const titles = new Map(spacesOn(work.live).map(({ id, title }) => [id, title]));
  const kept = others.map((id): ItemChange => {
    const now = shelf.paths.get(id);
    return { id, title: titles.get(id) ?? id, now, wanted: undefined, send: () => {} };
  });
  sendInTurn([...wanted.map((one) => placeChange(work, shelf, one)), ...kept], takenIn(work));
}

function placeChange(work: Work, shelf: Shelf, one: WantedSpace): ItemChange {
  const { item, live, isNew = false, title } = one;
  const id = one.id ?? '';
  const texts = placeFields(work, one);
  const send = sender(work, texts, (inTurn) => ({
    ...about(one),
    operation: siteStructure.updateSiteSpace,
    input: { siteSpaceId: id },
    raw: isNew ? undefined : live?.raw,
    lanes: [laneOf(shelf), ...(inTurn ? [`paths of ${shelf.id}`] : [])],
  }));
  const likely = fileSlug(title, '');
  const now = isNew ? likely : shelf.paths.get(id);
  // What made way where it moved gets its own path back.
  const wanted = item.path ?? live?.path;
  return {
    id,
    item,
    title,
    now: isNew && wanted !== undefined ? undefined : now,
    likely,
    isNew,
    wanted,
    send,
  };
}

/** What is other than it is. What is added again keeps the settings that the file leaves out. */
function placeFields(work: Work, one: WantedSpace): Record<string, unknown> {
  const { item, live, isNew = false, spaceId, id = '', title } = one;
  const raw = isNew ? undefined : live?.raw;
  const called = raw?.title ?? title;
  if (item.title !== undefined && item.title !== called && !one.isTitled)
    work.warnings.push(
      `line ${work.notes.get(item)?.line}: space "${title}" is called "${called}" on the site, and not "${item.title}": the platform takes a title only where a space is added to a site or section that has another`,
    );
  const kept = isNew && !work.prune ? live?.raw : undefined;
  const condition = isNew ? (item.condition ?? kept?.condition) : orCleared(work, item.condition);
  const states = {
    wanted: { draft: item.draft ?? kept?.draft, hidden: item.hidden ?? kept?.hidden },
    now: raw ?? { draft: one.madeDraft === true },
    isNew,
  };
  return {
    ...statesNow(work, { kind: 'space', id, title, item, raw }, states),
    ...otherToSend(item, raw),
    ...homeOf(work, one, raw ?? kept),
    ...differing(
      { condition, spaceId: raw && spaceId },
      { condition: raw?.condition, spaceId: raw && live?.spaceId },
    ),
  };
}

export function planGroups(work: Work): void {
  for (const [item, known] of work.matches.groups) {
    const given = { kind: 'group' as const, id: known.id, title: item.group, item, raw: known.raw };
    const states = { wanted: { draft: item.draft }, now: { draft: known.raw.draft }, isNew: false };
    const fields = {
      ...statesNow(work, given, states),
      ...otherToSend(item, known.raw),
      ...localizedOf(work, item, known.raw),
      ...differing(
        { title: item.group, icon: orCleared<string>(work, item.icon) },
        { title: known.title, icon: known.icon },
      ),
    };
    proposeFields(work, fields, {
      operation: siteStructure.updateSiteSectionGroup,
      input: { siteSectionGroupId: known.id },
      target: { kind: 'section group', title: item.group },
      ...{ raw: known.raw, item },
    });
  }
}

/** A new group takes titles by language by a second request. */
export function planNewGroups(work: Work): void {
  for (const item of allIn(work.file.sections).filter(isGroup)) {
    if (work.matches.groups.has(item)) continue;
    const fields = { ...otherToSend(item), ...localizedOf(work, item, undefined) };
    if (Object.keys(fields).length > 0)
      propose(work, {
        operation: siteStructure.updateSiteSectionGroup,
        input: { siteSectionGroupId: work.sectionIds.get(item) ?? '', ...fields },
        target: { kind: 'section group', title: item.group },
        item,
      });
  }
}

interface Localized {
  localizedTitle?: Readonly<Record<string, string>> | undefined;
  localizedDescription?: Readonly<Record<string, string>> | undefined;
}

/** Texts by language that differ; none where they are to go. */
function localizedOf({ prune, older }: Work, item: Localized, raw: Localized | undefined): Fields {
  const found = (['localizedTitle', 'localizedDescription'] as const).flatMap((name) => {
    const now = raw?.[name];
    const wanted = item[name] ?? (prune && !older && now !== undefined ? {} : undefined);
    return wanted === undefined || isSame(wanted, now) ? [] : [[name, wanted]];
  });
  return Object.fromEntries(found);
}

/** Throws NotFoundError for a page that the space does not have. */
function homeOf(work: Work, { item, spaceId, title, live }: WantedSpace, raw: SiteSpace | undefined): Fields {
  const now = raw?.pageId ?? null;
  const { home } = item;
  if (home === undefined) return work.prune && !work.older && now !== null ? { pageId: null } : {};
  const { idOf, pathOf } = work.pages.get(spaceId) ?? {};
  const pageId = idOf?.get(home) ?? (pathOf?.has(home) || home === live?.raw.pageId ? home : undefined);
  if (pageId === undefined)
    throw new NotFoundError(`"home" of space "${title}": page "${home}" not found`, {
      hint: isRef(spaceId) ? 'fill the space first' : shell`docs pages list --space ${spaceId}`,
    });
  return pageId === now ? {} : { pageId };
}

export function planLinks(work: Work): void {
  for (const [item, known] of work.matches.links) {
    const { link: title, url, draft, localizedTitle, localizedDescription } = item;
    const texts = { localizedTitle, localizedDescription };
    const fields = {
      ...otherToSend(item, known.raw),
      ...differing(
        {
          ...{ title, url, draft: draft ?? (work.prune ? false : undefined) },
          icon: orCleared<string>(work, item.icon),
          description: orCleared<string>(work, item.description),
          condition: orCleared<string>(work, item.condition),
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
    proposeFields(work, fields, {
      operation: siteStructure.updateExternalLink,
      input: { siteExternalLinkId: known.id },
      target: { kind: 'external link', title },
      ...{ raw: known.raw, item },
    });
  }
}

const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(Object.entries(a ?? {}).sort()) === JSON.stringify(Object.entries(b ?? {}).sort());
