// Single changes to a live site, as somebody makes them in the app; each changes something.
import { createSpace } from '../../src/api/content/spaces.ts';
import {
  resetSiteSpaceCustomization,
  setCustomization,
  updateSiteSpaceCustomization,
} from '../../src/api/sites/customization.ts';
import {
  createShareLink,
  deleteShareLink,
  updatePublishingAuth,
  updateShareLink,
} from '../../src/api/sites/site-publishing.ts';
import { createRedirect, deleteRedirect, updateRedirect } from '../../src/api/sites/site-redirects.ts';
import * as api from '../../src/api/sites/site-structure.ts';
import type { Site } from '../../src/api/sites/sites.generated.ts';
import { publishSite, unpublishSite, updateSite } from '../../src/api/sites/sites.ts';
import {
  type LiveGroup,
  type LiveItem,
  type LiveLink,
  type LiveSite,
  PARTS,
  readLive,
  sectionsOn,
  spacesOn,
} from '../../src/jobs/site-file/live.ts';
import type { SiteOrg } from './site-files.ts';

interface Editing {
  client: SiteOrg['client'];
  place: { organizationId: string; siteId: string };
  live: LiveSite;
  random: (below: number) => number;
  /** For names that nothing has yet. */
  number: number;
}

/** Throws for what cannot be done on this site. */
type Edit = (editing: Editing) => Promise<unknown>;

function oneOf<T>({ random }: Editing, values: readonly T[]): T {
  if (values.length === 0) throw new Error('there is none');
  return values[random(values.length)] as T;
}

const flat = (items: readonly LiveItem[]): LiveItem[] =>
  items.flatMap((item) => [item, ...(item.kind === 'group' ? flat(item.items) : [])]);
// Safe: filtered by the kind.
const groupsIn = ({ live }: Editing) =>
  flat(live.items).filter(({ kind }) => kind === 'group') as LiveGroup[];
const linksIn = ({ live }: Editing) => flat(live.items).filter(({ kind }) => kind === 'link') as LiveLink[];
const section = (editing: Editing) => oneOf(editing, sectionsOn(editing.live.items));
const shown = (editing: Editing) => oneOf(editing, spacesOn(editing.live));
const space = async ({ client, place: { organizationId }, number }: Editing) =>
  (await client.call(createSpace, { organizationId, title: `Extra ${number}` })).id;

