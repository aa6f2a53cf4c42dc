// Conditions: who sees a section or site space. The web pages of a served sandbox follow them.
import { readExpression } from '../expression.ts';

/** Checks the syntax of a condition; null and an empty one mean everybody. Throws 400 naming the place. */
export function readCondition(condition: string | null): string | null {
  if (condition === null || condition.trim() === '') return null;
  readExpression('condition', condition);
  return condition;
}
