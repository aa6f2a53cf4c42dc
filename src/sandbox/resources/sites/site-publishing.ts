// How visitors reach a site and sign in, previews, share links and domains. Keys and share links are for those who may change it.
import { createHmac, randomBytes } from 'node:crypto';
import type { ShareLink, SitePublishingAuth } from '../../../api/sites/site-publishing.generated.ts';
import * as api from '../../../api/sites/site-publishing.ts';
import { nonNull } from '../../../files/lists.ts';
import { requirePaidPlan } from '../../access.ts';
import {
  type CustomHostnameRow,
  customHostnames,
  hostnameRow,
  type SitePublishingRow,
  sitePublishing,
} from '../../db/sites/site-settings.ts';
import { type ShareLinkRow, type SiteRow, shareLinks, siteSections, sites } from '../../db/sites/sites.ts';
import { created, deleted, type FidelityOf, handle, handleChange, reply } from '../../handler.ts';
import { pageOfRows } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl, newId, pathIn, previewRoot, siteAddress, sitePartUrl } from '../../urls.ts';
import { badRequest, conflict, notFound } from '../../wire-error.ts';
import { authOf, visitorAuthOf } from './published.ts';
import { bitOf, readSite, type SiteRef, siteToChange } from './settings.ts';
import { siteSpaceOf } from './site-spaces.ts';

function siteOf(call: Call, ref: SiteRef): SiteRow {
  const site = readSite(call, ref);
  call.access.requireOrganization(ref.organizationId, 'admin');
  return site;
}

const KEY_BYTES = 32;
const newKey = () => randomBytes(KEY_BYTES).toString('hex');

function authView(call: Call, site: SiteRow, row: SitePublishingRow): SitePublishingAuth {
  const integration = row.backend === 'integration' ? visitorAuthOf(call.db, site) : undefined;
  return {
    object: 'publishing-auth',
    backend: row.backend,
    privateKey: row.privateKey,
    ...nonNull({ fallbackURL: row.fallbackURL, logoutURL: row.logoutURL }),
    ...(integration !== undefined && { integration }),
  };
}

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

const shareLinkView = (call: Call, site: SiteRow, row: ShareLinkRow): ShareLink => ({
  object: 'share-link',
  id: row.id,
  createdAt: row.createdAt,
  name: row.name,
  active: row.active === 1,
  urls: { ...(site.published === 1 && { published: siteAddress(call, site, row.key) }) },
});

const SHARE_KEY_BYTES = 12;
/** What a site may have at most. */
const MOST_LINKS = 100;

/** Of an organization that the caller knows. 404 for all others. */
function hostnameOf(call: Call, hostname: string) {
  const row = hostnameRow(call.db, hostname);
  const role = row && call.access.memberRole(row.organization);
  // A guest knows sites, and not how they are run.
  if (!row || role === undefined || role === null) throw notFound('domain', hostname);
  return row;
}

/** What another look at the DNS comes to: a certificate is asked for once it is right, and then it is live. */
const NEXT: Partial<Record<CustomHostnameRow['status'], CustomHostnameRow['status']>> = {
  dns_passed: 'ssl_pending',
  ssl_unknown: 'ssl_pending',
  ssl_failed: 'ssl_pending',
  ssl_retry_expired: 'ssl_pending',
  ssl_pending: 'live',
};

