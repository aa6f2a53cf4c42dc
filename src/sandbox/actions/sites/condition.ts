// Conditions: who sees a section or site space. The web pages of a served sandbox follow them.
import { readExpression } from '../expression.ts';

/** Checks the syntax of a condition; null and an empty one mean everybody. Throws 400 naming the place. */
export function readCondition(condition: string | null): string | null;
export function readCondition(condition: string | null | undefined): string | null | undefined;
export function readCondition(condition: string | null | undefined): string | null | undefined {
  if (condition === undefined) return undefined;
  if (condition === null || condition.trim() === '') return null;
  readExpression('condition', condition);
  return condition;
}

/** A flag as its column keeps it; undefined where nothing is said. */
export const bitOf = (value: boolean | undefined): 0 | 1 | undefined =>
  value === undefined ? undefined : value ? 1 : 0;
