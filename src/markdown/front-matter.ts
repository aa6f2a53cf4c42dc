// A page as a Markdown file: front matter, title heading, text. Reading what was written gives the same page.
import * as yaml from 'yaml';
import { isRecord, jsonIn } from '../files/texts.ts';
import { writeYaml } from '../files/yaml-file.ts';
import { parseYaml } from '../files/yaml-text.ts';
import { escapeTitle, takeTitle } from './page-title.ts';

// Front matter in TOML, as Hugo writes it: keys, tables, and values on one line. What else TOML has is named as a problem.

export type TomlEnd = { data: Record<string, unknown> } | { problem: string; line: number };

/** Lines count from 1. */
function readToml(text: string): TomlEnd {
  const data: Record<string, unknown> = Object.create(null);
  let table = data;
  for (const [at, written] of text.split(/\r?\n/).entries()) {
    const line = written.trim();
    if (line === '' || line.startsWith('#')) continue;
    const name = /^\[([\w-]+)\]$/.exec(line)?.[1];
    const [, key, given = ''] = /^([\w-]+|"[^"\\]*")\s*=\s*(.+)$/.exec(line) ?? [];
    if (name !== undefined) {
      table = Object.create(null);
      data[name] = table;
    } else if (key === undefined) return { problem: `cannot read "${line.slice(0, 60)}"`, line: at + 1 };
    else {
      const value = readValue(given);
      if (value === undefined) return { problem: `cannot read the value of ${key}`, line: at + 1 };
      table[key.replace(/^"|"$/g, '')] = value;
    }
  }
  return { data: { ...data } };
}

