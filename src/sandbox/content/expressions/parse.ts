// Reads an expression into a tree. The grammar is the part of JavaScript's that conditions and variables need.
import { DocsError, ValidationError } from '../../../errors.ts';
import { badRequest } from '../../wire-error.ts';

// Words of an expression: `visitor.claims.plan == "pro" && !visitor.claims.beta`.

interface Token {
  kind: 'number' | 'string' | 'name' | 'sign' | 'end';
  /** The sign or name as written, or the text a string stands for. */
  text: string;
  /** Counted from 1. */
  at: number;
}

const SIGNS = '===|!==|==|!=|<=|>=|&&|\\|\\||\\?\\?|\\?\\.|[-+*/%<>!?:.,()[\\]{}]';
const TOKEN = new RegExp(
  `\\s*(?:(\\d+(?:\\.\\d+)?)|"((?:[^"\\\\\\n]|\\\\.)*)"|'((?:[^'\\\\\\n]|\\\\.)*)'|([A-Za-z_$][\\w$]*)|(${SIGNS}))`,
  'y',
);

/** Throws ValidationError naming the character that begins no word. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const from = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found) throw unexpectedSign(text, from);
    const [whole, number, double, single, name, sign = ''] = found;
    const at = from + whole.length - whole.trimStart().length + 1;
    const string = double ?? single;
    if (number !== undefined) tokens.push({ kind: 'number', text: number, at });
    else if (string !== undefined) tokens.push({ kind: 'string', text: readEscapes(string), at });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, at });
    else tokens.push({ kind: 'sign', text: sign, at });
  }
  return [...tokens, { kind: 'end', text: 'the end', at: end + 1 }];
}

function unexpectedSign(text: string, from: number): ValidationError {
  const at = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
  const found = text[at] ?? '';
  const what = found === '"' || found === "'" ? 'an unterminated string' : `an unexpected ${found}`;
  return new ValidationError(`the expression has ${what} at character ${at + 1}`);
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r' };
const readEscapes = (text: string) => text.replace(/\\(.)/g, (_, char: string) => ESCAPES[char] ?? char);

export type Expression =
  | { type: 'literal'; value: string | number | boolean | null | undefined }
  | { type: 'name'; name: string }
  | { type: 'list'; items: Expression[] }
  | { type: 'member'; of: Expression; key: Expression; optional: boolean }
  | { type: 'call'; of: Expression; args: Expression[] }
  | { type: 'unary'; sign: '!' | '-' | '+'; of: Expression }
  | { type: 'binary'; sign: string; left: Expression; right: Expression }
  | { type: 'choice'; test: Expression; yes: Expression; no: Expression };

const DEEPEST = 100;
const POWER: Record<string, number> = {
  '??': 1,
  '||': 2,
  '&&': 3,
  '==': 4,
  '!=': 4,
  '===': 4,
  '!==': 4,
  '<': 5,
  '>': 5,
  '<=': 5,
  '>=': 5,
  in: 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '%': 7,
};
const LITERALS: Record<string, boolean | null | undefined> = {
  true: true,
  false: false,
  null: null,
  undefined,
};

interface Reader {
  tokens: Token[];
  next: number;
  depth: number;
  deepest: number;
}

/** Throws ValidationError naming what is wrong and where. */
export function parseExpression(text: string, deepest = DEEPEST): Expression {
  const reader: Reader = { tokens: tokensOf(text), next: 0, depth: 0, deepest };
  const expression = readChoice(reader);
  const rest = peek(reader);
  if (rest.kind !== 'end') throw unexpected(rest);
  return expression;
}

function descend(reader: Reader): void {
  reader.depth += 1;
  if (reader.depth > reader.deepest)
    throw new ValidationError(`the expression nests more than ${reader.deepest} levels`);
}

function readChoice(reader: Reader): Expression {
  descend(reader);
  const test = readBinary(reader, 0);
  const expression = takeSign(reader, '?') ? readBranches(reader, test) : test;
  reader.depth -= 1;
  return expression;
}

