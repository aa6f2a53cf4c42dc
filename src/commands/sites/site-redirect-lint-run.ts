// Runs docs redirects lint through a client that can only read, and prints what it found in the format asked for.
import { createHash } from 'node:crypto';
import { readWidthOf } from '../../engine/run/concurrency.ts';
import { chosenFormat, viewOf } from '../../engine/run/view.ts';
import { FindingsError, UsageError } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { listWriter } from '../../output/render.ts';
import type { Finding, Report, Rule } from '../../output/reports/finding.ts';
import { MAKERS, type ReportFormat } from '../../output/reports/makers.ts';
import { ciSafe, safeLine } from '../../output/safe-text.ts';
import { styles } from '../../output/style.ts';
import { PROBLEMS, type RedirectFinding, type RedirectProblem } from '../../workflows/redirect-lint/lint.ts';
import { type LintedSite, lintSite } from '../../workflows/redirect-lint/read.ts';
import { readingClient } from '../../workflows/site-file/reading-client.ts';
import { readSite } from './release/release-steps.ts';
import type { LintRun } from './site-redirect-lint.ts';

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
  const asked = reportAsked(run);
  const client = readingClient(await run.client());
  const { site, place } = await readSite(run, client);
  const { organizationId } = place;
  const linted = await lintSite(client, { site, organizationId, concurrency: readWidthOf(run) });
  const { findings } = linted;
  const summary = summaryOf(linted);
  await print(run, asked, { findings, summary, site: site.title });
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

/** Throws UsageError when two formats are asked for. */
function reportAsked(run: LintRun): ReportFormat | undefined {
  const rows = chosenFormat(run);
  // Safe: the flag takes nothing else.
  const asked = run.flags.format as ReportFormat | undefined;
  if (asked === undefined || rows === undefined || (asked === 'json' && rows === 'json')) return asked;
  throw new UsageError(`--format ${asked} and another format cannot be used together`, {
    hint: `${run.path} --help`,
  });
}

interface Printed {
  findings: readonly RedirectFinding[];
  summary: string;
  site: string;
}

async function print(run: LintRun, asked: ReportFormat | undefined, printed: Printed): Promise<void> {
  const { flags, context } = run;
  const { io } = context;
  if (asked !== undefined && asked !== 'json' && asked !== 'table') {
    const report = reportOf(run, printed);
    await io.out((await MAKERS[asked]())(report));
    if (asked === 'github')
      (await import('../../output/reports/summary.ts')).appendSummary(io, context.env, report);
    return;
  }
  const isText = io.outTty && ['table', undefined].includes(chosenFormat(run)) && flags.fields === undefined;
  if (asked === 'table' || (asked === undefined && isText)) return printText(run, printed);
  const writer = await listWriter(
    io,
    viewOf(asked === 'json' ? { ...run, flags: { ...flags, json: true } } : run),
  );
  await writer.page(printed.findings);
  await writer.end();
}

async function printText({ context: { io } }: LintRun, { findings }: Printed): Promise<void> {
  const { bold, red, yellow } = styles(io.colorOut);
  const lines = findings.map(({ problem, source, message }) => {
    const color = ABOUT[problem].level === 'error' ? red : yellow;
    return `${color(problem)} ${bold(safeLine(source))} ${safeLine(message)}\n`;
  });
  await io.out(ciSafe(io, lines.join('')));
}

function reportOf({ context }: LintRun, { findings, summary, site }: Printed): Report {
  return {
    name: 'docs redirects lint',
    version: context.version,
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
