// What can be done to a site's structure: to the model and to the sandbox, with the same outcome.
import * as api from '../../../src/api/sites/site-structure.ts';
import { updateSite } from '../../../src/api/sites/sites.ts';
import type { TestSandbox } from '../../helpers/sandbox.ts';
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

export interface Real {
  box: TestSandbox;
  site: { organizationId: string; siteId: string };
  /** Spaces of the organization. */
  spaces: string[];
}

/** Random choices: each picks one of what there is. */
export type Choices = readonly [number, number, number];

const pick = <T>(list: readonly T[], choice: number): T | undefined =>
  list[choice % Math.max(1, list.length)];
const freeSpaces = (model: SiteModel, { spaces }: Real) =>
  spaces.filter((space) => !placesOf(model).some((place) => place.space === space));
const sideOf = (choice: number) => (choice % 2 === 0 ? 'before' : 'after');
const TYPES = { group: 'site-section-group', section: 'site-section', link: 'site-external-link' } as const;
const itemOf = ({ kind, id }: Node): api.SiteItem => ({ type: TYPES[kind], id });

/** Does one thing to both; false where the model says that there is nothing to do it to. */
export type Step = (model: SiteModel, real: Real, choices: Choices) => Promise<boolean>;

async function refused(status: number, attempt: Promise<{ status: number }>): Promise<void> {
  const found = (await attempt).status;
  if (found !== status) throw new Error(`answered ${found} instead of ${status}`);
}

const addSpace: Step = async (model, real, [a, b]) => {
  const space = pick(freeSpaces(model, real), a);
  if (space === undefined) return false;
  const sections = sectionsOf(model.navigation);
  const section = b % 3 === 0 ? undefined : pick(sections, b);
  const made = await real.box.call(api.addSiteSpace, {
    ...real.site,
    spaceId: space,
    ...(section && { sectionId: section.id }),
  });
  const target = section ?? sections.find(({ id }) => id === model.defaultSection);
  (target?.places ?? model.root).push({ id: made.id, space });
  await refused(409, real.box.answer(api.addSiteSpace, { ...real.site, spaceId: space }));
  return true;
};

const removeSpace: Step = async (model, real, [a]) => {
  const level = levelsOf(model).find(({ places }) =>
    places.some(({ id }) => id === pick(placesOf(model), a)?.id),
  );
  const place = pick(placesOf(model), a);
  if (!level || !place) return false;
  const attempt = real.box.answer(api.removeSiteSpace, { ...real.site, siteSpaceId: place.id });
  const alone = placesOf(model).length === 1 || (level.key !== 'root' && level.places.length === 1);
  if (alone) {
    await refused(409, attempt);
    return true;
  }
  await refused(205, attempt);
  take(level.places, place.id);
  await refused(204, real.box.answer(api.removeSiteSpace, { ...real.site, siteSpaceId: place.id }));
  return true;
};

const movePlace: Step = async (model, real, [a, b, c]) => {
  const level = pick(
    levelsOf(model).filter(({ places }) => places.length > 1),
    a,
  );
  const place = level && pick(level.places, b);
  const pointer =
    level &&
    pick(
      level.places.filter(({ id }) => id !== place?.id),
      c,
    );
  if (!level || !place || !pointer) return false;
  const side = sideOf(c);
  await real.box.call(api.moveSiteSpace, {
    ...real.site,
    siteSpaceId: place.id,
    position: { [side]: { type: 'site-space', siteSpace: pointer.id } },
  });
  take(level.places, place.id);
  putNextTo(level.places, place, pointer.id, side);
  return true;
};

/** To another section, by the structure's own sort. */
const carryPlace: Step = async (model, real, [a, b, c]) => {
  const from = pick(
    levelsOf(model).filter(({ key }) => key !== 'root'),
    a,
  );
  const to = pick(
    levelsOf(model).filter(({ key }) => key !== 'root' && key !== from?.key),
    b,
  );
  const place = from && pick(from.places, c);
  const pointer = to && pick(to.places, c);
  if (!from || !to || !place || !pointer) return false;
  const side = sideOf(a);
  const attempt = real.box.answer(api.sortSiteStructure, {
    ...real.site,
    item: { type: 'site-space', id: place.id },
    position: { [side]: { type: 'site-space', id: pointer.id } },
  });
  if (from.places.length === 1) {
    await refused(409, attempt);
    return true;
  }
  await refused(200, attempt);
  take(from.places, place.id);
  putNextTo(to.places, place, pointer.id, side);
  return true;
};

