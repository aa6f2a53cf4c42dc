// What goes beside the pages when it is asked for: comments with their replies, and settings.
import type { Page, Revision } from '../../api/content/content-shapes.ts';
import type { Space } from '../../api/content/spaces.generated.ts';
import { listCommentReplies, listComments } from '../../api/review/comments.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { mapAll } from '../../client/pool.ts';
import { endsAll } from '../../client/retry.ts';
import { DocsError, unless } from '../../errors.ts';
import { maskSecrets } from '../../output/columns.ts';
import { openOfSpace } from '../clone/read-content.ts';

const AT_ONCE = 4;

/** One comment a line, oldest first, each with its replies; empty when there is none. */
export async function commentLines(client: Client, spaceId: string): Promise<string> {
  const comments = await allItems(client.pages(listComments, { spaceId, format: 'markdown' }));
  comments.sort(byTime);
  const lines = await mapAll(client, comments, AT_ONCE, async (comment) => {
    const replies = comment.replies > 0 ? await repliesTo(client, spaceId, comment.id) : [];
    return `${JSON.stringify({ ...slim(comment), replies: replies.map(slim) })}\n`;
  });
  return lines.join('');
}

/** Those that people work on; undefined where the host does not tell. */
export const countOpenChangeRequests = async (client: Client, spaceId: string): Promise<number | undefined> =>
  unless(
    (error) => error instanceof DocsError && !endsAll(error),
    async () => (await openOfSpace(client, spaceId)).length,
  );

async function repliesTo(client: Client, spaceId: string, commentId: string) {
  const replies = client.pages(listCommentReplies, { spaceId, commentId, format: 'markdown' });
  return (await allItems(replies)).sort(byTime);
}

const byTime = (a: { id: string; postedAt: string }, b: { id: string; postedAt: string }): number =>
  a.postedAt.localeCompare(b.postedAt, 'en') || (a.id < b.id ? -1 : 1);

/** Rights are the caller's own, and addresses may hold keys: neither is content. */
export const slim = (item: object): object =>
  Object.fromEntries(Object.entries(item).filter(([name]) => name !== 'permissions' && name !== 'urls'));

/** Settings as they are kept: without secrets, without what belongs to whoever asked. */
export const settingsText = (value: object): string => jsonText(maskSecrets(slim(value)));

export const spaceSettings = (space: Space): string => settingsText(space);

/** The tree with everything that front matter and the table of contents leave out. */
export function pageSettings(pages: readonly Page[]): string {
  const plain = (page: Page): object => ({
    ...plainPage(page),
    ...('pages' in page && { pages: page.pages.map(plain) }),
  });
  return jsonText(pages.map(plain));
}

/** A page without its text and those below it. */
export function plainPage(page: Page): object {
  const left = ['markdown', 'document', 'pages'];
  return Object.fromEntries(Object.entries(slim(page)).filter(([name]) => !left.includes(name)));
}

/** What a space has beside pages and files: variables, and the titles of its reusable content; undefined for neither. */
export function contentSettings({ variables = {}, reusableContents }: Revision): string | undefined {
  if (Object.keys(variables).length + reusableContents.length === 0) return undefined;
  return jsonText({ variables, reusableContents: reusableContents.map(({ id, title }) => ({ id, title })) });
}

export const jsonText = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
