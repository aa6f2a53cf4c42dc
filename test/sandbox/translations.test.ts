// Translations by other translators, and one that is seen while it runs.
import { expect, it, onTestFinished, vi } from 'vitest';
import { listPages } from '../../src/api/content/pages.ts';
import { createTranslation, getTranslation } from '../../src/api/translations/translations.ts';
import { translations } from '../../src/sandbox/db/translations/translations.ts';
import { spaceId } from '../../src/sandbox/demo/content.ts';
import type { Translator } from '../../src/sandbox/resources/translations/pseudo-localizer.ts';
import { runTranslation } from '../../src/sandbox/resources/translations/run.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(() => openTestSandbox({ demo: true }));

const org = () => ({ organizationId: box.organizationId });
const create = (language: string) =>
  box.call(createTranslation, { ...org(), language, source: { space: spaceId('Guides'), language: 'en' } });
const read = (translationId: string) => box.call(getTranslation, { ...org(), translationId });

/** What comes of one that was done before when another translator does it anew. */
async function doneBy(translator: Translator, language: string) {
  const { id } = await create(language);
  await box.sandbox.background.settle();
  translations(box.sandbox.db).update({ id }, { resultSpace: null, translatedRevision: null });
  await runTranslation(box.sandbox, id, translator);
  return read(id);
}

it('a translation is pending, then running, then completed', async () => {
  // However late the second request comes: the run begins when this clock goes on.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { id, status } = await create('pt-br');
  expect([status, (await read(id)).status]).toEqual(['pending', 'running']);
  vi.runAllTimers();
  vi.useRealTimers();
  await box.sandbox.background.settle();
  expect((await read(id)).status).toBe('completed');
});

it('a translation takes another translator, and gives it language and instructions', async () => {
  const jobs: unknown[] = [];
  const translator: Translator = {
    line: (text, job) => {
      jobs.push([job.from, job.to, job.instructions.object]);
      return text.toUpperCase();
    },
    markdown: async (text) => text,
  };
  const { result } = await doneBy(translator, 'fr');
  const { pages } = await box.call(listPages, { spaceId: result?.space ?? '' });
  expect(pages[0]?.title).toBe('WELCOME');
  expect(jobs[0]).toEqual(['en', 'fr', 'document']);
});

it('a translation ends also when its translator fails', async () => {
  const failing = { line: () => Promise.reject(new Error('no')), markdown: (text: string) => text };
  expect((await doneBy(failing, 'de')).stats).toMatchObject({ runs: 2, latestPages: 0 });
});
