// Runs docs check: reads the folder, leaves out what is known or was there before, prints, and says by its exit code what counts.
import { posix, relative, resolve, sep } from 'node:path';
import { FindingsError, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { diskSource, type FolderSource } from '../../folder/source.ts';
import { plural } from '../../output/format.ts';
import { done, note, styles, warn } from '../../output/note.ts';
import type { Finding } from '../../output/reports/finding.ts';
import { safeLine } from '../../output/safe-text.ts';
import { readBaseline, writeBaseline } from '../report/baseline.ts';
import { type Asking, externalAsked } from '../report/external-ask.ts';
import { type AboutFindings, printFindings, reportAsked } from '../report/findings.ts';
import { type CheckOptions, checkFolder } from './check.ts';
import { type CheckRun, type Choice, choiceOf, isChosen } from './check-flags.ts';
import { type CheckConfig, levelsOf, readConfig } from './config.ts';
import type { Checked, CheckFinding } from './finding.ts';
import { type KeptCheck, keptCheckFile, openKeptCheck, programStamp } from './kept-check.ts';
import type { KnownSpace } from './links.ts';
import { LEVELS, RULES } from './rules.ts';

/** Throws UsageError, ConfigError, LocalIoError, and FindingsError (exit 6) where that is asked for. */
export async function runCheck(run: CheckRun): Promise<void> {
  const choice = choiceOf(run);
  reportAsked(run);
  refuseTogether(run);
  const known = await readBaseline(run, 'docs check');
  const shown = typeof run.args.folder === 'string' ? run.args.folder : '.';
  const folder = resolve(run.context.cwd, shown);
  const source = diskSource(folder, shown);
  const kept = keptCheck(run, folder);
  try {
    await checkOnce(run, { shown, folder, source, known, choice: { ...choice, kept } });
  } finally {
    kept?.save();
  }
}

function keptCheck({ context, flags }: CheckRun, folder: string): KeptCheck | undefined {
  const path = keptCheckFile(context.paths(), folder);
  if (path === undefined) return undefined;
  return openKeptCheck(path, programStamp(context), { fresh: flags.fresh === true });
}

interface Checking {
  /** The folder as it was named, and where it is. */
  shown: string;
  folder: string;
  source: FolderSource;
  known: Awaited<ReturnType<typeof readBaseline>>;
  choice: Choice & Pick<CheckOptions, 'kept'>;
}

async function checkOnce(run: CheckRun, { shown, folder, source, known, choice }: Checking): Promise<void> {
  const { context, flags } = run;
  const asking = await externalAsked(run);
  const find = (from: FolderSource) =>
    checkFolder(from, {
      ...choice,
      ...(flags.online === true && { online: (links) => spacesOnline(run, links) }),
      ...(asking && { external: (addresses) => askAddresses(asking, addresses, flags.failUnsure === true) }),
    });
  const isHere = flags.online !== true && !asking;
  const asked = JSON.stringify([choice.rules, choice.skipRules].map((words) => words && [...words]));
  const checked = await (choice.kept && isHere ? choice.kept.answer(source, asked, find) : find(source));
  const config = await readConfig(source);
  const added =
    flags.base === undefined
      ? checked.findings
      : await addedSince(run, checked, { folder, source, choice: { ...choice, config } });
  if (flags.fix === true) {
    const { runFix } = await import('./fix-run.ts');
    return runFix(run, { folder, source, choice, findings: added });
  }
  const chosen = new Set(RULES.filter((rule) => isChosen(rule, choice)).map(({ id }): string => id));
  if (flags.updateBaseline === true) {
    const found = added.map(({ fingerprint, rule, file }) => ({ fingerprint, rule, target: file }));
    const count = await writeBaseline(run, known, { found, complete: chosen });
    done(context.io, `wrote ${flags.baseline}: ${plural(count, 'known finding')}`, {
      ...{ outcome: 'written', file: flags.baseline, findings: count },
    });
    return;
  }
  const seen = new Set(known?.map(({ fingerprint }) => fingerprint));
  const fresh = added.filter(({ fingerprint }) => !seen.has(fingerprint));
  const summary = summaryOf(checked, fresh, { known: added.length - fresh.length, base: flags.base });
  const prefix = prefixOf(context.cwd, folder);
  const placed = fresh.map((finding) => ({ ...finding, file: posix.join(prefix, finding.file) }));
  await printFindings(run, {
    rows: placed.map(rowOf),
    lines: () => linesOf(run, placed),
    report: () => reportOf(checked, placed, { summary, chosen, prefix, config }),
  });
  sayPartial(run, checked, shown);
  conclude(run, fresh, summary);
}

/** What docs cr checkout wrote without --all lacks most pages that its links and its SUMMARY.md lead to. */
function sayPartial({ context }: CheckRun, { scope }: Checked, shown: string): void {
  const { partial, changeRequest, id } = scope ?? {};
  if (partial !== true || !changeRequest) return;
  const { number } = changeRequest;
  note(
    context.io,
    `only the pages that change request #${number} changes are here; for all pages: ${shell`docs cr checkout ${String(number)} --space ${id ?? ''} --all --to ${shown}`}`,
  );
}

/** Before the paths of files, so that they can be opened from here; absolute for a folder elsewhere. */
function prefixOf(cwd: string, folder: string): string {
  const below = relative(cwd, folder);
  return (below.startsWith('..') ? folder : below).split(sep).join('/');
}

function refuseTogether({ flags, path }: CheckRun): void {
  if (flags.fix === true && flags.updateBaseline === true)
    throw new UsageError('--fix and --update-baseline cannot be used together', { hint: `${path} --fix` });
  if (flags.base !== undefined && flags.updateBaseline === true)
    throw new UsageError(
      '--base and --update-baseline cannot be used together: a baseline holds all that is there',
      {
        hint: `${path} --baseline check.json --update-baseline`,
      },
    );
}

/** Loads what talks to the host only where it is asked. */
async function spacesOnline(
  run: CheckRun,
  links: ReadonlySet<string>,
): Promise<ReadonlyMap<string, KnownSpace>> {
  const { onlineSpaces } = await import('./online.ts');
  const { spaces, unseen } = await onlineSpaces(await run.client(), links);
  for (const id of unseen)
    warn(run.context.io, `space "${id}" cannot be read, so links to it are not checked`);
  return spaces;
}

/** What is wrong with each address. Those that nobody could judge count only where that is asked for. */
async function askAddresses(
  asking: Asking,
  addresses: readonly string[],
  countsUnsure: boolean,
): Promise<ReadonlyMap<string, string>> {
  const candidates = addresses.map((target) => ({ target }));
  const { judged } = await asking(candidates);
  const found = candidates.flatMap((one) => judged(one));
  const counted = found.filter(({ status }) => status === 'broken' || countsUnsure);
  return new Map(counted.map(({ target, reason }) => [target, reason]));
}

async function addedSince(
  { context, flags: { base = '' } }: CheckRun,
  checked: Checked,
  { folder, source, choice }: { folder: string; source: FolderSource; choice: CheckOptions },
): Promise<CheckFinding[]> {
  const { baseSource } = await import('../../folder/git-source.ts');
  const old = await baseSource({ folder, ref: base, env: context.env, signal: context.signal });
  return addedFindings(checked, await checkBase(old, choice), { now: source, base: old });
}

const rowOf = ({ level, rule, file, line, column, message, fix, fingerprint }: CheckFinding) => ({
  ...{ level, rule, file, line, column, message },
  ...{ fixable: fix !== undefined, fingerprint },
});

function linesOf({ context: { io } }: CheckRun, findings: readonly CheckFinding[]): string[] {
  const { bold, red, yellow, dim } = styles(io.colorOut);
  const color = { error: red, warning: yellow, note: dim };
  return findings.map(
    ({ file, line, column, level, rule, message }) =>
      `${bold(safeLine(file))}:${line}:${column}: ${color[level](level)} ${safeLine(message)} ${dim(rule)}`,
  );
}

interface About {
  summary: string;
  chosen: ReadonlySet<string>;
  /** Path of the folder, before the files in it. */
  prefix: string;
  config: CheckConfig;
}

function reportOf(
  checked: Checked,
  findings: readonly CheckFinding[],
  { summary, chosen, prefix, config }: About,
): AboutFindings {
  const roots = checked.roots.map((root) => posix.join(prefix, root) || '.');
  const levelOf = levelsOf(config);
  const groupOf = (file: string) =>
    roots
      .filter((root) => root === '.' || file.startsWith(`${root}/`))
      .sort((a, b) => b.length - a.length)[0] ?? '.';
  return {
    name: 'docs check',
    rules: RULES.filter(({ id }) => chosen.has(id) && levelOf(id) !== 'off').map(
      ({ id, level, summary: description }) => ({
        ...{ id, level, description },
      }),
    ),
    findings: findings.map(
      ({ rule, level, message, file, line, column, fingerprint }): Finding => ({
        ...{ rule, level, message, file, line, column, fingerprint },
        group: groupOf(file),
        place: `${file}:${line}:${column}`,
      }),
    ),
    groups: roots,
    summary,
  };
}

function summaryOf(
  { pages, links, roots, unjudged }: Checked,
  findings: readonly CheckFinding[],
  { known, base }: { known: number; base: string | undefined },
): string {
  const counts = LEVELS.map((level) => plural(findings.filter((one) => one.level === level).length, level));
  const where = roots.length > 1 ? ` in ${plural(roots.length, 'space')}` : '';
  const parts = [
    `${counts.join(', ')}${base === undefined ? '' : ` that ${base} does not have`}`,
    ...(known > 0 ? [`${known} known`] : []),
    ...(unjudged > 0 ? [`${plural(unjudged, 'link')} to other spaces not checked`] : []),
  ];
  return `checked ${plural(pages, 'page')} and ${plural(links, 'link')}${where}: ${parts.join('; ')}`;
}

function conclude(
  { context, flags: { failOn, exitCode } }: CheckRun,
  findings: readonly CheckFinding[],
  summary: string,
): void {
  const names: readonly string[] = LEVELS;
  const limit = exitCode === true ? names.length : names.indexOf(failOn ?? '') + 1;
  if (findings.some(({ level }) => names.indexOf(level) < limit))
    throw new FindingsError(summary, { details: { findings: findings.length } });
  note(context.io, summary);
}

// Compares what is found now with what was found where this branch began: by what is wrong, not by the line it is on.

/** What was wrong before. A folder that had no pages yet had nothing wrong with it. */
export async function checkBase(source: FolderSource, options: CheckOptions): Promise<CheckFinding[]> {
  if (![...source.files.keys()].some((path) => /\.(?:md|markdown)$/i.test(path))) return [];
  const { config, ...rest } = options;
  const folders = config?.folders?.filter((folder) =>
    [...source.files.keys()].some((path) => path.startsWith(`${folder}/`)),
  );
  const spaces = new Map(
    [...(config?.spaces ?? [])].filter(([, folder]) => folders === undefined || folders.includes(folder)),
  );
  return (await checkFolder(source, { ...rest, ...(config && { config: { ...config, folders, spaces } }) }))
    .findings;
}

/** Each finding that was not there before as often; one in a file that was only moved was there. */
export function addedFindings(
  { findings }: Pick<Checked, 'findings'>,
  before: readonly CheckFinding[],
  { now, base }: { now: FolderSource; base: FolderSource },
): CheckFinding[] {
  const counts = countBy(before, (one) => nameOf(one, one.file));
  const added = findings.filter((one) => !take(counts, nameOf(one, one.file)));
  const gone = before.filter(({ file }) => !now.files.has(file));
  const moved = countBy(gone, (one) => nameOf(one, ''));
  return added.filter((one) => base.files.has(one.file) || !take(moved, nameOf(one, '')));
}

const nameOf = ({ rule, key }: CheckFinding, file: string): string => JSON.stringify([rule, file, key]);

function countBy(
  findings: readonly CheckFinding[],
  nameOne: (one: CheckFinding) => string,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of findings) counts.set(nameOne(one), (counts.get(nameOne(one)) ?? 0) + 1);
  return counts;
}

function take(counts: Map<string, number>, name: string): boolean {
  const left = counts.get(name) ?? 0;
  if (left > 0) counts.set(name, left - 1);
  return left > 0;
}
