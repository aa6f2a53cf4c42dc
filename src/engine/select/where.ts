// --where: passes on the items of a list for which a jq predicate is true, page by page, in one thread.

import type * as Jq from 'jq-wasm';
import { DocsError, TimeoutError, UsageError } from '../../errors.ts';
import { openThread, ThreadLate } from '../../files/in-thread.ts';
import { isSecretThing, pickFields, secretMask, secretPattern } from '../../output/columns.ts';
import { complaintOf, placedComplaint, withoutLoneSurrogates } from '../../output/jq.ts';
import { note } from '../../output/note.ts';
import { safeLine } from '../../output/safe-text.ts';
import type { Run } from '../model/command-type.ts';
import { ageInMs } from '../run/time-flags.ts';
import { patienceOf, requireUnknown } from '../run/view.ts';
import { checkPaths } from './item-fields.ts';

// A jq predicate as far as it can be read without jq: which fields it asks for, and constants that are worked out once.

interface Predicate {
  /** For jq, with `ago("90d")`, `date("...")` and `glob("...")` replaced by what they mean. */
  readonly text: string;
  /** Paths that surely begin at the item. */
  readonly paths: readonly (readonly string[])[];
  /** The fields of the item that it can see; undefined: perhaps all. */
  readonly needs: readonly string[] | undefined;
}

/** A text that nobody closed is one token: read again from each of its quotes, it would take the square of its length. */
const TOKEN =
  /(?<space>\s+|#[^\n]*)|(?<string>"(?:[^"\\]|\\.)*"?)|(?<number>\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+)|\.(?<field>[A-Za-z_]\w*)|\.(?<quoted>"(?:[^"\\]|\\.)*")|(?<all>\.\.)|(?<word>@?[A-Za-z_]\w*(?:::\w+)*)|(?<variable>\$[A-Za-z_]\w*(?:::\w+)*)|(?<sign>[\s\S])/gy;

/** After these nobody can say what a path begins at. */
const UNCERTAIN = new Set(['def', 'reduce', 'foreach', 'catch', 'import', 'include', 'label']);
const OPERATORS = new Set(['and', 'or', 'if', 'then', 'elif', 'else', 'as', 'try']);
/** Functions that see no more of the item than their arguments name. */
const BLIND = new Set(['true', 'false', 'null', 'not', 'ago', 'date', 'glob', 'test', 'now', 'end']);
/** The same behind a pipe, where they are given a value. */
const OF_VALUES = new Set(
  'contains index length ascii_downcase ascii_upcase tonumber tostring startswith endswith split join any all min max ltrimstr rtrimstr fromdate todate'.split(
    ' ',
  ),
);
/** Their arguments are given the item itself. */
const TRANSPARENT = new Set(['select', 'ago', 'date', 'glob', 'test', 'startswith', 'endswith']);

interface Frame {
  /** Whether `.` is the item. */
  isItem: boolean;
  /** Behind `as`: the next pipe changes nothing. */
  binds: boolean;
}

/** Takes what --where was given. Throws UsageError for a constant that `ago` or `date` cannot read. */
export function readPredicate(given: string, now: Date): Predicate {
  // Text with an expression inside, and functions of its own: jq alone can read those.
  if (given.includes('\\(') || /\bdef\b/.test(given)) return { text: given, paths: [], needs: undefined };
  const text = withConstants(given, now);
  const reader = new Reader();
  for (const token of given.matchAll(TOKEN)) reader.take(token.groups ?? {});
  const { paths, names, seesAll } = reader;
  return { text, paths, needs: seesAll ? undefined : [...names] };
}

class Reader {
  readonly paths: string[][] = [];
  readonly names = new Set<string>();
  seesAll = false;
  private readonly frames: Frame[] = [{ isItem: true, binds: false }];
  /** The last token ended a term: a field behind it is a field of that. */
  private endsTerm = false;
  private chain: string[] | undefined;
  private callee: string | undefined;

  take(token: Readonly<Record<string, string | undefined>>): void {
    if (token.space !== undefined) return;
    const { callee } = this;
    this.callee = undefined;
    const field = token.field ?? (token.quoted === undefined ? undefined : textOf(token.quoted));
    const { chain } = this;
    if (field === undefined) this.chain = undefined;
    if (token.all !== undefined) this.seesAll = true;
    if (field !== undefined) this.takeField(field);
    else if (token.word !== undefined) this.takeWord(token.word);
    else if (token.sign !== undefined) this.takeSign(token.sign, callee, chain);
    else this.endsTerm = true;
  }

  private takeField(name: string): void {
    if (this.endsTerm) this.chain?.push(name);
    else {
      this.names.add(name);
      this.chain = [name];
      if (this.frame.isItem) this.paths.push(this.chain);
    }
    this.endsTerm = true;
  }

  private takeWord(word: string): void {
    if (word.startsWith('@')) return;
    if (UNCERTAIN.has(word)) {
      for (const frame of this.frames) frame.isItem = false;
      this.seesAll = true;
    }
    if (word === 'as') this.frame.binds = true;
    this.endsTerm = !OPERATORS.has(word) && !UNCERTAIN.has(word);
    if (!this.endsTerm) return;
    this.callee = word;
    if (!BLIND.has(word) && (this.frame.isItem || !OF_VALUES.has(word))) this.seesAll = true;
  }

  private takeSign(sign: string, callee: string | undefined, chain: string[] | undefined): void {
    if ('([{'.includes(sign)) this.open(sign, sign === '(' ? callee : undefined);
    else if (')]}'.includes(sign)) {
      if (this.frames.length > 1) this.frames.pop();
      this.endsTerm = true;
    } else if (sign === '?') this.chain = chain;
    else if (sign === '.') {
      // The item itself, unless it only leads on: `.a.["b"]`.
      if (!this.endsTerm) this.seesAll = true;
      this.endsTerm = true;
    } else {
      if (sign === '|') this.pipe();
      this.endsTerm = false;
    }
  }

  private open(sign: string, callee: string | undefined): void {
    // `{title}` asks for a field, too.
    if (sign === '{') this.seesAll = true;
    const isItem = this.frame.isItem && (callee === undefined || TRANSPARENT.has(callee));
    this.frames.push({ isItem, binds: false });
    this.endsTerm = false;
  }

  private pipe(): void {
    if (!this.frame.binds) this.frame.isItem = false;
    this.frame.binds = false;
  }

  private get frame(): Frame {
    return this.frames.at(-1) ?? { isItem: false, binds: false };
  }
}

function textOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}

