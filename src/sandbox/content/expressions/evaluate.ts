// Expressions in `{{ }}` of a page: names of variables, operators, nothing that could run.
import { ValidationError } from '../../../errors.ts';
import type { Tree } from '../model.ts';
import { type Expression, parseExpression } from './parse.ts';
import { binary, unary } from './run.ts';

export interface Scope {
  page: Tree['variables'];
  space: Tree['variables'];
  now: Date;
}

/** `deterministic-only` leaves alone what depends on the reader or the time. */
export type EvaluationMode = true | 'deterministic-only';

const MAX_EXPRESSION = 1024;
const MAX_DEPTH = 50;

/** Puts values in place of expressions. Code stays as it is, and so does what is no expression; an unknown name is empty. */
export function evaluate(markdown: string, scope: Scope, mode: EvaluationMode): string {
  if (!markdown.includes('{{')) return markdown;
  let fence = '';
  const lines = markdown.split('\n').map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
    if (mark || fence !== '') return line;
    return line.replace(
      /(?<!`)(`+)(?!`)[^`]+\1(?!`)|\{\{([^{}]*)\}\}/g,
      (all: string, _ticks, expression?: string) =>
        expression === undefined ? all : (textOf(expression, scope, mode) ?? all),
    );
  });
  return lines.join('\n');
}

/** The text of an expression; undefined for one that cannot be read or may not be evaluated. */
function textOf(expression: string, scope: Scope, mode: EvaluationMode): string | undefined {
  if (expression.length > MAX_EXPRESSION) return undefined;
  try {
    const value = resultIn(parseExpression(expression, MAX_DEPTH), { scope, mode });
    return value === null || value === undefined ? '' : String(value);
  } catch (error) {
    if (error instanceof ValidationError) return undefined;
    throw error;
  }
}

interface Reading {
  scope: Scope;
  mode: EvaluationMode;
}

const notHere = () => new ValidationError('it is not evaluated in a page');

/** Of each part, also of one that does not matter: what is not the same for everybody is left alone as a whole. */
function resultIn(expression: Expression, reading: Reading): unknown {
  const value = (part: Expression) => resultIn(part, reading);
  switch (expression.type) {
    case 'literal':
      return expression.value;
    case 'name':
    case 'member':
      return lookUp(nameOf(expression), reading);
    case 'unary':
      return unary(expression.sign, value(expression.of));
    case 'binary': {
      if (expression.sign === 'in') throw notHere();
      const [left, right] = [value(expression.left), value(expression.right)];
      return binary(expression.sign, left, () => right);
    }
    case 'choice': {
      const [test, yes, no] = [expression.test, expression.yes, expression.no].map(value);
      return test ? yes : no;
    }
    default:
      throw notHere();
  }
}

/** `page.vars.x` */
function nameOf(expression: Expression): string {
  if (expression.type === 'name') return expression.name;
  if (expression.type !== 'member' || expression.optional || expression.key.type !== 'literal')
    throw notHere();
  const { value } = expression.key;
  if (typeof value !== 'string') throw notHere();
  return `${nameOf(expression.of)}.${value}`;
}

/** `page.vars.x`, `space.vars.x`, or `x` and `vars.x` for either, the page's first; `now` and `visitor` change from one reading to the next. */
function lookUp(name: string, { scope, mode }: Reading): unknown {
  const parts = name.split('.');
  if (parts[0] === 'now' || parts[0] === 'visitor') {
    if (mode === 'deterministic-only') throw notHere();
    // Nobody is visiting.
    return name === 'now' ? scope.now.toISOString() : null;
  }
  const key = parts.at(-1) ?? '';
  const where = parts.slice(0, -1).join('.');
  const maps = {
    'page.vars': [scope.page],
    'space.vars': [scope.space],
    vars: [scope.page, scope.space],
    '': [scope.page, scope.space],
  };
  const found = Object.hasOwn(maps, where)
    ? maps[where as keyof typeof maps].find((map) => Object.hasOwn(map, key))
    : undefined;
  return found?.[key] ?? null;
}
