// docs plan check: whether a plan still fits, row by row. Reads only.
import { FindingsError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { holdOut } from '../../output/io.ts';
import { done } from '../../output/note.ts';
import { listWriter } from '../../output/render.ts';
import type { Run } from '../model/command-type.ts';
import { viewOf } from '../run/view.ts';
import { openPlan } from './open-plan.ts';
import type { PlanTask } from './plan-task.ts';
import { taskSlices } from './plan-tasks.ts';

/** Throws FindingsError (exit 6) for a stale row, and what `openPlan` throws (exit 3). */
export async function checkPlanFile(run: Run): Promise<void> {
  const { io } = run.context;
  const open = await openPlan(run, run.args.plan ?? '');
  const held = holdOut(io);
  const writer = await listWriter(held.io, viewOf(run));
  let stale = 0;
  for await (const tasks of taskSlices(open)) {
    await writer.page(tasks.map(rowOf));
    stale += tasks.filter((task) => task.stale !== undefined).length;
  }
  await writer.end();
  await held.release();
  if (stale > 0)
    throw new FindingsError(
      `plan ${open.file} no longer fits: ${stale} of ${plural(open.plan.rows.length, 'row')} changed since`,
      {
        hint: shell`make the plan again, or docs apply ${open.file} --skip-stale`,
      },
    );
  done(io, `plan ${open.file} still fits`);
}

function rowOf({ number, target, stale, result, failure }: PlanTask) {
  const state = stale === undefined ? (failure ? 'unknown' : (result?.outcome ?? 'fits')) : 'stale';
  return { row: number, target: target.text, state, why: stale ?? failure?.message ?? null };
}
