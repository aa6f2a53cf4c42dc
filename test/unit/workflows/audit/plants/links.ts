// Pages that break the rules about links.
import { getSpace } from '../../../../../src/api/content/spaces.ts';
import type { Plants } from '../plant.ts';
import { rewrite, writeSpace } from './pages.ts';

const BY_HAND = 'the page is written anew in a change request, which people review and merge';

export const plants: Plants = {
  'links/broken': {
    byHand: BY_HAND,
    afterwards: rewrite('Broken'),
    plant: (garden) => writeSpace(garden, 'Broken', [{ title: 'Lost', text: 'See [that](nowhere.md).\n' }]),
  },
  'links/in-app': {
    byHand: BY_HAND,
    afterwards: rewrite('Inside'),
    async plant(garden) {
      const { urls } = await garden.call(getSpace, { spaceId: garden.ids.get('space') ?? '' });
      return writeSpace(garden, 'Inside', [{ title: 'Door', text: `See [the app](${urls.app}).\n` }]);
    },
  },
};
