// Conditions: who sees a section or site space. The sandbox reads them, and has no visitors to decide about.
import { DocsError } from '../../../errors.ts';
import { parseExpression } from '../../content/expressions/parse.ts';
import { badRequest } from '../../wire-error.ts';

/** Checks the syntax of a condition; null and an empty one mean everybody. Throws 400 naming the place. */
export function readCondition(condition: string | null): string | null {
  if (condition === null || condition.trim() === '') return null;
  try {
    parseExpression(condition);
    return condition;
  } catch (error) {
    if (!(error instanceof DocsError)) throw error;
    throw badRequest(`condition: ${error.message}`);
  }
}
