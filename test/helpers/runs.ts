// How often a test does its thing: a small number in `npm run check`, the number promised in `npm run harden`.
import { appendFileSync } from 'node:fs';
import { wantedOf } from '../harden/table.ts';

/**
 * The small number, or what the table of promises wants of this unit when `npm run harden` runs the test.
 * @throws Error when the table has no such row or unit, so that neither can be renamed alone.
 */
export function runs(id: string, unit: string, small: number): number {
  const wanted = wantedOf(id, unit);
  return process.env.DOCS_HARDEN ? wanted : small;
}

/** Tells the report how far a row got. Call it where the test has held: after its last expectation. */
export function reached(id: string, unit: string, count: number): void {
  wantedOf(id, unit);
  if (!process.env.DOCS_REACHED) return;
  appendFileSync(process.env.DOCS_REACHED, `${JSON.stringify({ id, unit, count })}\n`);
}
