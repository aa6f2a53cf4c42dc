// How a run wants its result shown, and showing what a command has worked out by itself.

import type { TSchema } from '@sinclair/typebox';
import { mutates } from '../../api/operation.ts';
import { isKnownAddress } from '../../config/base-url.ts';
import { seeHelp, UsageError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { ticks } from '../../files/of-node.ts';
import { inOrderOfTable, maskSecrets, valueAt } from '../../output/columns.ts';
import type { Patience } from '../../output/jq.ts';
import { type Format, listWriter, renderItem, type View } from '../../output/render.ts';
import { outSafe, safeLine } from '../../output/safe-text.ts';
import { lineOfTarget, lineWithout } from '../model/command.ts';
import type { Run } from '../model/command-type.ts';
import { meant } from '../references/names.ts';
import { timeoutOf } from './session.ts';

/** The format asked for; `undefined` when nobody asked. */
export function chosenFormat({ flags, context }: Pick<Run, 'flags' | 'context'>): Format | undefined {
  if (flags.quiet) return 'id';
  if (flags.json || flags.jq !== undefined) return 'json';
  // Safe: --output takes these choices only, and DOCS_OUTPUT was checked before anything was done.
  return (flags.output ?? (context.env.DOCS_OUTPUT || undefined)) as Format | undefined;
}

/** A report, a text or a page instead of rows: then rows have no format. Throws UsageError. */
export function refuseTwoFormats(run: Run): void {
  // Of those commands that have it.
  const { format } = run.flags as { format?: unknown };
  if (typeof format !== 'string' || chosenFormat(run) === undefined) return;
  throw seeHelp(run.path, `--format ${format} and another format cannot be used together`);
}

/** Columns, format and the rest, from the flags of the run. */
export function viewOf(run: Run, columns: readonly string[] = run.command.columns): View {
  const { flags, context } = run;
  const fields = typeof flags.fields === 'string' ? splitNames(run, flags.fields) : undefined;
  const table =
    columns === run.command.columns ? (run.command.tableOf?.(run) ?? run.command.table) : undefined;
  return {
    columns: fields ?? inOrderOfTable(columns, table),
    table,
    labels: run.command.labels,
    ...(run.command.idField && { idField: run.command.idField }),
    ...(fields && { fields }),
    format: chosenFormat(run) ?? 'table',
    csvRaw: flags.csvRaw === true,
    showSecrets: flags.showSecrets === true,
    now: context.now(),
    ...(context.io.hyperlinks && !run.command.local && { mayLink: mayLink(run) }),
    ...(flags.jq !== undefined && { jq: flags.jq, patience: patienceOf(run) }),
  };
}

/** The same, whatever --fields chooses. */
export const ownView = (run: Run, columns?: readonly string[]): View =>
  viewOf({ ...run, flags: { ...run.flags, fields: false } }, columns);

/** The signals and the time limit of the run. */
export function patienceOf({ context, flags }: Run): Patience {
  const timeoutMs = timeoutOf(flags.timeout);
  const from = context.startedAt ?? ticks();
  const left = () => (timeoutMs === undefined ? undefined : from + timeoutMs - ticks());
  return { signal: context.signal, left };
}

/** Before a job reads anything: the fields of rows that it makes itself are known, unless it only plans. Throws UsageError. */
export function refuseUnknownFields(run: Run): void {
  const { command, operation, flags } = run;
  const isMade = command.run !== undefined && (command.fields !== undefined || !operation.result);
  const onlyPlans = flags.dryRun || flags.planOut !== undefined;
  if (isMade && !onlyPlans && typeof flags.fields === 'string') splitNames(run, flags.fields);
}

/** Rows that have no id are not printed by -q: nothing at all would look like an empty list. */
export function refuseQuiet(run: Run): void {
  const { command, operation, flags, context } = run;
  const reads = command.operation === undefined || !mutates(operation);
  if (flags.output !== 'id' && !flags.quiet) return;
  const known = fieldNames(run);
  const idField = command.idField ?? 'id';
  if (
    !reads ||
    known.length === 0 ||
    known.some((name) => name === idField || name.startsWith(`${idField}.`))
  )
    return;
  const some = known.slice(0, 3).join(',');
  throw new UsageError('-q prints IDs, and these rows have none', {
    hint: lineWithout(context.argv, ['-q', '-o', '--jq', '--fields'], '-o', 'tsv', '--fields', some),
  });
}

const mayLink =
  (run: Run) =>
  (url: string): boolean =>
    isKnownAddress(url, run.config().baseUrl.value);

/** What a table or a row shows of the items. JSON, YAML and fields chosen by name are the platform's own. */
export async function presented(run: Run, items: readonly unknown[]): Promise<readonly unknown[]> {
  const { present, names } = run.command;
  if (!['table', 'tsv', 'csv'].includes(chosenFormat(run) ?? 'table') || run.flags.fields !== undefined)
    return items;
  // Text made of what a field holds is no field any more: what is secret in it is masked before.
  const shown = present && run.flags.showSecrets !== true ? maskSecrets(items) : items;
  const rows = present ? shown.map((item) => present(item, run)) : items;
  if (!names || !isForPeople(run) || rows.length === 0) return rows;
  return (await import('./show-names.ts')).withNames(run, rows, names);
}

/** Whether the result is a table on a terminal. */
export const isForPeople = (run: Run): boolean =>
  run.context.io.outTty && (chosenFormat(run) ?? 'table') === 'table' && run.flags.fields === undefined;

function splitNames(run: Run, text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  const known = fieldNames(run);
  // The line of the rows file is beside the fields.
  const isLine = (name: string) => name === 'line' && run.flags.rows !== undefined;
  const isKnown = (name: string) =>
    isLine(name) || known.some((path) => path === name || path.startsWith(`${name}.`));
  const unknown = known.length === 0 ? [] : names.filter((name) => !isKnown(name));
  for (const name of unknown) {
    const { idField } = run.command;
    const isId = name === 'id' && idField !== undefined;
    const instead = isId ? `; the ID of a row is "${idField}"` : meant(fieldsLike(name, known));
    const refusal = () =>
      new UsageError(`--fields: there is no field "${name}"${instead}`, {
        hint: lineOfTarget(run, '--fields'),
      });
    // What a change answers is seen too late.
    if (isId || run.operation.method !== 'GET') throw refusal();
    lookLater(run, { name, refusal });
  }
  return names;
}

/** `--fields` with no value: every field there is, one a line. Needs no profile. */
export async function printFieldNames(run: Run): Promise<void> {
  await run.context.io.out(
    fieldNames(run)
      .map((name) => `${name}\n`)
      .join(''),
  );
}

/** Dotted paths of all fields of one row of the operation's result. */
export function fieldNames(run: Pick<Run, 'command' | 'operation'>): string[] {
  const { command } = run;
  if (command.fields || !run.operation.result)
    return [...new Set([...(command.fields ?? []), ...command.columns])];
  const item = itemSchema(run);
  return item ? paths(item, '', 0) : [];
}

/** One row of the operation's result; undefined where the command makes rows of its own. */
export function itemSchema({ operation, command }: Pick<Run, 'operation' | 'command'>): TSchema | undefined {
  const { result } = operation;
  if (command.fields || !result) return undefined;
  const rows = operation.paging === 'pages' ? 'items' : command.rows;
  if (rows === '.') return result.items;
  return rows ? result.properties?.[rows]?.items : result;
}

/** What it may be, where it is one of several. */
const formsOf = (schema: TSchema): TSchema[] =>
  (schema.anyOf as TSchema[] | undefined)?.flatMap(formsOf) ?? [schema];

function paths(schema: TSchema, prefix: string, depth: number): string[] {
  const all = formsOf(schema).flatMap((option) =>
    Object.entries<TSchema>(option.properties ?? {}).flatMap(([name, inner]) => {
      const path = prefix + name;
      const deeper = depth < 2 ? paths(inner, `${path}.`, depth + 1) : [];
      return deeper.length > 0 ? deeper : [path];
    }),
  );
  return [...new Set(all)];
}

export async function printRows(run: Run, rows: readonly unknown[], view: View = viewOf(run)): Promise<void> {
  const writer = await listWriter(run.context.io, view);
  await writer.page(rows);
  await writer.end();
}

/** Rows of what was done, where a format is asked for; else the notes have said it. */
export async function printDone(
  run: Run,
  rows: readonly Readonly<Record<string, unknown>>[],
  columns: readonly string[],
): Promise<void> {
  if (chosenFormat(run) !== undefined) await printRows(run, rows, ownView(run, columns));
}

/** Prints one thing. */
export async function printItem(run: Run, item: unknown, view: View = viewOf(run)): Promise<void> {
  await renderItem(run.context.io, item, view);
}

/** Prints a text: alone on its line, or a field of an object where a format is asked for; `name` is the field. */
export async function printLine(run: Run, name: string, text: string): Promise<void> {
  const format = chosenFormat(run);
  if (format === undefined || format === 'table' || format === 'id')
    return run.context.io.out(`${outSafe(run.context.io, safeLine(text))}\n`);
  await printItem(run, { [name]: text }, ownView(run, [name]));
}

// Fields that are asked for and that no schema has: a newer host may tell them. Whether it does is seen on the first items.

interface Unknown {
  name: string;
  refusal: () => UsageError;
}

interface Asked {
  unknown: Unknown[];
  /** The first items were there. */
  isSeen: boolean;
}

/** A command has one context; its runs for many targets are copies of each other. */
const asked = new WeakMap<object, Asked>();

/** Fields that a mistyped one may mean; what others call a name is a title here, or the other way round. */
export function fieldsLike(typed: string, known: readonly string[]): string[] {
  const near = nearest(typed, known);
  if (near.length > 0 || nearest(typed, ['name', 'title']).length === 0) return near;
  return ['title', 'name'].filter((name) => known.includes(name)).slice(0, 1);
}

/**
 * Keeps a name for the first items. Throws its refusal at once where docs makes the rows itself, and for programs that
 * were given a list of columns.
 */
export function lookLater({ command, operation, context }: Run, unknown: Unknown): void {
  const isMade = command.fields !== undefined || !operation.result;
  if (isMade || context.actor !== undefined) throw unknown.refusal();
  const { isSeen, unknown: others } = asked.get(context) ?? { isSeen: false, unknown: [] };
  asked.set(context, { isSeen, unknown: [...others, unknown] });
}

/** Throws the refusal of a name that none of the first items has. */
export function requireUnknown({ context }: Run, items: readonly unknown[]): void {
  const { isSeen = true, unknown = [] } = asked.get(context) ?? {};
  if (isSeen) return;
  asked.set(context, { isSeen: true, unknown: [] });
  const stray = unknown.find(({ name }) => items.every((item) => valueAt(item, name) === undefined));
  if (stray) throw stray.refusal();
}
