// The sites of an organization, and the spaces that they may show.

import type { Space } from '../../api/content/spaces.generated.ts';
import { listSpaces } from '../../api/content/spaces.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import { listSites } from '../../api/sites/sites.ts';
import { allItems } from '../../client/all-items.ts';
import type { Client } from '../../client/client.ts';

/** Every space of an organization that a site may show: none that was deleted. */
export const readSpaces = async (client: Client, organizationId: string): Promise<Space[]> =>
  (await allItems(client.pages(listSpaces, { organizationId }))).filter(
    ({ deletedAt }) => deletedAt === undefined,
  );

export const readSites = (client: Client, organizationId: string): Promise<Site[]> =>
  allItems(client.pages(listSites, { organizationId }));
