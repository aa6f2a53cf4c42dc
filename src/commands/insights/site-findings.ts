// docs findings: what is wrong or missing on a site, and what is done about it.
import * as api from '../../api/insights/site-findings.ts';
import { command, group } from '../../engine/model/command.ts';
import { called } from '../../engine/run/outcome.ts';
import { settledFirst } from '../sending.ts';
import { RECORD_ROW, recordTable } from './context-records.ts';

const ROW = [
  'id',
  'title',
  'status',
  'type',
  'severity',
  'topic',
  'autoFixable',
  'pages',
  'records',
  'changeRequests',
  'updatedAt',
] as const;
const table = [
  'title',
  'severity',
  'status',
  'type',
  'pages',
  'records',
  'changeRequests',
  'updatedAt',
  'id',
];
const labels = { changeRequests: 'change requests', autoFixable: 'fixable' };
const names = { topic: 'siteTopicId' };
const refs = { topic: 'siteTopicId' };

export default group(
  'findings',
  'Work on what is wrong or missing on a site',
  [
    command('list', api.listFindings, {
      none: 'findings',
      columns: ROW,
      table,
      labels,
      names,
      refs,
      examples: [
        ['List what was found on a site', 'docs findings list --site "Tarnpost Docs"'],
        [
          'List open broken links, the worst first',
          'docs findings list --status open --type broken-link --order-by severity --site "Tarnpost Docs"',
        ],
      ],
    }),
    command('stats', api.findingStats, {
      idField: 'total',
      columns: [
        'total',
        'statuses.open',
        'statuses.done',
        'statuses.canceled',
        'severities.high',
        'severities.medium',
        'severities.low',
        'connectors',
        'questions',
        'mergedChangeRequests',
      ],
      labels: {
        'statuses.open': 'open',
        'statuses.done': 'done',
        'statuses.canceled': 'canceled',
        'severities.high': 'high',
        'severities.medium': 'medium',
        'severities.low': 'low',
        connectors: 'by source',
        mergedChangeRequests: 'merged fixes',
      },
      refs,
      // A topic that there is not would count as one without findings.
      send: settledFirst,
      examples: ['docs findings stats --site "Tarnpost Docs"'],
    }),
    command('get', api.getFinding, {
      args: ['siteFindingId'],
      columns: [...ROW, 'description', 'brokenLinkAction.source', 'outboundLink.url', 'scan', 'createdAt'],
      labels: { ...labels, 'brokenLinkAction.source': 'redirect from', 'outboundLink.url': 'outbound link' },
      names,
      examples: ['docs findings get "Broken link: tools/shipping-calculator.md" --site "Tarnpost Docs"'],
    }),
    command('update', api.updateFinding, {
      args: ['siteFindingId'],
      columns: ROW,
      table,
      labels,
      names,
      examples: [
        'docs findings update "Broken link: tools/shipping-calculator.md" --status canceled --site "Tarnpost Docs"',
      ],
    }),
    command('fix', api.fixFinding, {
      args: ['siteFindingId'],
      check: 'docs findings change-requests {siteFindingId}',
      success: async (run) => `started a fix of ${await called(run, 'siteFindingId', api.getFinding)}`,
      examples: ['docs findings fix "Broken link: tools/shipping-calculator.md" --site "Tarnpost Docs"'],
      notes: 'The change requests are made in the background: docs findings change-requests lists them.',
    }),
    command('change-requests', api.listFindingChangeRequests, {
      args: ['siteFindingId'],
      none: 'no change requests for finding {}',
      columns: ['id', 'number', 'subject', 'status', 'space', 'updatedAt'],
      names: { space: 'spaceId' },
      examples: [
        'docs findings change-requests "Broken link: tools/shipping-calculator.md" --site "Tarnpost Docs"',
      ],
    }),
    command('pages', api.listFindingPages, {
      args: ['siteFindingId'],
      none: 'no pages in finding {}',
      idField: 'page.id',
      columns: ['page.id', 'page.title', 'page.path', 'spaceId'],
      labels: { 'page.id': 'id', 'page.title': 'title', 'page.path': 'path', spaceId: 'space' },
      names: { spaceId: 'spaceId' },
      examples: ['docs findings pages "Broken link: tools/shipping-calculator.md" --site "Tarnpost Docs"'],
    }),
    command('records', api.listFindingRecords, {
      args: ['siteFindingId'],
      none: 'no records behind finding {}',
      columns: RECORD_ROW,
      ...recordTable,
      examples: ['docs findings records "Broken link: tools/shipping-calculator.md" --site "Tarnpost Docs"'],
    }),
    command('questions', api.listFindingQuestions, {
      args: ['siteFindingId'],
      none: 'no questions behind finding {}',
      columns: ['id', 'question', 'type', 'stats.total', 'askedAt'],
      labels: { 'stats.total': 'times', askedAt: 'asked' },
      examples: [
        'docs findings questions "Broken link: tools/shipping-calculator.md" --site "Tarnpost Docs"',
      ],
    }),
  ],
  [
    [
      'List what is wrong, the worst first',
      'docs findings list --status open --order-by severity --site "Tarnpost Docs"',
    ],
    ['Start a change request that fixes one', 'fix'],
  ],
);
