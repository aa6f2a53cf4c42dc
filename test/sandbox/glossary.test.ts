// What translations make of the glossary; its requests are in api/glossary.txt.
import { expect, it } from 'vitest';
import { withGlossary } from '../../src/sandbox/resources/translations/run.ts';

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
