// Sites as the platform shows them.
import type * as api from '../../../api/sites/site-structure.generated.ts';
import type { Site } from '../../../api/sites/sites.generated.ts';
import { nonNull } from '../../../files/lists.ts';
import { liveSpace } from '../../db/content/spaces.ts';
import {
  type SiteExternalLinkRow,
  type SiteRow,
  type SiteRows,
  type SiteSectionGroupRow,
  type SiteSectionRow,
  type SiteSpaceRow,
  siteRows,
  siteSpaceCount,
} from '../../db/sites/sites.ts';
import type { Call, Sandbox } from '../../sandbox.ts';
import { appUrl, locationUrl, pathIn, previewRoot, siteAddress, siteRoot } from '../../urls.ts';
import { visibleParts } from '../../who-sees.ts';
import { spaceView } from '../content/spaces.ts';
import { byPosition } from './order.ts';
import { siteRights } from './settings.ts';

export function siteView(sandbox: Call, row: SiteRow): Site {
  const published = row.published === 1;
  return {
    object: 'site',
    id: row.id,
    type: row.type,
    appliedType: row.type,
    title: row.title,
    ...optionalFields(sandbox, row),
    basename: row.basename,
    visibility: row.visibility,
    defaultLevel: row.defaultLevel,
    permissions: siteRights(sandbox, row),
    published,
    siteSpaces: siteSpaceCount(sandbox.db, row.id),
    createdAt: row.createdAt,
    adaptiveContent: { enabled: row.adaptiveContent === 1 },
    agentsContext: row.agentsContext,
    ...(row.styleguide !== null && { styleguide: { kind: 'space', space: row.styleguide } }),
    features: featuresOf(row),
    urls: {
      location: locationUrl(sandbox, `/v1/orgs/${row.organization}/sites/${row.id}`),
      app: appUrl(sandbox, `/o/${row.organization}/sites/${row.id}`),
      ...(published && { published: siteAddress(sandbox, row) }),
      preview: previewRoot(row),
    },
  };
}

function optionalFields(sandbox: Sandbox, row: SiteRow): Partial<Site> {
  return {
    // Written by our own store.
    ...(row.icon !== null && { icon: JSON.parse(row.icon) as NonNullable<Site['icon']> }),
    ...nonNull({ hostname: row.hostname }),
    ...(row.proxy !== null && {
      proxy: {
        origin: row.proxy,
        target: siteAddress(sandbox, { ...row, proxy: null, hostname: null }),
      },
    }),
  };
}

/** What each plan adds to the one before it. */
const FEATURES = [
  ['basic', ['full-text-search', 'sections', 'redirects', 'no-custom-domain', 'page-feedback']],
  ['premium', ['custom-domain', 'basic-customization', 'unlisted-visibility', 'share-links', 'ai-search']],
  ['ultimate', ['adaptive-content', 'advanced-customization', 'visitor-authentication', 'ai-assistant']],
] as const;

function featuresOf({ type }: SiteRow): Site['features'] {
  const plan = type.replace('legacy-', '');
  const index = FEATURES.findIndex(([name]) => name === plan);
  const included = index === -1 ? FEATURES.slice(0, 1) : FEATURES.slice(0, index + 1);
  return included.flatMap(([name, ids]) =>
    ids.map((id) => ({ id: `sites-${id}`, plan: name, frozen: false, customizations: [] })),
  );
}

type Words = Readonly<Record<string, string>> | null | undefined;

interface Texts {
  localizedTitle?: Words;
  localizedDescription?: Words;
}

/** The columns of the texts that are given. */
export const textsIn = ({ localizedTitle, localizedDescription }: Texts) => ({
  localizedTitle: orNone(localizedTitle),
  localizedDescription: orNone(localizedDescription),
});

/** Without a text there is nothing. */
const orNone = (texts: Words): Words => (texts && Object.keys(texts).length === 0 ? null : texts);

/** The texts of a row, for an answer. */
export const textsOf = ({ localizedTitle, localizedDescription }: Texts) => ({
  ...(localizedTitle && { localizedTitle: { ...localizedTitle } }),
  ...(localizedDescription && { localizedDescription: { ...localizedDescription } }),
});

export const externalLinkView = (row: SiteExternalLinkRow): api.SiteExternalLink => ({
  object: 'site-external-link',
  id: row.id,
  title: row.title,
  ...textsOf(row),
  ...nonNull({ description: row.description, icon: row.icon }),
  url: row.url,
  ...nonNull({ sectionGroup: row.parent }),
  draft: row.draft === 1,
  ...nonNull({ condition: row.condition }),
});