const EDITS: Record<string, Edit> = {
  title: ({ client, place, number }) => client.call(updateSite, { ...place, title: `Renamed ${number}` }),
  basename: ({ client, place, number }) => client.call(updateSite, { ...place, basename: `other-${number}` }),
  visibility: ({ client, place, live }) =>
    client.call(updateSite, {
      ...place,
      visibility: live.site.visibility === 'public' ? 'unlisted' : 'public',
    }),
  proxy: ({ client, place, live }) =>
    client.call(updateSite, { ...place, proxy: live.site.proxy ? null : 'docs.acme.example/other' }),
  adaptiveContent: ({ client, place, live }) =>
    client.call(updateSite, {
      ...place,
      adaptiveContent: { enabled: live.site.adaptiveContent?.enabled !== true },
    }),
  publish: ({ client, place, live }) => client.call(live.site.published ? unpublishSite : publishSite, place),
  'default section': (editing) => {
    const others = sectionsOn(editing.live.items).filter(({ isDefault }) => !isDefault);
    return editing.client.call(updateSite, {
      ...editing.place,
      defaultSiteSection: oneOf(editing, others).id,
    });
  },
  'section title': (editing) =>
    editing.client.call(api.updateSiteSection, {
      ...{ ...editing.place, siteSectionId: section(editing).id, title: `Section ${editing.number}` },
    }),
  'section path': (editing) =>
    editing.client.call(api.updateSiteSection, {
      ...{ ...editing.place, siteSectionId: section(editing).id, path: `path-${editing.number}` },
    }),
  'section texts': (editing) =>
    editing.client.call(api.updateSiteSection, {
      ...{ ...editing.place, siteSectionId: section(editing).id, description: `About ${editing.number}` },
      ...{ icon: 'star', condition: 'visitor.claims.other' },
    }),
  'section draft': (editing) => {
    const { id, raw } = section(editing);
    return editing.client.call(api.updateSiteSection, {
      ...{ ...editing.place, siteSectionId: id, draft: raw.draft !== true },
    });
  },
  'section titles by language': (editing) =>
    editing.client.call(api.updateSiteSection, {
      ...{ ...editing.place, siteSectionId: section(editing).id },
      localizedTitle: { fr: `Titre ${editing.number}` },
      localizedDescription: { de: `Text ${editing.number}` },
    }),
  'default level of members': (editing) =>
    editing.client.call(updateSite, {
      ...editing.place,
      defaultLevel: editing.live.site.defaultLevel === 'review' ? 'edit' : 'review',
    }),
  'section order': (editing) => {
    const { items } = editing.live;
    const [first, last] = [items[0], items.at(-1)];
    if (!first || !last || items.length < 2) throw new Error('too few');
    const pointer = ({ raw, id }: LiveItem) => ({ type: raw.object, id });
    return editing.client.call(api.sortSiteStructure, {
      ...{ ...editing.place, item: pointer(last), position: { before: pointer(first) } },
    });
  },
  'section into group': (editing) =>
    editing.client.call(api.addToSiteSectionGroup, {
      ...{ ...editing.place, siteSectionGroupId: oneOf(editing, groupsIn(editing)).id },
      sectionId: oneOf(
        editing,
        editing.live.items.filter(({ kind }) => kind === 'section'),
      ).id,
    }),
  'new section': async (editing) =>
    section(editing) &&
    editing.client.call(api.createSiteSection, {
      ...{ ...editing.place, spaceId: await space(editing), title: `New ${editing.number}` },
    }),
  'section gone': (editing) => {
    if (sectionsOn(editing.live.items).length < 2) throw new Error('the last one');
    return editing.client.call(api.deleteSiteSection, {
      ...editing.place,
      siteSectionId: section(editing).id,
    });
  },
  'group title': (editing) =>
    editing.client.call(api.updateSiteSectionGroup, {
      ...{ ...editing.place, siteSectionGroupId: oneOf(editing, groupsIn(editing)).id },
      ...{ title: `Group ${editing.number}`, icon: 'star' },
    }),
  'new group': (editing) =>
    section(editing) &&
    editing.client.call(api.createSiteSectionGroup, { ...editing.place, title: `Group ${editing.number}` }),
  'group gone': (editing) =>
    editing.client.call(api.deleteSiteSectionGroup, {
      ...{ ...editing.place, siteSectionGroupId: oneOf(editing, groupsIn(editing)).id },
    }),
  'new link': (editing) =>
    editing.client.call(api.createExternalLink, {
      ...{ ...editing.place, title: `Link ${editing.number}`, url: 'https://acme.example/new' },
    }),
  'link changed': (editing) =>
    editing.client.call(api.updateExternalLink, {
      ...{ ...editing.place, siteExternalLinkId: oneOf(editing, linksIn(editing)).id },
      ...{
        url: `https://acme.example/${editing.number}`,
        description: 'Other',
        localizedTitle: { fr: 'Aide' },
      },
    }),
  'link gone': (editing) =>
    editing.client.call(api.deleteExternalLink, {
      ...{ ...editing.place, siteExternalLinkId: oneOf(editing, linksIn(editing)).id },
    }),
  'space path': (editing) =>
    editing.client.call(api.updateSiteSpace, {
      ...{ ...editing.place, siteSpaceId: shown(editing).id, path: `path-${editing.number}` },
    }),
  'space condition': (editing) =>
    editing.client.call(api.updateSiteSpace, {
      ...{ ...editing.place, siteSpaceId: shown(editing).id, condition: 'visitor.claims.other' },
    }),
  'another space': async (editing) =>
    editing.client.call(api.updateSiteSpace, {
      ...{ ...editing.place, siteSpaceId: shown(editing).id, spaceId: await space(editing) },
    }),
  'new space': async (editing) => {
    // The platform takes the last space off no site.
    shown(editing);
    const spaceId = await space(editing);
    const sections = sectionsOn(editing.live.items);
    const where = sections.length > 0 ? { sectionId: oneOf(editing, sections).id } : {};
    return editing.client.call(api.addSiteSpace, { ...editing.place, spaceId, ...where });
  },
  'space gone': (editing) =>
    editing.client.call(api.removeSiteSpace, { ...editing.place, siteSpaceId: shown(editing).id }),
  'space moved': (editing) => {
    const [one, other] = [shown(editing), shown(editing)];
    return editing.client.call(api.sortSiteStructure, {
      ...{ ...editing.place, item: { type: 'site-space', id: one.id } },
      position: { after: { type: 'site-space', id: other.id } },
    });
  },
  'looks of a space': (editing) =>
    editing.client.call(updateSiteSpaceCustomization, {
      ...{ ...editing.place, siteSpaceId: shown(editing).id, styling: { links: 'accent' } },
      announcement: { enabled: true, message: `News ${editing.number}`, style: 'danger' },
    }),
  'looks of a space gone': (editing) =>
    editing.client.call(resetSiteSpaceCustomization, {
      ...{
        ...editing.place,
        siteSpaceId: oneOf(
          editing,
          [...editing.live.looks].flatMap(([id, own]) => (Object.keys(own).length > 0 ? [id] : [])),
        ),
      },
    }),
  looks: ({ client, place, live, number }) =>
    client.call(setCustomization, {
      ...{ ...place, ...(live.customization as Parameters<typeof client.call<typeof setCustomization>>[1]) },
      ...{
        title: `Looks by hand ${number}`,
        announcement: { enabled: false, message: 'Hello', style: 'info' as const },
      },
    }),
  'share link': ({ client, place, number }) =>
    client.call(createShareLink, { ...place, name: `Link ${number}` }),
  'share link off': (editing) => {
    const { id: shareLinkId, active = true } = oneOf(editing, editing.live.shareLinks ?? []);
    return editing.client.call(updateShareLink, { ...editing.place, shareLinkId, active: !active });
  },
  'share link gone': (editing) =>
    editing.client.call(deleteShareLink, {
      ...{ ...editing.place, shareLinkId: oneOf(editing, editing.live.shareLinks ?? []).id },
    }),
  auth: ({ client, place, number }) =>
    client.call(updatePublishingAuth, {
      ...{ ...place, backend: 'custom', logoutURL: `https://acme.example/out/${number}` },
    }),
  'new redirect': ({ client, place, number }) =>
    client.call(createRedirect, {
      ...{
        ...place,
        source: `/by-hand-${number}`,
        destination: { kind: 'external', url: 'https://acme.example/' },
      },
    }),
  'redirect changed': (editing) =>
    editing.client.call(updateRedirect, {
      ...{ ...editing.place, siteRedirectId: oneOf(editing, editing.live.redirects ?? []).id },
      destination: { kind: 'external', url: `https://acme.example/${editing.number}` },
    }),
  'redirect gone': (editing) =>
    editing.client.call(deleteRedirect, {
      ...{ ...editing.place, siteRedirectId: oneOf(editing, editing.live.redirects ?? []).id },
    }),
};

const NAMES = Object.keys(EDITS);

/** Does one that can be done; returns what it was called. */
export async function editByHand(
  { client, organizationId }: SiteOrg,
  site: Site,
  random: (below: number) => number,
  number: number,
): Promise<string> {
  const place = { organizationId, siteId: site.id };
  const wanted = { parts: new Set(PARTS), looks: () => true, concurrency: 4 };
  const live = await readLive(client, organizationId, site, wanted);
  for (;;) {
    const name = NAMES[random(NAMES.length)] ?? '';
    try {
      await EDITS[name]?.({ client, place, live, random, number });
      return name;
    } catch {
      // Not on this site: another one.
    }
  }
}
