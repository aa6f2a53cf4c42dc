import type { Expression } from '../../src/sandbox/content/expressions/parse.ts';

/** An expression written out, every part of it in brackets. */
export function writtenOut(expression: Expression): string {
  switch (expression.type) {
    case 'literal':
      return expression.value === undefined ? 'undefined' : JSON.stringify(expression.value);
    case 'name':
      return expression.name;
    case 'list':
      return `[${expression.items.map(writtenOut).join(', ')}]`;
    case 'member':
      return `(${writtenOut(expression.of)})${expression.optional ? '?.' : ''}[${writtenOut(expression.key)}]`;
    case 'call':
      return `(${writtenOut(expression.of)})(${expression.args.map(writtenOut).join(', ')})`;
    case 'unary':
      return `(${expression.sign}${writtenOut(expression.of)})`;
    case 'binary':
      return `(${writtenOut(expression.left)} ${expression.sign} ${writtenOut(expression.right)})`;
    case 'choice':
      return `(${writtenOut(expression.test)} ? ${writtenOut(expression.yes)} : ${writtenOut(expression.no)})`;
  }
}
