import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listPages } from '../../src/api/content/pages.ts';
import { deleteSpace, getSpace } from '../../src/api/content/spaces.ts';
import {
  createTranslation,
  deleteTranslation,
  getTranslation,
  runTranslation as runOperation,
  updateTranslation,
} from '../../src/api/translations/translations.ts';
import { ownerId } from '../../src/files/process-owner.ts';
import { revisionsStore } from '../../src/sandbox/db/content/content.ts';
import { liveSpace } from '../../src/sandbox/db/content/spaces.ts';
import { translations } from '../../src/sandbox/db/translations/translations.ts';
import { spaceId } from '../../src/sandbox/demo/content.ts';
import { commitTree } from '../../src/sandbox/resources/content/content-target.ts';
import type { Translator } from '../../src/sandbox/resources/translations/pseudo-localizer.ts';
import { runTranslation } from '../../src/sandbox/resources/translations/run.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(() => openTestSandbox({ demo: true }));

const org = () => ({ organizationId: box.organizationId });
const guides = spaceId('Guides');
const create = (language = 'de') =>
  box.call(createTranslation, { ...org(), language, source: { space: guides, language: 'en' } });
const settled = async (translationId: string) => {
  await box.sandbox.background.settle();
  return box.call(getTranslation, { ...org(), translationId });
};
const status = async (answer: Promise<{ status: number }>) => (await answer).status;

describe('a translation', () => {
  it('is pending, then running, then completed with a space in its language', async () => {
    // However late the second request comes: the run begins when this clock goes on.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const made = await create('pt-br');
    expect(made).toMatchObject({ status: 'pending', stats: { runs: 0 }, language: 'pt-br' });
    expect(made).not.toHaveProperty('result');
    expect((await box.call(getTranslation, { ...org(), translationId: made.id })).status).toBe('running');
    vi.runAllTimers();
    vi.useRealTimers();
    const done = await settled(made.id);
    expect(done).toMatchObject({ status: 'completed', stats: { runs: 1, totalPages: 13, latestPages: 13 } });
    const result = await box.call(getSpace, { spaceId: done.result?.space ?? '' });
    expect(result).toMatchObject({
      title: 'Guides (pt-br)',
      language: 'pt-br',
      editMode: 'locked',
      revision: done.result?.revision,
    });
    const paths = (pages: readonly object[]): unknown[] =>
      pages.map((page) => [Object(page).path, Object(page).id, paths(Object(page).pages ?? [])]);
    const [source, translated] = [
      await box.call(listPages, { spaceId: guides }),
      await box.call(listPages, { spaceId: result.id }),
    ];
    expect(paths(translated.pages)).toEqual(paths(source.pages));
  });

  it('translates only what has changed, and keeps the rest', async () => {
    const { id } = await create();
    await settled(id);
    const { revision } = liveSpace(box.sandbox.db, guides);
    const tree = structuredClone(revisionsStore(box.sandbox.db).tree(revision));
    const [first] = tree.pages;
    if (first) first.title = 'Hello there';
    commitTree(box.sandbox, { spaceId: guides, tree });
    expect(await status(box.answer(runOperation, { ...org(), translationId: id }))).toBe(204);
    const done = await settled(id);
    expect(done.stats).toMatchObject({ runs: 2, totalPages: 14, latestPages: 1 });
    const { pages } = await box.call(listPages, { spaceId: done.result?.space ?? '' });
    expect(pages[0]?.title).toBe('Hélló théré');
  });

  it('makes its space anew when it was deleted', async () => {
    const { id } = await create();
    const first = await settled(id);
    await box.call(deleteSpace, { spaceId: first.result?.space ?? '' });
    await box.call(runOperation, { ...org(), translationId: id });
    const second = await settled(id);
    expect(second.result?.space).not.toBe(first.result?.space);
    expect(second.stats.latestPages).toBe(13);
  });

  it('takes another translator, and gives it language and instructions', async () => {
    const { id } = await create('fr');
    await settled(id);
    translations(box.sandbox.db).update({ id }, { resultSpace: null });
    const jobs: unknown[] = [];
    const translator: Translator = {
      line: (text, job) => {
        jobs.push([job.from, job.to, job.instructions.object]);
        return text.toUpperCase();
      },
      markdown: async (text) => text,
    };
    await runTranslation(box.sandbox, id, translator);
    const { result } = await settled(id);
    const { pages } = await box.call(listPages, { spaceId: result?.space ?? '' });
    expect(pages[0]?.title).toBe('WELCOME');
    expect(jobs[0]).toEqual(['en', 'fr', 'document']);
  });

  it('ends also when its source is gone, its translator fails, or its process died', async () => {
    const { id } = await create();
    await settled(id);
    const failing: Translator = {
      line: () => Promise.reject(new Error('no')),
      markdown: (text) => text,
    };
    translations(box.sandbox.db).update({ id }, { translatedRevision: null });
    await runTranslation(box.sandbox, id, failing);
    expect((await settled(id)).stats).toMatchObject({ runs: 2, latestPages: 0 });
    translations(box.sandbox.db).update(
      { id },
      {
        status: 'running',
        owner: ownerId().replace(/^\d+/, '4194999'),
      },
    );
    expect((await box.call(getTranslation, { ...org(), translationId: id })).status).toBe('completed');
    await box.call(deleteSpace, { spaceId: guides });
    await box.call(runOperation, { ...org(), translationId: id });
    expect((await settled(id)).stats).toMatchObject({ runs: 3, latestPages: 0, latestWords: 0 });
  });

  it('refuses what cannot be translated', async () => {
    const input = { ...org(), language: 'fr', source: { space: guides, language: 'en' } };
    const attempt = (more: object) => status(box.attempt(createTranslation, { ...input, ...more }));
    expect(await attempt({ language: 'en' })).toBe(400);
    expect(await attempt({ language: 'tlh' })).toBe(400);
    expect(await attempt({ source: { space: 'none', language: 'en' } })).toBe(404);
    expect(await attempt({ source: undefined })).toBe(400);
    const { id: translationId } = await create();
    const instructions = { object: 'document' as const, data: {}, nodes: [] };
    const update = { ...org(), translationId, instructions };
    expect((await box.call(updateTranslation, update)).instructions).toEqual(instructions);
    expect(await status(box.attempt(updateTranslation, { ...org(), translationId }))).toBe(400);
    expect(await status(box.answer(runOperation, { ...org(), translationId: 'none' }))).toBe(404);
    await box.sandbox.background.settle();
    expect(await status(box.answer(deleteTranslation, { ...org(), translationId }))).toBe(205);
    expect(await status(box.answer(deleteTranslation, { ...org(), translationId }))).toBe(204);
  });
});