function readBranches(reader: Reader, test: Expression): Expression {
  const yes = readChoice(reader);
  expectSign(reader, ':');
  return { type: 'choice', test, yes, no: readChoice(reader) };
}

function readBinary(reader: Reader, power: number): Expression {
  let left = readUnary(reader);
  for (;;) {
    const { text, kind } = peek(reader);
    const own = kind === 'sign' || text === 'in' ? (POWER[text] ?? 0) : 0;
    if (own <= power) return left;
    reader.next += 1;
    left = { type: 'binary', sign: text, left, right: readBinary(reader, own) };
  }
}

function readUnary(reader: Reader): Expression {
  for (const sign of ['!', '-', '+'] as const) {
    if (!takeSign(reader, sign)) continue;
    descend(reader);
    const of = readUnary(reader);
    reader.depth -= 1;
    return { type: 'unary', sign, of };
  }
  return readTail(reader, readPrimary(reader));
}

function readPrimary(reader: Reader): Expression {
  const token = peek(reader);
  reader.next += 1;
  if (token.kind === 'number') return { type: 'literal', value: Number(token.text) };
  if (token.kind === 'string') return { type: 'literal', value: token.text };
  if (token.kind === 'name') return readName(token);
  if (token.text === '(') {
    const inner = readChoice(reader);
    expectSign(reader, ')');
    return inner;
  }
  if (token.text === '[') return { type: 'list', items: readList(reader, ']') };
  throw unexpected(token);
}

function readName(token: Token): Expression {
  const { text } = token;
  if (text === 'in') throw unexpected(token);
  return Object.hasOwn(LITERALS, text)
    ? { type: 'literal', value: LITERALS[text] }
    : { type: 'name', name: text };
}

/** What follows a value: `.claims`, `["a b"]`, `.includes("x")`. */
function readTail(reader: Reader, start: Expression): Expression {
  let of = start;
  for (;;) {
    if (takeSign(reader, '.')) of = { type: 'member', of, key: readKey(reader), optional: false };
    else if (takeSign(reader, '?.')) of = { type: 'member', of, key: readKey(reader), optional: true };
    else if (takeSign(reader, '[')) {
      of = { type: 'member', of, key: readChoice(reader), optional: false };
      expectSign(reader, ']');
    } else if (takeSign(reader, '(')) of = { type: 'call', of, args: readList(reader, ')') };
    else return of;
  }
}

function readKey(reader: Reader): Expression {
  const token = peek(reader);
  if (token.kind !== 'name') throw unexpected(token);
  reader.next += 1;
  return { type: 'literal', value: token.text };
}

function readList(reader: Reader, end: string): Expression[] {
  const items: Expression[] = [];
  if (takeSign(reader, end)) return items;
  do items.push(readChoice(reader));
  while (takeSign(reader, ','));
  expectSign(reader, end);
  return items;
}

const peek = ({ tokens, next }: Reader): Token => tokens[next] ?? { kind: 'end', text: 'the end', at: 1 };

function takeSign(reader: Reader, sign: string): boolean {
  const { kind, text } = peek(reader);
  if (kind !== 'sign' || text !== sign) return false;
  reader.next += 1;
  return true;
}

function expectSign(reader: Reader, sign: string): void {
  if (!takeSign(reader, sign)) throw unexpected(peek(reader), sign);
}

function unexpected({ kind, text, at }: Token, wanted?: string): ValidationError {
  const found = kind === 'end' ? 'ends' : `has an unexpected ${kind === 'string' ? `"${text}"` : text}`;
  const missing = wanted === undefined ? '' : `: ${wanted} is missing`;
  return new ValidationError(`the expression ${found} at character ${at}${missing}`);
}

/** Reads an expression. Throws 400 naming the field and the place in the text. */
export function readExpression(field: string, text: string): Expression {
  try {
    return parseExpression(text);
  } catch (error) {
    if (!(error instanceof DocsError)) throw error;
    throw badRequest(`${field}: ${error.message}`);
  }
}
