// What docs links check found, in the format asked for.

import { createHash } from 'node:crypto';
import { listChangeRequestPageLinks, listSpaceLinks } from '../../../api/content/links.ts';
import { listChangeRequestPages, listPages } from '../../../api/content/pages.ts';
import type { Client } from '../../../client/client.ts';
import type { Width } from '../../../client/pool.ts';
import { group, handmade, type Option } from '../../../engine/model/command.ts';
import type { FlagsOf } from '../../../engine/model/flag-types.ts';
import { readWidthOf } from '../../../engine/run/concurrency.ts';
import { sameCommand, throwUnfinished } from '../../../engine/run/partial-failure.ts';
import type { Run } from '../../../engine/run/run.ts';
import { openClient } from '../../../engine/run/session.ts';
import { viewOf } from '../../../engine/run/view.ts';
import { FindingsError, messageOf, UsageError } from '../../../errors.ts';
import { type Asking, EXTERNAL_FLAGS, externalAsked } from '../../../jobs/report/external-flags.ts';
import { EXIT_CODE_FLAG, FORMAT_FLAG } from '../../../jobs/report/finding-flags.ts';
import { isForPeople, printReport, reportAsked } from '../../../jobs/report/findings.ts';
import { FRESH_FLAG, withKeptAnswers } from '../../../jobs/report/kept-answers.ts';
import { plural } from '../../../output/format.ts';
import { note, warn } from '../../../output/note.ts';
import { type Bar, startBar } from '../../../output/progress-bar.ts';
import { listWriter } from '../../../output/render.ts';
import type { Finding, Rule } from '../../../output/reports/finding.ts';
import type { MAKERS } from '../../../output/reports/makers.ts';
import { ciSafe, safeLine } from '../../../output/safe-text.ts';
import { styles } from '../../../output/style.ts';
import { keyOf, type LinkFinding, type SpaceRef } from '../../../workflows/link-findings.ts';
import type { Ignores } from '../../../workflows/link-ignores.ts';
import type { SpaceLinks } from '../../../workflows/space-links.ts';
import { readIgnoreFile } from './link-ignore-file.ts';
import { type CheckScope, SCOPE_FLAGS, SCOPE_OPERATIONS, scopeOf } from './links-scope.ts';

const RULES: readonly Rule[] = [
  { id: 'broken-link', description: 'A link points to something that does not exist.', level: 'error' },
  {
    id: 'in-app-link',
    description: 'A link points into the app, which readers cannot open.',
    level: 'warning',
  },
  {
    id: 'unsure-link',
    description: 'An external link could not be judged: its host refused, failed or did not answer.',
    level: 'warning',
  },
];

interface LinkReport {
  add(links: SpaceLinks): Promise<void>;
  /** External links were asked, so many of them by this run. */
  asked?: number;
  /** Those that are not judged count as findings, too. */
  countUnsure: boolean;
  fail(space: SpaceRef, error: unknown): void;
  /** Prints what has not been printed yet. */
  end(): Promise<void>;
  /** Findings that count. */
  readonly findings: number;
  /** Spaces that were checked. */
  readonly spaces: number;
  /** Spaces that were to be checked. */
  total: number;
  /** What was checked, where it was no whole spaces. */
  where?: string;
  /** Everything there is was checked. */
  whole?: true;
  readonly failures: { space: SpaceRef; error: unknown }[];
  /** `checked 14 pages in 2 spaces: 3 broken`. */
  summary(): string;
  counts(): Record<string, number>;
}

interface Printer {
  found(findings: readonly LinkFinding[], space: SpaceRef): Promise<void>;
  end(summary: string, failures: LinkReport['failures']): Promise<void>;
}

