// Runs docs redirects lint through a client that can only read, and prints what it found in the format asked for.

import { createHash } from 'node:crypto';
import { readingClient } from '../../client/reading-client.ts';
import { readWidthOf } from '../../engine/run/concurrency.ts';
import { FindingsError } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import type { Finding, Report, Rule } from '../../output/reports/finding.ts';
import { safeLine } from '../../output/safe-text.ts';
import { styles } from '../../output/style.ts';
import { readSite } from '../release/release-steps.ts';
import { printFindings, reportAsked } from '../report/findings.ts';
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
  await print(run, { findings, summary, site: site.title });
  const counts = Object.fromEntries(PROBLEMS.map((problem) => [problem, countOf(findings, problem)]));
  if (run.flags.exitCode === true && findings.length > 0)
    throw new FindingsError(summary, { details: { checked: linted.checked, ...counts } });
  note(run.context.io, summary);
}

const countOf = (findings: readonly RedirectFinding[], problem: RedirectProblem): number =>
  findings.filter((one) => one.problem === problem).length;

function summaryOf({ findings, checked, drafts }: LintedSite): string {
  const found = PROBLEMS.flatMap((problem) => {
    const count = countOf(findings, problem);
    return count === 0 ? [] : [`${count} ${problem}`];
  });
  const passed = drafts > 0 ? ` (${plural(drafts, 'draft')} not checked)` : '';
  return `checked ${plural(checked, 'redirect')}${passed}: ${found.length > 0 ? found.join(', ') : 'no problems'}`;
}

interface Printed {
  findings: readonly RedirectFinding[];
  summary: string;
  site: string;
}

function print(run: LintRun, printed: Printed): Promise<void> {
  const { findings } = printed;
  return printFindings(run, {
    rows: findings,
    lines: () => linesOf(run, findings),
    report: () => reportOf(printed),
  });
}

function linesOf({ context: { io } }: LintRun, findings: readonly RedirectFinding[]): string[] {
  const { bold, red, yellow } = styles(io.colorOut);
  return findings.map(({ problem, source, message }) => {
    const color = ABOUT[problem].level === 'error' ? red : yellow;
    return `${color(problem)} ${bold(safeLine(source))} ${safeLine(message)}`;
  });
}

function reportOf({ findings, summary, site }: Printed): Omit<Report, 'version'> {
  return {
    name: 'docs redirects lint',
    rules: PROBLEMS.map((problem) => ({ id: ruleOf(problem), ...ABOUT[problem] })),
    findings: findings.map(
      ({ problem, id, source, message }): Finding => ({
        rule: ruleOf(problem),
        level: ABOUT[problem].level,
        message,
        group: site,
        place: source,
        fingerprint: createHash('sha256').update(`${id} ${problem}`).digest('hex').slice(0, 32),
      }),
    ),
    groups: [site],
    failures: [],
    summary,
  };
}
