// A random site, made by single requests: every shape that the structure of a site can have, and every setting.
import { createSpace } from '../../src/api/content/spaces.ts';
import { setAdaptiveSchema } from '../../src/api/sites/adaptive-schema.ts';
import {
  getCustomization,
  setCustomization,
  updateSiteSpaceCustomization,
} from '../../src/api/sites/customization.ts';
import {
  createShareLink,
  updatePublishingAuth,
  updateShareLink,
} from '../../src/api/sites/site-publishing.ts';
import { createRedirect } from '../../src/api/sites/site-redirects.ts';
import * as api from '../../src/api/sites/site-structure.ts';
import { createSite, publishSite, updateSite } from '../../src/api/sites/sites.ts';
import type { SiteOrg } from './site-files.ts';

/** Numbers below a bound, the same for the same seed. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39) >>> 0;
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
  };
}

type Place = { organizationId: string; siteId: string };

/** Titles that are hard to write, among others. */
export const WORDS = [
  'Guides',
  'API',
  'Größe',
  '指南',
  'a: b # c',
  '"quoted"',
  "it's",
  '- dash',
  '1.0',
  'yes',
  'null',
  '🚀',
];
const ICONS = ['book', 'rocket', 'code', 'folder'];
const CONDITIONS = [
  'visitor.claims.beta',
  "visitor.claims.plan == 'pro' && true",
  '!visitor.claims.unsigned.dark',
];
const TYPES = ['basic', 'premium', 'ultimate'] as const;
const VISIBILITIES = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const;

interface Making {
  client: SiteOrg['client'];
  seed: number;
  /** A number below a bound. */
  random: (below: number) => number;
  pick: <T>(values: readonly T[]) => T;
  /** The fields, or in so many of a hundred cases none. */
  some: <T extends object>(chance: number, fields: T) => T | Record<never, never>;
  place: Place;
  spaces: number;
  shown: string[];
  sections: string[];
  groups: string[];
}

/** Returns the title of the site. */
export async function makeRandomSite({ client, organizationId }: SiteOrg, seed: number): Promise<string> {
  const random = randomOf(seed);
  const pick: Making['pick'] = (values) => values[random(values.length)] as (typeof values)[number];
  const some: Making['some'] = (chance, fields) => (random(100) < chance ? fields : {});
  const title = `Site ${seed} ${pick(WORDS)}`;
  const site = { organizationId, title, type: pick(TYPES), visibility: pick(VISIBILITIES) };
  const { id: siteId } = await client.call(createSite, site);
  const place = { organizationId, siteId };
  const lists = { shown: [], sections: [], groups: [] };
  const making: Making = { client, seed, random, pick, some, place, spaces: 0, ...lists };
  if (random(100) < 70) for (let left = 1 + random(8); left > 0; left -= 1) await makeItem(making, left);
  else for (let left = random(5); left > 0; left -= 1) await show(making);
  for (const [at, siteSpaceId] of making.shown.entries()) await settle(making, siteSpaceId, at);
  await makeSettings(making);
  for (let left = random(6); left > 0; left -= 1) await makeRedirect(making, left);
  if (making.shown.length > 0 && random(2) === 0) await client.call(publishSite, place);
  return title;
}

async function newSpace(making: Making): Promise<string> {
  making.spaces += 1;
  const title = `${making.pick(WORDS)} ${making.seed}.${making.spaces}`;
  const { organizationId } = making.place;
  return (await making.client.call(createSpace, { organizationId, title })).id;
}

async function show(making: Making, sectionId?: string): Promise<string> {
  const { client, place, shown } = making;
  const spaceId = await newSpace(making);
  const { id } = await client.call(api.addSiteSpace, { ...place, spaceId, ...(sectionId && { sectionId }) });
  shown.push(id);
  return id;
}

async function settle(
  { client, random, pick, some, place }: Making,
  siteSpaceId: string,
  at: number,
): Promise<void> {
  const fields = {
    ...some(40, { path: `p-${random(1000)}-${at}` }),
    ...some(20, { condition: pick(CONDITIONS) }),
    ...some(20, { draft: true }),
    ...some(20, { hidden: true }),
  };
  if (Object.keys(fields).length > 0)
    await client.call(api.updateSiteSpace, { ...place, siteSpaceId, ...fields });
  const looks = {
    ...some(50, { styling: { theme: 'bold' as const, corners: 'straight' as const } }),
    ...some(50, { themes: { default: 'dark' as const } }),
  };
  if (random(100) < 15) await client.call(updateSiteSpaceCustomization, { ...place, siteSpaceId, ...looks });
}

