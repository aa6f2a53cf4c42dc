// What can be done to a site's structure: to the model and to the sandbox, with the same outcome.
import type { InputOf, Operation, ResultOf } from '../../../src/api/operation.ts';
import * as api from '../../../src/api/sites/site-structure.ts';
import { updateSite } from '../../../src/api/sites/sites.ts';
import { type Choices, pick } from '../../helpers/model-runs.ts';
import {
  groupsOf,
  levelsOf,
  linksOf,
  listOf,
  mend,
  type Node,
  nodesOf,
  placesOf,
  putNextTo,
  type SiteModel,
  sectionsOf,
  take,
} from './site-model.ts';

type SiteInput<O extends Operation> = Omit<InputOf<O>, 'organizationId' | 'siteId'>;

/** The site in the sandbox. */
export interface Real {
  call<O extends Operation>(operation: O, input?: SiteInput<O>): Promise<ResultOf<O>>;
  /** An answer of this status, or the run fails. */
  says<O extends Operation>(status: number, operation: O, input: SiteInput<O>): Promise<void>;
  /** Spaces of the organization. */
  spaces: readonly string[];
}

const others = <T extends { id: string }>(list: readonly T[], one: T) =>
  list.filter(({ id }) => id !== one.id);
const freeSpaces = (model: SiteModel, { spaces }: Real) =>
  spaces.filter((space) => !placesOf(model).some((place) => place.space === space));
const levelsOfSections = (model: SiteModel) => levelsOf(model).filter(({ key }) => key !== 'root');
const sideOf = (choice: number) => (choice % 2 === 0 ? 'before' : 'after');
const TYPES = { group: 'site-section-group', section: 'site-section', link: 'site-external-link' } as const;
const itemOf = ({ kind, id }: Node): api.SiteItem => ({ type: TYPES[kind], id });
/** What is taken out of the list it stands in. */
const takeFrom = (model: SiteModel, { id }: Node) => take(listOf(model.navigation, id) ?? [], id);

/** Does one thing to both. */
type Step = (model: SiteModel, real: Real, choices: Choices) => Promise<void>;

const addSpace: Step = async (model, real, [a, b]) => {
  const spaceId = pick(freeSpaces(model, real), a);
  const sections = sectionsOf(model.navigation);
  const section = b % 3 === 0 || sections.length === 0 ? undefined : pick(sections, b);
  const { id } = await real.call(api.addSiteSpace, { spaceId, ...(section && { sectionId: section.id }) });
  const target = section ?? sections.find((one) => one.id === model.defaultSection);
  (target?.places ?? model.root).push({ id, space: spaceId });
  await real.says(409, api.addSiteSpace, { spaceId });
};

const removeSpace: Step = async (model, { says }, [a]) => {
  const place = pick(placesOf(model), a);
  const level = levelsOf(model).find(({ places }) => places.includes(place));
  const isRoot = level?.key === 'root';
  const alone = placesOf(model).length === 1 || (!isRoot && level?.places.length === 1);
  await says(alone ? 409 : 205, api.removeSiteSpace, { siteSpaceId: place.id });
  if (alone) return;
  take(level?.places ?? [], place.id);
  await says(204, api.removeSiteSpace, { siteSpaceId: place.id });
};

const movePlace: Step = async (model, { call }, [a, b, c]) => {
  const { places } = pick(
    levelsOf(model).filter((level) => level.places.length > 1),
    a,
  );
  const place = pick(places, b);
  const pointer = pick(others(places, place), c);
  const side = sideOf(c);
  const position = { [side]: { type: 'site-space' as const, siteSpace: pointer.id } };
  await call(api.moveSiteSpace, { siteSpaceId: place.id, position });
  take(places, place.id);
  putNextTo(places, place, pointer.id, side);
};

