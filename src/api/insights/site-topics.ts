// Topics of a site: what its records and its visitors' questions are about.
import { resource } from '../schema.ts';
import * as wire from './site-topics.generated.ts';

const op = resource('siteTopics', {
  newer: 'site topics',
  says: {
    siteTopicId: 'topic: ID or label',
    from: 'count questions from this time on',
    to: 'count questions before this time',
  },
});
export const listTopics = op('list', 'List what the records and questions of a site are about', {
  ...wire.listSiteTopics,
  lists: { param: 'siteTopicId', noun: 'topic', rows: 'items', names: ['label'] },
});
export const getTopic = op('get', 'Show a topic of a site', wire.getSiteTopicById);
export const updateTopic = op('update', 'Update how a topic of a site is used', {
  ...wire.updateSiteTopicById,
  says: { 'usageSettings.changeRequests': 'propose changes because of findings about it' },
});
export const clearTopicFindings = op('clearFindings', 'Delete the findings of a topic', {
  ...wire.deleteSiteTopicFindings,
});
