// docs plan show: the rows of a plan, from the file alone.

import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { listWriter, renderItem } from '../../output/render.ts';
import { ciSafe, safeText } from '../../output/safe-text.ts';
import type { Run } from '../run/run.ts';
import { chosenFormat, viewOf } from '../run/view.ts';
import { dangerOfPlan, hashOf, type Plan } from './plan.ts';
import { readPlan } from './plan-file.ts';
import { cellsOf, headline, linesOf, markdownOf } from './plan-lines.ts';
import { placeOf } from './plan-report.ts';

/** Lines for people, the plan itself as JSON or YAML, a row a field for CSV, the hash with -q. */
export async function showPlan(run: Run, asMarkdown: boolean): Promise<void> {
  const { context, args } = run;
  const { io } = context;
  const read = await readPlan(context, args.plan ?? '');
  const plan = await checked(run, read);
  if (asMarkdown) return io.out(ciSafe(io, safeText(markdownOf(plan, hashOf(read)), { multiline: true })));
  const format = chosenFormat(run);
  if (format === 'id') return io.out(`${hashOf(read)}\n`);
  if (format === 'json' || format === 'yaml')
    return renderItem(io, { ...plan, hash: hashOf(read) }, wholeView(run));
  if (format !== undefined && format !== 'table') {
    const writer = await listWriter(io, viewOf(run));
    await writer.page(cellsOf(plan.rows));
    return writer.end();
  }
  await io.out(
    `${ciSafe(io, safeText(linesOf(plan.rows).join('\n'), { multiline: true }))}${plan.rows.length > 0 ? '\n' : ''}`,
  );
  for (const line of [...factsOf(plan, hashOf(read)), ...(await appliedFacts(run, read))]) note(io, line);
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

/** With the danger that its rows have, whatever the file says. Throws UsageError `INVALID_PLAN`. */
async function checked({ catalog }: Run, plan: Plan): Promise<Plan> {
  const { operations } = await import('../../api/index.ts');
  const { checkRows } = await import('./check-rows.ts');
  const known = new Map(operations.map((operation) => [operation.id, operation]));
  return { ...plan, rows: (await checkRows(plan, known, catalog)).map(({ row }) => row) };
}

/** The whole file: its fields are not those of a row. */
const wholeView = (run: Run) => viewOf({ ...run, flags: { ...run.flags, fields: false } });

function factsOf(plan: Plan, hash: string): string[] {
  const { rows, unchanged, made, guards } = plan;
  const by = made.by?.email === undefined ? '' : ` by ${made.by.email}`;
  return [
    `${headline(plan)}${unchanged > 0 ? `, ${unchanged} unchanged` : ''}, danger: ${dangerOfPlan(rows)}${placeOf(plan)}`,
    `made ${made.at}${by}, expires ${guards.expires}: ${made.command}`,
    `hash ${hash}`,
  ];
}
