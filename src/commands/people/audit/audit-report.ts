// What docs audit prints: rows, lines for a person, a report for CI, or one page for a browser.

import type { Run } from '../../../engine/run/run.ts';
import { chosenFormat } from '../../../engine/run/view.ts';
import { UsageError } from '../../../errors.ts';
import { shell } from '../../../files/shell-word.ts';
import type { Finding, Report } from '../../../output/reports/finding.ts';
import { safeLine } from '../../../output/safe-text.ts';
import { styles } from '../../../output/style.ts';
import type { RuleResult } from '../../../workflows/audit/audit.ts';
import type { AuditRule, Severity } from '../../../workflows/audit/rule.ts';
import { printFindings, reportAsked } from '../../findings.ts';
import type { AuditRun } from './audit.ts';
import type { AuditRow } from './audit-rows.ts';

export interface Audited {
  rules: readonly AuditRule[];
  results: readonly RuleResult[];
  found: readonly AuditRow[];
  unchecked: readonly AuditRow[];
  summary: string;
  /** `organization "Acme"`. */
  where: () => Promise<string>;
}

/** Throws UsageError where two formats are asked for. */
export function formatOf(run: AuditRun): void {
  if (run.flags.format !== 'html') return void reportAsked(plain(run));
  if (chosenFormat(run) !== undefined)
    throw new UsageError('--format html and another format cannot be used together', {
      hint: `${run.path} --help`,
    });
}

/** The formats that all reports share. */
const plain = (run: AuditRun): Run => run;

export async function printAudit(run: AuditRun, audited: Audited): Promise<void> {
  if (run.flags.format === 'html') {
    const { auditPage } = await import('../../../workflows/audit/page.ts');
    const { version, now, io } = run.context;
    const facts = {
      where: await audited.where(),
      at: now().toISOString(),
      version,
      summary: audited.summary,
    };
    return io.out(auditPage(audited, facts));
  }
  return printFindings(plain(run), {
    rows: [...audited.found, ...audited.unchecked],
    lines: () => linesOf(run, audited),
    report: () => reportOf(audited),
  });
}

const LEVELS: Readonly<Record<Severity, Finding['level']>> = {
  high: 'error',
  medium: 'warning',
  low: 'note',
};
const levelOf = (severity: Severity): Finding['level'] => LEVELS[severity];

function linesOf({ context: { io } }: AuditRun, { found, unchecked }: Audited): string[] {
  const { bold, red, yellow, dim } = styles(io.colorOut);
  const color = { high: red, medium: yellow, low: dim };
  const lines: string[] = [];
  const unfixed = new Set(found.flatMap(({ rule, fix }) => (fix === undefined ? [rule] : [])));
  for (const [at, row] of found.entries()) {
    const { rule, severity, message, fix } = row;
    if (rule !== found[at - 1]?.rule) lines.push(`${color[severity](severity)} ${bold(rule)}`);
    lines.push(`  ${safeLine(placeOf(row))}: ${safeLine(message)}`);
    if (fix !== undefined) lines.push(`    ${dim(safeLine(fix))}`);
    // Once for all findings that no command fixes.
    if (rule !== found[at + 1]?.rule && unfixed.has(rule))
      lines.push(`  ${dim(shell`docs audit explain ${rule}`)}`);
  }
  for (const { status, rule, message } of unchecked)
    lines.push(`${yellow(status)} ${bold(rule)}: ${safeLine(message)}`);
  return lines;
}

/** `member ines@tarnpost.example`, or `site "Docs" / redirect /old`. */
const placeOf = ({ target, within }: AuditRow): string =>
  `${within ? `${within.kind} ${within.title} / ` : ''}${target.kind} ${target.title}`;

function reportOf({ rules, found, unchecked, summary }: Audited): Omit<Report, 'version'> {
  const unlooked = (status: AuditRow['status']) =>
    unchecked.filter((row) => row.status === status).map(({ rule, message }) => ({ group: rule, message }));
  return {
    name: 'docs audit',
    rules: rules.map(({ id, summary: description, severity }) => ({
      id,
      description,
      level: levelOf(severity),
    })),
    findings: found.map(
      (row): Finding => ({
        rule: row.rule,
        level: levelOf(row.severity),
        message: row.fix === undefined ? row.message : `${row.message}; to fix it: ${row.fix}`,
        group: row.rule,
        place: placeOf(row),
        file: row.file,
        fingerprint: row.fingerprint,
      }),
    ),
    groups: [...new Set(rules.filter(isLooked(unchecked)).map(({ id }) => id as string))],
    failures: unlooked('failed'),
    skipped: unlooked('skipped'),
    summary,
  };
}

/** A rule that was skipped is no passed case. */
const isLooked =
  (unchecked: readonly AuditRow[]) =>
  ({ id }: AuditRule): boolean =>
    !unchecked.some(({ rule }) => rule === id);
