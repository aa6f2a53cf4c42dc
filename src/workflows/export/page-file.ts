// A page as a file: what the platform knows of it as front matter, then its Markdown.
import { Document } from 'yaml';
import type { Page } from '../../api/content/content.ts';

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
export function pageFile(page: Page, markdown: string): string {
  const text = `---\n${frontMatter(page)}---\n\n${markdown}`;
  return text.endsWith('\n') ? text : `${text}\n`;
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
  const { id, title, type } = page;
  const others = Object.entries(page).filter(([name]) => !LEFT_OUT.has(name));
  const layout = 'layout' in page ? changedLayout(page.layout) : {};
  const fields = Object.entries({ id, title, type, ...Object.fromEntries(others), layout });
  const told = Object.fromEntries(fields.filter(([name, value]) => tells(name, value)));
  // `compat` quotes `yes` and `on`, which older readers take for booleans.
  const yaml = new Document(wellFormed(told), { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  return yaml.toString({ lineWidth: 0 });
}

const tells = (name: string, value: unknown): boolean =>
  value !== undefined && value !== false && !(name === 'type' && value === 'document') && !isEmpty(value);

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** What is not as it is by default. */
export function changedLayout(layout: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(layout).filter(([name, value]) => value !== PLAIN_LAYOUT[name]));
}

/** Half a surrogate pair has no bytes: a file could not give it back. */
function wellFormed<T>(value: T): T {
  // Safe: strings stay strings, and the rest stays as it is.
  return JSON.parse(JSON.stringify(value), (_, one) =>
    typeof one === 'string' ? Buffer.from(one).toString() : one,
  ) as T;
}
