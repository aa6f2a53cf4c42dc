// Faults of published sites.

import { createCollection } from '../../../../../src/api/content/collections.ts';
import { createSpace } from '../../../../../src/api/content/spaces.ts';
import { createShareLink } from '../../../../../src/api/sites/site-publishing.ts';
import { addSiteSpace } from '../../../../../src/api/sites/site-structure.ts';
import { createSite, publishSite } from '../../../../../src/api/sites/sites.ts';
import { customHostnames } from '../../../../../src/sandbox/db/sites/site-settings.ts';
import { addToSite, daysAgo } from '../garden.ts';
import type { Garden, Plants } from '../plant.ts';

type Visibility = 'public' | 'share-link' | 'visitor-auth' | 'unlisted';

async function siteOf({ call, organizationId }: Garden, title: string, visibility: Visibility) {
  const { id } = await call(createSite, { organizationId, title, visibility, type: 'ultimate' });
  return id;
}

export const plants: Plants = {
  'sites/private-collection-public': async (garden) => {
    const { call, organizationId, sandbox } = garden;
    const { id: parent } = await call(createCollection, { organizationId, title: 'Closed' });
    sandbox.db.run('UPDATE collections SET defaultLevel = NULL WHERE id = ?', parent);
    const spaceOf = async (title: string, level?: string | null, above: { parent?: string } = {}) => {
      const { id } = await call(createSpace, { organizationId, title, empty: true, ...above });
      if (level !== undefined) sandbox.db.run('UPDATE spaces SET defaultLevel = ? WHERE id = ?', level, id);
      return id;
    };
    const secret = await spaceOf('Secret', undefined, { parent });
    await addToSite(garden, secret);
    // A level of its own opens it again; and a private space needs no private collection, nor a site a second space.
    await addToSite(garden, await spaceOf('Open', 'read', { parent }));
    const own = await spaceOf('Private', null);
    const site = { title: 'Only one', visibility: 'public', type: 'ultimate' } as const;
    const { id: siteId } = await call(createSite, { organizationId, ...site, spaces: [own] });
    await call(publishSite, { organizationId, siteId });
    return [secret, own];
  },
  'sites/old-share-link': async (garden) => {
    const { call, organizationId, sandbox } = garden;
    const siteId = await siteOf(garden, 'Shared', 'share-link');
    const { id } = await call(createShareLink, { organizationId, siteId, name: 'Partners' });
    sandbox.db.run('UPDATE shareLinks SET createdAt = ? WHERE id = ?', daysAgo(garden, 200), id);
    return [id];
  },
  'sites/auth-without-fallback': {
    plant: async (garden) => [await siteOf(garden, 'Members', 'visitor-auth')],
    fill: (_, { target }) => ({ '<site>': target.id, '<url>': 'https://login.garden.example/' }),
  },
  'sites/empty': async (garden) => {
    const { call, organizationId, ids, sandbox } = garden;
    const siteId = await siteOf(garden, 'Empty', 'unlisted');
    await call(addSiteSpace, { organizationId, siteId, spaceId: String(ids.get('space')) });
    await call(publishSite, { organizationId, siteId });
    sandbox.db.run('DELETE FROM siteSpaces WHERE site = ?', siteId);
    return [siteId];
  },
  'sites/domain-not-live': {
    async plant(garden) {
      const { sandbox } = garden;
      const plantOne = async (hostname: string, status: string) => {
        const site = await siteOf(garden, hostname, 'unlisted');
        // No operation gives a site a domain.
        sandbox.db.run('UPDATE sites SET hostname = ? WHERE id = ?', hostname, site);
        customHostnames(sandbox.db).insert({ hostname, site, status: 'live' });
        await garden.done(`sandbox set hostname ${hostname} ${status}`);
        return site;
      };
      return [
        await plantOne('docs.garden.example', 'dns_no_cname'),
        await plantOne('help.garden.example', 'ssl_pending'),
      ];
    },
    // Its owner sets the records; then the platform waits for a certificate.
    before: async ({ done }) => {
      await done('sandbox set hostname docs.garden.example ssl_pending');
    },
    fill: () => ({ '<domain>': 'docs.garden.example' }),
  },
};
