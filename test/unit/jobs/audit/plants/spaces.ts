// Faults of git sync, and spaces that are shown nowhere.

import { createSpace } from '../../../../../src/api/content/spaces.ts';
import { gitFolder } from '../../../../helpers/git-repo.ts';
import { daysAgo, editOnMain } from '../garden.ts';
import type { Plant, Plants } from '../plant.ts';

/** A space that is imported from a repository of its own so many days ago, and what the command to mend it needs. */
const synced = (
  title: string,
  { branch = 'main', days, edited }: { branch?: string; days: number; edited?: number },
): Plant => ({
  async plant(garden) {
    const { call, organizationId, clock } = garden;
    const repositories = gitFolder();
    garden.later(repositories.remove);
    const repository = repositories.repo();
    repository.commit({ 'README.md': '---\ndescription: Days\n---\n\n# Almanac\n\nText.\n' });
    const { id } = await call(createSpace, { organizationId, title, empty: true });
    garden.ids.set(title, id).set(`${title} repository`, repository.bare);
    const { now } = clock;
    clock.now = new Date(daysAgo(garden, days));
    await garden.docs(
      `git import --space ${id} --url ${repository.bare} --ref refs/heads/${branch} --wait --yes`,
    );
    clock.now = now;
    if (edited !== undefined) {
      clock.now = new Date(daysAgo(garden, edited));
      await editOnMain(garden, id);
      clock.now = now;
    }
    return [id];
  },
  // The command comes back when the sync has begun.
  fill: ({ ids }, { target }) => ({
    '<space>': target.id,
    '<url>': String(ids.get(`${title} repository`)),
    '<branch>': 'main --wait',
    '<message>': 'Sync',
  }),
});

export const plants: Plants = {
  'git/sync-failed': synced('Failed', { branch: 'nowhere', days: 1 }),
  'git/sync-stale': synced('Stale', { days: 45 }),
  'git/direction-unclear': synced('Edited', { days: 9, edited: 3 }),
  'spaces/nowhere-shown': {
    async plant({ call, organizationId }) {
      const { id } = await call(createSpace, { organizationId, title: 'Forgotten', empty: true });
      return [id];
    },
    fill: ({ ids }, { target }) => ({ '<space>': target.id, '<site>': String(ids.get('site')) }),
  },
};
