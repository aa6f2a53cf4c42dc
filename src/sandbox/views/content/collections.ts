// Collections as the platform shows them to the caller.
import type { Collection } from '../../../api/content/collections.generated.ts';
import { atLeast } from '../../access.ts';
import type { CollectionRow } from '../../db/content/spaces.ts';
import type { Call } from '../../sandbox.ts';
import { appUrl, locationUrl } from '../../urls.ts';

export function collectionView(call: Call, row: CollectionRow): Collection {
  return {
    object: 'collection',
    id: row.id,
    title: row.title,
    ...(row.description !== null && { description: row.description }),
    organization: row.organization,
    ...(row.parent !== null && { parent: row.parent }),
    defaultLevel: row.defaultLevel,
    urls: {
      location: locationUrl(call, `/v1/collections/${row.id}`),
      app: appUrl(call, `/o/${row.organization}/c/${row.id}`),
    },
    permissions: collectionPermissions(call, row.id),
  };
}

export function collectionPermissions({ access }: Call, id: string): Collection['permissions'] {
  const role = access.collectionRole(id);
  return {
    view: role !== undefined,
    admin: role === 'admin',
    viewInviteLinks: role === 'admin',
    create: atLeast(role, 'create'),
  };
}