/** Throws UsageError when two formats are asked for. */
async function openLinkReport(run: CheckRun, ignores: Ignores | undefined): Promise<LinkReport> {
  const printer = await printerOf(run, () => report.countUnsure);
  const counts = { pages: 0, spaces: 0, broken: 0, inApp: 0, unsure: 0, ignored: 0, notChecked: 0 };
  // Some space has more links than were read.
  let isMore = false;
  const report: LinkReport = {
    failures: [],
    total: 1,
    countUnsure: false,
    get findings() {
      return counts.broken + counts.inApp + (report.countUnsure ? counts.unsure : 0);
    },
    get spaces() {
      return counts.spaces;
    },
    async add({ space, pages, findings, external }) {
      const shown = findings.filter((finding) => !ignores?.matches(finding));
      counts.pages += pages;
      counts.spaces += 1;
      counts.ignored += findings.length - shown.length;
      counts.broken += shown.filter(({ status }) => status === 'broken').length;
      counts.unsure += shown.filter(({ status }) => status === 'unsure').length;
      if (report.asked === undefined) {
        isMore ||= external === undefined;
        counts.notChecked += external?.filter((finding) => !ignores?.matches(finding)).length ?? 0;
      }
      counts.inApp += shown.filter(({ status }) => status === 'in-app').length;
      await printer.found(byPage(shown), space);
    },
    fail(space, error) {
      report.failures.push({ space, error });
    },
    end: () => printer.end(report.summary(), report.failures),
    summary() {
      const ignored = counts.ignored > 0 ? `, ${counts.ignored} ignored` : '';
      const inApp = counts.inApp > 0 ? `, ${counts.inApp} into the app` : '';
      const unsure = counts.unsure > 0 ? `, ${counts.unsure} unsure` : '';
      const found = `${counts.broken} broken${inApp}${unsure}${ignored}${externalText(report.asked, counts.notChecked, isMore)}`;
      const where = report.where ?? plural(counts.spaces, 'space');
      return `checked ${plural(counts.pages, 'page')} in ${where}: ${found}`;
    },
    counts: () => ({ ...counts }),
  };
  return report;
}

/** What nobody has looked at is not fine. */
function externalText(asked: number | undefined, notChecked: number, isMore: boolean): string {
  if (asked !== undefined) return `; asked for ${plural(asked, 'external link')}`;
  if (isMore) return '; external links not checked';
  return notChecked > 0 ? `; ${plural(notChecked, 'external link')} not checked` : '';
}

/** What stands on one page comes together, in the order in which pages were found. */
function byPage(findings: readonly LinkFinding[]): LinkFinding[] {
  const pages = new Map<string, LinkFinding[]>();
  for (const finding of findings) {
    const known = pages.get(finding.page.id);
    if (known) known.push(finding);
    else pages.set(finding.page.id, [finding]);
  }
  return [...pages.values()].flat();
}

function printerOf(run: CheckRun, countsUnsure: () => boolean): Printer | Promise<Printer> {
  const asked = reportAsked(run);
  if (isForPeople(run, asked)) return textPrinter(run);
  if (asked !== undefined && asked !== 'json' && asked !== 'table')
    return reportPrinter(run, asked, countsUnsure);
  return rowPrinter(asked === 'json' ? { ...run, flags: { ...run.flags, json: true } } : run);
}

/** Rows come as they are found, but on a terminal, where a bar may be drawn meanwhile. */
async function rowPrinter(run: CheckRun): Promise<Printer> {
  const { io } = run.context;
  const writer = await listWriter(io, viewOf(run));
  const kept: LinkFinding[] = [];
  return {
    async found(findings) {
      if (io.outTty) kept.push(...findings);
      else await writer.page(findings);
    },
    async end() {
      await writer.page(kept);
      await writer.end();
    },
  };
}

/** On a terminal a bar may be drawn meanwhile: everything is printed at the end. */
function textPrinter({ context: { io } }: CheckRun): Printer {
  const { bold, red, yellow, dim } = styles(io.colorOut);
  const lines: string[] = [];
  let group = '';
  return {
    async found(findings) {
      for (const finding of findings) {
        // The copy of a space has the same pages.
        const key = `${finding.space.id} ${finding.page.id}`;
        if (key !== group) lines.push(bold(safeLine(`${finding.space.title} / ${placeOf(finding)}`)));
        group = key;
        const color = finding.status === 'broken' ? red : yellow;
        lines.push(
          `  ${color(finding.status)} ${safeLine(finding.target)} ${dim(safeLine(tailOf(finding)))}`,
        );
      }
    },
    end: () => io.out(ciSafe(io, lines.map((line) => `${line}\n`).join(''))),
  };
}

