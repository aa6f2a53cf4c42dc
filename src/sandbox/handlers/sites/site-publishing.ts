// How visitors of a site sign in, and previews. The key is for administrators: it signs anyone in.
import { createHmac, randomBytes } from 'node:crypto';
import type { SitePublishingAuth } from '../../../api/sites/site-publishing.generated.ts';
import {
  getPublishingAuth,
  getSitePreview,
  regeneratePublishingAuth,
  updatePublishingAuth,
} from '../../../api/sites/site-publishing.ts';
import { readSite, siteToChange } from '../../actions/sites/settings.ts';
import { siteSpaceOf } from '../../actions/sites/site-spaces.ts';
import { authOf, visitorAuthOf } from '../../actions/sites/visitor-auth.ts';
import { type SitePublishingRow, sitePublishing } from '../../db/sites/site-settings.ts';
import { type SiteRow, siteSections } from '../../db/sites/sites.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import type { Call } from '../../sandbox.ts';
import { pathIn, previewRoot } from '../../urls.ts';
import { badRequest } from '../../wire-error.ts';

interface SiteRef {
  organizationId: string;
  siteId: string;
}

function siteOf(call: Call, ref: SiteRef): SiteRow {
  const site = readSite(call, ref);
  call.access.requireOrganization(ref.organizationId, 'admin');
  return site;
}

const KEY_BYTES = 32;
const newKey = () => randomBytes(KEY_BYTES).toString('hex');

function view(call: Call, site: SiteRow, row: SitePublishingRow): SitePublishingAuth {
  const integration = row.backend === 'integration' ? visitorAuthOf(call.db, site) : undefined;
  return {
    object: 'publishing-auth',
    backend: row.backend,
    privateKey: row.privateKey,
    ...(row.fallbackURL !== null && { fallbackURL: row.fallbackURL }),
    ...(row.logoutURL !== null && { logoutURL: row.logoutURL }),
    ...(integration !== undefined && { integration }),
  };
}

export default [
  handle(getPublishingAuth, (call, ref) => {
    const site = siteOf(call, ref);
    return view(call, site, authOf(call.db, site));
  }),

  handle(updatePublishingAuth, (call, { backend, fallbackURL, logoutURL, ...ref }) =>
    call.db.transaction(() => {
      const site = siteOf(call, ref);
      if (backend === 'integration' && visitorAuthOf(call.db, site) === undefined)
        throw badRequest(
          `backend: no integration that signs visitors in (site:visitor:auth) is installed on site "${site.title}"`,
        );
      const row: SitePublishingRow = {
        ...authOf(call.db, site),
        backend,
        ...(fallbackURL !== undefined && { fallbackURL }),
        ...(logoutURL !== undefined && { logoutURL }),
      };
      sitePublishing(call.db).put(row);
      return view(call, site, row);
    }),
  ),

  handle(regeneratePublishingAuth, (call, ref) =>
    call.db.transaction(() => {
      const site = siteOf(call, ref);
      const row = { ...authOf(call.db, site), privateKey: newKey() };
      sitePublishing(call.db).put(row);
      return view(call, site, row);
    }),
  ),

  handle(getSitePreview, (call, { siteSpace, claims, draft, target, ...ref }) => {
    const site = siteToChange(call, ref);
    const place = siteSpace === undefined ? undefined : siteSpaceOf(call, site, siteSpace);
    const section = place?.section
      ? siteSections(call.db).find({ id: place.section, site: site.id })?.path
      : undefined;
    const paths = place ? [...(section === undefined ? [] : [section]), place.path] : [];
    const url = new URL(previewRoot(site) + pathIn(paths));
    if (target !== undefined) url.pathname += target.replace(/^\//, '');
    if (draft === true) url.searchParams.set('draft', 'true');
    if (claims !== undefined) url.searchParams.set('claims', claimsOf(claims));
    const signed = createHmac('sha256', authOf(call.db, site).privateKey)
      .update(url.href)
      .digest('base64url');
    url.searchParams.set('token', signed);
    return { url: url.href };
  }),
];

/** Throws 400 for what is not a JSON object. */
function claimsOf(text: string): string {
  try {
    const claims: unknown = JSON.parse(text);
    if (typeof claims === 'object' && claims !== null && !Array.isArray(claims))
      return JSON.stringify(claims);
  } catch {
    // Refused below.
  }
  throw badRequest('claims must be a JSON object');
}

export const fidelity: FidelityOf = {
  'sitePublishing.updateAuth': {
    limited:
      'Stored, and refused without a suitable integration: visitors of a served sandbox sign in with ?jwt_token= alone.',
  },
  'sitePublishing.preview': { limited: 'No host answers at the preview address.' },
};
