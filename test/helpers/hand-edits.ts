// Single changes to a live site, as somebody makes them in the app; each changes something.
import { createSpace } from '../../src/api/content/spaces.ts';
import type { InputOf, Operation } from '../../src/api/operation.ts';
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
  type LiveItem,
  type LiveSite,
  PARTS,
  readLive,
  sectionsOn,
  spacesOn,
} from '../../src/jobs/site-file/live.ts';
import type { SiteOrg } from './site-files.ts';

interface Editing {
  live: LiveSite;
  /** For names that nothing has yet. */
  number: number;
  /** Throws where there is none. */
  one<T>(from: readonly T[]): T;
  send<O extends Operation>(
    operation: O,
    input?: Omit<InputOf<O>, 'organizationId' | 'siteId'>,
  ): Promise<unknown>;
  section(): LiveSection;
  shown(): { siteSpaceId: string };
  group(): { siteSectionGroupId: string };
  link(): { siteExternalLinkId: string };
  redirect(): { siteRedirectId: string };
  newSpace(): Promise<string>;
}
type LiveSection = ReturnType<typeof sectionsOn>[number];

/** Throws for what cannot be done on this site. */
type Edit = (editing: Editing) => Promise<unknown>;

const flat = (items: readonly LiveItem[]): LiveItem[] =>
  items.flatMap((item) => [item, ...(item.kind === 'group' ? flat(item.items) : [])]);

const other = (number: number) => ({ kind: 'external' as const, url: `https://acme.example/${number}` });

const EDITS: Record<string, Edit> = {
  title: ({ send, number }) => send(updateSite, { title: `Renamed ${number}` }),
  basename: ({ send, number }) => send(updateSite, { basename: `other-${number}` }),
  visibility: ({ send, live: { site } }) =>
    send(updateSite, { visibility: site.visibility === 'public' ? 'unlisted' : 'public' }),
  proxy: ({ send, live: { site } }) =>
    send(updateSite, { proxy: site.proxy ? null : 'docs.acme.example/other' }),
  adaptiveContent: ({ send, live: { site } }) =>
    send(updateSite, { adaptiveContent: { enabled: site.adaptiveContent?.enabled !== true } }),
  publish: ({ send, live: { site } }) => send(site.published ? unpublishSite : publishSite),
  'default section': ({ send, one, live: { items } }) =>
    send(updateSite, { defaultSiteSection: one(sectionsOn(items).filter(({ isDefault }) => !isDefault)).id }),
  'section title': ({ send, section, number }) =>
    send(api.updateSiteSection, { siteSectionId: section().id, title: `Section ${number}` }),
  'section path': ({ send, section, number }) =>
    send(api.updateSiteSection, { siteSectionId: section().id, path: `path-${number}` }),
  'section texts': ({ send, section, number }) => {
    const texts = { description: `About ${number}`, icon: 'star', condition: 'visitor.claims.other' };
    return send(api.updateSiteSection, { siteSectionId: section().id, ...texts });
  },
  'section draft': ({ send, section }) => {
    const { id, raw } = section();
    return send(api.updateSiteSection, { siteSectionId: id, draft: raw.draft !== true });
  },
  'section titles by language': ({ send, section, number }) => {
    const texts = {
      localizedTitle: { fr: `Titre ${number}` },
      localizedDescription: { de: `Text ${number}` },
    };
    return send(api.updateSiteSection, { siteSectionId: section().id, ...texts });
  },
  'default level of members': ({ send, live: { site } }) =>
    send(updateSite, { defaultLevel: site.defaultLevel === 'review' ? 'edit' : 'review' }),
  'section order': ({ send, live: { items } }) => {
    const [first, last] = [items[0], items.at(-1)];
    if (!first || !last || items.length < 2) throw new Error('too few');
    const pointer = ({ raw, id }: LiveItem) => ({ type: raw.object, id });
    return send(api.sortSiteStructure, { item: pointer(last), position: { before: pointer(first) } });
  },
  'section into group': ({ send, one, group, live: { items } }) => {
    const { id: sectionId } = one(items.filter(({ kind }) => kind === 'section'));
    return send(api.addToSiteSectionGroup, { ...group(), sectionId });
  },
  'new section': async ({ send, section, newSpace, number }) =>
    section() && send(api.createSiteSection, { spaceId: await newSpace(), title: `New ${number}` }),
  'section gone': ({ send, section, live: { items } }) => {
    if (sectionsOn(items).length < 2) throw new Error('the last one');
    return send(api.deleteSiteSection, { siteSectionId: section().id });
  },
  'group title': ({ send, group, number }) =>
    send(api.updateSiteSectionGroup, { ...group(), title: `Group ${number}`, icon: 'star' }),
  'new group': ({ send, section, number }) =>
    section() && send(api.createSiteSectionGroup, { title: `Group ${number}` }),
  'group gone': ({ send, group }) => send(api.deleteSiteSectionGroup, group()),
  'new link': ({ send, number }) =>
    send(api.createExternalLink, { title: `Link ${number}`, url: 'https://acme.example/new' }),
  'link changed': ({ send, link, number }) => {
    const texts = { description: 'Other', localizedTitle: { fr: 'Aide' } };
    return send(api.updateExternalLink, { ...link(), url: other(number).url, ...texts });
  },
  'link gone': ({ send, link }) => send(api.deleteExternalLink, link()),
  'space path': ({ send, shown, number }) =>
    send(api.updateSiteSpace, { ...shown(), path: `path-${number}` }),
  'space condition': ({ send, shown }) =>
    send(api.updateSiteSpace, { ...shown(), condition: 'visitor.claims.other' }),
  'another space': async ({ send, shown, newSpace }) =>
    send(api.updateSiteSpace, { ...shown(), spaceId: await newSpace() }),
  'new space': async ({ send, one, shown, newSpace, live: { items } }) => {
    // The platform takes the last space off no site.
    shown();
    const spaceId = await newSpace();
    const sections = sectionsOn(items);
    return send(api.addSiteSpace, { spaceId, ...(sections.length > 0 && { sectionId: one(sections).id }) });
  },
  'space gone': ({ send, shown }) => send(api.removeSiteSpace, shown()),
  'space moved': ({ send, shown }) => {
    const pointer = () => ({ type: 'site-space' as const, id: shown().siteSpaceId });
    return send(api.sortSiteStructure, { item: pointer(), position: { after: pointer() } });
  },
  'looks of a space': ({ send, shown, number }) => {
    const announcement = { enabled: true, message: `News ${number}`, style: 'danger' as const };
    return send(updateSiteSpaceCustomization, { ...shown(), styling: { links: 'accent' }, announcement });
  },
  'looks of a space gone': ({ send, one, live: { looks } }) => {
    const own = [...looks].filter(([, look]) => Object.keys(look).length > 0);
    return send(resetSiteSpaceCustomization, { siteSpaceId: one(own)[0] });
  },
  looks: ({ send, live: { customization }, number }) => {
    const announcement = { enabled: false, message: 'Hello', style: 'info' as const };
    const looks = customization as InputOf<typeof setCustomization>;
    return send(setCustomization, { ...looks, title: `Looks by hand ${number}`, announcement });
  },
  'share link': ({ send, number }) => send(createShareLink, { name: `Link ${number}` }),
  'share link off': ({ send, one, live: { shareLinks = [] } }) => {
    const { id: shareLinkId, active = true } = one(shareLinks);
    return send(updateShareLink, { shareLinkId, active: !active });
  },
  'share link gone': ({ send, one, live: { shareLinks = [] } }) =>
    send(deleteShareLink, { shareLinkId: one(shareLinks).id }),
  auth: ({ send, number }) =>
    send(updatePublishingAuth, { backend: 'custom', logoutURL: `https://acme.example/out/${number}` }),
  'new redirect': ({ send, number }) =>
    send(createRedirect, { source: `/by-hand-${number}`, destination: other(0) }),
  'redirect changed': ({ send, redirect, number }) =>
    send(updateRedirect, { ...redirect(), destination: other(number) }),
  'redirect gone': ({ send, redirect }) => send(deleteRedirect, redirect()),
};

