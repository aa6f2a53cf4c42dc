// The changes of a period as something to send on: Markdown, blocks for Slack, a feed, a page for a browser.

import { plural } from '../../output/format.ts';
import { html, pageHead } from '../../output/html/page.ts';
import { markdownText } from '../../output/markdown-text.ts';
import { safeLine } from '../../output/safe-text.ts';
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

export const day = (time: string): string => time.slice(0, 10);

/** `Documentation of Tarnpost, 2026-11-20 to 2026-11-27: 12 pages`. */
const titleOf = ({ about, since, until, rows }: Digest): string =>
  `Documentation of ${about}, ${day(since)} to ${day(until)}: ${rows.length === 0 ? 'no page changed' : plural(rows.length, 'page')}`;

export const groupsOf = ({ rows, by }: Digest): [string, PageRow[]][] =>
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