/** To another section, by the structure's own sort. */
const carryPlace: Step = async (model, { says }, [a, b, c]) => {
  const from = pick(levelsOfSections(model), a);
  const to = pick(
    levelsOfSections(model).filter(({ key }) => key !== from.key),
    b,
  );
  const [place, pointer] = [pick(from.places, c), pick(to.places, c)];
  const side = sideOf(a);
  const isLast = from.places.length === 1;
  await says(isLast ? 409 : 200, api.sortSiteStructure, {
    item: { type: 'site-space', id: place.id },
    position: { [side]: { type: 'site-space', id: pointer.id } },
  });
  if (isLast) return;
  take(from.places, place.id);
  putNextTo(to.places, place, pointer.id, side);
};

const createSection: Step = async (model, real, [a]) => {
  const space = pick(freeSpaces(model, real), a);
  const made = await real.call(api.createSiteSection, { spaceId: space });
  if (model.root.length > 0) await gatherRoot(model, real);
  const places = made.siteSpaces.map(({ id }) => ({ id, space }));
  model.navigation.push({ kind: 'section', id: made.id, places });
};

/** The first section takes in what stood at the root. */
async function gatherRoot(model: SiteModel, { call }: Real): Promise<void> {
  const { items } = await call(api.listSiteSections, { limit: 1000 });
  const gathered = items.find(({ siteSpaces }) => siteSpaces.some(({ id }) => id === model.root[0]?.id));
  if (!gathered) throw new Error('what stood at the root is gone');
  const known = model.defaultPlace.get('root');
  model.navigation.push({ kind: 'section', id: gathered.id, places: model.root });
  if (known !== undefined) model.defaultPlace.set(gathered.id, known);
  model.root = [];
  mend(model);
}

const deleteSection: Step = async (model, { says }, [a]) => {
  const sections = sectionsOf(model.navigation);
  const section = pick(sections, a);
  await says(205, api.deleteSiteSection, { siteSectionId: section.id });
  takeFrom(model, section);
  if (sections.length === 1) {
    model.root = section.places;
    model.defaultPlace.set('root', model.defaultPlace.get(section.id) ?? '');
  }
  await says(204, api.deleteSiteSection, { siteSectionId: section.id });
};

const setDefaults: Step = async (model, { call }, [a, b]) => {
  const section = pick(sectionsOf(model.navigation), a);
  const place = pick(section.places, b);
  await call(updateSite, { defaultSiteSection: section.id });
  await call(api.updateSiteSection, { siteSectionId: section.id, defaultSiteSpace: place.id });
  model.defaultSection = section.id;
  model.defaultPlace.set(section.id, place.id);
};

const setRootDefault: Step = async (model, { call }, [a]) => {
  const place = pick(model.root, a);
  await call(updateSite, { defaultSiteSpace: place.id });
  model.defaultPlace.set('root', place.id);
};

/** One of them where the choice is odd and there is one. */
const maybe = <T>(list: readonly T[], choice: number): T | undefined =>
  choice % 2 === 0 || list.length === 0 ? undefined : pick(list, choice);

const createGroup: Step = async (model, { call }, [a, b]) => {
  const parent = maybe(groupsOf(model.navigation), a);
  const section = maybe(sectionsOf(model.navigation), b);
  const { id } = await call(api.createSiteSectionGroup, {
    title: `Group ${a}`,
    ...(parent && { parent: parent.id }),
    ...(section && { sections: [section.id] }),
  });
  const children = section ? [takeFrom(model, section) ?? section] : [];
  (parent?.children ?? model.navigation).push({ kind: 'group', id, children });
};

const deleteGroup: Step = async (model, { says }, [a]) => {
  const group = pick(groupsOf(model.navigation), a);
  await says(205, api.deleteSiteSectionGroup, { siteSectionGroupId: group.id });
  const list = listOf(model.navigation, group.id) ?? [];
  list.splice(list.indexOf(group), 1, ...group.children);
};

const addToGroup: Step = async (model, { call }, [a, b]) => {
  const group = pick(groupsOf(model.navigation), a);
  const section = pick(sectionsOf(model.navigation), b);
  await call(api.addToSiteSectionGroup, { siteSectionGroupId: group.id, sectionId: section.id });
  if (group.children.includes(section)) return;
  takeFrom(model, section);
  group.children.push(section);
};

