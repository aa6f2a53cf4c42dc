// Runs docs audit: reads through one cache, leaves out what is known, prints, and says by its exit code what counts.

import { getOrganization } from '../../../api/people/organizations.ts';
import { readWidthOf } from '../../../engine/run/concurrency.ts';
import { called } from '../../../engine/run/display-name.ts';
import { readTextFile } from '../../../engine/run/input.ts';
import { inThisContext } from '../../../engine/run/next-command.ts';
import { sameCommand, throwUnfinished } from '../../../engine/run/partial-failure.ts';
import { FindingsError, ForbiddenError, LocalIoError } from '../../../errors.ts';
import { plural } from '../../../output/format.ts';
import { done, note } from '../../../output/note.ts';
import { startBar } from '../../../output/progress-bar.ts';
import { type RuleResult, runRules } from '../../../workflows/audit/audit.ts';
import { createLists } from '../../../workflows/audit/lists.ts';
import { type AuditRule, SEVERITIES } from '../../../workflows/audit/rule.ts';
import { withKeptAnswers } from '../../kept-answers.ts';
import { organizationIn } from '../access/access-scope.ts';
import { callerOf } from '../access/grant-wish.ts';
import type { AuditRun } from './audit.ts';
import { readBaseline, writeBaseline } from './audit-baseline.ts';
import { chosenRules } from './audit-choice.ts';
import { formatOf, printAudit } from './audit-report.ts';
import { type AuditRow, foundRows, uncheckedRows } from './audit-rows.ts';

/** Throws UsageError, what ends reading, PartialError (exit 7), and FindingsError (exit 6) where that is asked for. */
export async function runAudit(run: AuditRun): Promise<void> {
  const rules = chosenRules(run);
  formatOf(run);
  const known = await readBaseline(run);
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
    ...{ results, rules, found: fresh, unchecked: uncheckedRows(results), summary },
    where: async () => called({ ...run, input: { organizationId } }, 'organizationId', getOrganization),
  });
  conclude(run, results, fresh, summary);
}

async function judge(
  run: AuditRun,
  rules: readonly AuditRule[],
  { organizationId, owners }: { organizationId: string; owners: string | undefined },
): Promise<RuleResult[]> {
  const concurrency = readWidthOf(run);
  const { client, end } = await withKeptAnswers(run, await run.client());
  const lists = createLists(client, concurrency);
  const bar = startBar(run.context.io, 'checking rules', rules.length);
  try {
    const caller = await callerOf(lists.client);
    const context = { organizationId, now: run.context.now(), lists, concurrency, owners, caller };
    return await runRules(rules, context, (isOk) => bar.step(isOk));
  } finally {
    bar.stop();
    await end();
  }
}

/** The usual file is read where there is one; the one that was named must be there. */
async function ownersOf({ context, flags: { owners } }: AuditRun): Promise<string | undefined> {
  return readTextFile(context, owners ?? 'owners.yaml', '--owners').catch((error: unknown) => {
    const isMissing = error instanceof LocalIoError && error.details?.errno === 'ENOENT';
    if (owners === undefined && isMissing) return undefined;
    throw error;
  });
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
  const complete = new Set(
    results
      .filter(({ skipped, failed }) => skipped === undefined && failed === undefined)
      .map(({ rule }) => rule.id as string),
  );
  const count = await writeBaseline(run, known, { found, complete });
  done(run.context.io, `wrote ${run.flags.baseline}: ${plural(count, 'known finding')}`);
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
