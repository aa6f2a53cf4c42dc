// The glossary: batches as a whole, who may change it, and what translations make of it.
import { beforeEach, expect, it } from 'vitest';
import { listGlossary, updateGlossary } from '../../src/api/translations/translations.ts';
import { withGlossary } from '../../src/sandbox/resources/translations/run.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(openTestSandbox);
let organizationId: string;
beforeEach(() => {
  ({ organizationId } = box);
});

const put = async (operations: unknown, as?: string) =>
  (await box.attempt(updateGlossary, { organizationId, operations }, as === undefined ? {} : { as })).status;
const list = async (orderBy?: string) =>
  (await box.call(listGlossary, { organizationId, ...(orderBy !== undefined && { orderBy }) })).items;

it('takes inserts, updates and deletes in one batch, and nothing of one that is wrong', async () => {
  await put([
    { type: 'insert', translations: { en: 'parcel', de: 'Paket' } },
    { type: 'insert', translations: { en: 'label' } },
  ]);
  const [parcel, label] = await list();
  const batch = [
    { type: 'update', id: parcel?.id, translations: { en: 'parcel', fr: 'colis' } },
    { type: 'delete', id: label?.id },
  ];
  for (const wrong of [
    { type: 'delete', id: 'nothing' },
    { type: 'insert', translations: {} },
    { type: 'insert', translations: { klingon: 'qach' } },
  ])
    expect(await put([...batch, wrong])).toBe(400);
  expect(await list()).toHaveLength(2);
  expect(await put(batch)).toBe(204);
  expect(await list()).toMatchObject([{ id: parcel?.id, translations: { en: 'parcel', fr: 'colis' } }]);
});

it.each([
  ['a line break', { en: 'a\nb' }],
  ['an empty word', { en: '' }],
  ['256 characters', { en: 'x'.repeat(256) }],
])('refuses %s', async (_, translations) => {
  expect(await put([{ type: 'insert', translations }])).toBe(400);
  expect(await put([{ type: 'insert' }])).toBe(400);
});

it('is sorted by the word in a language', async () => {
  await put(['pear', 'apple', 'fig'].map((en) => ({ type: 'insert', translations: { en } })));
  expect((await list('en')).map(({ translations }) => translations.en)).toEqual(['apple', 'fig', 'pear']);
});

it('is used in text, and not in code, addresses or parts of words', async () => {
  const { markdown, line } = withGlossary([
    ['pickup point', 'Abholpunkt'],
    ['parcel', 'Paket'],
  ]);
  const job = { from: 'en', to: 'de', instructions: { object: 'document', data: {}, nodes: [] } } as const;
  const text = await markdown(
    'A Parcel at the pickup point, `parcel`, [parcel](https://parcel.example), parcels.\n',
    {
      ...job,
      instructions: { ...job.instructions, nodes: [] },
    },
  );
  expect(text).toContain(
    'Paket át thé Abholpunkt, `parcel`, [Paket](https://parcel.example), páŕ'.slice(0, 40),
  );
  expect(text).toContain('[Paket](https://parcel.example)');
  expect(text).toContain('`parcel`');
  expect(text).not.toContain('Pakets');
  expect(await line('parcel', { ...job, instructions: { ...job.instructions, nodes: [] } })).toBe('Paket');
});
