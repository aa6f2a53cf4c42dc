// What scans found on sites: the pages and records each finding is about, and the change requests made for it.

import type { SiteFinding } from '../../../api/insights/site-findings.generated.ts';
import { jsonOrNull, key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

/** What repairs a link: its destination now, and the one that each page should have. */
export interface Fix {
  href: string;
  /** By the id of the page. */
  to: Record<string, string>;
}

export const siteFindings = table(
  'siteFindings',
  {
    id: key(),
    site: partOf('sites'),
    /** The scan that found it. */
    scan: text(),
    topic: textOrNull('REFERENCES siteTopics(id) ON DELETE CASCADE'),
    /** The space of its pages; null where it is about none. */
    space: textOrNull('REFERENCES spaces(id) ON DELETE CASCADE'),
    /** What it is about, so that the next scan knows it again: `link <space> <href>`. */
    about: text(),
    title: text(),
    /** Plain text. */
    description: text(),
    status: text<SiteFinding['status']>(),
    type: text<SiteFinding['type']>(),
    severity: text<SiteFinding['severity']>(),
    /** null where nothing is known to repair it. */
    fix: jsonOrNull<Fix>(),
    /** The redirect that would help readers. */
    redirect: jsonOrNull<NonNullable<SiteFinding['brokenLinkAction']>>(),
    createdAt: text(),
    updatedAt: text(),
  },
  {
    rest: ['UNIQUE (site, about)'],
    indexes: [
      'CREATE INDEX siteFindings_by_topic ON siteFindings (topic)',
      'CREATE INDEX siteFindings_by_scan ON siteFindings (scan)',
    ],
  },
);
export type SiteFindingRow = RowOf<typeof siteFindings>;

export const findingPages = table(
  'findingPages',
  {
    finding: partOf('siteFindings'),
    page: text(),
  },
  { keys: ['finding', 'page'] },
);

export const findingRecords = table(
  'findingRecords',
  {
    finding: partOf('siteFindings'),
    record: partOf('contextRecords'),
  },
  { keys: ['finding', 'record'] },
);

export const findingQuestions = table(
  'findingQuestions',
  {
    finding: partOf('siteFindings'),
    question: partOf('siteQuestions'),
  },
  { keys: ['finding', 'question'] },
);

export const findingChangeRequests = table(
  'findingChangeRequests',
  {
    finding: partOf('siteFindings'),
    changeRequest: partOf('change_requests'),
  },
  { keys: ['finding', 'changeRequest'] },
);
