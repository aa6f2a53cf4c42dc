// How visitors of a site sign in, and the preview of a site (src/api/README.md#publishing).
import { resource, valuesOf } from '../schema.ts';
import * as wire from './site-publishing.generated.ts';
import { CustomHostname } from './site-publishing.generated.ts';

const op = resource('sitePublishing');
export const getPublishingAuth = op('auth', 'Show how visitors of a site sign in', {
  ...wire.getSitePublishingAuthById,
});
export const updatePublishingAuth = op('updateAuth', 'Update how visitors of a site sign in', {
  ...wire.updateSitePublishingAuthById,
  says: {
    backend: 'what signs visitors in: your own service, or an integration',
    fallbackURL: 'URL that visitors without a token are sent to',
    logoutURL: 'URL that visitors who sign out are sent to',
  },
});
export const regeneratePublishingAuth = op('regenerateAuth', 'Replace the key that signs visitor tokens', {
  ...wire.regenerateSitePublishingAuthById,
});
export const getSitePreview = op('preview', 'Show the preview URL of a site', {
  ...wire.getSitePublishingPreviewById,
  says: {
    claims: 'claims of the visitor to preview as, as JSON',
    draft: 'include drafts in the preview',
    siteSpace: 'site space to begin at',
    target: 'path on the site to begin at',
  },
});

export const HOSTNAME_STATES = valuesOf(CustomHostname.properties.status);

const hostnameOp = resource('customHostnames', {
  says: { hostname: 'domain, such as docs.example.com', subdomain: 'subdomain of the platform' },
});
export const getHostname = hostnameOp('get', 'Show the state of a domain', wire.getCustomHostname);
/** It has no body: the platform looks at the DNS again. */
export const checkHostname = hostnameOp(
  'check',
  'Check the DNS of a domain again',
  wire.dnsRevalidateCustomHostname,
);
export const deleteHostname = hostnameOp('delete', 'Remove a domain', wire.removeCustomHostname);

export const getSubdomain = hostnameOp('subdomain', 'Show which organization a subdomain belongs to', {
  ...wire.getSubdomain,
});

const shareLinkOp = resource('siteShareLinks', { says: { shareLinkId: 'share link: ID or name' } });
export const listShareLinks = shareLinkOp('list', 'List the share links of a site', {
  ...wire.listSiteShareLinks,
  lists: { param: 'shareLinkId', noun: 'share link', names: ['name'] },
  says: { search: 'only share links whose name contains this' },
});
export const createShareLink = shareLinkOp('create', 'Create a share link', {
  ...wire.createSiteShareLink,
  says: { name: 'who or what it is for' },
});
export const updateShareLink = shareLinkOp('update', 'Rename a share link, or turn it on or off', {
  ...wire.updateSiteShareLinkById,
  says: { active: 'whether it opens the site', name: 'new name' },
});
export const deleteShareLink = shareLinkOp('delete', 'Delete a share link', wire.deleteSiteShareLinkById);