export default [
  handle(api.getPublishingAuth, siteOf, (call, _, site) => authView(call, site, authOf(call.db, site))),

  handleChange(api.updatePublishingAuth, siteOf, (call, { backend, fallbackURL, logoutURL }, site) => {
    if (backend === 'integration' && visitorAuthOf(call.db, site) === undefined)
      throw badRequest(
        `backend: no integration that signs visitors in (site:visitor:auth) is installed on site "${site.title}"`,
      );
    const row: SitePublishingRow = {
      ...{ ...authOf(call.db, site), backend },
      ...(fallbackURL !== undefined && { fallbackURL }),
      ...(logoutURL !== undefined && { logoutURL }),
    };
    sitePublishing(call.db).put(row);
    return authView(call, site, row);
  }),

  handleChange(api.regeneratePublishingAuth, siteOf, (call, _, site) => {
    const row = { ...authOf(call.db, site), privateKey: newKey() };
    sitePublishing(call.db).put(row);
    return authView(call, site, row);
  }),

  handle(api.getSitePreview, siteToChange, (call, { siteSpace, claims, draft, target }, site) => {
    const place = siteSpace === undefined ? undefined : siteSpaceOf(call, site, siteSpace);
    const id = place?.section ?? '';
    const section = siteSections(call.db).find({ id, site: site.id })?.path;
    const paths = [section, place?.path].filter((path) => path !== undefined);
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

  handle(api.listShareLinks, siteToChange, (call, { search, page, limit }, site) =>
    pageOfRows(call.db, shareLinks, {
      where: { site: site.id },
      ...(search !== undefined && {
        also: { where: ['instr(lower(name), lower(?)) > 0'], params: [search] },
      }),
      query: { page, limit },
      item: (row) => shareLinkView(call, site, row),
    }),
  ),

  handleChange(api.createShareLink, siteToChange, (call, { name }, site) => {
    requirePaidPlan(call, site.organization, 'share links');
    if (shareLinks(call.db).count({ site: site.id }) >= MOST_LINKS)
      throw conflict(`site "${site.title}" has ${MOST_LINKS} share links already: delete one first`);
    const row: ShareLinkRow = {
      ...{ id: newId(), site: site.id, name, active: 1 },
      key: randomBytes(SHARE_KEY_BYTES).toString('base64url'),
      createdAt: call.now().toISOString(),
    };
    shareLinks(call.db).insert(row);
    return created(shareLinkView(call, site, row), sitePartUrl(call, site, `share-links/${row.id}`));
  }),

  handleChange(api.updateShareLink, siteToChange, (call, { shareLinkId, active, name }, site) => {
    const own = () => shareLinks(call.db).get({ id: shareLinkId, site: site.id }, 'share link');
    own();
    shareLinks(call.db).update({ id: shareLinkId }, { name, active: bitOf(active) });
    return shareLinkView(call, site, own());
  }),

  handleChange(api.deleteShareLink, siteToChange, (call, { shareLinkId }, site) =>
    deleted(shareLinks(call.db).remove({ id: shareLinkId, site: site.id })),
  ),

  handle(api.getHostname, (call, { hostname }) => {
    const { site, status } = hostnameOf(call, hostname);
    return {
      object: 'custom-hostname' as const,
      hostname,
      target: { type: 'site' as const, site },
      isActive: status === 'live',
      status,
      urls: { location: locationUrl(call, `/v1/custom-hostnames/${hostname}`) },
    };
  }),

  handleChange(api.checkHostname, (call, { hostname }) => {
    const { organization, status } = hostnameOf(call, hostname);
    call.access.requireOrganization(organization, 'admin');
    if (status === 'invalid_domain') throw badRequest(`"${hostname}" is not a domain that can be used`);
    const next = NEXT[status];
    if (next) customHostnames(call.db).update({ hostname }, { status: next });
    return reply<undefined>(204);
  }),

  handleChange(api.deleteHostname, (call, { hostname }) => {
    const row = hostnameRow(call.db, hostname);
    if (!row || call.access.memberRole(row.organization) === undefined) return deleted(false);
    call.access.requireOrganization(row.organization, 'admin');
    sites(call.db).update({ hostname }, { hostname: null });
    return deleted(customHostnames(call.db).remove({ hostname }));
  }),

  handle(api.getSubdomain, (call, { subdomain }) => {
    const found = call.db.get<{ id: string }>('SELECT id FROM organizations WHERE hostname = ?', subdomain);
    if (!found || call.access.memberRole(found.id) === undefined) throw notFound('subdomain', subdomain);
    return {
      object: 'subdomain' as const,
      subdomain,
      target: { type: 'organization' as const, organization: found.id },
      isActive: true,
    };
  }),
];

export const fidelity: FidelityOf = {
  'sitePublishing.updateAuth':
    'Stored, and refused without a suitable integration: visitors of a served sandbox sign in with ?jwt_token= alone.',
  'sitePublishing.preview': 'No host answers at the preview address.',
  'customHostnames.check':
    'DNS is not queried: a domain whose DNS is right gets its certificate with the next check.',
};
