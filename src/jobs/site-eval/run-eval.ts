// Runs docs sites eval: asks a site each question of a file, and prints how well it was answered.
import type { Client } from '../../client/client.ts';
import { mapPool } from '../../client/pool.ts';
import { readWidthOf } from '../../engine/model/globals.ts';
import { refuseTogether } from '../../engine/model/used-together.ts';
import { refuseFaults } from '../../engine/rows/row-faults.ts';
import { parseJson, readTextFile } from '../../engine/run/input.ts';
import { sameCommand, throwUnfinished } from '../../engine/run/partial-failure.ts';
import { printRows, viewOf } from '../../engine/run/view.ts';
import {
  asksForLongWait,
  FindingsError,
  isOfOneRequest,
  messageOf,
  NotFoundError,
  UsageError,
} from '../../errors.ts';
import { isRecord } from '../../files/texts.ts';
import { plural } from '../../output/format.ts';
import { note, styles } from '../../output/note.ts';
import { startBar } from '../../output/progress-bar.ts';
import type { Finding } from '../../output/reports/finding.ts';
import { safeLine } from '../../output/safe-text.ts';
import { comparable, readSitePages, type SitePages } from '../redirects/site-map.ts';
import { readSite } from '../release/release-steps.ts';
import {
  type AboutFindings,
  fingerprintOf,
  isForPeople,
  printFindings,
  reportAsked,
} from '../report/findings.ts';
import type { EvalRun } from './eval-flags.ts';
import {
  type AskedSite,
  askFor,
  creditsUsed,
  type Judged,
  judge,
  pageKey,
  searchFor,
  type Totals,
  totalsOf,
} from './judge.ts';
import { type Question, readQuestions } from './questions-file.ts';

interface Row extends Omit<Judged, 'outcome'> {
  outcome: Judged['outcome'] | 'not judged';
  question: string;
  mode: 'search' | 'ask';
  hitAt1: boolean | null;
  hitAt3: boolean | null;
  expected: string[];
  /** The best of what was found. */
  found: string[];
  line: number;
  /** Compared with --baseline. */
  change?: 'better' | 'worse' | 'same' | 'new' | undefined;
}

const MOST_FOUND = 3;
const MOST_MISSING = 5;

/** Throws UsageError, PartialError (exit 7) where a question could not be judged, FindingsError (exit 6). */
export async function runEval(run: EvalRun): Promise<void> {
  const { context, flags } = run;
  reportAsked(run);
  refuseTogether(run, 'ask', 'search');
  const name = String(run.args.file);
  const { questions, faults } = await readQuestions(await readTextFile(context, name, '<file>'), name);
  refuseFaults(run, { source: name, all: faults });
  const before = await readEarlier(run);
  const client = await run.client();
  const { site, place } = await readSite(run, client);
  const known = await readSitePages(client, { ...place, site, width: readWidthOf(run) });
  const expected = expectedPages({ questions, known, source: name, site: site.title });
  const pages = new Map(known.pages.map((page) => [pageKey(page.spaceId, page.id), page]));
  const asked = questions.filter((one) => modeOf(run, one) === 'ask').length;
  const spent = await sayCredits(run, client, { organizationId: place.organizationId, asked });
  const { rows, failures } = await askAll(run, client, { questions, expected, site: { ...place, pages } });
  await spent();
  for (const row of rows) row.change = before && changeOf(row, before.get(keyOf(row)));
  const totals = totalsOf(rows);
  const worse = before ? worseThan(rows, before) : 0;
  const summary = summaryOf(totals, before && worse);
  await print(run, { rows, totals, summary, file: name, site: site.title });
  if (failures.length > 0) {
    note(context.io, summary);
    const total = rows.length;
    throwUnfinished({
      what: 'question',
      done: total - failures.length,
      total,
      failures,
      hint: sameCommand(run),
    });
  }
  if (worse > 0 || (flags.exitCode === true && totals.failed > 0))
    throw new FindingsError(summary, { details: { ...totals, ...(before && { worse }) } });
  note(context.io, summary);
}

const modeOf = ({ flags }: EvalRun, { kind }: Question): Row['mode'] =>
  flags.ask === true && kind === 'ask' ? 'ask' : 'search';

interface Expecting {
  questions: readonly Question[];
  known: SitePages;
  source: string;
  site: string;
}

