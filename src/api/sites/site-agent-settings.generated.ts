// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { RichDocument } from '../content/rich-document.ts';
import { builders } from '../schema.ts';

const { DateTime, Enum, Literal, Obj, Optional, Str } = builders;

export const SiteAgentSettings = Obj({
  object: Literal('site-agent-settings'),
  updatedAt: Optional(DateTime()),
  updatedBy: Optional(Str()),
  urls: Obj({ location: Str() }),
  scans: Obj({ topics: Enum(['auto', 'never']) }),
  findings: Obj({ changeRequests: Enum(['always', 'auto-fixable', 'never']) }),
  editing: Obj({ customInstructions: RichDocument }),
});
export type SiteAgentSettings = Static<typeof SiteAgentSettings>;

export const getSiteAgentSettingsById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/agent-settings',
  result: SiteAgentSettings,
  errors: [400],
  only: '0.202.0',
} as const;

export const updateSiteAgentSettingsById = {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/agent-settings',
  body: Obj({
    scans: Obj({ topics: Enum(['auto', 'never']) }),
    findings: Obj({ changeRequests: Enum(['always', 'auto-fixable', 'never']) }),
    editing: Obj({ customInstructions: RichDocument }),
  }),
  result: SiteAgentSettings,
  errors: [400],
  only: '0.202.0',
} as const;
