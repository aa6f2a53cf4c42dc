// Runs docs audit: reads through one cache, leaves out what is known, prints, and says by its exit code what counts.

import { resolve } from 'node:path';
import { listSpaces } from '../../api/content/spaces.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import { listSites } from '../../api/sites/sites.ts';
import { readWidthOf } from '../../engine/model/globals.ts';
import { readTextFile, readTextIfThere } from '../../engine/run/input.ts';
import { inThisContext } from '../../engine/run/next-command.ts';
import { called } from '../../engine/run/outcome.ts';
import { cutOff, sameCommand, throwUnfinished } from '../../engine/run/partial-failure.ts';
import type { Run } from '../../engine/run/run.ts';
import { refuseTwoFormats } from '../../engine/run/view.ts';
import { AuthError, CancelledError, DocsError, FindingsError, ForbiddenError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { byText } from '../../files/texts.ts';
import { plural } from '../../output/format.ts';
import { done, note, styles } from '../../output/note.ts';
import { startBar } from '../../output/progress-bar.ts';
import type { Finding, Report } from '../../output/reports/finding.ts';
import { safeLine } from '../../output/safe-text.ts';
import { organizationIn } from '../access/access-scope.ts';
import { callerOf } from '../access/grant-changes.ts';
import { readBaseline, writeBaseline } from '../report/baseline.ts';
import { fingerprintOf, printFindings, reportAsked } from '../report/findings.ts';
import { withKeptAnswers } from '../report/kept-answers.ts';
import { type AuditRun, chosenRules, wordsFor } from './audit-flags.ts';
import { createLists, refusalOf } from './lists.ts';
import {
  type AuditContext,
  type AuditFinding,
  type AuditRule,
  SEVERITIES,
  type Severity,
  type Target,
} from './rule.ts';

// What docs audit prints: rows, lines for a person, a report for CI, or one page for a browser.

export interface Audited {
  rules: readonly AuditRule[];
  results: readonly RuleResult[];
  found: readonly AuditRow[];
  unchecked: readonly AuditRow[];
  summary: string;
  /** `organization "Acme"`. */
  where: () => Promise<string>;
  /** Also what --baseline knows. */
  all: readonly AuditRow[];
}

/** Throws UsageError where two formats are asked for. */
function formatOf(run: AuditRun): void {
  if (run.flags.format === 'html') refuseTwoFormats(run);
  else reportAsked(plain(run));
}

/** How many findings of each rule the baseline knew at each of its commits, and how many there are now. */
async function courseOf({ context, flags: { baseline } }: AuditRun, all: readonly AuditRow[]) {
  const { cwd, env, signal, now } = context;
  const { baselineHistory } = await import('./page.ts');
  const earlier =
    baseline === undefined ? [] : await baselineHistory(resolve(cwd, baseline), { env, signal });
  const rulesOf = (found: readonly { rule: string }[]) => found.map(({ rule }) => rule);
  return [
    ...earlier.map(({ at, known }) => ({ at, rules: rulesOf(known) })),
    { at: now().toISOString(), rules: rulesOf(all) },
  ];
}

/** The formats that all reports share. */
const plain = (run: AuditRun): Run => run;

async function printAudit(run: AuditRun, audited: Audited): Promise<void> {
  if (run.flags.format === 'html') {
    const { auditPage } = await import('./page.ts');
    const { version, now, io } = run.context;
    const facts = {
      where: await audited.where(),
      at: now().toISOString(),
      version,
      summary: audited.summary,
      course: await courseOf(run, audited.all),
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
      level: LEVELS[severity],
    })),
    findings: found.map(
      (row): Finding => ({
        rule: row.rule,
        level: LEVELS[row.severity],
        message: row.fix === undefined ? row.message : `${row.message}; to fix it: ${row.fix}`,
        group: row.rule,
        place: placeOf(row),
        file: row.file,
        fingerprint: row.fingerprint,
      }),
    ),
    // A rule that was skipped is not a passed case.
    groups: rules.flatMap(({ id }) => (unchecked.some(({ rule }) => rule === id) ? [] : [id])),
    failures: unlooked('failed'),
    skipped: unlooked('skipped'),
    summary,
  };
}

