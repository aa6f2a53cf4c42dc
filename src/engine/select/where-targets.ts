// --where of a command that changes something: what the list of its targets shows, and the predicate picks, is changed.
import type { Context } from '../../context.ts';
import { seeHelp } from '../../errors.ts';
import { startProgress } from '../../output/progress.ts';
import { nothingToDo } from '../many/many-consent.ts';
import type { Picked } from '../many/many-report.ts';
import type { Command } from '../model/command.ts';
import type { Run } from '../model/command-type.ts';
import { manyArg, pickedFrom } from '../model/flags.ts';
import type { ReferenceKind } from '../references/reference-kinds.ts';
import { candidates } from '../references/references.ts';
import { requirePlaces, settleNames } from '../references/resolve-names.ts';
import { type Parsed, startRun } from '../run/run.ts';
import { fillContext } from '../run/scope.ts';
import { openFilter } from './where.ts';

/** As many as a page of a list holds. */
const AT_ONCE = 1000;

/** Runs the command for all that the predicate picks. Throws UsageError where other targets are given, too. */
export async function runPicked(context: Context, command: Command, parsed: Parsed): Promise<void> {
  const { path, args } = parsed;
  const kind = pickedFrom(command);
  const target = manyArg(command);
  if (!kind || !target) throw seeHelp(path, `${path} does not take --where`);
  const fixed = command.args.filter((arg) => arg.field !== target.field);
  if (args.length > fixed.length || parsed.flags.rows !== undefined)
    throw seeHelp(path, 'give either targets or --where, not both');
  const missing = fixed.find(({ required }, at) => required && args[at] === undefined);
  if (missing) throw seeHelp(path, `missing argument <${missing.label}>`);
  const run = startRun(context, command, parsed, true);
  const picked = await pick(run, kind, target.field);
  if (picked.size === 0) return nothingToDo(run, `no ${kind.noun} matches --where`);
  const { runMany } = await import('../many/many.ts');
  const ids = [...picked.keys()].map(String);
  await runMany(context, command, { ...parsed, args: [...args, ...ids] }, picked);
}

/** What the predicate picks, by ID. */
async function pick(run: Run, kind: ReferenceKind, field: string): Promise<Picked> {
  const listing = await listingOf(run, kind);
  const filter = await openFilter(listing);
  const progress = startProgress(run.context.io, `reading ${kind.noun}s`);
  const picked = new Map<unknown, Record<string, unknown>>();
  const key = kind.key ?? 'id';
  const take = async (items: Record<string, unknown>[]) => {
    // Safe: a filter passes on some of the very items that it is given.
    for (const item of (await filter.page(items)) as typeof items) picked.set(item[key], item);
  };
  try {
    await fillContext(listing);
    await settleNames(listing, field);
    await requirePlaces(listing);
    let page: Record<string, unknown>[] = [];
    for await (const item of candidates(await run.client(), listing.operation, kind, listing.input)) {
      page.push(item);
      if (page.length < AT_ONCE) continue;
      await take(page);
      page = [];
    }
    await take(page);
  } finally {
    progress.stop();
    await filter.close();
  }
  return picked;
}

/** The run of the list: its items are what the predicate speaks of. */
async function listingOf(run: Run, kind: ReferenceKind): Promise<Run> {
  const operation = await kind.list(run.flags.cr !== undefined);
  const { fields: _, rows: __, refs: ___, ...command } = run.command;
  const path = `${run.path.split(' ').slice(0, -1).join(' ')} list`;
  return {
    ...run,
    path,
    operation,
    command: { ...command, ...(kind.rows !== undefined && { rows: kind.rows }) },
    input: { ...run.input },
  };
}
