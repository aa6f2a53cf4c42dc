// Pages that break the rules about links.

import { getSpace } from '../../../../../src/api/content/spaces.ts';
import type { Plants } from '../plant.ts';
import { rewritten, writeSpace } from './pages.ts';

export const plants: Plants = {
  'links/broken': {
    fill: rewritten,
    plant: (garden) => writeSpace(garden, 'Broken', [{ title: 'Lost', text: 'See [that](nowhere.md).\n' }]),
  },
  'links/in-app': {
    async plant(garden) {
      const { urls } = await garden.call(getSpace, { spaceId: garden.ids.get('space') ?? '' });
      return writeSpace(garden, 'Inside', [{ title: 'Door', text: `See [the app](${urls.app}).\n` }]);
    },
    // The command makes a change request, which is reviewed and merged.
    afterwards: async ({ done, ids }) => {
      await done(['cr', 'merge', '1', '--space', String(ids.get('Inside'))]);
    },
  },
};
