// The changes of a period in a person's own words: a template with names in double braces and sections that repeat.

import { UsageError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { html } from '../../output/html/page.ts';
import { markdownText } from '../../output/markdown-text.ts';
import { safeLine } from '../../output/safe-text.ts';
import type { PageRow } from './page-rows.ts';
import { type Digest, day, groupsOf, WORDS } from './texts.ts';

type Value = string | number | readonly Values[];
interface Values {
  readonly [name: string]: Value;
}

/** What a template of this kind of file writes text of the platform as: never as markup. */
const ESCAPES: readonly (readonly [name: RegExp, escape: (text: string) => string])[] = [
  [/\.(?:md|mdx|mdown|markdown)(?:\.\w+)?$/i, markdownText],
  // The template itself may be of another kind: letter.html.tmpl.
  [/\.(?:x?html?|xml|svg|rss|atom)(?:\.\w+)?$/i, html],
];

const pageOf = (row: PageRow): Values => ({
  ...{ kind: WORDS[row.kind], title: row.page.title, space: row.space.title, path: row.path },
  // Angle brackets and spaces would end an address.
  url: row.url.replace(/[<>\s"]/g, encodeURIComponent),
  ...{ before: row.before ?? '', subject: row.subject, author: row.author, date: day(row.at) },
  number: row.number ?? '',
  reviewers: row.reviewers.join(', '),
});

const valuesOf = (digest: Digest): Values => ({
  ...{ about: digest.about, since: day(digest.since), until: day(digest.until), count: digest.rows.length },
  pages: digest.rows.map(pageOf),
  groups: groupsOf(digest).map(([name, rows]) => ({ name, count: rows.length, pages: rows.map(pageOf) })),
});

/** Every name that there is, and those within each section. */
const PAGE = Object.keys(
  pageOf({
    ...{ kind: 'added', page: { id: '', title: '' }, space: { id: '', title: '' }, path: '', url: '' },
    ...{ subject: '', author: '', reviewers: [], at: '', sources: [] },
  }),
);
const TOP = ['about', 'since', 'until', 'count', 'pages', 'groups'];
const WITHIN: Readonly<Record<string, readonly string[]>> = {
  pages: PAGE,
  groups: ['name', 'count', 'pages'],
};

/** A section mark alone on its line takes no line. */
const ALONE = /^[ \t]*(\{\{[#^/][^{}\n]*\}\})[ \t]*(?:\r?\n|$)/gm;

type Part =
  | { kind: 'text'; text: string }
  | { kind: 'name'; name: string }
  | { kind: 'section'; name: string; isWithout: boolean; parts: Part[] };

interface Open {
  name: string;
  /** Names that are known in it. */
  names: readonly string[];
  line: number;
  parts: Part[];
}

/** `file`: as it was typed. Throws UsageError for a name that there is not, and for a section that is not closed. */
export function parseTemplate(text: string, file: string): Part[] {
  const top: Open = { name: '', names: TOP, line: 1, parts: [] };
  const stack = [top];
  let line = 1;
  for (const [at, piece] of text
    .replace(ALONE, '$1')
    .split(/\{\{((?:(?!\{\{|\}\}).)*)\}\}/s)
    .entries()) {
    const open = stack.at(-1) ?? top;
    if (at % 2 === 0) open.parts.push({ kind: 'text', text: piece });
    else readMark(piece, stack, { open, at: `${file}:${line}` }, line);
    line += piece.split('\n').length - 1;
  }
  const left = stack.at(-1);
  if (left && left !== top)
    throw wrong(`${file}:${left.line}`, `{{#${left.name}}} is not closed`, `add {{/${left.name}}}`);
  return top.parts;
}

const wrong = (at: string, message: string, hint = 'docs changes --help') =>
  new UsageError(`${at}: ${message}`, { hint });

function readMark(mark: string, stack: Open[], { open, at }: { open: Open; at: string }, line: number): void {
  const [, sign = '', name = ''] = /^([#^/]?)\s*(.*)$/s.exec(mark.trim()) ?? [];
  if (sign === '/') {
    if (stack.length === 1 || open.name !== name) throw wrong(at, `{{/${name}}} closes no section`);
    stack.pop();
    return;
  }
  if (!open.names.includes(name)) {
    const [near] = nearest(name, open.names);
    throw wrong(at, `there is no "${name}"${near === undefined ? '' : `; did you mean ${near}?`}`);
  }
  if (sign === '') {
    open.parts.push({ kind: 'name', name });
    return;
  }
  const parts: Part[] = [];
  open.parts.push({ kind: 'section', name, isWithout: sign === '^', parts });
  // What is outside is known inside, but no list within itself: that would be written as often as its square.
  const outer = name in WITHIN ? open.names.filter((one) => one !== name) : open.names;
  stack.push({ name, names: [...outer, ...(WITHIN[name] ?? [])], line, parts });
}

export function fillTemplate(parts: readonly Part[], file: string, digest: Digest): string {
  const plain = ESCAPES.find(([name]) => name.test(file))?.[1] ?? safeLine;
  const told = (name: string, value: Value): string => {
    if (typeof value === 'object') return String(value.length);
    return name === 'url' && plain === markdownText ? String(value) : plain(String(value));
  };
  const write = (all: readonly Part[], scopes: readonly Values[]): string =>
    all.map((part) => (part.kind === 'text' ? part.text : filled(part, scopes))).join('');
  const filled = (part: Exclude<Part, { kind: 'text' }>, scopes: readonly Values[]): string => {
    const value = scopes.find((scope) => Object.hasOwn(scope, part.name))?.[part.name] ?? '';
    if (part.kind === 'name') return told(part.name, value);
    // A section of what is no list is written once, where there is any of it.
    const list = typeof value === 'object' ? value : value === '' || value === 0 ? [] : [{}];
    if (part.isWithout) return list.length > 0 ? '' : write(part.parts, scopes);
    return list.map((one) => write(part.parts, [one, ...scopes])).join('');
  };
  return write(parts, [valuesOf(digest)]);
}
