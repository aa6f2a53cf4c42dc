// Faults of git sync, and spaces that are shown nowhere.
import { createSpace } from '../../../../../src/api/content/spaces.ts';
import { gitStore } from '../../../../../src/sandbox/db/integrations/git-operations.ts';
import { daysAgo } from '../garden.ts';
import type { Garden, Plant, Plants } from '../plant.ts';

const OUTSIDE = 'the branch of the repository is not shown by the platform';

/** A space with an import that ended so many days ago. */
const synced = (
  title: string,
  { state, days, edited }: { state: 'success' | 'failure'; days: number; edited: number },
): Plant => ({
  async plant(garden) {
    const { call, organizationId, sandbox } = garden;
    const { id } = await call(createSpace, { organizationId, title, empty: true });
    sync(garden, id, state, days);
    sandbox.db.run('UPDATE spaces SET updatedAt = ? WHERE id = ?', daysAgo(garden, edited), id);
    garden.ids.set(title, id);
    return [id];
  },
  byHand: OUTSIDE,
  async afterwards(garden) {
    sync(garden, String(garden.ids.get(title)), 'success', 0);
  },
});

function sync(garden: Garden, space: string, state: 'success' | 'failure', days: number): void {
  const store = gitStore(garden.sandbox.db);
  const at = daysAgo(garden, days);
  const { id } = store.start({ space, direction: 'import', startedAt: at, owner: 'test' });
  store.finish(id, { state, endedAt: at, error: state === 'failure' ? 'no such branch' : undefined });
  store.setUp(space, { url: 'https://git.example/almanac.git', updatedAt: at });
}

export const plants: Plants = {
  'git/sync-failed': synced('Failed', { state: 'failure', days: 1, edited: 1 }),
  'git/sync-stale': synced('Stale', { state: 'success', days: 45, edited: 45 }),
  'git/direction-unclear': synced('Edited', { state: 'success', days: 9, edited: 3 }),
  'spaces/nowhere-shown': {
    async plant({ call, organizationId }) {
      const { id } = await call(createSpace, { organizationId, title: 'Forgotten', empty: true });
      return [id];
    },
    fill: ({ ids }, space) => ({ '<space>': space, '<site>': String(ids.get('site')) }),
  },
};
