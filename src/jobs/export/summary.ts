// SUMMARY.md: the table of contents of a space, with links to its files.
import { posix } from 'node:path';
import { normalized } from '../../files/plain-forms.ts';
import { isUrl } from '../../markdown/link-targets.ts';
import type { PlacedPage } from './page-paths.ts';

/** Whether two of them list the same: other bullets, and other ways to write an address, say nothing more. */
export async function isSameSummary(one: string, other: string): Promise<boolean> {
  const { parseSummary } = await import('../../folder/summary.ts');
  const items = (text: string) =>
    JSON.stringify(parseSummary(text), (key, value) =>
      key === 'href' && typeof value === 'string' ? pathInSummary(value) : value,
    );
  return items(one) === items(other);
}

/** A path as SUMMARY.md names it, from the folder that it is in. */
export const pathInSummary = (href: string): string =>
  isUrl(href)
    ? href
    : posix.normalize(
        normalized(href, 'NFC')
          .replace(/^(?:\.?\/)+/, '')
          .replace(/#.*$/s, ''),
      );

/** A nested list in reading order; groups have no link, links lead where they lead. */
export function summaryText(title: string, pages: readonly PlacedPage[]): string {
  const lines = pages.map(({ page, depth, path }) => {
    const target = path ?? ('href' in page ? page.href : undefined);
    const text = escaped(page.title);
    return `${'  '.repeat(depth)}* ${target === undefined ? text : `[${text}](${linkTo(target)})`}`;
  });
  return `# ${escaped(title)}\n\n${lines.map((line) => `${line}\n`).join('')}`;
}

const escaped = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/([\\`*_[\]<>#&!|~])/g, '\\$1')
    .trim();

/** Percent-encoded where Markdown would end the address; what is encoded already stays. */
export const linkTo = (target: string): string =>
  target.replace(/[\s()<>\\"'`]/g, (char) =>
    encodeURIComponent(char).replace(/['()]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`),
  );