const CALL = /(?<![\w$.@:])(ago|date|glob)\s*\(\s*("(?:[^"\\]|\\.)*")\s*\)|"(?:[^"\\]|\\.)*"?|#[^\n]*/g;

/** Worked out once, not for each item; and what is wrong with them is said at once. */
const withConstants = (given: string, now: Date): string =>
  given.replace(CALL, (whole, name?: string, quoted?: string) => {
    if (name === undefined || quoted === undefined) return whole;
    const value = textOf(quoted);
    if (name === 'glob') return globFilter(value);
    return JSON.stringify(name === 'ago' ? ago(value, now) : date(value));
  });

function ago(text: string, now: Date): string {
  const ms = ageInMs(text);
  if (ms !== undefined) return new Date(now.getTime() - ms).toISOString();
  throw new UsageError(`--where: ago("${text}") must be a time like 12h, 7d or 2w`, { hint: 'ago("90d")' });
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Days begin at midnight UTC, as all times of the platform are UTC. */
function date(text: string): string {
  const at = new Date(DAY.test(text) ? `${text}T00:00:00.000Z` : text);
  const isDate =
    /^\d{4}-\d\d-\d\d(T\d\d:\d\d.*(Z|[+-]\d\d:?\d\d))?$/.test(text) && !Number.isNaN(at.getTime());
  // 30 February is read as a day of March.
  if (isDate && (!DAY.test(text) || at.toISOString().startsWith(text))) return at.toISOString();
  throw new UsageError(`--where: date("${text}") must be a date like 2026-01-31 or 2026-01-31T12:00:00Z`, {
    hint: 'date("2026-01-31")',
  });
}

const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** A jq filter for `*@acme.com`: only what is at its beginning and its end needs no regular expression. */
function globFilter(pattern: string): string {
  const parts = lower(pattern).split('*');
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  const quote = (text: string) => JSON.stringify(text);
  if (pattern.includes('?') || parts.length > 2) {
    const [, middle = ''] = parts;
    if (parts.length === 3 && first === '' && last === '' && !pattern.includes('?'))
      return `(type == "string" and (ascii_downcase | contains(${quote(middle)})))`;
    return `(type == "string" and test(${quote(globPattern(pattern))}; "is"))`;
  }
  if (parts.length === 1) return `(type == "string" and ascii_downcase == ${quote(first)})`;
  const checks = [
    ...(first === '' ? [] : [`startswith(${quote(first)})`]),
    ...(last === '' ? [] : [`endswith(${quote(last)})`]),
    `length >= ${[...first, ...last].length}`,
  ];
  return `(type == "string" and (ascii_downcase | ${checks.join(' and ')}))`;
}

const globPattern = (pattern: string): string =>
  `^${pattern
    .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')}$`;

export interface Filter {
  page(items: readonly unknown[]): Promise<readonly unknown[]>;
  close(): void;
}

interface Asked {
  json: string;
  program: string;
}

type Answer = { stdout: string; stderr: string; exitCode: number };

/** Compiled before anything is asked for. Throws UsageError for a field that no item has, and for what jq cannot read. */
export async function openFilter(run: Run): Promise<Filter> {
  const predicate = predicateOf(run);
  const thread = await openThread<typeof Jq, Asked, Answer>({
    library: { name: 'jq-wasm', file: 'jq-wasm.cjs' },
    work: filter,
  });
  const { signal, left } = patienceOf(run);
  const ask = async (asked: Asked): Promise<Answer> => {
    try {
      return await thread.ask(asked, { signal, timeoutMs: left?.() });
    } catch (cause) {
      await thread.close();
      throw failureOf(cause);
    }
  };
  const prelude = preludeOf(run.context.now());
  const { exitCode, stderr } = await ask({ json: '', program: `${prelude}\n${predicate.text}` });
  if (exitCode !== 0) {
    await thread.close();
    const said = placedComplaint(complaintOf(stderr), predicate.text, 1).replace(
      /^([A-Za-z_]\w*)\/0 is not defined/,
      'there is no $1: a field is .$1, a text "$1"',
    );
    // Behind a constant that was worked out the column is another.
    throw complaint(
      predicate.text === run.flags.where ? said : said.replace(/ \((?:line|column)[^)]*\)$/, ''),
    );
  }
  // jq takes every number for true, 0 as well.
  const strict = 'if type == "number" then error("it gives a number, not true or false") else . end';
  const program = `${prelude} any((\n${predicate.text}\n) | ${strict}; .)`;
  const jsonOf = serializer(run, predicate);
  return {
    async page(items) {
      if (items.length === 0) return items;
      requireUnknown(run, items);
      const { stdout, stderr: said, exitCode: code } = await ask({ json: jsonOf(items), program });
      const passes = stdout.split('\n').slice(0, items.length);
      if (code !== 0 || passes.length !== items.length) {
        await thread.close();
        throw complaint(code === 0 ? 'the predicate ended early' : complaintOf(said));
      }
      for (const line of said.split('\n')) if (line !== '') note(run.context.io, safeLine(line));
      return items.filter((_, at) => passes[at] === 'true');
    },
    close: () => thread.rest(),
  };
}

const TEXT_OR_COMMENT = /"(?:[^"\\]|\\.)*"?|#[^\n]*/g;
/** Its result is the item with that value, which is as good as true: every item would be meant. */
const ASSIGNMENT = /(?<![=!<>|+\-*/%])=(?!=)/;