const placeOf = ({ page }: LinkFinding): string => page.path || page.title;
const tailOf = ({ reason, places }: LinkFinding): string =>
  `${reason}${places > 1 ? ` (${places} places)` : ''}`;

function reportPrinter(run: CheckRun, format: keyof typeof MAKERS, countsUnsure: () => boolean): Printer {
  const findings: Finding[] = [];
  const groups: string[] = [];
  return {
    async found(all, space) {
      groups.push(space.title);
      // JUnit knows failures only, and these fail no run unless asked to.
      const some =
        format === 'junit' && !countsUnsure() ? all.filter(({ status }) => status !== 'unsure') : all;
      findings.push(...some.map(toFinding));
    },
    end: (summary, failed) => {
      const failures = failed.map(({ space, error }) => ({ group: space.title, message: messageOf(error) }));
      const about = {
        name: 'docs links check',
        what: 'Link',
        rules: RULES,
        findings,
        groups,
        failures,
        summary,
      };
      return printReport(run, format, about);
    },
  };
}

function toFinding(finding: LinkFinding): Finding {
  const { status, space, target, file } = finding;
  return {
    rule: `${status}-link`,
    level: status === 'broken' ? 'error' : 'warning',
    message: `-> ${target}: ${tailOf(finding)}`,
    group: space.title,
    place: placeOf(finding),
    file,
    fingerprint: createHash('sha256')
      .update(`${space.id} ${keyOf(finding)}`)
      .digest('hex')
      .slice(0, 32),
  };
}

// docs links check: links that lead nowhere, over a space, a change request, a site or the organization.

const COLUMNS = ['space.title', 'page.path', 'status', 'target', 'reason', 'places'];

const CHECK_FLAGS = [
  {
    flags: '--new-only',
    reach: 'platform',
    description: 'with --cr: only links that are not broken on main',
    group: 'Fields:',
  },
  FORMAT_FLAG,
  {
    flags: '--ignore-file <file>',
    description: 'file with links to ignore (default .docslinks)',
    group: 'Fields:',
  },
  ...EXTERNAL_FLAGS,
  FRESH_FLAG,
  EXIT_CODE_FLAG,
  ...SCOPE_FLAGS,
] as const satisfies readonly Option[];

export type CheckRun = Run<FlagsOf<typeof CHECK_FLAGS>>;

const linksCheck = handmade('check', {
  summary: 'Find broken links',
  uses: [...SCOPE_OPERATIONS, listSpaceLinks, listPages, listChangeRequestPages, listChangeRequestPageLinks],
  columns: COLUMNS,
  idField: 'page.id',
  fields: [...COLUMNS, 'space.id', 'page.id', 'page.title', 'anchors', 'file'],
  paged: true,
  options: CHECK_FLAGS,
  run: check,
  exits: [7],
  examples: [
    ['Check one space', 'docs links check --space Guides'],
    [
      'Check the spaces of a site, with a report in Markdown',
      'docs links check --site "Tarnpost Docs" --format markdown',
    ],
    ['Fail when a change request breaks links', 'docs links check --cr "Guides#4" --new-only --exit-code'],
    ['Check all spaces, as JSON', 'docs links check --all-spaces --json'],
    [
      'Check external links, and remember the answers',
      'docs links check --space "Release notes" --external --cache links.json',
    ],
  ],
  notes: `Each line of the ignore file has a target, an optional last day and a reason; * matches any text:
  https://intranet.example/*  until 2027-01-31  # moves with the intranet
  Guides/install -> tools/*  # published next week
With --external, each external link is asked directly, without token, cookie or proxy, as its robots.txt allows:
  broken: 404, 410, no such host. unsure: 401, 403, 429, 5xx, no answer; private addresses are never asked.
The cache keeps what is fine for --cache-days, and everything else for a day at most.
Without --space, --site, --cr or --all-spaces, uses the space of the context, or else the whole organization.`,
});

export default group('links', 'Check for broken links', [linksCheck]);

