// A space of many pages, each of which says something of its own and links to the next.
import { emptyTree, type PageNode, type Tree } from '../../src/sandbox/content/model.ts';
import { contentStore } from '../../src/sandbox/db/content/content.ts';
import { commitTree } from '../../src/sandbox/resources/content/content-target.ts';
import { newId } from '../../src/sandbox/urls.ts';
import type { TestSandbox } from './sandbox.ts';

interface Shape {
  /** All pages at the top; sections of a hundred pages each without it. */
  flat?: boolean;
  /** Something that the pages of no other space say. */
  words?: string;
}

export function largeTree(
  { sandbox }: TestSandbox,
  count: number,
  { flat = false, words = '' }: Shape = {},
): Tree {
  const at = sandbox.now().toISOString();
  const page = (number: number): PageNode => ({
    id: newId(),
    type: 'document',
    title: `Page ${number}`,
    slug: `page-${number}`,
    markdown: contentStore(sandbox.db).put(textOf(number, (number + 1) % count) + words),
    createdAt: at,
    updatedAt: at,
    pages: [],
  });
  const pages = sandbox.db.transaction(() => Array.from({ length: count }, (_, number) => page(number)));
  if (flat) return { ...emptyTree(), pages };
  const tops = pages.filter((_, number) => number % 100 === 0);
  return {
    ...emptyTree(),
    pages: tops.map((top, number) => ({ ...top, pages: pages.slice(number * 100 + 1, (number + 1) * 100) })),
  };
}

const textOf = (number: number, next: number) =>
  `The parcel number ${number} goes on.\n\n## Steps\n\n* Print the **label**.\n* See [the next](page-${next}).\n\n` +
  `## Limits\n\nAt most ${number} at a time, or \`code${number}\`.\n`;

/** Returns the id of a new space with that many pages. */
export async function largeSpace(test: TestSandbox, count: number, shape?: Shape): Promise<string> {
  const id = await test.newSpace({ title: 'Large', editMode: 'live', empty: true });
  commitTree(test.sandbox, { spaceId: id, tree: largeTree(test, count, shape) });
  return id;
}
