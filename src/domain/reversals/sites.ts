// Taking back what was done to sites and to what is on them.

import { type Operation, splitInput } from '../../api/operation.ts';
import { getAdaptiveSchema, setAdaptiveSchema } from '../../api/sites/adaptive-schema.ts';
import * as siteStructure from '../../api/sites/site-structure.ts';
import { getSite, publishSite, unpublishSite, updateSite } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { NotFoundError } from '../../errors.ts';
import {
  asItem,
  beforeOf,
  byGet,
  type Change,
  cannotUndo,
  type Input,
  type Item,
  inList,
  itemsOf,
  made,
  movedBackInWords,
  type Reversal,
  type Reversals,
  restoring,
  titlesOf,
  type Undo,
  withoutTitles,
} from './reversal.ts';

const site = byGet(getSite);
const section = inList(siteStructure.listSiteSections, 'siteSectionId');
const siteSpace = inList(siteStructure.listSiteSpaces, 'siteSpaceId');
const group = inList(siteStructure.listSiteSectionGroups, 'siteSectionGroupId');
const defaultOf = (items: unknown) => itemsOf(items).find((item) => item.default === true)?.id;

/** A site does not tell what it shows first: its structure does, and is read when that is changed. */
async function siteWithDefaults(client: Client, input: Input): Promise<Item> {
  const found = asItem(await site(client, input));
  if (input.defaultSiteSpace === undefined && input.defaultSiteSection === undefined) return found;
  const { type, structure } = asItem(await client.call(siteStructure.getSiteStructure, asSite(input)));
  if (type === 'siteSpaces') return { ...found, defaultSiteSpace: defaultOf(structure) };
  const sections = itemsOf(structure).flatMap((one) => [one, ...itemsOf(one.children)]);
  const first = sections.find((one) => one.default === true);
  return { ...found, defaultSiteSection: first?.id, defaultSiteSpace: defaultOf(first?.siteSpaces) };
}

// Safe: whatever names a site has both.
const asSite = ({ organizationId, siteId }: Input) =>
  ({ organizationId, siteId }) as { organizationId: string; siteId: string };

