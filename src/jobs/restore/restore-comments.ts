// Comments of a backup as notes: the host says who wrote them now, their first line who wrote them then.
import * as commentsApi from '../../api/review/comments.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { isRecord } from '../../files/texts.ts';
import type { BackupSpace } from './backup.ts';
import type { PageJob } from './restore-pages.ts';

type Fields = Readonly<Record<string, unknown>>;
const format = 'markdown' as const;
/** A note of an earlier restore says already who wrote it. */
const IS_NOTE = /^_Written by .+ on \d{4}-\d\d-\d\d:_\n/;

export function noteOf({ body, postedBy, postedAt }: Fields): string {
  const text = markdownOf(body);
  if (IS_NOTE.test(text)) return text;
  return `_Written by ${personOf(postedBy)} on ${String(postedAt ?? '').slice(0, 10) || '0000-00-00'}:_\n\n${text}`;
}

/** Their name as Markdown. */
export function personOf(person: unknown): string {
  const { displayName, email }: Fields = isRecord(person) ? person : {};
  const name = [displayName, email].find((one) => typeof one === 'string' && one !== '') ?? 'somebody';
  return String(name)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>]/g, '\\$&');
}

const markdownOf = (body: unknown): string =>
  isRecord(body) && typeof body.markdown === 'string' ? body.markdown.trim() : '';

/** How many comments and replies a restore writes: to a new space, or `into` one that may have some of them. */
export async function countUnwritten(
  client: Client,
  { comments }: Pick<BackupSpace, 'comments'>,
  into: string | undefined,
): Promise<number> {
  if (comments.length === 0) return 0;
  const there = into === undefined ? undefined : await textsOf(client, into);
  const isThere = (comment: Fields) =>
    there?.ids.has(comment.id) === true || there?.byText.has(keyOf(noteOf(comment))) === true;
  return comments
    .filter((comment) => !isThere(comment))
    .reduce((sum, comment) => sum + 1 + repliesOf(comment).length, 0);
}

const repliesOf = ({ replies }: Fields): Fields[] => (Array.isArray(replies) ? replies : []).filter(isRecord);

/** Writes the comments that are not there yet, with their replies. Returns how many it wrote. Throws what the requests throw. */
export async function restoreComments({ client, backup, state }: PageJob): Promise<number> {
  if (backup.comments.length === 0) return 0;
  const spaceId = state.space ?? '';
  const there = await textsOf(client, spaceId);
  let written = 0;
  for (const comment of backup.comments) {
    // It was never lost: the space is the one that was backed up.
    if (there.ids.has(comment.id)) continue;
    const markdown = noteOf(comment);
    const known = there.byText.get(keyOf(markdown))?.shift();
    const page = state.pages[String(Object(Object(comment.target).page).id)];
    const id =
      known?.id ??
      (
        await client.call(commentsApi.createComment, {
          spaceId,
          body: { markdown },
          ...(page !== undefined && { page }),
        })
      ).id;
    if (!known) written += 1;
    written += await restoreReplies(client, { spaceId, commentId: id }, comment, known !== undefined);
    if (comment.status === 'resolved' && known?.status !== 'resolved')
      await client.call(commentsApi.updateComment, { spaceId, commentId: id, resolved: true });
  }
  return written;
}

async function restoreReplies(
  client: Client,
  ref: { spaceId: string; commentId: string },
  comment: Fields,
  isKnown: boolean,
): Promise<number> {
  const wanted = repliesOf(comment).map(noteOf);
  const known =
    isKnown && wanted.length > 0
      ? client.pages(commentsApi.listCommentReplies, { ...ref, format })
      : undefined;
  const there = known ? (await allItems(known)).map(({ body }) => keyOf(markdownOf(body))) : [];
  let written = 0;
  for (const markdown of wanted) {
    const at = there.indexOf(keyOf(markdown));
    if (at !== -1) there.splice(at, 1);
    else {
      await client.call(commentsApi.createCommentReply, { ...ref, body: { markdown } });
      written += 1;
    }
  }
  return written;
}

async function textsOf(client: Client, spaceId: string) {
  const byText = new Map<string, { id: string; status: string }[]>();
  const ids = new Set<unknown>();
  for await (const { items } of client.pages(commentsApi.listComments, { spaceId, format, order: 'asc' }))
    for (const { id, status, body } of items) {
      const key = keyOf(markdownOf(body));
      byText.set(key, [...(byText.get(key) ?? []), { id, status }]);
      ids.add(id);
    }
  return { byText, ids };
}

/** Hosts may write Markdown back with other white space. */
const keyOf = (text: string): string => text.replace(/\s+/g, ' ').trim();