const createSection: Step = async (model, real, [a]) => {
  const space = pick(freeSpaces(model, real), a);
  if (space === undefined) return false;
  const made = await real.box.call(api.createSiteSection, { ...real.site, spaceId: space });
  if (model.root.length > 0) await gatherRoot(model, real);
  const places = made.siteSpaces.map(({ id }) => ({ id, space }));
  model.navigation.push({ kind: 'section', id: made.id, places });
  return true;
};

/** The first section takes in what stood at the root. */
async function gatherRoot(model: SiteModel, real: Real): Promise<void> {
  const { items } = await real.box.call(api.listSiteSections, { ...real.site, limit: 1000 });
  const gathered = items.find(({ siteSpaces }) => siteSpaces.some(({ id }) => id === model.root[0]?.id));
  if (!gathered) throw new Error('what stood at the root is gone');
  const known = model.defaultPlace.get('root');
  model.navigation.push({ kind: 'section', id: gathered.id, places: model.root });
  if (known !== undefined) model.defaultPlace.set(gathered.id, known);
  model.root = [];
  mend(model);
}

const deleteSection: Step = async (model, real, [a]) => {
  const sections = sectionsOf(model.navigation);
  const section = pick(sections, a);
  if (!section) return false;
  await refused(205, real.box.answer(api.deleteSiteSection, { ...real.site, siteSectionId: section.id }));
  take(listOf(model.navigation, section.id) ?? [], section.id);
  if (sections.length === 1) {
    model.root = section.places;
    model.defaultPlace.set('root', model.defaultPlace.get(section.id) ?? '');
  }
  await refused(204, real.box.answer(api.deleteSiteSection, { ...real.site, siteSectionId: section.id }));
  return true;
};

const setDefaults: Step = async (model, real, [a, b]) => {
  const section = pick(sectionsOf(model.navigation), a);
  const place = section && pick(section.places, b);
  if (!section || !place) return false;
  await real.box.call(updateSite, { ...real.site, defaultSiteSection: section.id });
  await real.box.call(api.updateSiteSection, {
    ...real.site,
    siteSectionId: section.id,
    defaultSiteSpace: place.id,
  });
  model.defaultSection = section.id;
  model.defaultPlace.set(section.id, place.id);
  return true;
};

const setRootDefault: Step = async (model, real, [a]) => {
  const place = pick(model.root, a);
  if (!place) return false;
  await real.box.call(updateSite, { ...real.site, defaultSiteSpace: place.id });
  model.defaultPlace.set('root', place.id);
  return true;
};

const createGroup: Step = async (model, real, [a, b]) => {
  const parent = a % 2 === 0 ? undefined : pick(groupsOf(model.navigation), a);
  const section = b % 2 === 0 ? undefined : pick(sectionsOf(model.navigation), b);
  const made = await real.box.call(api.createSiteSectionGroup, {
    ...real.site,
    title: `Group ${a}`,
    ...(parent && { parent: parent.id }),
    ...(section && { sections: [section.id] }),
  });
  const children = section ? [take(listOf(model.navigation, section.id) ?? [], section.id) ?? section] : [];
  (parent?.children ?? model.navigation).push({ kind: 'group', id: made.id, children });
  return true;
};

const deleteGroup: Step = async (model, real, [a]) => {
  const group = pick(groupsOf(model.navigation), a);
  if (!group) return false;
  await refused(
    205,
    real.box.answer(api.deleteSiteSectionGroup, { ...real.site, siteSectionGroupId: group.id }),
  );
  const list = listOf(model.navigation, group.id) ?? [];
  list.splice(list.indexOf(group), 1, ...group.children);
  return true;
};

const addToGroup: Step = async (model, real, [a, b]) => {
  const group = pick(groupsOf(model.navigation), a);
  const section = pick(sectionsOf(model.navigation), b);
  if (!group || !section) return false;
  await real.box.call(api.addToSiteSectionGroup, {
    ...real.site,
    siteSectionGroupId: group.id,
    sectionId: section.id,
  });
  if (group.children.includes(section)) return true;
  take(listOf(model.navigation, section.id) ?? [], section.id);
  group.children.push(section);
  return true;
};

