// docs plan show: the rows of a plan, as the host knows what they are about.

import type { Client } from '../../client/client.ts';
import { DocsError, UsageError } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { listWriter, renderItem } from '../../output/render.ts';
import { outSafe, safeText } from '../../output/safe-text.ts';
import type { Run } from '../run/run.ts';
import { chosenFormat, viewOf } from '../run/view.ts';
import type { CheckedRow } from './check-rows.ts';
import type { OpenPlan } from './compare-rows.ts';
import { editedPages } from './edited-pages.ts';
import { isForHost } from './open-plan.ts';
import { dangerOfPlan, hashOf, type Plan, type PlanRow } from './plan.ts';
import { readPlan } from './plan-file.ts';
import { cellsOf, headline, linesOf, markdownOf } from './plan-lines.ts';
import { placeOf } from './plan-report.ts';
import { rowTargets } from './row-target.ts';

/** Lines for people, the plan itself as JSON or YAML, a row a field for CSV, the hash with -q. */
export async function showPlan(
  run: Run,
  { asMarkdown, isFull }: { asMarkdown: boolean; isFull: boolean },
): Promise<void> {
  const { context, args } = run;
  const { io } = context;
  const read = await readPlan(context, args.plan ?? '');
  const { plan, notes, client } = await toldPlan(run, read);
  if (asMarkdown) {
    const pages = await editedPages(plan.rows, { client, isFull: true });
    const text = markdownOf({ plan, hash: hashOf(read), notes, pages });
    return io.out(outSafe(io, safeText(text, { multiline: true })));
  }
  const format = chosenFormat(run);
  if (format === 'id') return io.out(`${hashOf(read)}\n`);
  if (format === 'json' || format === 'yaml')
    return renderItem(io, { ...plan, hash: hashOf(read) }, wholeView(run));
  if (format !== undefined && format !== 'table') {
    const writer = await listWriter(io, viewOf(run));
    await writer.page(cellsOf(plan.rows));
    return writer.end();
  }
  const pages = await editedPages(plan.rows, { client, isFull });
  const lines = linesOf(plan.rows).flatMap((line, at) => [
    line,
    ...(pages.get(plan.rows[at] as PlanRow) ?? []).map((text) => `    ${text}`),
  ]);
  if (lines.length > 0) await io.out(`${outSafe(io, safeText(lines.join('\n'), { multiline: true }))}\n`);
  for (const line of [...notes, ...factsOf(plan, hashOf(read)), ...(await appliedFacts(run, read))])
    note(io, line);
}

/** What became of it on this machine, once it was applied from here. */
async function appliedFacts({ context }: Run, plan: Plan): Promise<string[]> {
  if (context.paths().data === undefined) return [];
  const { appliedRows, forgottenText } = await import('./applied-rows.ts');
  const found = appliedRows(context, hashOf(plan));
  if (found.applied === 0) return [];
  const forgotten = forgottenText(found);
  return [
    `${found.applied} of ${plural(plan.rows.length, 'row')} applied from this machine`,
    ...(forgotten === undefined ? [] : [forgotten]),
  ];
}

/** A plan in the words of the program, and what is to be said beside its rows. */
interface ToldPlan {
  plan: Plan;
  notes: string[];
  /** Of its host; undefined where that is not asked. */
  client?: Client;
}

/** Its rows beside the host where that can be asked, else by ID alone. Throws UsageError `INVALID_PLAN`. */
async function toldPlan(run: Run, plan: Plan): Promise<ToldPlan> {
  const { operations } = await import('../../api/index.ts');
  const { checkRows } = await import('./check-rows.ts');
  const known = new Map(operations.map((operation) => [operation.id, operation]));
  const rows = await checkRows(plan, known);
  try {
    if (!isForHost(plan.origin, run.config().baseUrl.value))
      return byIds(plan, rows, `it is for ${plan.origin}`);
    return await byHost(run, plan, known);
  } catch (error) {
    if (!(error instanceof DocsError) || error instanceof UsageError || run.context.signal.aborted)
      throw error;
    return byIds(plan, rows, error.message);
  }
}

async function byHost(run: Run, plan: Plan, operations: OpenPlan['operations']): Promise<ToldPlan> {
  const { tasksOf } = await import('./plan-tasks.ts');
  const { organizationAt } = await import('./plan-head.ts');
  const tasks = await tasksOf({ run, plan, file: run.args.plan ?? '', operations });
  const organization = plan.organization && (await organizationAt(run, plan.organization.id));
  const notes = tasks.flatMap(({ number, stale, result }) => {
    const state = stale ?? (result?.ok ? result.outcome : undefined);
    return state === undefined ? [] : [`row ${number}: ${state}`];
  });
  const client = await run.client();
  return { plan: { ...plan, organization, rows: tasks.map(({ row }) => row) }, notes, client };
}

/** Nothing of the file's own words: who reads it sees what would be sent. */
async function byIds(plan: Plan, checked: readonly CheckedRow[], why: string): Promise<ToldPlan> {
  const targets = rowTargets({ run: undefined, organizationId: undefined, made: () => undefined });
  const { withDangers } = await import('./row-dangers.ts');
  const judged = await withDangers(checked, plan.rows);
  const rows = await Promise.all(
    checked.map(async ({ row: { follows: _, ...row }, operation }, at) => ({
      ...row,
      danger: judged[at]?.danger ?? 'severe',
      target: await targets.of({ operation, input: row.input }),
    })),
  );
  const organization = plan.organization && { id: plan.organization.id, title: plan.organization.id };
  return {
    plan: { ...plan, organization, rows },
    notes: [`names and present values were not checked: ${why}`],
  };
}

/** The whole file: its fields are not those of a row. */
const wholeView = (run: Run) => viewOf({ ...run, flags: { ...run.flags, fields: false } });

function factsOf(plan: Plan, hash: string): string[] {
  const { rows, unchanged, made, guards } = plan;
  const by = made.by?.email === undefined ? '' : ` by ${made.by.email}`;
  // Nothing can check who made it, and how: the hash is not about that either.
  return [
    `${headline(plan)}${unchanged > 0 ? `, ${unchanged} unchanged` : ''}, danger: ${dangerOfPlan(rows)}${placeOf(plan)}`,
    `expires ${guards.expires}`,
    `hash ${hash}`,
    `its file says that it was made ${made.at}${by}: ${made.command}`,
  ];
}
