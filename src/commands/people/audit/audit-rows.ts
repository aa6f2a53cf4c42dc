// The results of an audit as rows: a finding each, and one for each rule that could not look everywhere.

import { createHash } from 'node:crypto';
import type { RuleResult } from '../../../workflows/audit/audit.ts';
import { SEVERITIES, type Severity, type Target } from '../../../workflows/audit/rule.ts';

export interface AuditRow {
  status: 'found' | 'skipped' | 'failed';
  rule: string;
  severity: Severity;
  target: Target;
  within: Target | undefined;
  message: string;
  /** The command that fixes it. */
  fix: string | undefined;
  file: string | undefined;
  fingerprint: string;
}

/** The severe ones first; within a rule by the title of the target. */
export function foundRows(results: readonly RuleResult[]): AuditRow[] {
  const rows = results.flatMap(({ rule, findings }) =>
    findings.map(
      ({ target, within, message, mend, key = '', file }): AuditRow => ({
        ...{ status: 'found', rule: rule.id, severity: rule.severity },
        ...{ target, within, message, fix: mend, file },
        fingerprint: createHash('sha256')
          .update(JSON.stringify([rule.id, target.kind, target.id, within?.id ?? '', key]))
          .digest('hex')
          .slice(0, 32),
      }),
    ),
  );
  const rank = ({ severity }: AuditRow) => SEVERITIES.indexOf(severity);
  return rows.sort(
    (a, b) =>
      rank(a) - rank(b) ||
      Number(a.rule > b.rule) - Number(a.rule < b.rule) ||
      a.target.title.localeCompare(b.target.title, 'en') ||
      Number(a.fingerprint > b.fingerprint) - Number(a.fingerprint < b.fingerprint),
  );
}

/** Rules that did not look at everything, and why. */
export function uncheckedRows(results: readonly RuleResult[]): AuditRow[] {
  return results.flatMap(({ rule, skipped, failed }) => {
    const message = failed?.message ?? skipped;
    if (message === undefined) return [];
    const status = failed === undefined ? 'skipped' : 'failed';
    const target = { kind: 'rule', id: rule.id, title: rule.id };
    return [
      {
        ...{ status, rule: rule.id, severity: rule.severity, target, message },
        ...{ within: undefined, fix: undefined, file: undefined, fingerprint: '' },
      } satisfies AuditRow,
    ];
  });
}
