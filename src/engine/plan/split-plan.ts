// docs plan split: several plans of one, each to be reviewed and applied by itself.
import { readFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { LocalIoError, UsageError } from '../../errors.ts';
import { statsAt } from '../../files/io-error.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { done } from '../../output/note.ts';
import { listWriter } from '../../output/render.ts';
import type { Run } from '../model/command-type.ts';
import { viewOf } from '../run/view.ts';
import { breathe } from '../run/wait.ts';
import { dangerOfPlan, hashOf, type Plan, type PlanRow, renumbered } from './plan.ts';
import { readPlan, textOfPlan, writePlan } from './plan-file.ts';

/** How often a signal is listened to. */
const AT_A_TIME = 50;

/**
 * Throws UsageError for what it cannot be split by, and LocalIoError `FILE_EXISTS`, with nothing written, where a part
 * would take the place of another file.
 */
export async function splitPlan(run: Run, by: string, { overwrite = false } = {}): Promise<void> {
  const { context, args } = run;
  const file = args.plan ?? '';
  if (file === '-')
    throw new UsageError('a plan from standard input has no name to be split under', {
      hint: 'docs plan split plan.json --by danger',
    });
  const plan = await readPlan(context, file);
  const all = [...plan.rows];
  const parts = partsOf(all, by);
  const ending = extname(file);
  const nameOf = (at: number) => `${file.slice(0, file.length - ending.length)}-${at + 1}${ending}`;
  const partOf = (rows: readonly number[]): Plan => ({
    ...plan,
    rows: renumber(all, rows),
    unchanged: 0,
  });
  for (const [at, rows] of parts.entries()) {
    if (at % AT_A_TIME === 0) await breathe(context.signal);
    if (!overwrite) refuseOther(context.cwd, nameOf(at), () => partOf(rows));
  }
  const writer = await listWriter(context.io, viewOf(run));
  for (const [at, rows] of parts.entries()) {
    if (at % AT_A_TIME === 0) await breathe(context.signal);
    const part = partOf(rows);
    writePlan(context, nameOf(at), part);
    await writer.page([
      { plan: nameOf(at), rows: rows.length, danger: dangerOfPlan(part.rows), hash: hashOf(part) },
    ]);
  }
  await writer.end();
  done(context.io, shell`split ${file} into ` + plural(parts.length, 'plan'));
}

/** Nobody typed this name: only the same part may be there, of a run that was cut off. */
function refuseOther(cwd: string, name: string, part: () => Plan): void {
  const path = resolve(cwd, name);
  const stats = statsAt(path, { to: 'write', shown: name });
  if (!stats || (stats.isFile() && isText(path, stats.size, textOfPlan(part())))) return;
  throw new LocalIoError(`${name} already exists`, {
    code: 'FILE_EXISTS',
    hint: 'move it away, or add --overwrite to replace it',
  });
}

const isText = (path: string, size: number, text: string): boolean =>
  size === Buffer.byteLength(text) && readFileSync(path, 'utf8') === text;

/** Numbers of rows (from 1), part by part. */
function partsOf(rows: readonly PlanRow[], by: string): number[][] {
  const most = /^\d{1,6}$/.test(by) ? Number(by) : undefined;
  if (most === 0 || (most === undefined && by !== 'danger' && by !== 'kind'))
    throw new UsageError(`--by must be danger, kind or a number of rows, not "${by}"`, {
      hint: 'docs plan split plan.json --by danger',
    });
  const families = familiesOf(rows);
  if (most !== undefined) return chunks(families, most);
  const parts = new Map<string, number[]>();
  for (const family of families) {
    const own = family.flatMap((number) => rows[number - 1] ?? []);
    const key = by === 'danger' ? dangerOfPlan(own) : (own[0]?.target.kind ?? '');
    parts.set(key, append(parts.get(key) ?? [], family));
  }
  return [...parts.values()].map((part) => part.sort((a, b) => a - b));
}

/** Rows that need each other, one family each. */
function familiesOf(rows: readonly PlanRow[]): number[][] {
  const head = rows.map((_, at) => at + 1);
  const headOf = (number: number): number => {
    let last = number;
    for (let next = head[last - 1] ?? last; next !== last; next = head[last - 1] ?? last) {
      // Each step halves the way for the next one who asks.
      head[last - 1] = head[next - 1] ?? next;
      last = next;
    }
    return last;
  };
  rows.forEach(({ needs = [] }, at) => {
    for (const need of needs) head[headOf(at + 1) - 1] = headOf(need);
  });
  const families = new Map<number, number[]>();
  rows.forEach((_, at) => {
    const own = headOf(at + 1);
    families.set(own, append(families.get(own) ?? [], [at + 1]));
  });
  return [...families.values()];
}

/** In place: a copy for each of 100,000 rows would take minutes, and so many arguments do not fit on the stack. */
function append(list: number[], more: readonly number[]): number[] {
  for (const one of more) list.push(one);
  return list;
}

function chunks(families: readonly number[][], most: number): number[][] {
  const parts: number[][] = [];
  for (const family of families) {
    const last = parts.at(-1);
    if (last && last.length + family.length <= most) append(last, family);
    else parts.push([...family]);
  }
  return parts;
}

/** The chosen rows, their references by the new numbers. */
function renumber(rows: readonly PlanRow[], chosen: readonly number[]): PlanRow[] {
  const numbers = new Map(chosen.map((number, at) => [number, at + 1]));
  return chosen.flatMap((number) => {
    const row = rows[number - 1];
    if (!row) return [];
    const { needs } = row;
    if (!needs) return [row];
    return [
      {
        ...row,
        ...renumbered(row, (need) => numbers.get(need) ?? need),
        needs: needs.map((need) => numbers.get(need) ?? need),
      },
    ];
  });
}
