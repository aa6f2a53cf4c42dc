// How visitors of a site sign in, and the preview of a site (src/api/README.md#publishing).
import type { Static } from '@sinclair/typebox';
import { described, Enum, Nullable, operation, SiteRef, Type, Uri } from '../schema.ts';

const { Object: Obj, String: Str, Optional, Literal, Boolean: Bool } = Type;

const Backend = Enum(['custom', 'integration']);

/** `privateKey` signs the tokens of visitors: whoever has it can sign anyone in. */
export const SitePublishingAuth = Obj({
  object: Literal('publishing-auth'),
  backend: Backend,
  privateKey: Str(),
  fallbackURL: Optional(Str({ format: 'uri' })),
  logoutURL: Optional(Str({ format: 'uri' })),
  integration: Optional(Str()),
});
export type SitePublishingAuth = Static<typeof SitePublishingAuth>;

export const getPublishingAuth = operation('sitePublishing.auth', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth',
  summary: 'Show how visitors of a site sign in',
  params: SiteRef,
  result: SitePublishingAuth,
  errors: [400],
});

export const updatePublishingAuth = operation('sitePublishing.updateAuth', {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth',
  summary: 'Update how visitors of a site sign in',
  params: SiteRef,
  body: Obj({
    backend: described(Backend, 'what signs visitors in: your own service, or an integration'),
    fallbackURL: Optional(Nullable(Uri(), { description: 'URL that visitors without a token are sent to' })),
    logoutURL: Optional(Nullable(Uri(), { description: 'URL that visitors who sign out are sent to' })),
  }),
  result: SitePublishingAuth,
  errors: [400],
});

export const regeneratePublishingAuth = operation('sitePublishing.regenerateAuth', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth/regenerate',
  summary: 'Replace the key that signs visitor tokens',
  params: SiteRef,
  result: SitePublishingAuth,
  errors: [400],
});

export const getSitePreview = operation('sitePublishing.preview', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/publishing/preview',
  summary: 'Show the preview URL of a site',
  params: SiteRef,
  query: Obj({
    siteSpace: Optional(Str({ description: 'site space to begin at' })),
    claims: Optional(Str({ description: 'claims of the visitor to preview as, as JSON' })),
    draft: Optional(Bool({ description: 'include drafts in the preview' })),
    target: Optional(Str({ description: 'path on the site to begin at' })),
  }),
  result: Obj({ url: Uri() }),
  errors: [400],
});
