// The value of an expression that was read into a tree. Only what it is given can be reached: own fields of plain values
// and a few methods that search in them.
import { ValidationError } from '../../../errors.ts';
import type { Expression } from './parse.ts';

export type Names = Readonly<Record<string, unknown>>;

/** Throws ValidationError for a name that is not given, and for a call of anything but the methods below. */
export function resultOf(expression: Expression, names: Names): unknown {
  const value = (part: Expression) => resultOf(part, names);
  switch (expression.type) {
    case 'literal':
      return expression.value;
    case 'name':
      return nameOf(expression.name, names);
    case 'list':
      return expression.items.map(value);
    case 'member':
      return memberOf(value(expression.of), value(expression.key));
    case 'call':
      return callOf(expression, value);
    case 'unary':
      return unary(expression.sign, value(expression.of));
    case 'choice':
      return value(value(expression.test) ? expression.yes : expression.no);
    case 'binary':
      return binary(expression.sign, value(expression.left), () => value(expression.right));
  }
}

function nameOf(name: string, names: Names): unknown {
  if (Object.hasOwn(names, name)) return names[name];
  throw new ValidationError(`"${name}" is not known here; known: ${Object.keys(names).join(', ')}`);
}

/** Absent fields are undefined, as in JavaScript; a field of nothing is, too, so that a rule never ends in an error. */
function memberOf(of: unknown, key: unknown): unknown {
  if (key === 'length' && (typeof of === 'string' || Array.isArray(of))) return of.length;
  if (typeof of !== 'object' || of === null) return undefined;
  const name = String(key);
  return Object.hasOwn(of, name) ? Reflect.get(of, name) : undefined;
}

const METHODS: Record<string, (of: string, what: string) => boolean> = {
  includes: (of, what) => of.includes(what),
  startsWith: (of, what) => of.startsWith(what),
  endsWith: (of, what) => of.endsWith(what),
};

function callOf(call: Extract<Expression, { type: 'call' }>, value: (part: Expression) => unknown): boolean {
  const { of, args } = call;
  const name = of.type === 'member' && of.key.type === 'literal' ? String(of.key.value) : '';
  const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  if (of.type !== 'member' || !method) {
    throw new ValidationError(`only ${Object.keys(METHODS).join(', ')} can be called`);
  }
  const target = value(of.of);
  const what = args[0] && value(args[0]);
  if (name === 'includes' && Array.isArray(target)) return target.includes(what);
  return typeof target === 'string' && method(target, String(what));
}

export function unary(sign: '!' | '-' | '+', value: unknown): unknown {
  if (sign === '!') return !value;
  return sign === '-' ? -Number(value) : Number(value);
}

type Operator = (left: unknown, right: () => unknown) => unknown;

/** `==` compares as `===` does: none of the rules is worth the surprises. */
const OPERATORS: Record<string, Operator> = {
  '??': (left, right) => left ?? right(),
  '||': (left, right) => left || right(),
  '&&': (left, right) => left && right(),
  '==': (left, right) => (left ?? null) === (right() ?? null),
  '!=': (left, right) => (left ?? null) !== (right() ?? null),
  '===': (left, right) => left === right(),
  '!==': (left, right) => left !== right(),
  '<': (left, right) => order(left, right()) < 0,
  '>': (left, right) => order(left, right()) > 0,
  '<=': (left, right) => order(left, right()) <= 0,
  '>=': (left, right) => order(left, right()) >= 0,
  in: (left, right) => has(right(), left),
  '+': (left, right) => plus(left, right()),
  '-': (left, right) => Number(left) - Number(right()),
  '*': (left, right) => Number(left) * Number(right()),
  '/': (left, right) => Number(left) / Number(right()),
  '%': (left, right) => Number(left) % Number(right()),
};

export const binary = (sign: string, left: unknown, right: () => unknown): unknown =>
  OPERATORS[sign]?.(left, right);

/** What cannot be compared is NaN, which is neither less nor more. */
function order(left: unknown, right: unknown): number {
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : Number(left > right);
  return Number(left) - Number(right);
}

const plus = (left: unknown, right: unknown) =>
  typeof left === 'number' && typeof right === 'number' ? left + right : `${left ?? ''}${right ?? ''}`;

function has(of: unknown, key: unknown): boolean {
  if (Array.isArray(of)) return of.includes(key);
  return typeof of === 'object' && of !== null && Object.hasOwn(of, String(key));
}
