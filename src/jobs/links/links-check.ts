// docs links check: links that lead nowhere, over a space, a change request, a site or the organization.

import { listChangeRequestPageLinks, listSpaceLinks } from '../../api/content/links.ts';
import { listChangeRequestPages } from '../../api/content/pages.ts';
import type { Client } from '../../client/client.ts';
import type { Width } from '../../client/pool.ts';
import { group, handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { readWidthOf } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { readTextFile, readTextIfThere } from '../../engine/run/input.ts';
import { sameCommand, throwUnfinished } from '../../engine/run/partial-failure.ts';
import type { Run } from '../../engine/run/run.ts';
import { openClient } from '../../engine/run/session.ts';
import { FindingsError, UsageError } from '../../errors.ts';
import type { Io } from '../../output/io.ts';
import { note, warn } from '../../output/note.ts';
import { startBar, withBar } from '../../output/progress-bar.ts';
import { type Asking, EXTERNAL_FLAGS, externalAsked } from '../report/external-ask.ts';
import { EXIT_CODE_FLAG, FORMAT_FLAG } from '../report/finding-flags.ts';
import { FRESH_FLAG, withKeptAnswers } from '../report/kept-answers.ts';
import type { Ignores } from './link-ignores.ts';
import { type LinkReport, openLinkReport } from './link-report.ts';
import { type CheckScope, SCOPE_FLAGS, SCOPE_OPERATIONS, scopeOf } from './links-scope.ts';
import type { SpaceLinks } from './space-links.ts';

// The ignore file of a check: the one that was named, or the usual one (.docslinks) where the command is run.

const USUAL = '.docslinks';

/** Undefined when there is none. Throws LocalIoError when the one that was named cannot be read, UsageError. */
export async function readIgnoreFile(
  { context, flags }: Run<{ ignoreFile?: unknown }>,
  usual = USUAL,
): Promise<Ignores | undefined> {
  const named = flags.ignoreFile;
  const name = typeof named === 'string' ? named : usual;
  // The usual one is named by nobody.
  const reading = named === undefined ? { ...context, opensNoFiles: false } : context;
  const read = named === undefined ? readTextIfThere : readTextFile;
  const text = await read(reading, name, '--ignore-file');
  if (text === undefined) return undefined;
  const { readIgnores } = await import('./link-ignores.ts');
  return readIgnores(text, { name, now: context.now() });
}

/** Says which lines of the ignore file are over, and which match nothing where everything was looked at. */
export function sayIgnores(io: Io, ignores: Ignores | undefined, isWhole = false): void {
  for (const { line, target, until } of ignores?.expired ?? [])
    warn(io, `the ignore file, line ${line}: "${target}" was ignored until ${until}`);
  for (const { line, target } of isWhole ? (ignores?.unused() ?? []) : [])
    note(io, `the ignore file, line ${line}: "${target}" matches nothing`);
}

const COLUMNS = ['space.title', 'page.path', 'status', 'target', 'reason', 'places'];

const CHECK_FLAGS = [
  flag('--new-only', 'with --cr: only links that are not broken on main', { reach: 'platform' }),
  FORMAT_FLAG,
  flag('--ignore-file <file>', 'file with links to ignore (default .docslinks)'),
  ...EXTERNAL_FLAGS,
  FRESH_FLAG,
  EXIT_CODE_FLAG,
  ...SCOPE_FLAGS,
] as const satisfies readonly Option[];

type CheckRun = Run<FlagsOf<typeof CHECK_FLAGS>>;

const linksCheck = handmade('check', {
  summary: 'Find broken links',
  uses: [...SCOPE_OPERATIONS, listSpaceLinks, listChangeRequestPages, listChangeRequestPageLinks],
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
  const { checkChangeRequest } = await import('./change-request-links.ts');
  const links = await withBar(run.context.io, 'checking links of pages', (onProgress) =>
    checkChangeRequest(client, scope, { concurrency, newOnly: isNew, onProgress }),
  );
  await add(links);
}

async function checkAll(
  run: CheckRun,
  client: Client,
  spaces: readonly SpaceLinks['space'][],
  { concurrency, report, add, external }: Job,
): Promise<void> {
  const { checkSpaces } = await import('./space-links.ts');
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
  sayIgnores(io, ignores, report.whole);
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
  // A report for a pull request says it at its top.
  if (run.flags.format !== 'markdown') note(io, summary);
}
