// Expressions that come in a request: conditions of sites, merge rules of spaces and organizations.
import { DocsError } from '../../errors.ts';
import { type Expression, parseExpression } from '../content/expressions/parse.ts';
import { badRequest } from '../wire-error.ts';

/** Reads an expression. Throws 400 naming the field and the place in the text. */
export function readExpression(field: string, text: string): Expression {
  try {
    return parseExpression(text);
  } catch (error) {
    if (!(error instanceof DocsError)) throw error;
    throw badRequest(`${field}: ${error.message}`);
  }
}
