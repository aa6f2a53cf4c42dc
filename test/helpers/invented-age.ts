// A host of a version that nobody knows: some operations are gone there, and objects have fields that nobody asked for.
import type { InventedAge } from '../../src/sandbox/ages/age.ts';

export const INVENTED: InventedAge = {
  without: [
    'links.listOfSpace',
    'links.listOfPageInChangeRequest',
    'siteSectionGroups.add',
    'siteSectionGroups.remove',
    'orgs.search',
  ],
  fields: {
    space: { mood: 'calm', weight: 3, palette: { ink: 'blue' } },
    site: { mood: 'busy', rank: 7, keywords: ['a'] },
    'site-section': { shade: 'light' },
    'change-request': { effort: 'small', score: 1 },
    organization: { region: 'eu' },
  },
};
