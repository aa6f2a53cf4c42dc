// Faults of translations.

import { createTranslation, runTranslation } from '../../../../../src/api/translations/translations.ts';
import { daysAgo } from '../garden.ts';
import type { Garden, Plants } from '../plant.ts';

async function translation({ call, organizationId, ids, sandbox }: Garden, language: 'de' | 'fr') {
  const source = { space: String(ids.get('space')), language: 'en' as const };
  const { id } = await call(createTranslation, { organizationId, language, source });
  await sandbox.background.settle();
  return id;
}

/** So often it ran; with this status and whatever else is set. */
const runs = ({ sandbox }: Garden, id: string, count: number, set: string) =>
  sandbox.db.run(
    `UPDATE translations SET stats = json_set(stats, '$.runs', ${count}), status = ${set} WHERE id = ?`,
    id,
  );

export const plants: Plants = {
  // The space of a translation is on no site at first.
  'translations/behind': {
    also: ['spaces/nowhere-shown'],
    async plant(garden) {
      const { call, organizationId, sandbox } = garden;
      const translationId = await translation(garden, 'de');
      await call(runTranslation, { organizationId, translationId });
      await sandbox.background.settle();
      runs(garden, translationId, 1, `'completed', updatedAt = '${daysAgo(garden, 9)}'`);
      const space = String(garden.ids.get('space'));
      sandbox.db.run('UPDATE spaces SET updatedAt = ? WHERE id = ?', daysAgo(garden, 1), space);
      return [translationId];
    },
    afterwards: ({ sandbox }) => sandbox.background.settle(),
  },
  'translations/never-run': {
    also: ['spaces/nowhere-shown'],
    async plant(garden) {
      const id = await translation(garden, 'fr');
      runs(garden, id, 0, "'pending'");
      return [id];
    },
    afterwards: ({ sandbox }) => sandbox.background.settle(),
  },
};