/** A section, a group or a link; a section first. */
async function makeItem(making: Making, left: number): Promise<void> {
  const { client, random, pick, some, place, groups, sections } = making;
  const kind = sections.length === 0 ? 0 : random(6);
  const inside = groups.length > 0 && random(2) === 0 ? pick(groups) : undefined;
  const parent = inside !== undefined && { parent: inside };
  if (kind < 4) return makeSection(making, left, inside);
  if (kind === 4) {
    const look = { ...some(50, { icon: pick(ICONS) }), ...some(30, { draft: true }) };
    const group = { title: pick(WORDS), ...look, ...parent };
    const { id } = await client.call(api.createSiteSectionGroup, { ...place, ...group });
    groups.push(id);
    const names = { localizedTitle: { fr: 'Groupe' } };
    if (random(3) === 0)
      await client.call(api.updateSiteSectionGroup, { ...{ ...place, siteSectionGroupId: id }, ...names });
    return;
  }
  await client.call(api.createExternalLink, {
    ...{ ...place, title: `Link ${pick(WORDS)}`, url: `https://acme.example/${left}`, ...parent },
    ...some(30, { description: 'Elsewhere', icon: pick(ICONS), draft: true }),
    ...some(30, { localizedTitle: { de: 'Hilfe' }, condition: pick(CONDITIONS) }),
  });
}

async function makeSection(making: Making, left: number, siteSectionGroupId?: string): Promise<void> {
  const { client, random, pick, some, place, sections, shown } = making;
  const title = `${pick(WORDS)} section ${random(100) < 80 ? left : ''}`.trim();
  const section = { spaceId: await newSpace(making), title, ...some(40, { icon: pick(ICONS) }) };
  const made = await client.call(api.createSiteSection, { ...place, ...section });
  sections.push(made.id);
  shown.push(...made.siteSpaces.map(({ id }) => id));
  let last: string | undefined;
  for (let more = random(3); more > 0; more -= 1) last = await show(making, made.id);
  if (random(2) === 0)
    await client.call(api.updateSiteSection, {
      ...{ ...place, siteSectionId: made.id, path: `s-${left}-${random(100)}` },
      ...some(50, { description: `About ${pick(WORDS)}\nand more` }),
      ...some(40, { condition: pick(CONDITIONS), draft: true }),
      ...some(30, { localizedTitle: { de: 'Abschnitt', fr: pick(WORDS) } }),
      ...some(30, { localizedDescription: { ja: pick(WORDS) } }),
      ...(last !== undefined && some(50, { defaultSiteSpace: last })),
    });
  if (siteSectionGroupId !== undefined)
    await client.call(api.addToSiteSectionGroup, { ...place, siteSectionGroupId, sectionId: made.id });
}

async function makeSettings(making: Making): Promise<void> {
  const { client, random, pick, some, place, shown, sections } = making;
  const first = pick([...sections, ...(sections.length > 0 ? [] : shown), '']);
  await client.call(updateSite, {
    ...{ ...place, agentsContext: pick(['excluded', 'included'] as const) },
    ...some(50, { adaptiveContent: { enabled: true } }),
    ...some(50, { defaultLevel: pick(['read', 'comment', 'inherit', null] as const) }),
    ...some(30, { proxy: 'docs.acme.example/help' }),
    ...some(50, { basename: `base-${random(1_000_000)}` }),
    ...(first !== '' && (sections.length > 0 ? { defaultSiteSection: first } : { defaultSiteSpace: first })),
  });
  for (let left = random(4); left > 0; left -= 1) {
    const link = await client.call(createShareLink, { ...place, name: `${pick(WORDS)} ${left}` });
    if (random(3) === 0)
      await client.call(updateShareLink, { ...place, shareLinkId: link.id, active: false });
  }
  const auth = { backend: 'custom' as const, ...some(60, { fallbackURL: 'https://acme.example/sign-in' }) };
  if (random(100) < 40) await client.call(updatePublishingAuth, { ...place, ...auth });
  const schema = { type: 'object' as const, additionalProperties: false };
  const jsonSchema = { ...schema, properties: { beta: { type: 'boolean', description: 'Takes part' } } };
  if (random(100) < 30) await client.call(setAdaptiveSchema, { ...place, jsonSchema });
  if (random(100) < 60) return;
  const { updatedAt: _, ...looks } = await client.call(getCustomization, { ...place, unmasked: true });
  const announcement = { enabled: true, message: 'We moved', style: 'info' as const };
  await client.call(setCustomization, {
    ...{ ...place, ...looks, title: `Looks ${random(100)}` },
    ...some(50, { announcement }),
  });
}

async function makeRedirect(making: Making, left: number): Promise<void> {
  const { client, random, pick, some, place, shown, sections } = making;
  const choices = [
    { kind: 'external' as const, url: 'https://acme.example/' },
    ...sections.map((siteSectionId) => ({ kind: 'site-section' as const, siteSectionId })),
    ...shown.map((siteSpaceId) => ({ kind: 'site-space' as const, siteSpaceId })),
  ];
  const isWild = random(100) < 30;
  await client.call(createRedirect, {
    ...{ ...place, source: `/old-${left}${isWild ? '/*' : ''}`, destination: pick(choices) },
    ...(isWild && { captureWildcard: true }),
    ...some(30, { permanent: true }),
    ...some(20, { draft: true }),
  });
}
