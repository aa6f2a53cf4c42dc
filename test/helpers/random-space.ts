// A space that somebody might have written: pages in pages, hidden ones, links of every kind, files, comments.
import { createSpace } from '../../src/api/content/spaces.ts';
import { updateChangeRequestContent } from '../../src/api/review/change-request-content.ts';
import { createChangeRequest, mergeChangeRequest } from '../../src/api/review/change-requests.ts';
import { createCommentReply } from '../../src/api/review/comment-replies.ts';
import { createComment } from '../../src/api/review/comments.ts';
import { randomNumbers } from './random-organization.ts';
import type { TestSandbox } from './sandbox.ts';

const TITLES = ['Install', 'Über uns & mehr', '導入ガイド', 'a/b c?d', 'It\'s "quoted"', '`code`', '[x](y)', '- 1: yes', '---'];
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** Makes one with up to `most` pages, and returns its ID. The same for the same seed, but for its IDs. */
export async function randomSpace(box: TestSandbox, seed: number, most = 12): Promise<string> {
  const random = randomNumbers(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const { id: spaceId } = await box.call(createSpace, {
    organizationId: box.organizationId,
    title: `Space ${seed}`,
    empty: true,
  });
  const { id: changeRequestId } = await box.call(createChangeRequest, { spaceId, subject: 'Write' });
  const send = (changes: object[]) =>
    box.call(updateChangeRequestContent, { spaceId, changeRequestId, changes: changes as never });
  const files = Array.from({ length: Math.floor(random() * 4) }, (_, n) => ({
    base64: Buffer.concat([random() < 0.5 ? PNG : Buffer.from('x'), Buffer.from(`${seed} ${n}`)]).toString('base64'),
  }));
  const inserted = files.length === 0 ? undefined : await send([{ operation: 'insert_files', files }]);
  const made = inserted && 'insertedFiles' in inserted ? (inserted.insertedFiles ?? []) : [];
  const pages: string[] = [];
  const count = Math.floor(random() * (most + 1));
  for (let n = 0; n < count; n += 1) {
    const links = [
      ...(made.length > 0 ? [`![file](/files/${pick(made).id})`, `[down](${encodeURI(pick(made).name)})`] : []),
      ...(pages.length > 0 ? [`[page](/pages/${pick(pages)}#top)`, `<a href="/pages/${pick(pages)}">a</a>`] : []),
      `\`[code](/pages/${pages[0] ?? 'none'})\``,
      `[self](/spaces/${spaceId})`,
      '[out](https://example.com/a_b)',
    ];
    const lines = Array.from({ length: Math.floor(random() * 5) }, () => `Text ${pick(TITLES)} ${pick(links)} end.`);
    const markdown = `${lines.join('\n\n')}${random() < 0.5 ? '\n' : ''}`;
    // A code span holds an ID that no copy rewrites: it would not be the same text again on another host.
    const answer = await send([
      {
        operation: 'insert_page',
        title: pick(TITLES),
        ...(random() < 0.3 && { description: pick(TITLES) }),
        ...(random() < 0.2 && { hidden: true }),
        ...(random() < 0.2 && { noIndex: true }),
        ...(random() < 0.2 && { noRobotsIndex: true }),
        ...(random() < 0.2 && { emoji: '1f680' }),
        ...(random() < 0.2 && { icon: 'rocket' }),
        ...(random() < 0.2 && { condition: 'visitor.claims.beta' }),
        ...(random() < 0.5 && pages.length > 0 && { into: pick(pages) }),
        ...(random() < 0.3 && { at: 0 }),
        document: { markdown },
      },
    ]);
    for (const change of 'changes' in answer ? answer.changes : [])
      if (change.object === 'created_page') pages.push(change.page.id);
  }
  if (pages.length > 0 || made.length > 0) await box.call(mergeChangeRequest, { spaceId, changeRequestId });
  for (let n = 0; n < random() * 3; n += 1) {
    const on = pages.length > 0 && random() < 0.7 ? { page: pick(pages) } : {};
    const { id: commentId } = await box.call(createComment, { spaceId, body: { markdown: `Note ${n}` }, ...on });
    if (random() < 0.5)
      await box.call(createCommentReply, { spaceId, commentId, body: { markdown: `Reply ${n}` } });
  }
  return spaceId;
}
