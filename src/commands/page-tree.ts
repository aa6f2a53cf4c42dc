// docs pages list: the tree of pages, or one row a page.
import type { Page } from '../api/content.ts';
import type { ResultOf } from '../api/operation.ts';
import type { listPages } from '../api/pages.ts';
import { withReferences } from '../engine/references/with-references.ts';
import { limitOf } from '../engine/run/limit.ts';
import type { Run } from '../engine/run/run.ts';
import { chosenFormat, viewOf } from '../engine/run/view.ts';
import type { Io } from '../output/io.ts';
import { note } from '../output/note.ts';
import { listWriter } from '../output/render.ts';
import { ciSafe, safeLine } from '../output/safe-text.ts';
import { styles } from '../output/style.ts';

export async function showPages(run: Run): Promise<void> {
  const { io } = run.context;
  const answer = await withReferences(run, async (input) => (await run.client()).call(run.operation, input));
  // Safe: both operations of this command answer so.
  const { pages } = answer as ResultOf<typeof listPages>;
  const asked = chosenFormat(run);
  const tree =
    run.flags.flat !== true && run.flags.fields === undefined && (asked === undefined || asked === 'table');
  if (pages.length === 0) note(io, 'nothing to show: there are no pages');
  if (tree) return io.out(ciSafe(io, drawTree(io, pages, limitOf(run))));
  const nested = run.flags.flat !== true && (asked === 'json' || asked === 'yaml' || asked === 'ndjson');
  const rows: readonly unknown[] = nested ? pages : flatten(pages);
  const writer = await listWriter(io, viewOf(run));
  await writer.page(rows.slice(0, limitOf(run)));
  await writer.end();
}

/** Depth first, as a reader meets them; each without its children. */
function flatten(pages: readonly Page[]): object[] {
  return pages.flatMap((page) => {
    if (!('pages' in page)) return [page];
    const { pages: children, ...own } = page;
    return [own, ...flatten(children)];
  });
}

interface Line {
  title: string;
  path: string;
  id: string;
}

/** Titles indented by depth, then path and id; tabs between them where a program reads. */
function drawTree(io: Io, pages: readonly Page[], limit: number | undefined): string {
  const lines = linesOf(pages, 0).slice(0, limit);
  const { dim } = styles(io.colorOut);
  if (!io.outTty) return lines.map(({ title, path, id }) => `${title}\t${path}\t${id}\n`).join('');
  return lines
    .map(({ title, path, id }) => `${title}  ${dim([path, id].filter(Boolean).join('  '))}\n`)
    .join('');
}

function linesOf(pages: readonly Page[], depth: number): Line[] {
  return pages.flatMap((page) => {
    const path = 'path' in page ? page.path : '';
    const line = {
      title: '  '.repeat(depth) + safeLine(page.title) + marksOf(page),
      path: safeLine(path),
      id: safeLine(page.id),
    };
    return [line, ...('pages' in page ? linesOf(page.pages, depth + 1) : [])];
  });
}

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
