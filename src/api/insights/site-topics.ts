// Topics of a site: what its records and its visitors' questions are about.
import type { Static } from '@sinclair/typebox';
import { operation, SiteRef, Type } from '../schema.ts';
import * as wire from './site-topics.generated.ts';

const { Object: Obj, String: Str } = Type;

export const SiteTopic = wire.SiteTopic;
export type SiteTopic = Static<typeof SiteTopic>;

const TopicRef = Obj({ ...SiteRef.properties, siteTopicId: Str({ description: 'topic: ID or label' }) });
const newer = 'site topics';

export const listTopics = operation('siteTopics.list', {
  ...wire.listSiteTopics,
  summary: 'List what the records and questions of a site are about',
  lists: { param: 'siteTopicId', noun: 'topic', rows: 'items', names: ['label'] },
  params: SiteRef,
  newer,
  says: { from: 'count questions from this time on', to: 'count questions before this time' },
});

export const getTopic = operation('siteTopics.get', {
  ...wire.getSiteTopicById,
  summary: 'Show a topic of a site',
  params: TopicRef,
  newer,
});

export const updateTopic = operation('siteTopics.update', {
  ...wire.updateSiteTopicById,
  summary: 'Update how a topic of a site is used',
  params: TopicRef,
  newer,
  says: { 'usageSettings.changeRequests': 'propose changes because of findings about it' },
});

export const clearTopicFindings = operation('siteTopics.clearFindings', {
  ...wire.deleteSiteTopicFindings,
  summary: 'Delete the findings of a topic',
  params: TopicRef,
  newer,
});