const NAMES = Object.keys(EDITS);

/** Does one that can be done; returns what it was called. */
export async function editByHand(
  { client, organizationId }: SiteOrg,
  site: Site,
  random: (below: number) => number,
  number: number,
): Promise<string> {
  const wanted = { parts: new Set(PARTS), looks: () => true, concurrency: 4 };
  const live = await readLive(client, organizationId, site, wanted);
  const one = <T>(from: readonly T[]): T => {
    if (from.length === 0) throw new Error('there is none');
    return from[random(from.length)] as T;
  };
  const ofKind = (kind: LiveItem['kind']) => one(flat(live.items).filter((item) => item.kind === kind)).id;
  const editing: Editing = {
    ...{ live, number, one },
    send: (operation, input) =>
      client.call(operation, { organizationId, siteId: site.id, ...input } as InputOf<typeof operation>),
    section: () => one(sectionsOn(live.items)),
    shown: () => ({ siteSpaceId: one(spacesOn(live)).id }),
    group: () => ({ siteSectionGroupId: ofKind('group') }),
    link: () => ({ siteExternalLinkId: ofKind('link') }),
    redirect: () => ({ siteRedirectId: one(live.redirects ?? []).id }),
    newSpace: async () => (await client.call(createSpace, { organizationId, title: `Extra ${number}` })).id,
  };
  for (;;) {
    const name = NAMES[random(NAMES.length)] ?? '';
    try {
      await EDITS[name]?.(editing);
      return name;
    } catch {
      // Not on this site: another one.
    }
  }
}
