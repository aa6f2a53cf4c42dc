// docs scans: runs that look for findings on a site.
import { getScan, listScans } from '../../api/insights/site-findings.ts';
import { command, group } from '../../engine/model/command.ts';

const ROW = [
  'id',
  'status',
  'topic',
  'findings.high',
  'findings.medium',
  'findings.low',
  'createdAt',
  'finishedAt',
] as const;
const shown = {
  names: { topic: 'siteTopicId' },
  labels: {
    'findings.high': 'high',
    'findings.medium': 'medium',
    'findings.low': 'low',
    finishedAt: 'finished',
    startedAt: 'started',
    failureMessage: 'reason',
  },
} as const;

export default group(
  'scans',
  'Show the scans of a site for findings',
  [
    command('list', listScans, {
      none: 'scans',
      columns: ROW,
      ...shown,
      refs: { topic: 'siteTopicId' },
      examples: [
        ['List the scans of a site', 'docs scans list --site "Tarnpost Docs"'],
        ['List the scans that failed', 'docs scans list --status failed --site "Tarnpost Docs"'],
      ],
    }),
    command('get', getScan, {
      args: ['siteScanId'],
      columns: [...ROW, 'startedAt', 'failureMessage'],
      ...shown,
      examples: ['docs scans get Rz9bMlseW2MmfAzC83UH --site "Tarnpost Docs"'],
    }),
  ],
  [['See when a site was last scanned', 'docs scans list --limit 1 --site "Tarnpost Docs"']],
);
