// Runs docs pages lint through a client that can only read, and prints what it found in the format asked for.
import type { Client } from '../../client/client.ts';
import { inOrder } from '../../client/pool.ts';
import { readingClient } from '../../client/reading-client.ts';
import { giveUp } from '../../client/retry.ts';
import { readWidthOf } from '../../engine/model/globals.ts';
import { sameCommand, throwUnfinished } from '../../engine/run/partial-failure.ts';
import { messageOf, UsageError } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import { note, styles } from '../../output/note.ts';
import { startBar } from '../../output/progress-bar.ts';
import type { Finding, Rule } from '../../output/reports/finding.ts';
import { safeLine } from '../../output/safe-text.ts';
import { type SpaceRef, titlesApart } from '../links/link-findings.ts';
import { scopeOf } from '../links/links-scope.ts';
import {
  type AboutFindings,
  conclude as concludeFindings,
  fingerprintOf,
  printFindings,
  reportAsked,
} from '../report/findings.ts';
import type { PagesLintRun } from './lint-flags.ts';
import {
  keyOfPage,
  type LintedPages,
  type LintOptions,
  lintChangeRequest,
  lintSpace,
  PAGE_PROBLEMS,
  type PageFinding,
  type PageProblem,
} from './problems.ts';

const DESCRIPTIONS: Readonly<Record<PageProblem, string>> = {
  empty: 'A page has no content.',
  'heading-skip': 'A heading is more than one level below the one before.',
  'image-text': 'An image has no alternative text.',
  'no-description': 'A page has no description.',
  'duplicate-title': 'Two pages of a space have the same title.',
  stale: 'A page was not changed for a year.',
};
const levelOf = (problem: PageProblem): Finding['level'] => (problem === 'empty' ? 'error' : 'warning');
const ruleOf = (problem: PageProblem): string => `page-${problem}`;

interface Checked {
  linted: LintedPages[];
  failures: { space: SpaceRef; error: unknown }[];
  total: number;
  /** What was checked, where it was no whole spaces. */
  where?: string;
}

/** Throws UsageError, what reading throws, PartialError (exit 7), and FindingsError (exit 6) with --exit-code. */
export async function runPagesLint(run: PagesLintRun): Promise<void> {
  reportAsked(run);
  const newOnly = run.flags.newOnly === true;
  if (newOnly && run.flags.cr === undefined)
    throw new UsageError('--new-only compares a change request with main: name it with --cr', {
      hint: `${run.path} --cr <cr> --new-only`,
    });
  const options = { concurrency: readWidthOf(run), now: run.context.now(), only: rulesOf(run) };
  const client = readingClient(await run.client());
  const scope = await scopeOf(run, client);
  const checked =
    scope.kind === 'change-request'
      ? {
          linted: [await lintChangeRequest(client, scope, { ...options, newOnly })],
          failures: [],
          total: 1,
          where: `change request #${scope.changeRequest.number}${newOnly ? ', not counting what is also on main' : ''}`,
        }
      : await lintAll(run, { client, spaces: scope.spaces, options });
  await conclude(run, checked);
}

/** Throws UsageError for a rule that there is not. */
function rulesOf({ flags, path }: PagesLintRun): readonly PageProblem[] {
  if (flags.only === undefined) return PAGE_PROBLEMS;
  const names = flags.only.split(',').map((name) => name.trim());
  const wrong = names.find((name) => !PAGE_PROBLEMS.some((problem) => problem === name));
  if (wrong !== undefined)
    throw new UsageError(`--only: there is no rule "${wrong}"; rules are ${PAGE_PROBLEMS.join(', ')}`, {
      hint: `${path} --only empty,stale`,
    });
  return PAGE_PROBLEMS.filter((problem) => names.includes(problem));
}