/** Throws UsageError, what ends reading, PartialError (exit 7), and FindingsError (exit 6) where that is asked for. */
export async function runAudit(run: AuditRun): Promise<void> {
  const rules = chosenRules(run.flags, isUsual);
  formatOf(run);
  const known = await readBaseline(run, 'docs audit');
  const owners = await ownersOf(run);
  const organizationId = await organizationIn(run);
  const results = await judge(run, rules, { organizationId, owners });
  refuseBlindness(results);
  const found = await withCommands(run, foundRows(results));
  if (run.flags.updateBaseline === true) return update(run, known, results, found);
  const seen = new Set(known?.map(({ fingerprint }) => fingerprint));
  const fresh = found.filter(({ fingerprint }) => !seen.has(fingerprint));
  const summary = summaryOf(results, fresh, found.length - fresh.length);
  await printAudit(run, {
    ...{ results, rules, found: fresh, all: found, unchecked: uncheckedRows(results), summary },
    where: async () => called({ ...run, input: { organizationId } }, 'organizationId', getOrganization),
  });
  await noteLeftOut(run, rules);
  conclude(run, results, fresh, summary);
}

const isUsual = ({ onRequest }: AuditRule): boolean => onRequest !== true;

/** A rule that did not run must not look like one without findings. */
async function noteLeftOut(run: AuditRun, rules: readonly AuditRule[]): Promise<void> {
  const { only, skip } = run.flags;
  const all = chosenRules({ also: undefined, only, skip }, () => true);
  const left = all.filter((rule) => !rules.includes(rule));
  if (left.length === 0) return;
  const command = await inThisContext(run, shell`docs audit --also ${wordsFor(left)}`);
  const need = left.length === 1 ? 'needs' : 'need';
  note(run.context.io, `${plural(left.length, 'rule')} that ${need} many requests did not run: ${command}`);
}

async function judge(
  run: AuditRun,
  rules: readonly AuditRule[],
  { organizationId, owners }: { organizationId: string; owners: string | undefined },
): Promise<RuleResult[]> {
  const concurrency = readWidthOf(run);
  const { client, end } = await withKeptAnswers(run, await run.client());
  const bar = startBar(run.context.io, 'auditing spaces and sites', 0);
  const lists = createLists(client, concurrency, bar);
  try {
    // What was kept of a site is known to be true once all spaces are known; a refusal is said by the rules.
    const ahead = [listSpaces, listSites].filter((list) => rules.some(({ reads }) => reads.includes(list)));
    const [caller] = await Promise.all([
      callerOf(lists.client),
      ...ahead.map((list) => lists.all(list, { organizationId }).catch(() => {})),
    ]);
    const { now, fence } = run.context;
    const isNarrow = (fence?.of.spaces ?? fence?.of.sites) !== undefined;
    const context = { organizationId, now: now(), lists, concurrency, owners, caller, isNarrow };
    return await runRules(rules, context);
  } catch (error) {
    throw cutOff(error, { counted: `${bar.counted} checked`, hint: sameCommand(run) });
  } finally {
    bar.stop();
    await end();
  }
}

/** The usual file is read where there is one; the one that was named must be there. */
async function ownersOf({ context, flags: { owners } }: AuditRun): Promise<string | undefined> {
  const reading = owners === undefined ? { ...context, opensNoFiles: false } : context;
  const read = owners === undefined ? readTextIfThere : readTextFile;
  return read(reading, owners ?? 'owners.yaml', '--owners');
}

/** An audit that was refused everything has found nothing, which is not the same as no findings. */
function refuseBlindness(results: readonly RuleResult[]): void {
  const [first] = results;
  if (first?.skipped === undefined) return;
  if (results.some(({ skipped, findings }) => skipped === undefined || findings.length > 0)) return;
  throw new ForbiddenError(`no rule could be evaluated: ${first.skipped}`, { hint: 'docs auth status' });
}

/** Commands with the organization and profile of this run, ready to paste. */
async function withCommands(run: AuditRun, rows: readonly AuditRow[]): Promise<AuditRow[]> {
  const made: AuditRow[] = [];
  for (const row of rows)
    made.push(row.fix === undefined ? row : { ...row, fix: await inThisContext(run, row.fix) });
  return made;
}

async function update(
  run: AuditRun,
  known: Awaited<ReturnType<typeof readBaseline>>,
  results: readonly RuleResult[],
  found: readonly AuditRow[],
): Promise<void> {
  const whole = results.filter(({ skipped, failed }) => skipped === undefined && failed === undefined);
  const complete = new Set<string>(whole.map(({ rule }) => rule.id));
  const count = await writeBaseline(run, known, {
    found: found.map(({ fingerprint, rule, target }) => ({ fingerprint, rule, target: target.title })),
    complete,
  });
  done(run.context.io, `wrote ${run.flags.baseline}: ${plural(count, 'known finding')}`, {
    ...{ outcome: 'written', file: run.flags.baseline, findings: count },
  });
  throwFailures(run, results);
}

