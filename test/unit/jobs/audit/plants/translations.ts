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

export const plants: Plants = {
  // The space of a translation is on no site at first.
  'translations/behind': {
    also: ['spaces/nowhere-shown'],
    async plant(garden) {
      const { call, organizationId, sandbox } = garden;
      const translationId = await translation(garden, 'de');
      await call(runTranslation, { organizationId, translationId });
      await sandbox.background.settle();
      sandbox.db.run(
        "UPDATE translations SET status = 'completed', updatedAt = ?, stats = json_set(stats, '$.runs', 1) WHERE id = ?",
        daysAgo(garden, 9),
        translationId,
      );
      sandbox.db.run(
        'UPDATE spaces SET updatedAt = ? WHERE id = ?',
        daysAgo(garden, 1),
        String(garden.ids.get('space')),
      );
      return [translationId];
    },
    afterwards: ({ sandbox }) => sandbox.background.settle(),
  },
  'translations/never-run': {
    also: ['spaces/nowhere-shown'],
    async plant(garden) {
      const id = await translation(garden, 'fr');
      garden.sandbox.db.run(
        "UPDATE translations SET status = 'pending', stats = json_set(stats, '$.runs', 0) WHERE id = ?",
        id,
      );
      return [id];
    },
    afterwards: ({ sandbox }) => sandbox.background.settle(),
  },
};