async function check(run: CheckRun): Promise<void> {
  if (run.flags.newOnly === true && run.flags.cr === undefined)
    throw new UsageError('--new-only compares a change request with main: name it with --cr', {
      hint: `${run.path} --cr <cr> --new-only`,
    });
  const concurrency = readWidthOf(run);
  const ignores = await readIgnoreFile(run);
  const asking = await externalAsked(run);
  const report = await openLinkReport(run, ignores);
  report.countUnsure = run.flags.failUnsure === true;
  const { client, end } = await withKeptAnswers(
    run,
    await openClient(run.context, run.config(), run.flags, true),
  );
  const scope = await scopeOf(run, client);
  const kept: SpaceLinks[] = [];
  const add = asking ? async (links: SpaceLinks) => void kept.push(links) : report.add;
  const job: Job = { concurrency, report, add, external: asking !== undefined };
  if (scope.kind === 'change-request') await checkOne(run, client, scope, job);
  else await checkAll(run, client, scope.spaces, job);
  if (asking) await addAsked(asking, { kept, ignores, report });
  if (scope.kind === 'spaces' && scope.whole) report.whole = true;
  await end();
  await conclude(run, report, ignores);
}

interface Job {
  concurrency: Width;
  report: LinkReport;
  /** Takes the links of one space. */
  add: (links: SpaceLinks) => Promise<void>;
  /** External links are to be asked. */
  external: boolean;
}

/** All at once, so that a host that many spaces link to is asked once, and no faster than agreed. */
async function addAsked(
  asking: Asking,
  {
    kept,
    ignores,
    report,
  }: { kept: readonly SpaceLinks[]; ignores: Ignores | undefined; report: LinkReport },
): Promise<void> {
  const candidates = kept.map(({ external = [] }) => external.filter((one) => !ignores?.matches(one)));
  const { asked, judged } = await asking(candidates.flat());
  report.asked = asked;
  for (const [at, links] of kept.entries()) {
    const found = (candidates[at] ?? []).flatMap(judged);
    await report.add({ ...links, findings: [...links.findings, ...found] });
  }
}

async function checkOne(
  run: CheckRun,
  client: Client,
  scope: CheckScope & { kind: 'change-request' },
  { concurrency, report, add }: Job,
): Promise<void> {
  const isNew = run.flags.newOnly === true;
  report.where = `change request #${scope.changeRequest.number}${isNew ? ', not counting links that are also broken on main' : ''}`;
  const { checkChangeRequest } = await import('../../../workflows/change-request-links.ts');
  let bar: Bar | undefined;
  try {
    const links = await checkChangeRequest(client, scope, {
      concurrency,
      newOnly: isNew,
      onProgress: (_, total) => {
        bar ??= startBar(run.context.io, 'checking links of pages', total);
        bar.step(true);
      },
    });
    await add(links);
  } finally {
    bar?.stop();
  }
}

async function checkAll(
  run: CheckRun,
  client: Client,
  spaces: readonly SpaceLinks['space'][],
  { concurrency, report, add, external }: Job,
): Promise<void> {
  const { checkSpaces } = await import('../../../workflows/space-links.ts');
  const bar = startBar(run.context.io, 'checking links of spaces', spaces.length);
  try {
    for await (const result of checkSpaces(client, spaces, { concurrency, external })) {
      bar.step(result.ok);
      if (result.ok) await add(result.value);
      else if (spaces.length === 1) throw result.error;
      else report.fail(result.item, result.error);
    }
  } finally {
    bar.stop();
  }
  report.total = spaces.length;
}

/** Says what was found. Throws what ended the check early, PartialError (exit 7), or FindingsError (exit 6). */
async function conclude(run: CheckRun, report: LinkReport, ignores: Ignores | undefined): Promise<void> {
  const { io } = run.context;
  await report.end();
  for (const { line, target, until } of ignores?.expired ?? [])
    warn(io, `the ignore file, line ${line}: "${target}" was ignored until ${until}`);
  for (const { line, target } of (report.whole && ignores?.unused()) || [])
    note(io, `the ignore file, line ${line}: "${target}" matches nothing`);
  const summary = report.summary();
  if (report.failures.length > 0) {
    note(io, summary);
    throwUnfinished({
      what: 'space',
      done: report.spaces,
      total: report.total,
      failures: report.failures.map(({ space, error }) => ({ name: space.title, error })),
      hint: sameCommand(run),
    });
  }
  if (run.flags.exitCode === true && report.findings > 0)
    throw new FindingsError(summary, { details: report.counts() });
  note(io, summary);
}
