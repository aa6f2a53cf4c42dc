// Spaces as the platform shows them to the caller: counts, visibility and permissions are computed.
import type { Collection } from '../../../api/content/collections.generated.ts';
import type { Space } from '../../../api/content/spaces.generated.ts';
import { atLeast } from '../../access.ts';
import { gitSyncOf } from '../../actions/integrations/git-source.ts';
import { type CollectionRow, type SpaceRow, spaces } from '../../db/content/spaces.ts';
import type { Call } from '../../sandbox.ts';
import { appUrl, contentUrl, locationUrl, type Published, spacePublication } from '../../urls.ts';

/** What a space without an emoji of its own shows: every space has one. */
export const DEFAULT_EMOJI = '📄';

/** What is counted of a space, and whether sites and a repository need to be asked about it. */
interface Beside {
  comments: number;
  changeRequests: number;
  changeRequestsOpen: number;
  changeRequestsDraft: number;
  isShown: 0 | 1;
  isSynced: 0 | 1;
}

const BESIDE = `
  (SELECT count(*) FROM comments WHERE space = s.id AND changeRequest IS NULL AND resolvedAt IS NULL) AS comments,
  (SELECT count(*) FROM change_requests WHERE space = s.id) AS changeRequests,
  (SELECT count(*) FROM change_requests WHERE space = s.id AND status = 'open') AS changeRequestsOpen,
  (SELECT count(*) FROM change_requests WHERE space = s.id AND status = 'draft') AS changeRequestsDraft,
  EXISTS (SELECT 1 FROM siteSpaces WHERE space = s.id) AS isShown,
  EXISTS (SELECT 1 FROM git_setups WHERE space = s.id) AS isSynced`;

/** Of a list of spaces (table `spaces s`): one query for all that `listedSpace` shows of them. */
export const LISTED_SPACES = `s.*, ${BESIDE}`;

export function listedSpace(call: Call, stored: object): Space {
  const row = spaces.read<Beside>(stored);
  return viewOf(call, row, row);
}

/** `shareKey` tells the address of a space on a share-link site. */
export function spaceView(call: Call, row: SpaceRow, { shareKey }: { shareKey?: string } = {}): Space {
  const beside = call.db.get(`SELECT ${BESIDE} FROM (SELECT ? AS id) s`, row.id);
  return viewOf(call, row, beside as Beside, shareKey); // counts are there of any id
}

function viewOf(call: Call, row: SpaceRow, beside: Beside, shareKey?: string): Space {
  const published = beside.isShown === 1 ? spacePublication(call, row.id, shareKey) : undefined;
  return {
    object: 'space',
    id: row.id,
    title: row.title,
    emoji: row.emoji ?? DEFAULT_EMOJI,
    ...optionalFields(row, beside.isSynced === 1 ? gitSyncOf(call, row.id) : undefined),
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
    comments: beside.comments,
    changeRequests: beside.changeRequests,
    changeRequestsOpen: beside.changeRequestsOpen,
    changeRequestsDraft: beside.changeRequestsDraft,
    permissions: call.access.spacePermissions(row),
  };
}

function optionalFields(row: SpaceRow, gitSync: Space['gitSync']): Partial<Space> {
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
