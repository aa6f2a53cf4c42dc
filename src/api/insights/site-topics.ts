// Topics of a site: what its records and its visitors' questions are about.
import type { Static } from '@sinclair/typebox';
import { RichDocument } from '../content/rich-document.ts';
import { Count, DateTime, operation, SiteRef, Type } from '../schema.ts';
import { SiteQuestionStats } from './question-shapes.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Literal, Boolean: Bool } = Type;

const UsageSettings = Obj({
  changeRequests: Bool({ description: 'propose changes because of findings about it' }),
});

export const SiteTopic = Obj({
  object: Literal('context-topic'),
  id: Str(),
  label: Str(),
  parent: Optional(Obj({ id: Str(), label: Str() })),
  createdAt: DateTime(),
  updatedAt: DateTime(),
  icon: Str({ maxLength: 50 }),
  summary: RichDocument,
  usageSettings: UsageSettings,
  pages: Count(),
  records: Count(),
  findings: Obj({ open: Count(), total: Count() }),
  questions: SiteQuestionStats,
  urls: Obj({ location: Str() }),
});
export type SiteTopic = Static<typeof SiteTopic>;

const TopicRef = Obj({ ...SiteRef.properties, siteTopicId: Str({ description: 'topic: ID or label' }) });
const newer = 'site topics';

export const listTopics = operation('siteTopics.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/topics',
  summary: 'List what the records and questions of a site are about',
  lists: { param: 'siteTopicId', noun: 'topic', rows: 'items', names: ['label'] },
  params: SiteRef,
  query: Obj({
    from: Optional(DateTime({ description: 'count questions from this time on' })),
    to: Optional(DateTime({ description: 'count questions before this time' })),
  }),
  result: Obj({ items: ArrayOf(SiteTopic) }),
  newer,
});

export const getTopic = operation('siteTopics.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/topics/{siteTopicId}',
  summary: 'Show a topic of a site',
  params: TopicRef,
  result: SiteTopic,
  newer,
});

export const updateTopic = operation('siteTopics.update', {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/topics/{siteTopicId}',
  summary: 'Update how a topic of a site is used',
  params: TopicRef,
  body: Obj({ usageSettings: UsageSettings }),
  result: SiteTopic,
  newer,
});

export const clearTopicFindings = operation('siteTopics.clearFindings', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/topics/{siteTopicId}/findings',
  summary: 'Delete the findings of a topic',
  params: TopicRef,
  newer,
});
