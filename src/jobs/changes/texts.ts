// The changes of a period as something to send on: Markdown, blocks for Slack, a feed, a page for a browser.

import { UsageError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { plural } from '../../output/format.ts';
import { html, pageHead } from '../../output/html/page.ts';
import { markdownText, safeLine } from '../../output/safe-text.ts';
import { grouped, type Kind, type PageRow } from './page-rows.ts';

export const TEXT_FORMATS = ['markdown', 'slack', 'rss', 'html'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

export interface Digest {
  rows: readonly PageRow[];
  since: string;
  until: string;
  by: 'page' | 'author' | 'space';
  /** What it is about: the organization, or a site. */
  about: string;
}

export const digestText = (format: TextFormat, digest: Digest): string =>
  ({ markdown: asMarkdown, slack: asSlack, rss: asFeed, html: asPage })[format](digest);

export const WORDS: Readonly<Record<Kind, string>> = {
  added: 'New',
  changed: 'Changed',
  renamed: 'Renamed',
  moved: 'Moved',
  removed: 'Removed',
};

const day = (time: string): string => time.slice(0, 10);

/** `Documentation of Tarnpost, 2026-11-20 to 2026-11-27: 12 pages`. */
const titleOf = ({ about, since, until, rows }: Digest): string =>
  `Documentation of ${about}, ${day(since)} to ${day(until)}: ${rows.length === 0 ? 'no page changed' : plural(rows.length, 'page')}`;

const groupsOf = ({ rows, by }: Digest): [string, PageRow[]][] =>
  [...grouped(rows, by === 'author' ? 'author' : 'space')].map(([name, own]) => [
    name || 'Without a change request',
    own,
  ]);

/** `from "Old title"`, `from old/path`, or nothing. */
const originOf = ({ kind, before }: PageRow): string =>
  before === undefined ? '' : kind === 'renamed' ? `from "${before}"` : `from ${before}`;

/** `New limits (change request 3), Jonas Weber, 2026-11-16`. */
const reasonOf = ({ subject, number, author, reviewers, at }: PageRow): string =>
  [
    [subject, number === undefined ? '' : `(change request ${number})`].filter(Boolean).join(' '),
    author,
    reviewers.length > 0 ? `reviewed by ${reviewers.join(', ')}` : '',
    day(at),
  ]
    .filter(Boolean)
    .join(', ');

function asMarkdown(digest: Digest): string {
  const line = (row: PageRow): string => {
    const title = markdownText(row.page.title);
    const page = row.url === '' ? title : `[${title}](<${row.url.replace(/[<>\s]/g, encodeURIComponent)}>)`;
    return `- **${WORDS[row.kind]}**: ${[page, markdownText(originOf(row))].filter(Boolean).join(' ')} · ${markdownText(reasonOf(row))}`;
  };
  const sections = groupsOf(digest).map(
    ([name, rows]) => `## ${markdownText(name)}\n\n${rows.map(line).join('\n')}\n`,
  );
  return `${[`# ${markdownText(titleOf(digest))}\n`, ...sections].join('\n')}`;
}

/** A section takes 3,000 characters and a message 50 blocks, by Slack's own limits. */
const SLACK_TEXT = 2900;
const SLACK_BLOCKS = 48;

function asSlack(digest: Digest): string {
  const plain = (text: string) =>
    safeLine(text).replace(/[&<>]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[char] ?? char);
  const line = (row: PageRow): string => {
    const title = plain(row.page.title).replaceAll('|', '¦');
    const page = row.url === '' ? title : `<${row.url.replace(/[|<>]/g, encodeURIComponent)}|${title}>`;
    return `• *${WORDS[row.kind]}*: ${[page, plain(originOf(row))].filter(Boolean).join(' ')} – ${plain(reasonOf(row))}`;
  };
  const sections = groupsOf(digest).flatMap(([name, rows]) =>
    inParts([`*${plain(name)}*`, ...rows.map(line)]),
  );
  const shown = sections.slice(0, SLACK_BLOCKS);
  const left = sections.length - shown.length;
  const block = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
  return `${JSON.stringify(
    {
      text: titleOf(digest),
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: titleOf(digest).slice(0, 150) } },
        ...shown.map(block),
        ...(left > 0 ? [block('There is more than fits into one message.')] : []),
      ],
    },
    undefined,
    2,
  )}\n`;
}

/** Lines as few texts as hold them. */
function inParts(lines: readonly string[]): string[] {
  const parts: string[] = [];
  for (const line of lines.map((one) => one.slice(0, SLACK_TEXT))) {
    const last = parts.at(-1);
    if (last === undefined || last.length + line.length + 1 > SLACK_TEXT) parts.push(line);
    else parts[parts.length - 1] = `${last}\n${line}`;
  }
  return parts;
}

function asFeed(digest: Digest): string {
  const item = (row: PageRow): string =>
    [
      '<item>',
      `<title>${html(`${WORDS[row.kind]}: ${row.page.title}`)}</title>`,
      ...(row.url === '' ? [] : [`<link>${html(row.url)}</link>`]),
      `<guid isPermaLink="false">${html(`${row.page.id} ${row.at}`)}</guid>`,
      ...(Number.isNaN(Date.parse(row.at)) ? [] : [`<pubDate>${new Date(row.at).toUTCString()}</pubDate>`]),
      `<category>${html(row.space.title)}</category>`,
      `<description>${html([originOf(row), reasonOf(row)].filter(Boolean).join('; '))}</description>`,
      '</item>',
    ].join('\n');
  const root = digest.rows.find(({ url }) => url !== '')?.url;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel>
<title>${html(`Documentation of ${digest.about}`)}</title>
<link>${html(root === undefined ? '' : new URL('/', root).href)}</link>
<description>${html(titleOf(digest))}</description>
<lastBuildDate>${new Date(digest.until).toUTCString()}</lastBuildDate>
${digest.rows.map(item).join('\n')}
</channel></rss>
`;
}

const STYLE = `
body{display:block;max-width:52rem;margin:0 auto;padding:16px}
h2{font-size:16px;margin:24px 0 4px}
ul{list-style:none;margin:0;padding:0}
li{padding:6px 0;border-bottom:1px solid var(--line)}
b{display:inline-block;min-width:5.5em;font-weight:600;color:var(--dim)}
a{color:var(--focus)}
small{display:block;color:var(--dim)}`;

function asPage(digest: Digest): string {
  const line = (row: PageRow): string => {
    const title = html(row.page.title);
    const page = row.url === '' ? title : `<a href="${html(row.url)}">${title}</a>`;
    return `<li><b>${WORDS[row.kind]}</b> ${page} ${html(originOf(row))}<small>${html(reasonOf(row))}</small></li>`;
  };
  const sections = groupsOf(digest).map(
    ([name, rows]) => `<section><h2>${html(name)}</h2><ul>\n${rows.map(line).join('\n')}\n</ul></section>`,
  );
  return `${pageHead(titleOf(digest), STYLE)}<main><h1>${html(titleOf(digest))}</h1>\n${sections.join('\n')}\n</main>\n`;
}

// The changes of a period in a person's own words: a template with names in double braces and sections that repeat.
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
