// Plan files: written as private files, and read without trust, since somebody else may have edited them.
import { resolve } from 'node:path';
import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { shellLine } from '../../files/shell-word.ts';
import { writeFileDurably } from '../../files/writer.ts';
import { parseJson, readSource } from '../run/input.ts';
import type { Plan, PlanRow } from './plan.ts';

const PLAN_KEYS = ['version', 'origin', 'organization', 'made', 'rows', 'unchanged', 'guards'];
const ROW_KEYS = [
  'operation',
  'input',
  'target',
  'before',
  'after',
  'danger',
  'follows',
  'needs',
  'line',
] as const;
const MOST_ROWS = 100_000;

/** Throws LocalIoError. */
export function writePlan({ cwd }: Context, path: string, plan: Plan): void {
  writeFileDurably(resolve(cwd, path), `${JSON.stringify(plan, null, 2)}\n`);
}

/** Takes a path, or `-` for standard input. Throws UsageError `INVALID_PLAN` with the place, LocalIoError. */
export async function readPlan(context: Context, path: string): Promise<Plan> {
  const text = await readSource(context, path === '-' ? '-' : `@${path}`, 'plan');
  const name = path === '-' ? 'standard input' : path;
  return checkPlan(parseJson(text, name), name);
}

/** Throws UsageError `INVALID_PLAN`. */
export function checkPlan(value: unknown, name: string): Plan {
  const plan = objectAt(value, name, 'a plan');
  if (plan.version !== 1) {
    const isNewer = typeof plan.version === 'number' && plan.version > 1;
    throw invalid(
      name,
      isNewer
        ? `it has format ${plan.version}, and this version of docs reads format 1`
        : 'it is not a plan: "version" is missing',
    );
  }
  refuseUnknown(plan, PLAN_KEYS, name, '');
  textAt(plan, 'origin', name);
  if (plan.organization !== null) textAt(objectAt(plan.organization, name, 'organization'), 'id', name);
  const made = objectAt(plan.made, name, 'made');
  for (const key of ['at', 'command', 'docs']) textAt(made, key, name, 'made.');
  const guards = objectAt(plan.guards, name, 'guards');
  if (Number.isNaN(Date.parse(textAt(guards, 'expires', name, 'guards.'))))
    throw invalid(name, 'guards.expires is not a time');
  if (!Array.isArray(plan.rows)) throw invalid(name, '"rows" must be a list');
  if (plan.rows.length > MOST_ROWS) throw invalid(name, `it has more than ${MOST_ROWS} rows`);
  plan.rows.forEach((row, at) => {
    checkRow(row, at + 1, name);
  });
  // Safe: every key that is read later was checked above.
  return plan as unknown as Plan;
}

function checkRow(value: unknown, number: number, name: string): void {
  const place = `row ${number}`;
  const row = objectAt(value, name, place);
  refuseUnknown(row, ROW_KEYS, name, `${place}: `);
  textAt(row, 'operation', name, `${place}: `);
  for (const key of ['input', 'target']) objectAt(row[key], name, `${place}: ${key}`);
  for (const key of ['before', 'after'])
    if (row[key] !== null && row[key] !== undefined) objectAt(row[key], name, `${place}: ${key}`);
  if (!['mild', 'moderate', 'severe'].includes(String(row.danger)))
    throw invalid(name, `${place}: "danger" must be mild, moderate or severe`);
  const { needs = [] } = row;
  const areEarlier =
    Array.isArray(needs) && needs.every((need) => Number.isInteger(need) && need > 0 && need < number);
  if (!areEarlier) throw invalid(name, `${place}: "needs" must be numbers of earlier rows`);
  for (const [, need = ''] of JSON.stringify(row.input).matchAll(/\{row (\d+)\}/g))
    if (!Array.isArray(needs) || !needs.includes(Number(need)))
      throw invalid(name, `${place}: it refers to row ${need}, which is not in "needs"`);
}

type Json = Record<string, unknown>;

function objectAt(value: unknown, name: string, place: string): Json {
  // Safe: an object that is not a list has string keys.
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw invalid(name, `${place} must be an object`);
}

function textAt(object: Json, key: string, name: string, place = ''): string {
  const value = object[key];
  if (typeof value === 'string' && value !== '') return value;
  throw invalid(name, `${place}"${key}" must be a text`);
}

function refuseUnknown(object: Json, known: readonly string[], name: string, place: string): void {
  const odd = Object.keys(object).find((key) => !known.includes(key));
  if (odd !== undefined) throw invalid(name, `${place}unknown key "${odd}"`);
}

const invalid = (name: string, why: string): UsageError =>
  new UsageError(`${name}: ${why}`, { code: 'INVALID_PLAN', hint: 'docs help plans' });

/** Input with `{row 3}.id` filled in by what that row created. Throws UsageError where it created nothing with that field. */
export function fillIn(input: PlanRow['input'], made: ReadonlyMap<number, unknown>): Record<string, unknown> {
  const fill = (_: string, value: unknown): unknown => {
    const [, row, field = ''] = typeof value === 'string' ? (/^\{row (\d+)\}\.(\w+)$/.exec(value) ?? []) : [];
    if (row === undefined) return value;
    const found: unknown = Object(made.get(Number(row)))[field];
    if (typeof found === 'string') return found;
    throw new UsageError(`row ${row} created nothing with ${field}`, {
      hint: shellLine(['docs', 'plan', 'show']),
    });
  };
  return JSON.parse(JSON.stringify(input, fill));
}
