// Sites as the platform shows them.
import type { Site } from '../../../api/sites/sites.generated.ts';
import { siteRights } from '../../actions/sites/site-access.ts';
import { type SiteRow, siteSpaceCount } from '../../db/sites/sites.ts';
import type { Call, Sandbox } from '../../sandbox.ts';
import { appUrl, locationUrl, previewRoot, siteAddress } from '../../urls.ts';

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
    ...(row.hostname !== null && { hostname: row.hostname }),
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
