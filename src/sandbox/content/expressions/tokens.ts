// Words of an expression: `visitor.claims.plan == "pro" && !visitor.claims.beta`.
import { ValidationError } from '../../../errors.ts';

export interface Token {
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
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const from = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found) throw unexpected(text, from);
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

function unexpected(text: string, from: number): ValidationError {
  const at = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
  const found = text[at] ?? '';
  const what = found === '"' || found === "'" ? 'an unterminated string' : `an unexpected ${found}`;
  return new ValidationError(`the expression has ${what} at character ${at + 1}`);
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r' };
const readEscapes = (text: string) => text.replace(/\\(.)/g, (_, char: string) => ESCAPES[char] ?? char);