function summaryOf(results: readonly RuleResult[], found: readonly AuditRow[], known: number): string {
  const unchecked = (name: 'skipped' | 'failed') => results.filter((one) => one[name] !== undefined).length;
  const counts = SEVERITIES.map(
    (severity) => `${found.filter((one) => one.severity === severity).length} ${severity}`,
  );
  const parts = [
    `${plural(found.length, 'finding')} (${counts.join(', ')})`,
    ...(known > 0 ? [`${known} known`] : []),
    ...(unchecked('skipped') > 0 ? [`${plural(unchecked('skipped'), 'rule')} skipped`] : []),
    ...(unchecked('failed') > 0 ? [`${plural(unchecked('failed'), 'rule')} failed`] : []),
  ];
  return `checked ${plural(results.length, 'rule')}: ${parts.join(', ')}`;
}

function conclude(
  run: AuditRun,
  results: readonly RuleResult[],
  found: readonly AuditRow[],
  summary: string,
): void {
  const { failOn, exitCode } = run.flags;
  if (results.some(({ failed }) => failed !== undefined)) note(run.context.io, summary);
  throwFailures(run, results);
  const names: readonly string[] = SEVERITIES;
  const limit = exitCode === true ? names.length : names.indexOf(failOn ?? '') + 1;
  const counted = found.filter(({ severity }) => SEVERITIES.indexOf(severity) < limit);
  if (counted.length > 0)
    throw new FindingsError(summary, { details: { rules: results.length, findings: found.length } });
  note(run.context.io, summary);
}

function throwFailures(run: AuditRun, results: readonly RuleResult[]): void {
  const failures = results.flatMap(({ rule, failed }) =>
    failed === undefined ? [] : [{ name: rule.id, error: failed }],
  );
  if (failures.length === 0) return;
  const total = results.length;
  throwUnfinished({ what: 'rule', done: total - failures.length, total, failures, hint: sameCommand(run) });
}

// The results of an audit as rows: a finding each, and one for each rule that could not look everywhere.

interface AuditRow {
  status: 'found' | 'skipped' | 'failed';
  rule: string;
  severity: Severity;
  target: Target;
  within: Target | undefined;
  message: string;
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
        fingerprint: fingerprintOf(JSON.stringify([rule.id, target.kind, target.id, within?.id ?? '', key])),
      }),
    ),
  );
  const rank = ({ severity }: AuditRow) => SEVERITIES.indexOf(severity);
  return rows.sort(
    (a, b) =>
      rank(a) - rank(b) ||
      byText(a.rule, b.rule) ||
      a.target.title.localeCompare(b.target.title, 'en') ||
      byText(a.fingerprint, b.fingerprint),
  );
}

/** Rules that did not look at everything, and why. */
const uncheckedRows = (results: readonly RuleResult[]): AuditRow[] =>
  results.flatMap(({ rule, skipped, failed }) => {
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

// Runs rules side by side over one set of lists.

/** What became of one rule. Without `skipped` and `failed` it looked at everything. */
export interface RuleResult {
  rule: AuditRule;
  findings: readonly AuditFinding[];
  /** Why it could not look, or not everywhere. */
  skipped?: string;
  /** What went wrong while it was reading. */
  failed?: DocsError;
}

/** In the order of the rules. Throws what ends all of it: a refused token, Ctrl-C, a defect. */
export const runRules = async (rules: readonly AuditRule[], context: AuditContext): Promise<RuleResult[]> =>
  Promise.all(rules.map((rule) => resultOf(rule, context)));

async function resultOf(rule: AuditRule, context: AuditContext): Promise<RuleResult> {
  try {
    const found = await rule.find(context);
    return { rule, findings: [], ...('length' in found ? { findings: found } : found) };
  } catch (error) {
    const skipped = refusalOf(error);
    if (skipped !== undefined) return { rule, findings: [], skipped };
    const ends = error instanceof AuthError || error instanceof CancelledError;
    if (!(error instanceof DocsError) || ends) throw error;
    return { rule, findings: [], failed: error };
  }
}
