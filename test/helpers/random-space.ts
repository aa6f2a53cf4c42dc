// A space that somebody might have written: pages in pages, hidden ones, links of every kind, files, comments.
import {
  createChangeRequest,
  mergeChangeRequest,
  updateChangeRequestContent,
} from '../../src/api/review/change-requests.ts';
import { createComment, createCommentReply } from '../../src/api/review/comments.ts';
import { randomNumbers } from './random-organization.ts';
import type { TestSandbox } from './sandbox.ts';

const TITLES = [
  'Install',
  'Über uns & mehr',
  '導入ガイド',
  'a/b c?d',
  'It\'s "quoted"',
  '`code`',
  '[x](y)',
  '- 1: yes',
  '---',
];
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

type Pick = <T>(from: readonly T[]) => T;
interface Known {
  spaceId: string;
  files: readonly { id: string; name: string }[];
  pages: readonly string[];
}

/** Of every kind; a code span holds an ID that no copy rewrites, so that it names none. */
function linksTo({ spaceId, files, pages }: Known, pick: Pick): string[] {
  const toFiles =
    files.length > 0 ? [`![file](/files/${pick(files).id})`, `[down](${encodeURI(pick(files).name)})`] : [];
  const toPages =
    pages.length > 0 ? [`[page](/pages/${pick(pages)}#top)`, `<a href="/pages/${pick(pages)}">a</a>`] : [];
  return [
    ...toFiles,
    ...toPages,
    '`[code](/pages/none)`',
    `[self](/spaces/${spaceId})`,
    '[out](https://example.com/a_b)',
  ];
}

function randomPage(known: Known, random: () => number, pick: Pick): object {
  const lines = Array.from(
    { length: Math.floor(random() * 5) },
    () => `Text ${pick(TITLES)} ${pick(linksTo(known, pick))} end.`,
  );
  const fields = {
    description: pick(TITLES),
    hidden: true,
    noIndex: true,
    noRobotsIndex: true,
    emoji: '1f680',
    icon: 'rocket',
    condition: 'visitor.claims.beta',
    at: 0,
  };
  const some = Object.entries(fields).filter(() => random() < 0.25);
  const into = known.pages.length > 0 && random() < 0.5 ? { into: pick(known.pages) } : {};
  const markdown = `${lines.join('\n\n')}${random() < 0.5 ? '\n' : ''}`;
  return {
    operation: 'insert_page',
    title: pick(TITLES),
    ...Object.fromEntries(some),
    ...into,
    document: { markdown },
  };
}

/** Makes one with up to `most` pages, and returns its ID. The same for the same seed, but for its IDs. */
export async function randomSpace(box: TestSandbox, seed: number, most = 12): Promise<string> {
  const random = randomNumbers(seed);
  const pick: Pick = (from) => from[Math.floor(random() * from.length)] as (typeof from)[number];
  const spaceId = await box.newSpace({ title: `Space ${seed}`, empty: true });
  const { id: changeRequestId } = await box.call(createChangeRequest, { spaceId, subject: 'Write' });
  const send = async (changes: object[]) => {
    const answer = await box.call(updateChangeRequestContent, {
      spaceId,
      changeRequestId,
      changes: changes as never,
    });
    return 'changes' in answer ? answer : { changes: [], insertedFiles: [] };
  };
  const given = Array.from({ length: Math.floor(random() * 4) }, (_, n) => ({
    name: `file-${n}.png`,
    contentType: 'image/png',
    base64: Buffer.concat([random() < 0.5 ? PNG : Buffer.from('x'), Buffer.from(`${seed} ${n}`)]).toString(
      'base64',
    ),
  }));
  const files =
    given.length === 0
      ? []
      : ((await send([{ operation: 'insert_files', files: given }])).insertedFiles ?? []);
  const pages: string[] = [];
  const count = Math.floor(random() * (most + 1));
  while (pages.length < count) {
    const { changes } = await send([randomPage({ spaceId, files, pages }, random, pick)]);
    for (const change of changes) if (change.object === 'created_page') pages.push(change.page.id);
  }
  if (pages.length + files.length > 0) await box.call(mergeChangeRequest, { spaceId, changeRequestId });
  for (let n = 0; n < random() * 3; n += 1) {
    const on = pages.length > 0 && random() < 0.7 ? { page: pick(pages) } : {};
    const { id: commentId } = await box.call(createComment, {
      spaceId,
      body: { markdown: `Note ${n}` },
      ...on,
    });
    if (random() < 0.5)
      await box.call(createCommentReply, { spaceId, commentId, body: { markdown: `Reply ${n}` } });
  }
  return spaceId;
}
