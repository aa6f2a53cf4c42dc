// Expressions in `{{ }}` of a page: names of variables, operators, nothing that could run.
import type { Tree } from '../model.ts';

export interface Scope {
  page: Tree['variables'];
  space: Tree['variables'];
  now: Date;
}

type Value = string | number | boolean | null;

/** `deterministic-only` leaves alone what depends on the reader or the time. */
export type EvaluationMode = true | 'deterministic-only';

const MAX_EXPRESSION = 1024;

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
    const parse = parser(tokenize(expression), { scope, mode });
    const value = parse();
    return value === null ? '' : String(value);
  } catch (error) {
    if (error instanceof NoExpression) return undefined;
    throw error;
  }
}

/** Ends the reading of one expression; never leaves this file. */
class NoExpression extends Error {}

type Token = { kind: 'name' | 'mark' | 'end'; text: string } | { kind: 'value'; value: Value; text: string };

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?)|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)|(===|!==|==|!=|<=|>=|&&|\|\||\?\?|[-+*/%<>!?:()]))/y;

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  const text = source.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    if (!found) throw new NoExpression();
    const [all, digits, double, single, name, mark] = found;
    const string = double ?? single;
    if (digits !== undefined) tokens.push({ kind: 'value', value: Number(digits), text: all });
    else if (string !== undefined)
      tokens.push({ kind: 'value', value: string.replace(/\\(.)/g, '$1'), text: all });
    else if (name !== undefined) tokens.push(nameToken(name));
    else tokens.push({ kind: 'mark', text: mark ?? '' });
  }
  return [...tokens, { kind: 'end', text: '' }];
}

const WORDS: Record<string, Value> = { true: true, false: false, null: null, undefined: null };

function nameToken(name: string): Token {
  if (Object.hasOwn(WORDS, name)) return { kind: 'value', value: WORDS[name] ?? null, text: name };
  return { kind: 'name', text: name };
}

/** Operators from the loosest to the tightest. */
const LEVELS = [
  ['??'],
  ['||'],
  ['&&'],
  ['===', '!==', '==', '!='],
  ['<', '>', '<=', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];
const MAX_DEPTH = 50;

function parser(tokens: Token[], names: { scope: Scope; mode: EvaluationMode }): () => Value {
  let at = 0;
  let depth = 0;
  const peek = () => tokens[at]?.text ?? '';
  const isMark = (text: string) => tokens[at]?.kind === 'mark' && peek() === text;
  const take = (text: string) => {
    if (!isMark(text)) throw new NoExpression();
    at += 1;
  };
  const choice = (): Value => {
    depth += 1;
    if (depth > MAX_DEPTH) throw new NoExpression();
    const condition = binary(0);
    if (!isMark('?')) return done(condition);
    take('?');
    const yes = choice();
    take(':');
    const no = choice();
    return done(condition ? yes : no);
  };
  const done = (value: Value) => {
    depth -= 1;
    return value;
  };
  const binary = (level: number): Value => {
    const operators = LEVELS[level];
    if (!operators) return unary();
    let left = binary(level + 1);
    while (tokens[at]?.kind === 'mark' && operators.includes(peek())) {
      const operator = peek();
      at += 1;
      left = apply(operator, left, binary(level + 1));
    }
    return left;
  };
  const unary = (): Value => {
    let flips = '';
    while (isMark('!') || isMark('-')) {
      flips = `${peek()}${flips}`;
      at += 1;
    }
    return [...flips].reduce<Value>((value, flip) => (flip === '!' ? !value : -Number(value)), operand());
  };
  const operand = (): Value => {
    const token = tokens[at];
    at += 1;
    if (token?.kind === 'value') return token.value;
    if (token?.kind === 'name') return lookUp(token.text, names);
    if (token?.text !== '(') throw new NoExpression();
    const value = choice();
    take(')');
    return value;
  };
  return () => {
    const value = choice();
    if (tokens[at]?.kind !== 'end') throw new NoExpression();
    return value;
  };
}

const OPERATORS: Record<string, (left: Value, right: Value) => Value> = {
  '??': (left, right) => left ?? right,
  '||': (left, right) => left || right,
  '&&': (left, right) => left && right,
  '===': (left, right) => left === right,
  '!==': (left, right) => left !== right,
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => compare(left, right) < 0,
  '>': (left, right) => compare(left, right) > 0,
  '<=': (left, right) => compare(left, right) <= 0,
  '>=': (left, right) => compare(left, right) >= 0,
  '+': (left, right) =>
    typeof left === 'number' && typeof right === 'number' ? left + right : `${left ?? ''}${right ?? ''}`,
  '-': (left, right) => Number(left) - Number(right),
  '*': (left, right) => Number(left) * Number(right),
  '/': (left, right) => Number(left) / Number(right),
  '%': (left, right) => Number(left) % Number(right),
};

const apply = (operator: string, left: Value, right: Value): Value =>
  OPERATORS[operator]?.(left, right) ?? null;

function compare(left: Value, right: Value): number {
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : Number(left > right);
  return Number(left) - Number(right);
}

/** `page.vars.x`, `space.vars.x`, or `x` and `vars.x` for either, the page's first; `now` and `visitor` change from one reading to the next. */
function lookUp(name: string, { scope, mode }: { scope: Scope; mode: EvaluationMode }): Value {
  const parts = name.split('.');
  if (parts[0] === 'now' || parts[0] === 'visitor') {
    if (mode === 'deterministic-only') throw new NoExpression();
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
