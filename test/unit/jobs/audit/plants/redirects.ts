// Faults of redirects.

import { createRedirect } from '../../../../../src/api/sites/site-redirects.ts';
import { editPage } from '../../../../../src/sandbox/editing.ts';
import type { Garden, Plant, Plants } from '../plant.ts';

type To = (garden: Garden) => string;
const here =
  (path: string): To =>
  () =>
    `https://${HOST}${path}`;
const HOST = 'somewhere.example';

/** Redirects by source and destination; the first ones are the targets. */
const redirects = (targets: number, ...rows: [source: string, to: To][]): Plant => ({
  async plant(garden) {
    const { call, organizationId, ids } = garden;
    const site = { organizationId, siteId: String(ids.get('site')) };
    const made: string[] = [];
    for (const [source, to] of rows) {
      const destination = { kind: 'external', url: to(garden) } as const;
      made.push((await call(createRedirect, { ...site, source, destination })).id);
    }
    return targets < 0 ? made.slice(targets) : made.slice(0, targets);
  },
});

const onSite =
  (path: string): To =>
  ({ ids }) =>
    `${String(ids.get('published')).replace(/\/$/, '')}${path}`;

export const plants: Plants = {
  'redirects/self': redirects(1, ['/same', onSite('/same')]),
  'redirects/loop': redirects(1, ['/round', onSite('/trip')], ['/trip', onSite('/round')]),
  'redirects/dead': redirects(1, ['/old', onSite('/not-there')]),
  'redirects/chain': redirects(1, ['/first', onSite('/second')], ['/second', here('/end')]),
  'redirects/shadowed': {
    also: ['pages/no-description'],
    async plant(garden) {
      garden.sandbox.db.run("UPDATE spaces SET editMode = 'live'");
      await editPage(garden.sandbox, {
        ...{ spaceId: String(garden.ids.get('space')), path: 'shadow', markdown: '# Shadow\n\nA page.' },
        caller: { userId: garden.adminId },
      });
      return redirects(1, ['/shadow', here('/elsewhere')]).plant(garden);
    },
  },
  'redirects/twin': redirects(-1, ['/Twin', here('/a')], ['/twin', here('/b')]),
};
