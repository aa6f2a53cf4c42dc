// The demo's sites: a public one with sections, and one for partners behind a share link.

import { positionBetween } from '../db/position.ts';
import {
  adaptiveSchemas,
  customHostnames,
  fonts,
  siteMcpServers,
  siteRedirects,
  siteSpaceCustomizations,
  uploads,
} from '../db/sites/site-settings.ts';
import {
  type SiteRow,
  shareLinks,
  siteExternalLinks,
  siteSectionGroups,
  siteSections,
  siteSpaces,
  sites,
} from '../db/sites/sites.ts';
import { spaceId } from './content.ts';
import { ORGANIZATION } from './people.ts';
import { demoId, type Story } from './story.ts';

interface DemoSection {
  title: string;
  path: string;
  space: string;
  icon: string;
  description?: string;
  group?: string;
}

const SECTIONS: DemoSection[] = [
  {
    title: 'Guides',
    path: 'guides',
    space: 'Guides',
    icon: 'book-open',
    description: 'Ship your first parcel',
  },
  { title: 'API', path: 'api', space: 'API reference', icon: 'code' },
  {
    title: 'Release notes',
    path: 'release-notes',
    space: 'Release notes',
    icon: 'rocket',
    group: 'Resources',
  },
];

/** What the public site may know of its visitors. */
const CLAIMS = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object' as const,
  properties: {
    plan: { type: 'string', enum: ['starter', 'business'], description: 'Plan of the customer' },
    beta: { type: 'boolean', description: 'Takes part in the beta' },
    unsigned: {
      type: 'object',
      description: 'Unsigned claims of the site visitor.',
      properties: { darkMode: { type: 'boolean', description: 'Prefers dark mode' } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

/** Old paths of the public site, and the sections that took their place. */
const REDIRECTS = [
  { source: '/getting-started', section: 'Guides', draft: 0, captureWildcard: 0 },
  { source: '/reference/*', section: 'API', draft: 0, captureWildcard: 1 },
  { source: '/changelog', section: 'Release notes', draft: 1, captureWildcard: 0 },
] as const;

/** The key is random: whoever has it may read the site. `docs sandbox status` tells it. */
export function addSites(story: Story, shareKey: string): void {
  addPublicSite(story);
  adaptiveSchemas(story.sandbox.db).put({
    site: demoId('site', 'Tarnpost Docs'),
    jsonSchema: CLAIMS,
    updatedAt: story.daysAgo(70),
  });
  const site = addSite(story, { title: 'Partner portal', visibility: 'share-link', published: 1 }, 80);
  addSiteSpace(story, { site, section: null, space: 'API reference', path: 'api-reference', isDefault: 1 });
  addSiteSpace(story, { site, section: null, space: 'Release notes', path: 'release-notes', isDefault: 0 });
  shareLinks(story.sandbox.db).insert({
    id: demoId('shareLink', 'Partners'),
    site,
    name: 'Partners 2026',
    key: shareKey,
    active: 1,
    createdAt: story.daysAgo(80),
  });
  addSite(story, { title: 'Status and incidents', visibility: 'unlisted', published: 0 }, 10);
}

function addPublicSite(story: Story): void {
  const site = addSite(
    story,
    { title: 'Tarnpost Docs', visibility: 'public', published: 1, hostname: 'docs.tarnpost.example' },
    280,
  );
  const group = demoId('sectionGroup', 'Resources');
  // Sections and groups of one level share an order: the group is the last one.
  const last = SECTIONS.reduce<string | undefined>((position) => positionBetween(position), undefined);
  siteSectionGroups(story.sandbox.db).insert({
    id: group,
    site,
    title: 'Resources',
    icon: 'folder',
    position: positionBetween(last),
  });
  let position: string | undefined;
  for (const { title, path, space, icon, description, group: named } of SECTIONS) {
    position = positionBetween(position);
    const section = demoId('section', title);
    siteSections(story.sandbox.db).insert({
      id: section,
      site,
      sectionGroup: named === undefined ? null : group,
      title,
      description: description ?? null,
      path,
      icon,
      isDefault: title === 'Guides' ? 1 : 0,
      position,
    });
    addSiteSpace(story, { site, section, space, path, isDefault: 1 });
  }
  addRedirects(story, site);
  siteExternalLinks(story.sandbox.db).insert({
    ...{ id: demoId('externalLink', 'Support'), site, parent: group, title: 'Support', draft: 0 },
    ...{ icon: 'life-ring', url: 'https://support.tarnpost.example' },
    position: positionBetween(positionBetween(last)),
  });
  addFonts(story);
  customHostnames(story.sandbox.db).insert({
    ...{ hostname: 'docs.tarnpost.example', site, status: 'live' },
  });
  siteMcpServers(story.sandbox.db).insert({
    ...{ id: demoId('mcpServer', 'Parcel tools'), site, name: 'Parcel tools', transport: 'http' },
    url: 'https://mcp.tarnpost.example/parcels',
    headers: { Authorization: 'Bearer demo-parcel-tools' },
  });
  siteSpaceCustomizations(story.sandbox.db).put({
    siteSpace: demoId('siteSpace', `${site}/api`),
    overrides: { themes: { default: 'dark' } },
    updatedAt: story.daysAgo(40),
  });
}

function addFonts({ sandbox: { db } }: Story): void {
  for (const key of ['fonts/tarnpost-sans.woff2', 'fonts/tarnpost-serif.woff2'])
    uploads(db).insert({
      ...{ key, organization: ORGANIZATION, kind: 'customization_font', type: 'font/woff2' },
    });
  fonts(db).insert({
    ...{ id: demoId('font', 'Tarnpost Sans'), organization: ORGANIZATION, fontFamily: 'Tarnpost Sans' },
    faces: [{ weight: 400, storageKey: 'fonts/tarnpost-sans.woff2' }],
  });
}

function addRedirects({ sandbox, daysAgo }: Story, site: string): void {
  for (const { source, section, draft, captureWildcard } of REDIRECTS) {
    siteRedirects(sandbox.db).insert({
      id: demoId('redirect', source),
      site,
      source,
      draft,
      captureWildcard,
      permanent: 0,
      destination: { kind: 'site-section', siteSectionId: demoId('section', section) },
      createdAt: daysAgo(60),
    });
  }
}

type Fields = Pick<SiteRow, 'title' | 'visibility' | 'published'> & Partial<SiteRow>;

/** Returns the id of the site. */
function addSite({ sandbox, daysAgo }: Story, fields: Fields, days: number): string {
  const id = demoId('site', fields.title);
  sites(sandbox.db).insert({
    id,
    organization: ORGANIZATION,
    type: 'premium',
    basename: fields.title.toLowerCase().replaceAll(' ', '-'),
    agentsContext: 'included',
    createdAt: daysAgo(days),
    ...fields,
  });
  return id;
}

interface Shown {
  site: string;
  section: string | null;
  space: string;
  path: string;
  isDefault: 0 | 1;
}

function addSiteSpace({ sandbox }: Story, { site, section, space, path, isDefault }: Shown): void {
  siteSpaces(sandbox.db).insert({
    id: demoId('siteSpace', `${site}/${path}`),
    site,
    section,
    space: spaceId(space),
    title: space,
    path,
    isDefault,
    position: positionBetween(isDefault === 1 ? undefined : 'i0000000'),
  });
}
