// How many findings there are, of which kinds, and where they come from.

import type { findingStats } from '../../../api/insights/site-findings.ts';
import type { ResultOf } from '../../../api/operation.ts';
import type { Database } from '../../db/database.ts';
import type { Condition } from '../../visible-spaces.ts';

/** Of those that a condition on `siteFindings f` takes. */
export function countFindings(db: Database, { where, params }: Condition): ResultOf<typeof findingStats> {
  const from = `FROM siteFindings f WHERE (${where.join(') AND (')})`;
  const rows = db.all<{ status: string; severity: string; n: number }>(
    `SELECT f.status, f.severity, count(*) AS n ${from} GROUP BY f.status, f.severity`,
    ...params,
  );
  const sum = (fits: (row: { status: string; severity: string }) => boolean) =>
    rows.filter(fits).reduce((total, { n }) => total + n, 0);
  const status = (wanted: string) => sum((row) => row.status === wanted);
  const severity = (wanted: string) => sum((row) => row.severity === wanted);
  const connectors = db.all<{ connector: string; n: number }>(
    `SELECT c.connector, count(DISTINCT d.finding) AS n FROM findingRecords d
     JOIN contextRecords r ON r.id = d.record JOIN contextConnections c ON c.id = r.connection
     WHERE d.finding IN (SELECT f.id ${from}) GROUP BY c.connector`,
    ...params,
  );
  const merged = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM findingChangeRequests d JOIN change_requests c ON c.id = d.changeRequest
     WHERE c.status = 'merged' AND d.finding IN (SELECT f.id ${from})`,
    ...params,
  );
  const asked = db.get<{ n: number }>(
    `SELECT count(DISTINCT d.question) AS n FROM findingQuestions d WHERE d.finding IN (SELECT f.id ${from})`,
    ...params,
  );
  return {
    total: sum(() => true),
    statuses: { open: status('open'), done: status('done'), canceled: status('canceled') },
    severities: { low: severity('low'), medium: severity('medium'), high: severity('high') },
    connectors: Object.fromEntries(connectors.map(({ connector, n }) => [connector, n])),
    questions: asked?.n ?? 0,
    mergedChangeRequests: merged?.n ?? 0,
  };
}
