// Which findings a list or a count is about, in SQL.
import type { SiteFinding } from '../../../api/insights/site-findings.ts';
import type { Param } from '../../db/database.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import type { Call } from '../../sandbox.ts';
import type { Condition } from '../../visible-spaces.ts';
import { visibleFindings } from './site-findings.ts';

export interface FindingFilters {
  id?: string | undefined;
  topic?: string | undefined;
  question?: string | undefined;
  status?: SiteFinding['status'] | undefined;
  type?: readonly SiteFinding['type'][] | undefined;
  severity?: SiteFinding['severity'] | undefined;
  hasChangeRequests?: boolean | undefined;
  source?: readonly string[] | undefined;
  updatedAfter?: string | undefined;
  updatedBefore?: string | undefined;
}

const iso = (time: string | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString();

/** On `siteFindings f`: those of a site that the caller may know of, and that have all that is asked for. */
export function findingConditions(call: Call, site: SiteRow, filters: FindingFilters): Condition {
  const { type, source, hasChangeRequests, question, topic } = filters;
  const connections = source?.map((one) => one.replace(/^connection:/, ''));
  const wanted: [string, Param | undefined][] = [
    ['f.id = ?', filters.id],
    ['f.topic = ?', topic],
    ['f.status = ?', filters.status],
    ['f.severity = ?', filters.severity],
    ['f.type IN (SELECT value FROM json_each(?))', type && JSON.stringify(type)],
    ['f.updatedAt > ?', iso(filters.updatedAfter)],
    ['f.updatedAt < ?', iso(filters.updatedBefore)],
    [
      '(EXISTS (SELECT 1 FROM findingChangeRequests c WHERE c.finding = f.id)) = ?',
      hasChangeRequests === undefined ? undefined : Number(hasChangeRequests),
    ],
    [
      // A source is 'questions' itself, or one of the connections.
      `EXISTS (SELECT 1 FROM json_each(?) s WHERE
         (s.value = 'questions' AND EXISTS (SELECT 1 FROM findingQuestions q WHERE q.finding = f.id))
         OR EXISTS (SELECT 1 FROM findingRecords d JOIN contextRecords r ON r.id = d.record
                    WHERE d.finding = f.id AND r.connection = s.value))`,
      connections && JSON.stringify(connections),
    ],
    ['EXISTS (SELECT 1 FROM findingQuestions q WHERE q.finding = f.id AND q.question = ?)', question],
  ];
  const given = wanted.filter((condition): condition is [string, Param] => condition[1] !== undefined);
  const visible = visibleFindings(call, site.organization);
  return {
    where: ['f.site = ?', ...visible.where, ...given.map(([sql]) => sql)],
    params: [site.id, ...visible.params, ...given.map(([, value]) => value)],
  };
}
