// How visitors of a site sign in, and the preview of a site (src/api/README.md#publishing).
import { resource } from '../schema.ts';
import * as wire from './site-publishing.generated.ts';

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
