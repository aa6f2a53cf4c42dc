// A page as a file: what the platform knows of it as front matter, then its Markdown.
import { createHash } from 'node:crypto';
import type { Page } from '../../api/content/content-shapes.ts';
import { FOR_OLDER_READERS, writeYaml } from '../../files/yaml-file.ts';
import { frontMatterIn, NOTED_KEYS } from '../../markdown/front-matter.ts';
import { takeTitle } from '../../markdown/page-title.ts';

const PLAIN_LAYOUT: Readonly<Record<string, unknown>> = {
  width: 'default',
  coverSize: 'hero',
  cover: true,
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
};

/** The text of a page's file. */
export const pageFile = (page: Page, markdown: string): string =>
  `---\n${frontMatter(page)}---\n\n${bodyOf(markdown)}`;

export const hashOf = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

/** What is below its front matter: a file ends with a line end. */
export const bodyOf = (markdown: string): string =>
  markdown === '' || markdown.endsWith('\n') ? markdown : `${markdown}\n`;

/**
 * Whether a file that somebody wrote says nothing that another one does not say: the same text, and no other settings. So
 * it is once what it says was pushed and merged. What was sent may have other links: its images are in other places now.
 */
export async function saysNoMore(
  written: string,
  other: string,
  wasSent: (body: string) => boolean,
): Promise<boolean> {
  const [mine, theirs] = [partsIn(written), partsIn(other)];
  if (!mine || !theirs) return false;
  if (mine.body !== theirs.body) {
    if (!wasSent(mine.body)) return false;
    const { loadMapTargets } = await import('../../markdown/link-targets.ts');
    const mapTargets = await loadMapTargets();
    const unlinked = (body: string) => mapTargets(body, () => '-');
    if (unlinked(mine.body) !== unlinked(theirs.body)) return false;
  }
  return Object.entries(mine.data).every(
    ([name, value]) =>
      NOTED_KEYS.includes(name) ||
      !tells(name, value) ||
      JSON.stringify(value) === JSON.stringify(theirs.data[name]),
  );
}

/** A checkout on Windows may have put one before every line end. */
export const withoutCarriageReturns = (text: string): string =>
  /(?<!\r)\n/.test(text) ? text : text.replaceAll('\r\n', '\n');

/** A file whose front matter gives no title has it as a heading. */
export function partsIn(file: string): { data: Record<string, unknown>; body: string } | undefined {
  const text = withoutCarriageReturns(file).replace(/^\uFEFF/, '');
  const front = frontMatterIn(text);
  if (front && 'problem' in front) return undefined;
  if (front?.data.title !== undefined) return { data: front.data, body: bodyOf(front.body) };
  const { title, markdown } = takeTitle(front?.body ?? text);
  return { data: { ...front?.data, ...(title !== undefined && { title }) }, body: bodyOf(markdown) };
}

/** Its content and its children, and what changes from one request to the next. */
const LEFT_OUT = new Set([
  'pages',
  'urls',
  'markdown',
  'document',
  'kind',
  'git',
  'documentId',
  'computedSeed',
  'layout',
]);

/** YAML of what the page says of itself, with its line break. Fields that say nothing are left out. */
export function frontMatter(page: Page): string {
  return writeYaml(wellFormed(toldOf(page)), { document: FOR_OLDER_READERS });
}

/** What front matter says of a page. */
export function toldOf(page: Page): Record<string, unknown> {
  const { id, title, type } = page;
  const others = Object.entries(page).filter(([name]) => !LEFT_OUT.has(name));
  const layout = 'layout' in page ? changedLayout(page.layout) : {};
  const fields = Object.entries({ id, title, type, ...Object.fromEntries(others), layout });
  return Object.fromEntries(fields.filter(([name, value]) => tells(name, value)));
}

const tells = (name: string, value: unknown): boolean =>
  value !== undefined && value !== false && !(name === 'type' && value === 'document') && !isEmpty(value);

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** What is not as it is by default. */
export const changedLayout = (layout: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(layout).filter(([name, value]) => value !== PLAIN_LAYOUT[name]));

/** Half a surrogate pair has no bytes: a file could not give it back. */
function wellFormed<T>(value: T): T {
  // Safe: strings stay strings, and the rest stays as it is.
  return JSON.parse(JSON.stringify(value), (_, one) =>
    typeof one === 'string' ? Buffer.from(one).toString() : one,
  ) as T;
}
