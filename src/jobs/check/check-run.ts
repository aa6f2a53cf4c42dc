// Runs docs check: reads the folder, leaves out what is known or was there before, prints, and says by its exit code what counts.
import { posix, relative, resolve, sep } from 'node:path';
import { FindingsError, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { done, note, warn } from '../../output/note.ts';
import type { Finding, Report } from '../../output/reports/finding.ts';
import { safeLine } from '../../output/safe-text.ts';
import { styles } from '../../output/style.ts';
import { diskSource } from '../folder/source.ts';
import { readBaseline, writeBaseline } from '../report/baseline.ts';
import { type Asking, externalAsked } from '../report/external-flags.ts';
import { printFindings, reportAsked } from '../report/findings.ts';
import { type Checked, checkFolder } from './check.ts';
import { choiceOf, isChosen } from './choice.ts';
import type { CheckRun } from './command.ts';
import type { CheckFinding } from './finding.ts';
import { LEVELS, RULES } from './rules.ts';
import type { KnownSpace } from './space-links.ts';

/** Throws UsageError, ConfigError, LocalIoError, and FindingsError (exit 6) where that is asked for. */
export async function runCheck(run: CheckRun): Promise<void> {
  const choice = choiceOf(run);
  reportAsked(run);
  refuseTogether(run);
  const known = await readBaseline(run, 'docs check');
  const { context, flags } = run;
  const shown = typeof run.args.folder === 'string' ? run.args.folder : '.';
  const folder = resolve(context.cwd, shown);
  const source = diskSource(folder, shown);
  const asking = await externalAsked(run);
  const checked = await checkFolder(source, {
    ...choice,
    ...(flags.online === true && { online: (links) => spacesOnline(run, links) }),
    ...(asking && { external: (addresses) => askAddresses(asking, addresses, flags.failUnsure === true) }),
  });
  const added = flags.base === undefined ? checked.findings : await addedSince(run, folder, checked, choice);
  if (flags.fix === true) {
    const { runFix } = await import('./fix-run.ts');
    return runFix(run, { folder, source, choice, findings: added });
  }
  const chosen = new Set(RULES.filter((rule) => isChosen(rule, choice)).map(({ id }): string => id));
  if (flags.updateBaseline === true) {
    const found = added.map(({ fingerprint, rule, file }) => ({ fingerprint, rule, target: file }));
    const count = await writeBaseline(run, known, { found, complete: chosen });
    done(context.io, `wrote ${flags.baseline}: ${plural(count, 'known finding')}`);
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
    report: () => reportOf(checked, placed, { summary, chosen, prefix }),
  });
  sayPartial(run, checked, shown);
  conclude(run, fresh, summary);
}

/** What docs cr checkout wrote without --all lacks most pages that its links and its SUMMARY.md lead to. */
function sayPartial({ context }: CheckRun, { folder: { manifest } }: Checked, shown: string): void {
  const { partial, changeRequest, id } = manifest?.scope ?? {};
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
  folder: string,
  checked: Checked,
  choice: ReturnType<typeof choiceOf>,
): Promise<CheckFinding[]> {
  const { baseSource } = await import('../folder/git-source.ts');
  const { addedFindings, checkBase } = await import('./base.ts');
  const source = await baseSource({ folder, ref: base, env: context.env, signal: context.signal });
  return addedFindings(checked, await checkBase(source, { ...choice, config: checked.config }), source);
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
}

function reportOf(
  { folder, config }: Checked,
  findings: readonly CheckFinding[],
  { summary, chosen, prefix }: About,
): Omit<Report, 'version'> {
  const roots = folder.spaces.map(({ root }) => posix.join(prefix, root) || '.');
  const groupOf = (file: string) =>
    roots
      .filter((root) => root === '.' || file.startsWith(`${root}/`))
      .sort((a, b) => b.length - a.length)[0] ?? '.';
  return {
    name: 'docs check',
    rules: RULES.filter(({ id }) => chosen.has(id) && config.rules.get(id) !== 'off').map(
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
    failures: [],
    summary,
  };
}

function summaryOf(
  { pages, links, folder, unjudged }: Checked,
  findings: readonly CheckFinding[],
  { known, base }: { known: number; base: string | undefined },
): string {
  const counts = LEVELS.map((level) => plural(findings.filter((one) => one.level === level).length, level));
  const where = folder.spaces.length > 1 ? ` in ${plural(folder.spaces.length, 'space')}` : '';
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
