// SUMMARY.md, written: what `parseSummary` reads back as the same items.

import { isUrl, readItem, type SummaryItem } from '../../../jobs/folder/summary.ts';
import { escapeTitle } from '../../../markdown/page-title.ts';
import type { Steps } from '../steps.ts';

const COMMENT = '<!--';

/** Writes a table of contents that `parseSummary` reads back as the same items. */
export function* writeSummary(items: readonly SummaryItem[]): Steps<string> {
  // A heading takes all that follows, so only groups with nothing but groups behind them can be headings.
  const isGroup = (item: SummaryItem) => item.href === undefined;
  let lists = items.length;
  while (lists > 0 && isGroup(items[lists - 1] ?? { title: '', href: '', children: [] })) lists -= 1;
  const parts = ['# Table of contents', (yield* listLines(items.slice(0, lists))).join('\n')];
  for (const item of items.slice(lists)) {
    const children = yield* listLines(item.children);
    parts.push([`## ${itemText(item)}`, ...(children.length > 0 ? ['', ...children] : [])].join('\n'));
  }
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function* listLines(items: readonly SummaryItem[], level = 0, lines: string[] = []): Steps<string[]> {
  for (const item of items) {
    lines.push(`${'  '.repeat(level)}* ${itemText(item)}`);
    yield;
    yield* listLines(item.children, level + 1, lines);
  }
  return lines;
}

function itemText(item: SummaryItem): string {
  const { title, href, meta } = item;
  const text = (name: string, fields: Record<string, unknown>) => {
    const link = href === undefined ? name : `[${name}](${encodeHref(href)})`;
    return Object.keys(fields).length > 0 ? `${link} ${COMMENT} ${commentJson(fields)} -->` : link;
  };
  const plain = text(escapeTitle(title), meta ?? {});
  // Line breaks and outer spaces cannot be written as they are.
  return /[\r\n]/.test(plain) || readItem(plain).title !== title
    ? text(escapeTitle(title.replace(/\s+/g, ' ').trim()) || '-', { ...meta, title })
    : plain;
}

/** Without `<` and `>` no comment can end early. */
function commentJson(fields: Record<string, unknown>): string {
  return JSON.stringify(fields).replace(
    /[<>\u2028\u2029]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function encodeHref(href: string): string {
  if (!isUrl(href))
    return href.replace(/[\s()<>%\\\p{Cc}]/gu, (char) =>
      encodeURIComponent(char).replace(/[()]/g, escapeCode),
    );
  return href.replace(/[\s()<>\\\p{Cc}]/gu, (char) => encodeURIComponent(char).replace(/[()]/g, escapeCode));
}

const escapeCode = (char: string) => `%${char.charCodeAt(0).toString(16)}`;