const removeFromGroup: Step = async (model, real, [a, b]) => {
  const group = pick(groupsOf(model.navigation), a);
  const section = pick(sectionsOf(model.navigation), b);
  if (!group || !section) return false;
  const inside = group.children.includes(section);
  const ref = { ...real.site, siteSectionGroupId: group.id, siteSectionId: section.id };
  await refused(inside ? 205 : 204, real.box.answer(api.removeFromSiteSectionGroup, ref));
  if (!inside) return true;
  take(group.children, section.id);
  model.navigation.push(section);
  return true;
};

const sortNavigation: Step = async (model, real, [a, b, c]) => {
  const nodes = nodesOf(model.navigation);
  const node = pick(nodes, a);
  const pointer = pick(
    nodes.filter(({ id }) => id !== node?.id),
    b,
  );
  if (!node || !pointer) return false;
  const side = sideOf(c);
  const attempt = real.box.answer(api.sortSiteStructure, {
    ...real.site,
    item: itemOf(node),
    position: { [side]: itemOf(pointer) },
  });
  const inside = node.kind === 'group' && nodesOf(node.children).some(({ id }) => id === pointer.id);
  await refused(inside ? 400 : 200, attempt);
  if (inside) return true;
  take(listOf(model.navigation, node.id) ?? [], node.id);
  putNextTo(listOf(model.navigation, pointer.id) ?? [], node, pointer.id, side);
  return true;
};

/** The deprecated move: among siblings only. */
const moveSection: Step = async (model, real, [a, b, c]) => {
  const section = pick(sectionsOf(model.navigation), a);
  const pointer = pick(
    sectionsOf(model.navigation).filter(({ id }) => id !== section?.id),
    b,
  );
  if (!section || !pointer) return false;
  const list = listOf(model.navigation, section.id) ?? [];
  const side = sideOf(c);
  const attempt = real.box.answer(api.moveSiteSection, {
    ...real.site,
    siteSectionId: section.id,
    position: { [side]: { type: 'site-section', siteSection: pointer.id } },
  });
  const siblings = list.includes(pointer);
  await refused(siblings ? 200 : 400, attempt);
  if (!siblings) return true;
  take(list, section.id);
  putNextTo(list, section, pointer.id, side);
  return true;
};

const URL = 'https://blog.example/';

/** At the end of a level, once the site has sections. */
const createLink: Step = async (model, real, [a, b]) => {
  const parent = a % 2 === 0 ? undefined : pick(groupsOf(model.navigation), a);
  const input = { ...real.site, title: `Link ${a}`, url: URL, draft: b % 2 === 0 };
  const attempt = real.box.answer(api.createExternalLink, { ...input, ...(parent && { parent: parent.id }) });
  if (sectionsOf(model.navigation).length === 0) {
    await refused(400, attempt);
    return true;
  }
  await refused(201, attempt);
  // Safe: an answer of success.
  const { id } = (await attempt).body as { id: string };
  (parent?.children ?? model.navigation).push({ kind: 'link', id });
  return true;
};

/** A link moves when its group changes, and not when it stays what it was. */
const updateLink: Step = async (model, real, [a, b, c]) => {
  const link = pick(linksOf(model.navigation), a);
  if (!link) return false;
  const parent = b % 3 === 0 ? undefined : pick(groupsOf(model.navigation), b);
  const ref = { ...real.site, siteExternalLinkId: link.id };
  if (c % 4 === 0) {
    await refused(404, real.box.answer(api.updateExternalLink, { ...ref, parent: link.id }));
    return true;
  }
  await real.box.call(api.updateExternalLink, { ...ref, parent: parent?.id ?? null, draft: c % 2 === 0 });
  const [from, to] = [listOf(model.navigation, link.id), parent?.children ?? model.navigation];
  if (from === to) return true;
  take(from ?? [], link.id);
  to.push(link);
  return true;
};

const deleteLink: Step = async (model, real, [a]) => {
  const link = pick(linksOf(model.navigation), a);
  if (!link) return false;
  const ref = { ...real.site, siteExternalLinkId: link.id };
  await refused(205, real.box.answer(api.deleteExternalLink, ref));
  take(listOf(model.navigation, link.id) ?? [], link.id);
  await refused(204, real.box.answer(api.deleteExternalLink, ref));
  return true;
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