async function lintAll(
  run: PagesLintRun,
  { client, spaces, options }: { client: Client; spaces: readonly SpaceRef[]; options: LintOptions },
): Promise<Checked> {
  const checked: Checked = { linted: [], failures: [], total: spaces.length };
  const bar = startBar(run.context.io, 'checking pages of spaces', spaces.length);
  try {
    // Pages of one space go side by side; so do a few spaces, as most are small.
    const results = inOrder(spaces, (space) => lintSpace(client, space, options), {
      concurrency: 2,
      onRateLimit: client.onRateLimit,
      stop: giveUp(),
    });
    for await (const result of results) {
      bar.step(result.ok);
      if (result.ok) checked.linted.push(result.value);
      else if (spaces.length === 1) throw result.error;
      else checked.failures.push({ space: result.item, error: result.error });
    }
  } finally {
    bar.stop();
  }
  return checked;
}

async function conclude(run: PagesLintRun, checked: Checked): Promise<void> {
  const { failures, linted, total } = checked;
  const findings = linted.flatMap((one) => one.findings);
  const summary = summaryOf(checked, findings);
  await printFindings(run, {
    rows: findings,
    lines: () => linesOf(run, findings),
    report: () => reportOf(checked, findings, summary),
  });
  if (failures.length > 0) {
    note(run.context.io, summary);
    throwUnfinished({
      what: 'space',
      done: linted.length,
      total,
      failures: failures.map(({ space, error }) => ({ name: space.title, error })),
      hint: sameCommand(run),
    });
  }
  concludeFindings(run, summary, findings.length, countsOf(findings));
}

const countsOf = (findings: readonly PageFinding[]): Record<string, number> =>
  Object.fromEntries(
    PAGE_PROBLEMS.map((problem) => [problem, findings.filter((one) => one.problem === problem).length]),
  );

function summaryOf({ linted, where }: Checked, findings: readonly PageFinding[]): string {
  const pages = linted.reduce((sum, one) => sum + one.pages, 0);
  const counts = Object.entries(countsOf(findings)).flatMap(([name, count]) =>
    count === 0 ? [] : [`${count} ${name}`],
  );
  return `checked ${plural(pages, 'page')} in ${where ?? plural(linted.length, 'space')}: ${counts.join(', ') || 'no problems'}`;
}

function linesOf({ context: { io } }: PagesLintRun, findings: readonly PageFinding[]): string[] {
  const { bold, red, yellow } = styles(io.colorOut);
  const nameOf = titlesApart(findings.map(({ space }) => space));
  let group = '';
  return findings.flatMap(({ space, page, problem, message }) => {
    const color = levelOf(problem) === 'error' ? red : yellow;
    const line = `  ${color(problem)} ${safeLine(message)}`;
    // The copy of a space has the same pages.
    const key = `${space.id} ${page.id}`;
    if (key === group) return [line];
    group = key;
    return [bold(safeLine(`${nameOf(space)} / ${page.path || page.title}`)), line];
  });
}

function reportOf(
  { linted, failures }: Checked,
  findings: readonly PageFinding[],
  summary: string,
): AboutFindings {
  const rules: Rule[] = PAGE_PROBLEMS.map((problem) => ({
    id: ruleOf(problem),
    description: DESCRIPTIONS[problem],
    level: levelOf(problem),
  }));
  const nameOf = titlesApart([...linted, ...failures].map(({ space }) => space));
  return {
    name: 'docs pages lint',
    rules,
    findings: findings.map(
      (one): Finding => ({
        rule: ruleOf(one.problem),
        level: levelOf(one.problem),
        message: one.message,
        group: nameOf(one.space),
        place: one.page.path || one.page.title,
        file: one.file,
        fingerprint: fingerprintOf(`${one.space.id} ${keyOfPage(one)}`),
      }),
    ),
    groups: linted.map(({ space }) => nameOf(space)),
    failures: failures.map(({ space, error }) => ({ group: nameOf(space), message: messageOf(error) })),
    summary,
  };
}
