// docs pages list: the tree of pages, or one row a page. docs pages get: one page, its fields and text or its Markdown.

import type { Page } from '../../api/content/content-shapes.ts';
import type { RevisionPageMetaLinks } from '../../api/content/pages.generated.ts';
import type { listPages } from '../../api/content/pages.ts';
import type { Operation, ResultOf } from '../../api/operation.ts';
import type { Flags } from '../../engine/model/command-type.ts';
import { flag } from '../../engine/model/option.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import { noteEmpty } from '../../engine/run/empty-list.ts';
import type { Run } from '../../engine/run/run.ts';
import { sendAndShow, show } from '../../engine/run/send.ts';
import { chosenFormat, isForPeople } from '../../engine/run/view.ts';
import { limitOf, partOf, selects, withList } from '../../engine/select/selected-list.ts';
import type { Io } from '../../output/io.ts';
import { note, styles } from '../../output/note.ts';
import { ciSafe, outSafe, plainContent, safeLine, safeText } from '../../output/safe-text.ts';
import { cutToWidth, displayWidth, padToWidth, wrapText } from '../../output/width.ts';

/** What lists pages, of whichever content. */
export const pageTree = {
  rows: 'pages',
  columns: ['id', 'title', 'type', 'path', 'hidden'],
  options: [flag('--flat', 'one row per page instead of a tree', { reach: 'platform', group: 'Output:' })],
  send: showPages,
} as const;

/** A path needs no look-up: the platform takes it as it is. */
export function takePath(run: Run, byPath: Operation): void {
  const { pageId, ...rest } = run.input;
  if (typeof pageId !== 'string' || !/^[^:]*\/[^:]*$/.test(pageId)) return;
  const pagePath = pageId.replace(/^\/+|(?<!\/)\/+$/g, '');
  if (pagePath === '') return;
  run.operation = byPath;
  run.input = { ...rest, pagePath };
}

async function showPages(run: Run<Flags<'--flat'>>): Promise<void> {
  const answer = await withReferences(run, async (input) => (await run.client()).call(run.operation, input));
  // Safe: both operations of this command answer so.
  const { pages } = answer as ResultOf<typeof listPages>;
  const asked = chosenFormat(run);
  // What is picked or sorted is no longer a tree.
  const isTree = run.flags.flat !== true && !selects(run);
  if (pages.length === 0) await noteEmpty(run);
  if (isTree && isForPeople(run)) return showTree(run, pages);
  // Chosen fields would leave out the pages within a page.
  const nested = isTree && run.flags.fields === undefined && (asked === 'json' || asked === 'yaml');
  const rows: readonly unknown[] = nested ? pages : flatten(pages);
  const list = await withList(run, (opened) => opened.page(rows), { show: async (items) => items });
  if (list.shown > 0) list.sayLimit(rows.length);
  else if (pages.length > 0) await noteEmpty(run);
}

async function showTree(run: Run, pages: readonly Page[]): Promise<void> {
  const { io } = run.context;
  const lines = linesOf(pages, 0);
  const shown = lines.slice(0, limitOf(run));
  await io.out(ciSafe(io, drawTree(io, shown)));
  if (shown.length < lines.length) note(io, partOf(shown.length, lines.length));
}

/** Depth first, as a reader meets them; each without its children. */
const flatten = (pages: readonly Page[]): object[] =>
  pages.flatMap((page) => {
    if (!('pages' in page)) return [page];
    const { pages: children, ...own } = page;
    return [own, ...flatten(children)];
  });

const LEAST_TITLE = 30;

interface Line {
  title: string;
  path: string;
}

/** Titles indented by depth, then the paths, in two columns where the terminal has room for both. */
function drawTree(io: Io, lines: readonly Line[]): string {
  const { dim } = styles(io.colorOut);
  const widest = (texts: string[]) => Math.max(0, ...texts.map(displayWidth));
  const paths = widest(lines.map(({ path }) => path));
  const titles = Math.min(
    widest(lines.map(({ title }) => title)),
    Math.max(LEAST_TITLE, io.columns - paths - 2),
  );
  const room = Math.max(0, io.columns - titles - 2);
  return lines
    .map(({ title, path }) => {
      const left = cutToWidth(title, titles);
      return path === '' || room === 0
        ? `${left}\n`
        : `${padToWidth(left, titles)}  ${dim(cutToWidth(path, room))}\n`;
    })
    .join('');
}

const linesOf = (pages: readonly Page[], depth: number): Line[] =>
  pages.flatMap((page) => {
    const path = 'path' in page ? page.path : '';
    const line = {
      title: '  '.repeat(depth) + safeLine(page.title) + marksOf(page),
      path: safeLine(path),
    };
    return [line, ...('pages' in page ? linesOf(page.pages, depth + 1) : [])];
  });

function marksOf(page: Page): string {
  const marks = [
    ...(page.type === 'document' ? [] : [page.type === 'link' ? `link${linkTarget(page)}` : page.type]),
    ...('hidden' in page && page.hidden ? ['hidden'] : []),
  ];
  return marks.length > 0 ? ` (${marks.join(', ')})` : '';
}

function linkTarget(page: Extract<Page, { type: 'link' }>): string {
  const target = page.href ?? Object.values(page.target).at(-1);
  return typeof target === 'string' ? ` to ${safeLine(target)}` : '';
}

// One page: its fields and text, or its Markdown and nothing else.

/** Markdown alone, where it was asked for and nobody asked for a format of output. */
export async function showPage(run: Run<{ format: unknown }>): Promise<void> {
  const { io } = run.context;
  const { format } = run.flags;
  const isPlain = chosenFormat(run) === undefined && run.flags.fields === undefined;
  if (format === undefined && isForPeople(run) && run.flags.web !== true) return showForPeople(run);
  if (format !== 'markdown' || !isPlain) return sendAndShow(run);
  const { text } = await readMarkdown(run);
  if (text === '') return;
  const ending = text.endsWith('\n') ? '' : '\n';
  await io.out(plainContent(io, text) + ending);
}

/** Its fields, then what it says. */
async function showForPeople(run: Run): Promise<void> {
  const { io } = run.context;
  run.input = { ...run.input, format: 'markdown' };
  const { page, text } = await readMarkdown(run);
  await show(run, page);
  if (text.trim() === '') return;
  const { terminalText } = await import('../../markdown/terminal-text.ts');
  const shown = terminalText(safeText(text, { multiline: true }), styles(io.colorOut), (line, hang) =>
    wrapText(line, io.columns, hang),
  );
  await io.out(`\n${outSafe(io, shown)}\n`);
}

async function readMarkdown(run: Run): Promise<{ page: unknown; text: string }> {
  const page = await withReferences(run, async (input) => (await run.client()).call(run.operation, input));
  const markdown = typeof page === 'object' && page !== null ? Reflect.get(page, 'markdown') : undefined;
  return { page, text: typeof markdown === 'string' ? markdown : '' };
}

// Meta links as a table shows them.

type Target = NonNullable<RevisionPageMetaLinks['canonical']>;

/** A URL as it is, a page by its ID and space. A kind that is not known yet is named as it is. */
const nameOf = (target: Target): string => {
  if (target.kind === 'url') return target.url;
  if (target.page === undefined) return target.kind;
  return target.space === undefined ? `page ${target.page}` : `page ${target.page} of space ${target.space}`;
};

export const presentMetaLinks = ({ canonical, alternates }: RevisionPageMetaLinks) => ({
  canonical: canonical && nameOf(canonical),
  // Hosts send nothing in place of an empty list, too.
  alternates: (alternates ?? []).map(nameOf),
});