/** IDs of the pages that each question expects. Throws NotFoundError with all that are not on the site. */
function expectedPages({ questions, known, source, site }: Expecting): Map<Question, ReadonlySet<string>> {
  const missing: string[] = [];
  const byWord = new Map<string, string[]>();
  const add = (word: string, id: string) => byWord.set(word, [...(byWord.get(word) ?? []), id]);
  for (const { id, spaceId, title, path, address } of known.pages)
    for (const word of [`at ${address}`, `in ${comparable(path)}`, `called ${title.toLowerCase()}`])
      add(word, pageKey(spaceId, id));
  const found = questions.map((question) => {
    const ids = question.expect.flatMap((text) => {
      const inside = known.map.inside(text);
      const isUrl = /^https?:\/\//i.test(text);
      const plain = comparable(text.replace(/[?#].*$/s, ''));
      const words = isUrl ? [`at ${inside}`] : [`at ${plain}`, `in ${plain}`, `called ${text.toLowerCase()}`];
      const pages = words.map((word) => byWord.get(word)).find((one) => one !== undefined);
      // Records beside the pages have URLs of their own.
      if (pages === undefined && isUrl && inside === undefined) return [text];
      if (pages === undefined) missing.push(`"${text}" (line ${question.line})`);
      return pages ?? [];
    });
    return [question, new Set(ids)] as const;
  });
  if (missing.length > 0) {
    const more = missing.length > MOST_MISSING ? ` and ${missing.length - MOST_MISSING} more` : '';
    throw new NotFoundError(
      `${source} expects what is not among the pages that you can see on site "${site}": ${missing.slice(0, MOST_MISSING).join(', ')}${more}`,
      { hint: 'docs sites structure get', details: { missing } },
    );
  }
  return new Map(found);
}

interface Asking {
  questions: readonly Question[];
  expected: ReadonlyMap<Question, ReadonlySet<string>>;
  site: AskedSite;
}

/** In the order of the file. A question without a whole answer is not judged, and the rest goes on. */
async function askAll(run: EvalRun, client: Client, { questions, expected, site }: Asking) {
  const bar = startBar(run.context.io, 'asking questions', questions.length);
  try {
    const results = await mapPool(
      questions,
      readWidthOf(run),
      async (question) => {
        const mode = modeOf(run, question);
        const found = await (mode === 'ask' ? askFor : searchFor)(client, site, question.text);
        bar.step(true);
        return { found, judged: judge(question, expected.get(question) ?? new Set(), found) };
      },
      {
        onRateLimit: client.onRateLimit,
        stop: (one) => !one.ok && (!isOfOneRequest(one.error) || asksForLongWait(one.error)),
      },
    );
    const failures: { name: string; error: unknown }[] = [];
    const rows = questions.map((question, at): Row => {
      const result = results[at];
      const about = { question: question.text, mode: modeOf(run, question), line: question.line };
      const expects = { expected: question.expect };
      if (result?.ok) {
        const { found, judged } = result.value;
        const hit = (most: number) =>
          judged.reciprocalRank === null ? null : judged.rank !== null && judged.rank <= most;
        const shown = found.hits.slice(0, MOST_FOUND).map((one) => one.shown);
        return { ...about, ...judged, hitAt1: hit(1), hitAt3: hit(3), ...expects, found: shown };
      }
      if (result && !isOfOneRequest(result.error)) throw result.error;
      if (result) failures.push({ name: `"${question.text}"`, error: result.error });
      const nothing = { rank: null, reciprocalRank: null, hitAt1: null, hitAt3: null, found: [] };
      return {
        outcome: 'not judged',
        ...nothing,
        ...about,
        ...expects,
        problems: [result ? messageOf(result.error) : 'it was not asked'],
      };
    });
    return { rows, failures };
  } finally {
    bar.stop();
  }
}

/** Says what asking costs, before and after; nothing where nothing is asked. */
async function sayCredits(
  { context: { io, now } }: EvalRun,
  client: Client,
  { organizationId, asked }: { organizationId: string; asked: number },
): Promise<() => Promise<void>> {
  if (asked === 0) return async () => {};
  const before = await creditsUsed(client, organizationId, now());
  const used =
    before === undefined ? 'this host does not say what it costs' : `${before} used this month so far`;
  note(io, `asking ${plural(asked, 'question')}, which uses AI credits: ${used}`);
  return async () => {
    if (before === undefined) return;
    const after = await creditsUsed(client, organizationId, now());
    if (after !== undefined)
      note(io, `AI credits used this month: ${after}, ${Math.max(0, after - before)} more than before`);
  };
}

// Compared with an earlier run: what --json printed then.

type Earlier = Pick<Row, 'question' | 'mode' | 'outcome' | 'rank' | 'reciprocalRank'>;

const keyOf = ({ mode, question }: Pick<Row, 'mode' | 'question'>): string => `${mode} ${question}`;

async function readEarlier({
  context,
  flags: { baseline },
}: EvalRun): Promise<Map<string, Earlier> | undefined> {
  if (baseline === undefined) return undefined;
  const value = parseJson(await readTextFile(context, baseline, '--baseline'), baseline);
  const isEarlier = (one: unknown): one is Earlier =>
    isRecord(one) &&
    [one.question, one.mode, one.outcome].every((text) => typeof text === 'string') &&
    [one.rank, one.reciprocalRank].every((number) => number === null || typeof number === 'number');
  if (!Array.isArray(value) || !value.every(isEarlier))
    throw new UsageError(`${baseline} is not what docs sites eval --json printed`, {
      hint: 'docs sites eval --help',
    });
  return new Map(value.map((one) => [keyOf(one), one]));
}

/** A page that is further down, or an expectation that is no longer met. */
function changeOf(now: Row, before: Earlier | undefined): Row['change'] {
  if (now.outcome === 'not judged') return undefined;
  if (!before || before.outcome === 'not judged') return 'new';
  if (before.outcome !== now.outcome && now.outcome !== 'open' && before.outcome !== 'open')
    return now.outcome === 'failed' ? 'worse' : 'better';
  const gained = (now.reciprocalRank ?? 0) - (before.reciprocalRank ?? 0);
  if (now.reciprocalRank === null || before.reciprocalRank === null || gained === 0) return 'same';
  return gained < 0 ? 'worse' : 'better';
}

/** How many questions are worse: of a run that is worse as a whole, or no longer meets what it met. */
function worseThan(rows: readonly Row[], before: ReadonlyMap<string, Earlier>): number {
  const worse = rows.filter(({ change }) => change === 'worse');
  const isBroken = worse.some(
    (row) => row.outcome === 'failed' && before.get(keyOf(row))?.outcome === 'passed',
  );
  const gained = rows.reduce((sum, row) => {
    const then = before.get(keyOf(row))?.reciprocalRank;
    return row.reciprocalRank === null || typeof then !== 'number' ? sum : sum + row.reciprocalRank - then;
  }, 0);
  return isBroken || gained < 0 ? worse.length : 0;
}

const percent = (share: number | null): string => (share === null ? '-' : `${Math.round(share * 100)}%`);

function summaryOf(totals: Totals, worse: number | undefined): string {
  const { questions, passed, failed, open, notJudged, hitAt1, hitAt3, meanReciprocalRank } = totals;
  const counts = [
    ...[`${passed} passed`, `${failed} failed`],
    ...(open > 0 ? [`${open} without expectations`] : []),
    ...(notJudged > 0 ? [`${notJudged} not judged`] : []),
    ...(worse === undefined ? [] : [worse === 0 ? 'no worse than before' : `${worse} worse than before`]),
  ];
  const measures =
    meanReciprocalRank === null
      ? ''
      : `; hit at 1 ${percent(hitAt1)}, hit at 3 ${percent(hitAt3)}, mean reciprocal rank ${meanReciprocalRank}`;
  return `${plural(questions, 'question')}: ${counts.join(', ')}${measures}`;
}

interface Printed {
  rows: readonly Row[];
  totals: Totals;
  summary: string;
  file: string;
  site: string;
}

async function print(run: EvalRun, printed: Printed): Promise<void> {
  const { rows, totals } = printed;
  if (run.flags.total === true && !isForPeople(run, reportAsked(run))) {
    const columns = Object.keys(totals);
    return printRows(run, [totals], { ...viewOf(run, columns), columns, table: columns });
  }
  return printFindings(run, { rows, lines: () => linesOf(run, printed), report: () => reportOf(printed) });
}

function linesOf({ context: { io }, flags }: EvalRun, { rows }: Printed): string[] {
  const { bold, dim, red, yellow } = styles(io.colorOut);
  if (flags.total === true) return [];
  return rows
    .filter(({ outcome, change }) => outcome !== 'passed' || change === 'worse')
    .map(({ outcome, question, problems, found, rank, change }) => {
      const color = outcome === 'failed' || change === 'worse' ? red : yellow;
      const why =
        problems.length > 0
          ? problems.join('; ')
          : outcome === 'open'
            ? 'nothing is expected yet'
            : `is at ${rank}`;
      const instead = found.length === 0 ? 'nothing found' : `found ${found.join(', ')}`;
      return `${color(change === 'worse' ? 'worse' : outcome)} ${bold(safeLine(question))} ${safeLine(why)} ${dim(safeLine(`(${instead})`))}`;
    });
}

const RULES = [
  { id: 'eval-failed', description: 'A question is not answered as expected.', level: 'error' },
  { id: 'eval-worse', description: 'A question is answered worse than before.', level: 'warning' },
] as const;

function reportOf({ rows, summary, file, site }: Printed): AboutFindings {
  const findings = rows.flatMap((row): Finding[] => {
    const { outcome, change, question, problems, rank, line, mode } = row;
    const rule = outcome === 'failed' ? RULES[0] : change === 'worse' ? RULES[1] : undefined;
    if (!rule) return [];
    return [
      {
        ...{ rule: rule.id, level: rule.level, group: question, place: site, file, line },
        // Where there is a file, some services show nothing of the place.
        message: `"${question}": ${problems.length > 0 ? problems.join('; ') : `the page is at ${rank}`}`,
        fingerprint: fingerprintOf(`${rule.id} ${mode} ${question}`),
      },
    ];
  });
  const failures = rows
    .filter(({ outcome }) => outcome === 'not judged')
    .map(({ question, problems }) => ({ group: question, message: problems.join('; ') }));
  const skipped = rows
    .filter(({ outcome }) => outcome === 'open')
    .map(({ question }) => ({ group: question, message: 'nothing is expected yet' }));
  return {
    name: 'docs sites eval',
    rules: RULES,
    findings,
    groups: rows.map(({ question }) => question),
    ...{ failures, skipped },
    summary,
    what: 'Question',
  };
}
