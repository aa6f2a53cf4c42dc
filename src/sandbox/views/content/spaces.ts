// Spaces as the platform shows them to the caller: counts, visibility and permissions are computed.
import type { Collection } from '../../../api/content/collections.generated.ts';
import type { Space } from '../../../api/content/spaces.generated.ts';
import { atLeast } from '../../access.ts';
import { gitSyncOf } from '../../actions/integrations/git-source.ts';
import type { CollectionRow, SpaceRow } from '../../db/content/spaces.ts';
import type { Database } from '../../db/database.ts';
import { comments } from '../../db/review/change-requests.ts';
import type { Call } from '../../sandbox.ts';
import { appUrl, contentUrl, locationUrl, type Published, spacePublication } from '../../urls.ts';

/** What a space without an emoji of its own shows: every space has one. */
export const DEFAULT_EMOJI = '📄';

/** `shareKey` tells the address of a space on a share-link site. */
export function spaceView(call: Call, row: SpaceRow, { shareKey }: { shareKey?: string } = {}): Space {
  const published = spacePublication(call, row.id, shareKey);
  return {
    object: 'space',
    id: row.id,
    title: row.title,
    emoji: row.emoji ?? DEFAULT_EMOJI,
    ...optionalFields(call, row),
    visibility: visibilityOf(row, published),
    ...(published?.visibility === 'visitor-auth' && { visitorAuth: { backend: 'custom' as const } }),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    editMode: row.editMode,
    mergeRules: row.mergeRules,
    urls: urlsOf(call, row, published),
    organization: row.organization,
    revision: row.revision,
    defaultLevel: row.defaultLevel,
    comments: comments(call.db).count({ space: row.id, changeRequest: null, resolvedAt: null }),
    ...countsOf(call.db, row.id),
    permissions: call.access.spacePermissions(row),
  };
}

const countsOf = (db: Database, space: string) =>
  db.get<Pick<Space, 'changeRequests' | 'changeRequestsOpen' | 'changeRequestsDraft'>>(
    `SELECT count(*) AS changeRequests, count(*) FILTER (WHERE status = 'open') AS changeRequestsOpen,
      count(*) FILTER (WHERE status = 'draft') AS changeRequestsDraft FROM change_requests WHERE space = ?`,
    space,
  ) ?? { changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 };

function optionalFields(call: Call, row: SpaceRow): Partial<Space> {
  const gitSync = gitSyncOf(call, row.id);
  return {
    ...(row.deletedAt !== null && { deletedAt: row.deletedAt }),
    ...(row.parent !== null && { parent: row.parent }),
    ...(row.language !== null && { language: row.language }),
    ...(gitSync && { gitSync }),
  };
}

/** Who sees a space: the audience of the most open site that shows it, else its members. */
export function visibilityOf(
  row: Pick<SpaceRow, 'parent'>,
  published: Published | undefined,
): Space['visibility'] {
  return published?.visibility ?? (row.parent === null ? 'private' : 'in-collection');
}

function urlsOf(call: Call, row: SpaceRow, published: Published | undefined): Space['urls'] {
  const url = published?.url;
  const open = published?.visibility === 'public' || published?.visibility === 'unlisted';
  return {
    location: locationUrl(call, `/v1/spaces/${row.id}`),
    app: contentUrl(call, row.id, `/o/${row.organization}/s/${row.id}`),
    ...(url !== undefined && { published: url }),
    ...(url !== undefined && open && { public: url }),
    ...(row.icon !== null && { icon: row.icon }),
  };
}

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