/** A value and the comment that may be behind it. */
const TEXT = /^("(?:[^"\\]|\\.)*"|'[^']*')\s*(?:#.*)?$/;
const LIST = /^(\[.*\])\s*(?:#.*)?$/;

/** Undefined for what TOML has and this does not read. */
function readValue(given: string): unknown {
  const text = TEXT.exec(given)?.[1];
  if (text !== undefined) return text.startsWith("'") ? text.slice(1, -1) : jsonIn(text);
  const list = LIST.exec(given)?.[1];
  if (list !== undefined) return jsonIn(list.replace(/'([^'"]*)'/g, '"$1"').replace(/,\s*\]$/, ']'));
  const word = given.replace(/(?<!\s)\s*#.*$/, '');
  if (word === 'true' || word === 'false') return word === 'true';
  if (/^[+-]?\d[\d_]*(?:\.\d+)?$/.test(word)) return Number(word.replaceAll('_', ''));
  return /^\d{4}-\d\d-\d\d[\dT:.Z+ -]*$/.test(word) ? word : undefined;
}

/** What front matter can say of a page. Covers stand as the path or URL written there. */
export interface PageFields {
  slug?: string;
  description?: string;
  icon?: string;
  emoji?: string;
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  condition?: string;
  /** Addresses as text: URLs, or paths of pages. */
  metaLinks?: { canonical?: string; alternates?: string[] };
  layout?: Record<string, unknown>;
  variables?: Record<string, string | number | boolean>;
  cover?: string | Record<string, unknown>;
  coverDark?: string;
  coverY?: number;
  coverHeight?: number;
  computed?: Record<string, unknown>;
}

export interface PageSource {
  fields: PageFields;
  title?: string;
  markdown: string;
  /** Front matter that means nothing here; an export writes it back. */
  unknown: Record<string, unknown>;
}

const BLOCK = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;
const TOML_BLOCK = /^\+\+\+[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?\+\+\+[ \t]*(?:\r?\n|$)/;
const MAX_BLOCK = 256 * 1024;
/** Where parts begin: everything else waits while they are read. A long text is one part. */
const PART = /[\n,[{]/g;
const MOST_PARTS = 10_000;
const MAX_VARIABLE = 256;

export interface FrontMatter {
  data: Record<string, unknown>;
  /** What is below, without the blank line between. */
  body: string;
}

export interface BrokenFrontMatter {
  problem: string;
  /** In the file, from 1. */
  line: number;
  /** Likewise; absent where the line is meant. */
  column?: number;
}

/** The line of a file that has this key of its front matter, from 1; the first where it cannot be told. */
export function lineOfKey(source: string, key: string): number {
  const lines = source.slice(0, /\n(?:---|\+\+\+)/.exec(source)?.index).split('\n');
  const isOf = (line: string) => [`${key}:`, `"${key}":`, `${key} =`].some((start) => line.startsWith(start));
  return Math.max(0, lines.findIndex(isOf)) + 1;
}

const withoutMark = (file: string): string => file.replace(/^\uFEFF/, '');

/** What is at the top of a file; undefined where nothing is. A line above some text is no front matter. */
export function frontMatterIn(file: string): FrontMatter | BrokenFrontMatter | undefined {
  const source = withoutMark(file);
  const toml = TOML_BLOCK.exec(source);
  return toml && toml[0].length <= MAX_BLOCK ? tomlIn(source, toml) : yamlIn(source);
}

function tomlIn(source: string, [block, text = '']: RegExpExecArray): FrontMatter | BrokenFrontMatter {
  const read = readToml(text);
  if ('problem' in read) return { problem: `front matter in TOML: ${read.problem}`, line: read.line + 1 };
  return { data: read.data, body: bodyBelow(source, block) };
}

function halfOf(source: string): BrokenFrontMatter | undefined {
  const isOpen = /^---[ \t]*\r?\n[A-Za-z_][\w-]*:(?:[ \t]|\r?\n)/.test(source);
  if (!isOpen && !frontMatterKeys().has(HEADLESS.exec(source)?.[1] ?? '')) return undefined;
  return { problem: `front matter has no line of --- at its ${isOpen ? 'end' : 'start'}`, line: 1 };
}

function yamlIn(source: string): FrontMatter | BrokenFrontMatter | undefined {
  const block = BLOCK.exec(source);
  if (!block) return halfOf(source);
  const text = block[1] ?? '';
  if (text.length > MAX_BLOCK || (text.match(PART)?.length ?? 0) > MOST_PARTS)
    return { problem: 'front matter is too large', line: 1 };
  const plain = plainMap(text);
  if (plain) return { data: plain, body: bodyBelow(source, block[0]) };
  const read = parseYaml(yaml, { text, rules: { maxAliasCount: 50 } });
  if ('problem' in read)
    return {
      problem: `front matter is not YAML: ${read.problem}`,
      line: (read.at?.line ?? 1) + 1,
      ...(read.at && { column: read.at.col }),
    };
  const data = read.value ?? {};
  if (!isRecord(data)) return undefined;
  return { data, body: bodyBelow(source, block[0]) };
}

/** Lines of keys, and of what is below a key, above a line of ---. */
const HEADLESS = /^([A-Za-z]\w*):[^\n]*\n(?:[A-Za-z]\w*:[^\n]*\n|[ \t-][^\n]*\n)*?---[ \t]*\r?\n/;

/** A key, and words that YAML can only take for text. */
const PLAIN_LINE = /^([A-Za-z][\w-]*): +([A-Za-z][A-Za-z0-9_,.()'/ -]*[A-Za-z0-9_.)])[ ]*$/;
const NO_TEXT = /^(?:true|false|yes|no|on|off|null|y|n)$/i;

/** Front matter as most pages have it, without the parser: that takes longer than the rest of the page. */
function plainMap(text: string): Record<string, unknown> | undefined {
  const data: Record<string, unknown> = {};
  for (const line of text.split(/\r?\n/)) {
    const [, key = '', value = ''] = PLAIN_LINE.exec(line) ?? [];
    if (value === '' || NO_TEXT.test(value) || NO_TEXT.test(key) || Object.hasOwn(data, key))
      return undefined;
    data[key] = value;
  }
  return data;
}

const bodyBelow = (source: string, block: string): string =>
  source.slice(block.length).replace(/^[ \t]*\r?\n/, '');

/** Reads a Markdown file. Front matter that is no YAML map stays part of the text: nothing is lost, nothing throws. */
export function readPage(file: string): PageSource {
  const front = frontMatterIn(file);
  if (!front || 'problem' in front) return { fields: {}, unknown: {}, ...takeTitle(withoutMark(file)) };
  return pageBelow(front);
}

/** The page under its front matter: title and text, whoever reads the file. */
export function pageBelow({ data, body }: FrontMatter): PageSource {
  const { title, fields, unknown } = readFields(data);
  const taken = takeTitle(body);
  if (title === undefined) return { fields, unknown, ...taken };
  // A heading that repeats the title would show it twice.
  return { fields, unknown, title, markdown: taken.title === title ? taken.markdown : body };
}

/** Writes a page so that `readPage` gives the same title, fields and Markdown. */
export function writePage(
  { title, fields, unknown = {} }: { title: string; fields: PageFields; unknown?: Record<string, unknown> },
  markdown: string,
): string {
  const body = markdown === '' ? '' : `\n${markdown}`;
  const isSame = (file: string) => {
    const read = readPage(file);
    return read.title === title && read.markdown === markdown;
  };
  for (const heading of [title, escapeTitle(title)]) {
    const file = `${frontMatter({ ...unknown, ...fields })}# ${heading}\n${body}`;
    if (isSame(file)) return file;
  }
  // No heading says this title (it is empty, has line breaks or outer spaces): front matter does.
  const block = frontMatter({ title, ...unknown, ...fields });
  const plain = `${block}${markdown}`;
  return isSame(plain) ? plain : `${block}# ${escapeTitle(title)}\n${body}`;
}

function frontMatter(fields: object): string {
  if (Object.keys(fields).length === 0) return '';
  return `---\n${writeYaml(fields)}---\n\n`;
}

type Reader = (value: unknown) => unknown;

const text: Reader = (value) =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
const flag: Reader = (value) => (typeof value === 'boolean' ? value : undefined);
const number: Reader = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);

/** `canonical` and `alternates`; other fields are left out. */
const linkTexts: Reader = (value) => {
  if (!isRecord(value)) return undefined;
  const canonical = text(value.canonical);
  const given = Array.isArray(value.alternates) ? value.alternates : [];
  const alternates = given.filter((one) => typeof one === 'string');
  if (canonical === undefined && alternates.length === 0) return undefined;
  return { ...(canonical !== undefined && { canonical }), ...(alternates.length > 0 && { alternates }) };
};

/** Docusaurus writes a path from the root there; its last part is the slug, and the root has none. */
const lastOfPath: Reader = (value) =>
  typeof value === 'string'
    ? (value.startsWith('/')
        ? value
            .replace(/(?<!\/)\/+$/, '')
            .split('/')
            .at(-1)
        : value) || undefined
    : undefined;

const READERS: Record<keyof PageFields | 'title', Reader> = {
  title: text,
  slug: (value) => lastOfPath(text(value)),
  description: text,
  icon: text,
  emoji: text,
  hidden: flag,
  noIndex: flag,
  noRobotsIndex: flag,
  condition: text,
  metaLinks: linkTexts,
  layout: (value) => (isRecord(value) ? mapValues(value, visibility) : undefined),
  variables: (value) => (isRecord(value) ? mapValues(value, scalar) : undefined),
  cover: (value) => (isRecord(value) ? value : text(value)),
  coverDark: text,
  coverY: number,
  coverHeight: number,
  computed: (value) => (isRecord(value) ? value : undefined),
};
const ALIASES: Record<string, keyof PageFields> = { vars: 'variables' };

/** What an export notes of a page; the platform alone decides it. */
export const NOTED_KEYS: readonly string[] = [
  'id',
  'type',
  'path',
  'createdAt',
  'updatedAt',
  'editedAt',
  'createdBy',
  'updatedBy',
  'linksCount',
  'git',
];

/** Every key of front matter that means something to the platform, or that an export writes. */
export const frontMatterKeys = (): ReadonlySet<string> =>
  new Set([...Object.keys(READERS), ...Object.keys(ALIASES), ...NOTED_KEYS, 'tags', 'if', 'href', 'target']);

/** Picks the fields of a page out of data of any shape; what has the wrong type counts as not there. */
export function readFields(data: Record<string, unknown>) {
  const fields: Record<string, unknown> = {};
  const unknown: [string, unknown][] = [];
  for (const [key, value] of Object.entries(data)) {
    const name = ALIASES[key] ?? key;
    const read = Object.hasOwn(READERS, name) ? READERS[name as keyof PageFields] : undefined;
    if (!read) unknown.push([key, value]);
    const known = read?.(value);
    if (known !== undefined) fields[name] = known;
  }
  const { title, ...rest } = fields;
  // Each reader gives the type of its field or undefined.
  return {
    ...(title !== undefined && { title: title as string }),
    fields: rest as PageFields,
    unknown: Object.fromEntries(unknown),
  };
}

/** Other tools write `{ title: { visible: false } }` where we hold `{ title: false }`. */
function visibility(value: unknown): unknown {
  return isRecord(value) && Object.keys(value).join() === 'visible' ? value.visible : value;
}

/** The value of a variable; undefined for what none can hold (src/api/README.md#space-content). */
export function scalar(value: unknown): unknown {
  if (typeof value === 'string') return value.length <= MAX_VARIABLE ? value : undefined;
  return typeof value === 'boolean' || Number.isFinite(value) ? value : undefined;
}

function mapValues(record: Record<string, unknown>, map: Reader): Record<string, unknown> {
  const entries = Object.entries(record).map(([key, value]) => [key, map(value)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
