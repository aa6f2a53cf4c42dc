// What the agent of a site may do by itself.
import type { Static } from '@sinclair/typebox';
import { RichDocument } from '../content/rich-document.ts';
import { DateTime, Enum, operation, SiteRef, Type } from '../schema.ts';

const { Object: Obj, String: Str, Optional, Literal } = Type;

const settings = {
  scans: Obj({
    topics: Enum(['auto', 'never'], { description: 'whether topics are scanned for findings' }),
  }),
  findings: Obj({
    changeRequests: Enum(['always', 'auto-fixable', 'never'], {
      description: 'for which findings change requests are created',
    }),
  }),
  editing: Obj({ customInstructions: RichDocument }),
};

export const SiteAgentSettings = Obj({
  object: Literal('site-agent-settings'),
  updatedAt: Optional(DateTime()),
  updatedBy: Optional(Str()),
  urls: Obj({ location: Str() }),
  ...settings,
});
export type SiteAgentSettings = Static<typeof SiteAgentSettings>;

export const getSiteAgentSettings = operation('siteAgentSettings.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/agent-settings',
  summary: 'Show the agent settings of a site',
  params: SiteRef,
  result: SiteAgentSettings,
  errors: [400],
  newer: 'agent settings of sites',
});

export const setSiteAgentSettings = operation('siteAgentSettings.set', {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/agent-settings',
  summary: 'Update the agent settings of a site',
  params: SiteRef,
  body: Obj(settings),
  result: SiteAgentSettings,
  errors: [400],
  newer: 'agent settings of sites',
});
