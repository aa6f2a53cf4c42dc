// The same edits in other versions: each one made, there already, or left out with a reason; nothing is guessed.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Page, Revision } from '../../../src/api/content/content-shapes.ts';
import type { ContentSource } from '../../../src/domain/content/content-source.ts';
import { type Source, sameEdits } from '../../../src/jobs/apply-to/same-edits.ts';
import { temporaryFolder } from '../../helpers/lasting.ts';

type Texts = Readonly<Record<string, string>>;

const pagesOf = (texts: Texts) =>
  Object.entries(texts).map(([id, documentId]) => ({
    ...{ id, type: 'document', title: id, slug: id, path: id, documentId, pages: [] },
  })) as unknown as Page[];
const contentOf = (texts: Texts): ContentSource => ({
  label: '',
  pages: async () => pagesOf(texts),
  files: async () => [],
  markdown: async (id) => texts[id] ?? '',
});
const revisionOf = (texts: Texts) =>
  ({ pages: pagesOf(texts), files: [], reusableContents: [], variables: {} }) as unknown as Revision;
const sourceOf = (before: Texts, after: Texts): Source => ({
  before: revisionOf(before),
  after: revisionOf(after),
  texts: { before: contentOf(before), after: contentOf(after) },
});
const applied = (before: Texts, after: Texts, target: Texts) =>
  sameEdits(sourceOf(before, after), { pages: pagesOf(target), content: contentOf(target) });

const folder = temporaryFolder();

/** What git makes of it: the merged text, or undefined where it finds a conflict. */
function byGit(base: string, ours: string, theirs: string): string | undefined {
  const at = join(folder, 'case');
  mkdirSync(at, { recursive: true });
  for (const [name, text] of Object.entries({ base, ours, theirs })) writeFileSync(join(at, name), text);
  const { status } = spawnSync('git', ['merge-file', 'ours', 'base', 'theirs'], { cwd: at });
  return status === 0 ? readFileSync(join(at, 'ours'), 'utf8') : undefined;
}

/** No line twice, and none that moves: which of two equal ones was meant, or stayed, is for each program to say. */
const lines = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmn'), { minLength: 1, maxLength: 12 });
const editedFrom = (before: readonly string[]) =>
  fc
    .tuple(
      fc.subarray([...before]),
      fc.array(fc.tuple(fc.nat({ max: 12 }), fc.constantFrom(...'opqrstu')), { maxLength: 5 }),
    )
    .map(([kept, added]) => {
      const edited = [...kept];
      for (const [at, line] of added)
        if (!edited.includes(line)) edited.splice(at % (edited.length + 1), 0, line);
      return edited;
    })
    .filter((edited) => edited.length > 0);
const versions = lines.chain((before) =>
  fc.tuple(fc.constant(before), editedFrom(before), editedFrom(before)),
);
const text = (of: readonly string[]) => of.map((one) => `${one}\n`).join('');

describe('the same edits elsewhere', () => {
  it('writes what git would merge, and leaves out what git finds in conflict', async () => {
    await fc.assert(
      fc.asyncProperty(versions, async ([before, after, target]) => {
        const [base, fresh, live] = [text(before), text(after), text(target)];
        const { changes, left } = await applied({ page: base }, { page: fresh }, { page: live });
        const merged = byGit(base, live, fresh);
        if (merged === undefined) {
          expect(left.length).toBeGreaterThan(0);
          return;
        }
        const [change] = changes;
        const written = change?.operation === 'update_page' && change.document ? change.document : undefined;
        // Where git joins edits that touch, it may be left out here, and never the other way round.
        if (left.length === 0)
          expect(written && 'markdown' in written ? written.markdown : live).toBe(merged);
      }),
      { numRuns: process.env.DOCS_HARDEN ? 1000 : 30 },
    );
  });

  it('counts fifty edits in three versions', async () => {
    const names = Array.from({ length: 50 }, (_, at) => `page${at}`);
    const all = (of: (at: number) => string): Texts =>
      Object.fromEntries(names.map((name, at) => [name, `top\n\n${of(at)}\n\nend\n`]));
    const before = all((at) => `old ${at}`);
    const after = all((at) => `new ${at}`);
    const counted = async (target: Texts) => {
      const { made, already, left } = await applied(before, after, target);
      return { counts: [made, already, left.length], first: left[0] };
    };
    expect((await counted(before)).counts).toEqual([50, 0, 0]);
    expect(
      await counted(all((at) => (at < 10 ? `other ${at}` : at < 15 ? `new ${at}` : `old ${at}`))),
    ).toEqual({
      counts: [35, 5, 10],
      first: { page: 'page0', edit: 'text', why: '"old 0" is different here' },
    });
    const oldest = Object.fromEntries(Object.entries(before).slice(20));
    expect((await counted(oldest)).counts).toEqual([30, 0, 20]);
  });
});
