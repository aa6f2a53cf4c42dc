// Runs docs redirects lint through a client that can only read, and prints what it found in the format asked for.

import { readingClient } from '../../client/reading-client.ts';
import { readWidthOf } from '../../engine/model/globals.ts';
import { plural } from '../../output/format.ts';
import type { Finding, Rule } from '../../output/reports/finding.ts';
import { readSite } from '../release/release-steps.ts';
import {
  type AboutFindings,
  conclude,
  countsText,
  fingerprintOf,
  printFindings,
  problemLine,
  reportAsked,
} from '../report/findings.ts';
import type { LintRun } from './check-flags.ts';
import { type LintedSite, lintSite, PROBLEMS, type RedirectFinding, type RedirectProblem } from './lint.ts';

const ABOUT: Readonly<Record<RedirectProblem, Omit<Rule, 'id'>>> = {
  self: { description: 'A redirect leads to itself.', level: 'error' },
  loop: { description: 'Redirects lead to each other in a circle.', level: 'error' },
  dead: { description: 'A redirect leads to something that does not exist on the site.', level: 'error' },
  chain: { description: 'Readers pass several redirects.', level: 'warning' },
  shadowed: { description: 'A page is at the path of a redirect.', level: 'warning' },
  twin: { description: 'Sources differ only in case, a slash or encoding.', level: 'warning' },
};
const ruleOf = (problem: RedirectProblem) => `redirect-${problem}`;

/** Throws what reading throws, and FindingsError (exit 6) with --exit-code. */
export async function runLint(run: LintRun): Promise<void> {
  reportAsked(run);
  const client = readingClient(await run.client());
  const { site, place } = await readSite(run, client);
  const { organizationId } = place;
  const linted = await lintSite(client, { site, organizationId, concurrency: readWidthOf(run) });
  const { findings } = linted;
  const summary = summaryOf(linted);
  await printFindings(run, {
    rows: findings,
    lines: () =>
      findings.map(({ problem, source, message }) =>
        problemLine(run.context, ABOUT[problem].level, [problem, source, message]),
      ),
    report: () => reportOf(findings, summary, site.title),
  });
  const counts = Object.fromEntries(PROBLEMS.map((problem) => [problem, countOf(findings, problem)]));
  conclude(run, summary, findings.length, { checked: linted.checked, ...counts });
}

const countOf = (findings: readonly RedirectFinding[], problem: RedirectProblem): number =>
  findings.filter((one) => one.problem === problem).length;

function summaryOf({ findings, checked, drafts }: LintedSite): string {
  const found = countsText(
    PROBLEMS,
    findings.map(({ problem }) => problem),
  );
  const passed = drafts > 0 ? ` (${plural(drafts, 'draft')} not checked)` : '';
  return `checked ${plural(checked, 'redirect')}${passed}: ${found || 'no problems'}`;
}

const reportOf = (findings: readonly RedirectFinding[], summary: string, site: string): AboutFindings => ({
  name: 'docs redirects lint',
  rules: PROBLEMS.map((problem) => ({ id: ruleOf(problem), ...ABOUT[problem] })),
  findings: findings.map(
    ({ problem, id, source, message }): Finding => ({
      rule: ruleOf(problem),
      level: ABOUT[problem].level,
      message,
      group: site,
      place: source,
      fingerprint: fingerprintOf(`${id} ${problem}`),
    }),
  ),
  groups: [site],
  summary,
});