/** `{ origin: 'https://acme.com/docs' }` is set as `acme.com/docs`. */
const proxyOf = ({ proxy }: Item): unknown => {
  const { origin } = asItem(proxy);
  return typeof origin === 'string' ? origin.replace(/^https?:\/\//, '') : undefined;
};

const publication = (operation: Operation, published: boolean): Reversal => ({
  read: site,
  undo: ({ input }) => ({
    operation,
    input: splitInput(operation, input).params,
    project: (item: Item = {}) => ({ published: item.published }),
    original: { published },
    expected: { published: !published },
  }),
});

interface Pointer {
  type: string;
  id: string;
}

interface Found {
  siblings: Item[];
  at: number;
  /** ID of the group that they are in. */
  group: unknown;
}

async function findOnSite(client: Client, input: Input, { type, id }: Pointer): Promise<Found> {
  const { structure } = asItem(await client.call(siteStructure.getSiteStructure, asSite(input)));
  const find = (siblings: Item[], group?: unknown): Found | undefined => {
    const at = siblings.findIndex((one) => one.object === type && one.id === id);
    if (at !== -1) return { siblings, at, group };
    for (const one of siblings) {
      const found = find([...itemsOf(one.children)], one.id) ?? find([...itemsOf(one.siteSpaces)]);
      if (found) return found;
    }
    return undefined;
  };
  const found = find(itemsOf(structure));
  if (!found) throw new NotFoundError(`${type.replaceAll('-', ' ')} "${id}" not found`);
  return found;
}

/** Neighbours of a thing on its site, as the sort operation names them; of the only one in a group, that. */
function neighboursOf({ siblings, at, group }: Found): Item {
  if (siblings.length === 1 && group !== undefined) return { parent: group };
  const [previous, next] = [siblings[at - 1], siblings[at + 1]];
  return { previous: pointerTo(previous), next: pointerTo(next), titles: titlesOf(previous, next) };
}

const idOf = (pointer: unknown) => asItem(pointer).id;
const pointerTo = (item: Item | undefined) => item && { type: item.object, id: item.id };

/** The request that puts a thing into a group that has nothing to place it next to. */
function intoGroup(place: Input, { type, id }: Pointer, parent: unknown) {
  if (parent !== undefined && type === 'site-external-link')
    return {
      operation: siteStructure.updateExternalLink,
      input: { ...place, siteExternalLinkId: id, parent },
    };
  if (parent !== undefined && type === 'site-section')
    return {
      operation: siteStructure.addToSiteSectionGroup,
      input: { ...place, siteSectionGroupId: parent, sectionId: id },
    };
  if (parent !== undefined && type === 'site-section-group')
    return {
      operation: siteStructure.updateSiteSectionGroup,
      input: { ...place, siteSectionGroupId: id, parentSectionGroupId: parent },
    };
  throw cannotUndo('it was the only one, and the platform places items next to others');
}

/** Every move within a site is taken back by the one operation that sorts it, but for one into an empty group. */
const sorting = (itemOf: (input: Input) => Pointer) => ({
  read: async (client: Client, input: Input) => neighboursOf(await findOnSite(client, input, itemOf(input))),
  undo(change: Change) {
    const before = beforeOf(change);
    const { previous, next } = before;
    const item = itemOf(change.input);
    const about = {
      project: withoutTitles,
      original: withoutTitles(before),
      expected: {},
      shown: movedBackInWords(before),
    };
    if (previous === undefined && next === undefined)
      return { ...intoGroup(asSite(change.input), item, before.parent), ...about };
    const inputAt = (position: Item): Input => ({ ...asSite(change.input), item, position });
    return {
      operation: siteStructure.sortSiteStructure,
      input: inputAt(previous === undefined ? { before: next } : { after: previous }),
      place: {
        id: item.id,
        previous: idOf(previous),
        next: idOf(next),
        nextType: asItem(next).type,
        before: (id: unknown, type: unknown = item.type) => inputAt({ before: { type, id } }),
      },
      ...about,
    };
  },
});

const itemOf = (type: string, param: string) => (input: Input) => ({ type, id: String(input[param]) });

/** Where it is on its site: with its own fields, and the group that it is in. */
async function placed(client: Client, input: Input, item: Pointer): Promise<Item> {
  const found = await findOnSite(client, input, item);
  const { children: _, ...own } = asItem(found.siblings[found.at]);
  return { ...own, sectionGroup: found.group, ...neighboursOf(found) };
}

/** The same of a section that comes into a group or out of it, which is named by what it is itself. */
function regrouping(param: string): Reversal {
  const about = itemOf('site-section', param);
  const sorted = sorting(about);
  const placeOf = ({ parent, previous, next }: Item = {}): Item => ({ parent, previous, next });
  return {
    read: (client, input) => placed(client, input, about(input)),
    undo(change) {
      const before = beforeOf(change);
      const undo = sorted.undo(change);
      const shown = ({ sectionGroup, ...item }: Item = {}) => [
        { name: 'sectionGroup', from: sectionGroup, to: before.sectionGroup },
        ...undo.shown(item),
      ];
      return { ...undo, shown, project: placeOf, original: placeOf(before) };
    },
  };
}

type Read = NonNullable<Reversal['read']>;

/** An update that may put a thing into another group by `field`. What did nothing else goes back to its place, not behind the others. */
function updating(update: Operation, read: Read, field: string, about: (input: Input) => Pointer): Reversal {
  const updated = restoring(update, { read, fields: { [field]: ({ sectionGroup = null }) => sectionGroup } });
  const sorted = sorting(about);
  return {
    read: (client, input) =>
      input[field] === undefined ? read(client, input) : placed(client, input, about(input)),
    undo(change) {
      const undo = updated.undo(change);
      const { previous, next } = beforeOf(change);
      const isMove = Object.keys(undo.original).join() === field;
      if (!isMove || (previous ?? next) === undefined) return undo;
      const { operation, input, place } = { place: undefined, ...sorted.undo(change) };
      return { ...undo, operation, input, ...(place && { place }) };
    },
  };
}

const externalLink = itemOf('site-external-link', 'siteExternalLinkId');

/** Links are known by the structure of their site only. */
export const linkOf = (client: Client, input: Input): Promise<Item> =>
  placed(client, input, externalLink(input));

const siteSpaceUpdate = restoring(siteStructure.updateSiteSpace, {
  read: siteSpace,
  fields: { spaceId: ({ space }) => asItem(space).id },
  // The page it opens with is one of the space that it showed.
  alongside: { spaceId: 'pageId' },
});

/** It is called like the space that it shows: a title of its own is given when it is added, and no request sets it. */
function siteSpaceBack(change: Change): Undo {
  const { title, space } = beforeOf(change);
  const like = asItem(space).title;
  const isLost = change.input.spaceId !== undefined && like !== undefined && title !== like;
  return {
    ...siteSpaceUpdate.undo(change),
    ...(isLost && {
      note: `its title "${title}" cannot be set again: it will be called "${like}", like its space`,
    }),
  };
}

const GONE = 'its settings are lost; add it again';

export default {
  'sites.update': restoring(updateSite, { read: siteWithDefaults, fields: { proxy: proxyOf } }),
  'sites.publish': publication(unpublishSite, false),
  'sites.unpublish': publication(publishSite, true),
  'sites.create': made('docs sites delete {id}'),
  'sites.delete': { read: site, why: 'the platform cannot restore a deleted site' },
  'siteSections.update': restoring(siteStructure.updateSiteSection, {
    read: section,
    fields: { defaultSiteSpace: ({ siteSpaces }) => defaultOf(siteSpaces) },
  }),
  'siteSections.move': sorting(itemOf('site-section', 'siteSectionId')),
  'siteSections.create': made('docs sites sections delete {id}'),
  'siteSections.delete': { read: section, why: GONE, hint: 'docs sites sections create --help' },
  'siteSectionGroups.update': updating(
    siteStructure.updateSiteSectionGroup,
    group,
    'parentSectionGroupId',
    itemOf('site-section-group', 'siteSectionGroupId'),
  ),
  'siteSectionGroups.add': regrouping('sectionId'),
  'siteSectionGroups.remove': regrouping('siteSectionId'),
  'siteSectionGroups.create': made('docs sites groups delete {id}'),
  'siteSectionGroups.delete': { read: group, why: GONE, hint: 'docs sites groups create --help' },
  'siteSpaces.update': { ...siteSpaceUpdate, undo: siteSpaceBack },
  'siteSpaces.duplicate': {
    read: siteSpace,
    why: 'what was created can be removed instead',
    hint: 'docs sites spaces remove {id}',
  },
  'siteSpaces.move': sorting(itemOf('site-space', 'siteSpaceId')),
  'siteSpaces.add': {
    why: 'what was added can be removed instead',
    hint: 'docs sites spaces remove {id}',
  },
  'siteSpaces.remove': { read: siteSpace, why: GONE, hint: 'docs sites spaces add {space} --site {siteId}' },
  'siteStructure.sort': sorting(({ item }) => {
    const { type, id } = asItem(item);
    return { type: String(type), id: String(id) };
  }),
  'siteExternalLinks.create': made('docs external-links delete {id}'),
  'siteExternalLinks.update': updating(siteStructure.updateExternalLink, linkOf, 'parent', externalLink),
  'siteExternalLinks.delete': {
    read: linkOf,
    why: 'a link that is created again gets a new ID',
    hint: 'docs external-links create --help',
  },
  'adaptiveSchema.set': restoring(setAdaptiveSchema, { read: byGet(getAdaptiveSchema) }),
} satisfies Reversals;