const removeFromGroup: Step = async (model, { says }, [a, b]) => {
  const group = pick(groupsOf(model.navigation), a);
  const section = pick(sectionsOf(model.navigation), b);
  const inside = group.children.includes(section);
  const ref = { siteSectionGroupId: group.id, siteSectionId: section.id };
  await says(inside ? 205 : 204, api.removeFromSiteSectionGroup, ref);
  if (!inside) return;
  take(group.children, section.id);
  model.navigation.push(section);
};

const sortNavigation: Step = async (model, { says }, [a, b, c]) => {
  const nodes = nodesOf(model.navigation);
  const node = pick(nodes, a);
  const pointer = pick(others(nodes, node), b);
  const side = sideOf(c);
  const inside = node.kind === 'group' && nodesOf(node.children).some(({ id }) => id === pointer.id);
  const position = { [side]: itemOf(pointer) };
  await says(inside ? 400 : 200, api.sortSiteStructure, { item: itemOf(node), position });
  if (inside) return;
  takeFrom(model, node);
  putNextTo(listOf(model.navigation, pointer.id) ?? [], node, pointer.id, side);
};

/** The deprecated move: among siblings only. */
const moveSection: Step = async (model, { says }, [a, b, c]) => {
  const sections = sectionsOf(model.navigation);
  const section = pick(sections, a);
  const pointer = pick(others(sections, section), b);
  const list = listOf(model.navigation, section.id) ?? [];
  const side = sideOf(c);
  const siblings = list.includes(pointer);
  const position = { [side]: { type: 'site-section' as const, siteSection: pointer.id } };
  await says(siblings ? 200 : 400, api.moveSiteSection, { siteSectionId: section.id, position });
  if (!siblings) return;
  take(list, section.id);
  putNextTo(list, section, pointer.id, side);
};

/** At the end of a level, once the site has sections. */
const createLink: Step = async (model, { call, says }, [a, b]) => {
  const parent = maybe(groupsOf(model.navigation), a);
  const link = { title: `Link ${a}`, url: 'https://blog.example/', draft: b % 2 === 0 };
  const input = { ...link, ...(parent && { parent: parent.id }) };
  if (sectionsOf(model.navigation).length === 0) return says(400, api.createExternalLink, input);
  const { id } = await call(api.createExternalLink, input);
  (parent?.children ?? model.navigation).push({ kind: 'link', id });
};

/** A link moves when its group changes, and not when it stays what it was. */
const updateLink: Step = async (model, { call, says }, [a, b, c]) => {
  const link = pick(linksOf(model.navigation), a);
  const ref = { siteExternalLinkId: link.id };
  if (c % 4 === 0) return says(404, api.updateExternalLink, { ...ref, parent: link.id });
  const groups = groupsOf(model.navigation);
  const parent = b % 3 === 0 || groups.length === 0 ? undefined : pick(groups, b);
  await call(api.updateExternalLink, { ...ref, parent: parent?.id ?? null, draft: c % 2 === 0 });
  const [from, to] = [listOf(model.navigation, link.id), parent?.children ?? model.navigation];
  if (from === to) return;
  take(from ?? [], link.id);
  to.push(link);
};

const deleteLink: Step = async (model, { says }, [a]) => {
  const link = pick(linksOf(model.navigation), a);
  await says(205, api.deleteExternalLink, { siteExternalLinkId: link.id });
  takeFrom(model, link);
  await says(204, api.deleteExternalLink, { siteExternalLinkId: link.id });
};

export const steps: Readonly<Record<string, Step>> = {
  addSpace,
  removeSpace,
  movePlace,
  carryPlace,
  createSection,
  deleteSection,
  setDefaults,
  setRootDefault,
  createGroup,
  deleteGroup,
  addToGroup,
  removeFromGroup,
  sortNavigation,
  moveSection,
  createLink,
  updateLink,
  deleteLink,
};
