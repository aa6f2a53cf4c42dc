// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { RichDocument } from '../content/rich-document.ts';
import { SiteQuestionStats } from './question-shapes.generated.ts';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, DateTime, Literal, Num, Obj, Optional, Str, Uri } = builders;

export const SiteTopic = Obj({
  object: Literal('context-topic'),
  id: Str(),
  label: Str(),
  parent: Optional(Obj({ id: Str(), label: Str() })),
  createdAt: DateTime(),
  updatedAt: DateTime(),
  icon: Str({ maxLength: 50 }),
  summary: RichDocument,
  usageSettings: Obj({ changeRequests: Bool() }),
  pages: Num(),
  records: Num(),
  findings: Obj({ open: Num(), total: Num() }),
  questions: SiteQuestionStats,
  urls: Obj({ location: Uri() }),
});
export type SiteTopic = Static<typeof SiteTopic>;

export const listSiteTopics = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/topics',
  query: Obj({ from: Optional(DateTime()), to: Optional(DateTime()) }),
  result: Obj({ items: ArrayOf(SiteTopic) }),
  only: '0.202.0',
} as const;

export const getSiteTopicById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/topics/{siteTopicId}',
  result: SiteTopic,
  only: '0.202.0',
} as const;

export const updateSiteTopicById = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/topics/{siteTopicId}',
  body: Obj({ usageSettings: Obj({ changeRequests: Bool() }) }),
  result: SiteTopic,
  only: '0.202.0',
} as const;

export const deleteSiteTopicFindings = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/topics/{siteTopicId}/findings',
  only: '0.202.0',
} as const;