/** A site with the rows the caller may know of, read once for everything that is shown of it. */
interface SiteView {
  call: Call;
  rows: SiteRows;
  /** Address of the published site; absent for those who may not know it. */
  root: string | undefined;
  shareKey: string | undefined;
}

/** `shareKey` opens the addresses of a share-link site. */
export function viewOfSite(call: Call, site: SiteRow, shareKey?: string): SiteView {
  const rows = visibleParts(call, siteRows(call.db, site.id));
  return { call, rows, root: siteRoot(call, site, shareKey), shareKey };
}

export function siteSpaceView(view: SiteView, row: SiteSpaceRow): api.SiteSpace {
  const { call, rows, shareKey } = view;
  const section = rows.sections.find(({ id }) => id === row.section);
  const isDefault = defaultSpaceOf(rows, row.section)?.id === row.id;
  return {
    object: 'site-space',
    id: row.id,
    path: row.path,
    ...nonNull({ section: row.section }),
    space: spaceView(call, liveSpace(call.db, row.space), shareKey === undefined ? {} : { shareKey }),
    title: row.title,
    default: isDefault,
    draft: row.draft === 1,
    hidden: row.hidden === 1,
    ...nonNull({ pageId: row.pageId, condition: row.condition }),
    hasAdvancedCustomizationFeature: false,
    // What readers do not get has no address.
    urls:
      row.draft === 1 || section?.draft === 1
        ? {}
        : addressOf(view, section?.path, isDefault ? undefined : row.path),
  };
}

export const sectionView = (view: SiteView, row: SiteSectionRow): api.SiteSection => ({
  object: 'site-section',
  id: row.id,
  title: row.title,
  ...textsOf(row),
  ...nonNull({ description: row.description }),
  draft: row.draft === 1,
  default: defaultSectionOf(view.rows)?.id === row.id,
  path: row.path,
  ...nonNull({ condition: row.condition, sectionGroup: row.sectionGroup, icon: row.icon }),
  siteSpaces: spacesIn(view.rows, row.id).map((space) => siteSpaceView(view, space)),
  urls: row.draft === 1 ? {} : addressOf(view, row.path),
});

export function groupView(view: SiteView, row: SiteSectionGroupRow): api.SiteSectionGroup {
  const children = navigationOf(view, row.id);
  return {
    object: 'site-section-group',
    id: row.id,
    title: row.title,
    ...textsOf(row),
    draft: row.draft === 1,
    ...nonNull({ sectionGroup: row.parent, icon: row.icon }),
    children,
    sections: children.filter((child) => child.object === 'site-section'),
  };
}

/** Sections, groups and links of one level, in their order. */
function navigationOf(
  view: SiteView,
  parent: string | null,
): (api.SiteSection | api.SiteSectionGroup | api.SiteExternalLink)[] {
  const { sections, groups, links } = view.rows;
  const own = [
    ...sections
      .filter((row) => row.sectionGroup === parent)
      .map((row) => ({ position: row.position, show: () => sectionView(view, row) })),
    ...groups
      .filter((row) => row.parent === parent)
      .map((row) => ({ position: row.position, show: () => groupView(view, row) })),
    ...links
      .filter((row) => row.parent === parent)
      .map((row) => ({ position: row.position, show: () => externalLinkView(row) })),
  ];
  return own.sort(byPosition).map(({ show }) => show());
}

/** The whole structure; a site without sections is its site spaces. */
export function structureView(view: SiteView): api.SiteStructure {
  const { rows } = view;
  if (rows.sections.length > 0) return { type: 'sections', structure: navigationOf(view, null) };
  return { type: 'siteSpaces', structure: spacesIn(rows, null).map((row) => siteSpaceView(view, row)) };
}

export const spacesIn = ({ siteSpaces }: SiteRows, section: string | null): SiteSpaceRow[] =>
  siteSpaces.filter((row) => row.section === section);

/** While the default is hidden with its deleted space, the first one that is shown takes its place. */
function defaultSpaceOf(rows: SiteRows, section: string | null): SiteSpaceRow | undefined {
  const shown = spacesIn(rows, section);
  return shown.find(({ isDefault }) => isDefault === 1) ?? shown[0];
}

const defaultSectionOf = ({ sections }: SiteRows): SiteSectionRow | undefined =>
  sections.find(({ isDefault }) => isDefault === 1) ?? sections[0];

function addressOf({ root }: SiteView, ...paths: (string | undefined)[]): { published?: string } {
  if (root === undefined) return {};
  return { published: root + pathIn(paths.filter((path) => path !== undefined)) };
}