/** What --where was given. Throws UsageError for a path that no item has. */
export function predicateOf(run: Run): Predicate {
  const given = String(run.flags.where);
  if (given.trim() === '') throw complaint('it is empty');
  if (ASSIGNMENT.test(given.replace(TEXT_OR_COMMENT, ' ')))
    throw complaint('= assigns a value: use == to compare');
  const predicate = readPredicate(given, run.context.now());
  checkPaths(run, predicate.paths);
  return predicate;
}

/** Runs in the thread. */
const filter = ({ raw }: typeof Jq, { json, program }: Asked): Promise<Answer> => raw(json, program, ['-c']);

/** One item a line, with the fields that the predicate needs, secrets masked. */
function serializer(run: Run, { needs }: Predicate): (items: readonly unknown[]) => string {
  const mask = secretMask();
  const pattern = secretPattern();
  const lines = (items: readonly unknown[]) => items.map((item) => JSON.stringify(item)).join('\n');
  return (items) => {
    const shown = (item: unknown) =>
      run.flags.showSecrets === true || !isSecretThing(item) ? item : mask(item);
    const picked = needs ? items.map((item) => pickFields(shown(item), needs)) : items;
    const json = lines(picked);
    const isOpen = run.flags.showSecrets === true || !pattern.test(json);
    return withoutLoneSurrogates(isOpen ? json : lines(picked.map((item) => mask(item))));
  };
}

/** What is not a constant is worked out by jq. A predicate sees one item: what reads on, or ends jq, is refused. */
function preludeOf(now: Date): string {
  const refused = (name: string) => `error("${name} cannot be used in --where")`;
  return [
    `def ago($t): ($t | capture("^(?<n>[0-9]{1,4})(?<u>[mhdw])$")) // error("ago takes a time like 90d") | ${Math.floor(
      now.getTime() / 1000,
    )} - (.n | tonumber) * {"m": 60, "h": 3600, "d": 86400, "w": 604800}[.u] | todate | sub("Z$"; ".000Z");`,
    'def date($t): if $t | test("^\\\\d{4}-\\\\d\\\\d-\\\\d\\\\d$") then $t + "T00:00:00.000Z" else $t end;',
    'def glob($p): type == "string" and test("^" + ($p | explode | map(if . == 42 then ".*" elif . == 63 then "." elif . > 127 or ([.] | implode | test("\\\\w")) then [.] | implode else "\\\\" + ([.] | implode) end) | join("")) + "$"; "is");',
    ...[
      'input',
      'inputs',
      'halt',
      'halt_error',
      'input_filename',
      'input_line_number',
      'get_search_list',
    ].map((name) => `def ${name}: ${refused(name)};`),
    `def halt_error($c): ${refused('halt_error')};`,
  ].join(' ');
}

function failureOf(cause: unknown): unknown {
  if (cause instanceof DocsError) return cause;
  if (cause instanceof ThreadLate)
    return new TimeoutError('the time limit ran out while --where was computing', {
      hint: 'give more time with --timeout <seconds>, or a simpler predicate',
      cause,
    });
  return complaint(complaintOf(cause));
}

const complaint = (why: string): UsageError =>
  new UsageError(`--where: ${safeLine(why)}`, {
    code: 'JQ',
    hint: `a predicate looks like --where '.title != null and (.title | startswith("A"))'`,
  });
