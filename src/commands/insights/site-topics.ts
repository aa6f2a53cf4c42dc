// docs topics: what the records and the visitors' questions of a site are about.
import { clearTopicFindings, getTopic, listTopics, updateTopic } from '../../api/insights/site-findings.ts';
import dangers from '../../domain/dangers/sites.ts';
import { command, group } from '../../engine/model/command.ts';
import { called } from '../../engine/run/outcome.ts';

const ROW = [
  'id',
  'label',
  'records',
  'pages',
  'findings.open',
  'questions.total',
  'usageSettings.changeRequests',
  'updatedAt',
] as const;
const table = ['label', 'records', 'pages', 'findings.open', 'questions.total', 'updatedAt', 'id'];
const labels = {
  'findings.open': 'open findings',
  'questions.total': 'questions',
  'usageSettings.changeRequests': 'change requests',
};

export default group(
  'topics',
  'Manage the topics of a site',
  [
    command('list', listTopics, {
      none: 'no topics on site {}',
      rows: 'items',
      columns: ROW,
      table,
      labels,
      examples: ['docs topics list --site "Tarnpost Docs"'],
    }),
    command('get', getTopic, {
      args: ['siteTopicId'],
      columns: [...ROW, 'findings.total', 'parent.label', 'summary'],
      labels: { ...labels, 'findings.total': 'findings', 'parent.label': 'parent' },
      examples: ['docs topics get "Customs forms" --site "Tarnpost Docs"'],
    }),
    command('update', updateTopic, {
      args: ['siteTopicId'],
      columns: ROW,
      labels,
      examples: [
        'docs topics update "Customs forms" --no-usage-settings-change-requests --site "Tarnpost Docs"',
      ],
    }),
    command('clear', clearTopicFindings, {
      args: ['siteTopicId'],
      ...dangers['siteTopics.clearFindings'],
      target: getTopic,
      stakes: ({ target }) => ({ what: `the findings of topic "${target?.label}"` }),
      without: 'has no findings',
      done: 'cleared',
      success: async (run) => `cleared the findings of ${await called(run, 'siteTopicId', getTopic)}`,
      check: 'docs findings list',
      examples: ['docs topics clear "Customs forms" --site "Tarnpost Docs" --yes'],
    }),
  ],
  [['See what people ask about', 'list']],
);
