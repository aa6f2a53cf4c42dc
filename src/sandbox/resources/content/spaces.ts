// Spaces of an organization.
import type { Collection } from '../../../api/content/collections.generated.ts';
import type { Space } from '../../../api/content/spaces.generated.ts';
import * as api from '../../../api/content/spaces.ts';
import { nonNull } from '../../../files/lists.ts';
import { atLeast } from '../../access.ts';
import {
  type CollectionRow,
  changeSpace,
  isGone,
  retentionStart,
  type SpaceRow,
  spaces,
} from '../../db/content/spaces.ts';
import { permissions } from '../../db/people/organizations.ts';
import { created, deleted, type FidelityOf, handle, handleChange, may } from '../../handler.ts';
import { paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { appUrl, contentUrl, locationUrl, type Published, spacePublication } from '../../urls.ts';
import { sees, visibleSpaces } from '../../who-sees.ts';
import { conflict, notFound, WireError } from '../../wire-error.ts';
import { gitSyncOf } from '../integrations/git-source.ts';
import { takeOffSites } from '../sites/order.ts';

// What makes and moves spaces, with the parser of merge rules, is not needed to read one.
const rules = () => import('./spaces-rules.ts');

// Deleting a space and bringing it back within 7 days.

/** A space, also a deleted one while it can be restored (with `deletedAt`). */
export function readSpace(call: Call, spaceId: string): SpaceRow {
  const space = spaces(call.db).find({ id: spaceId });
  if (!space || isGone(space, call.now())) throw notFound('space', spaceId);
  call.access.requireSpace(space, 'view');
  return space;
}

/** Returns whether there was a space to delete. Clears away those that can no longer be restored. */
async function deleteSpace(call: Call, spaceId: string): Promise<boolean> {
  const { removeSpaceContent } = await rules();
  return call.db.transaction(() => {
    const space = spaces(call.db).find({ id: spaceId });
    if (!space || space.deletedAt !== null || !sees(call, { kind: 'space', row: space })) return false;
    call.access.requireSpace(space, 'admin');
    const now = call.now().toISOString();
    spaces(call.db).update({ id: spaceId }, { deletedAt: now, updatedAt: now });
    const sql = 'SELECT id FROM spaces WHERE deletedAt < ?';
    for (const { id: gone } of call.db.all<{ id: string }>(sql, retentionStart(call.now()))) {
      removeSpaceContent(call, gone);
      permissions(call.db).remove({ kind: 'space', target: gone });
      takeOffSites(call.db, gone);
      spaces(call.db).remove({ id: gone });
    }
    return true;
  });
}

// Spaces as the platform shows them to the caller: counts, visibility and permissions are computed.

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

const optionalFields = (row: SpaceRow, gitSync: Space['gitSync']): Partial<Space> => ({
  ...nonNull({ deletedAt: row.deletedAt, parent: row.parent, language: row.language }),
  ...(gitSync && { gitSync }),
});

/** Who sees a space: the audience of the most open site that shows it, else its members. */
export const visibilityOf = (
  row: Pick<SpaceRow, 'parent'>,
  published: Published | undefined,
): Space['visibility'] => published?.visibility ?? (row.parent === null ? 'private' : 'in-collection');

function urlsOf(call: Call, row: SpaceRow, published: Published | undefined): Space['urls'] {
  const url = published?.url;
  const open = published?.visibility === 'public' || published?.visibility === 'unlisted';
  return {
    location: locationUrl(call, `/v1/spaces/${row.id}`),
    app: contentUrl(call, row.id, `/o/${row.organization}/s/${row.id}`),
    ...(url !== undefined && { published: url }),
    ...(url !== undefined && open && { public: url }),
    ...nonNull({ icon: row.icon }),
  };
}

export const collectionView = (call: Call, row: CollectionRow): Collection => ({
  object: 'collection',
  id: row.id,
  title: row.title,
  ...nonNull({ description: row.description }),
  organization: row.organization,
  ...nonNull({ parent: row.parent }),
  defaultLevel: row.defaultLevel,
  urls: {
    location: locationUrl(call, `/v1/collections/${row.id}`),
    app: appUrl(call, `/o/${row.organization}/c/${row.id}`),
  },
  permissions: collectionPermissions(call, row.id),
});

export function collectionPermissions({ access }: Call, id: string): Collection['permissions'] {
  const role = access.collectionRole(id);
  return {
    view: role !== undefined,
    admin: role === 'admin',
    viewInviteLinks: role === 'admin',
    create: atLeast(role, 'create'),
  };
}

export default [
  handle(api.getSpacePdf, async (call, { page, only, spaceId }) => {
    // Loaded with nothing else of a space.
    const { pdfUrl, visibleTarget } = await import('./content-target.ts');
    return { url: pdfUrl(call, visibleTarget(call, { spaceId }), { page, only }) };
  }),

  handle(api.listSpaces, may('view'), (call, { organizationId, ...query }) =>
    paginate(call.db, {
      list: `${api.listSpaces.id} ${organizationId}`,
      columns: LISTED_SPACES,
      from: 'spaces s',
      ...visibleSpaces(call, organizationId),
      order: ['s.position', 's.id'],
      query,
      item: (row: object) => listedSpace(call, row),
    }),
  ),

  handle(api.createSpace, async (call, input) =>
    created(spaceView(call, await (await rules()).createSpace(call, input))),
  ),

  handle(api.getSpace, (call, { spaceId, shareKey }) =>
    spaceView(call, readSpace(call, spaceId), shareKey === undefined ? {} : { shareKey }),
  ),

  handle(api.updateSpace, async (call, input) => spaceView(call, (await rules()).updateSpace(call, input))),

  handle(api.deleteSpace, async (call, { spaceId }) => deleted(await deleteSpace(call, spaceId))),

  handle(api.duplicateSpace, async (call, { spaceId }) =>
    created(spaceView(call, await (await rules()).duplicateSpace(call, spaceId))),
  ),

  // Brings a deleted space back to where it was. 404 after 7 days, 409 when it is not deleted.
  handleChange(api.restoreSpace, (call, { spaceId }) => {
    const space = spaces(call.db).find({ id: spaceId });
    if (!space || !sees(call, { kind: 'space', row: space })) throw notFound('space', spaceId);
    if (isGone(space, call.now())) {
      throw new WireError(404, `space "${spaceId}" was deleted more than 7 days ago and cannot be restored`);
    }
    call.access.requireSpace(space, 'admin');
    if (space.deletedAt === null) throw conflict(`space "${space.title}" is not deleted`);
    return spaceView(call, changeSpace(call.db, spaceId, { deletedAt: null }, call.now().toISOString()));
  }),

  handle(api.moveSpace, async (call, input) => spaceView(call, (await rules()).moveSpace(call, input))),

  handle(api.transferSpace, async (call, { spaceId, organization }) =>
    spaceView(call, (await rules()).transferSpace(call, spaceId, organization)),
  ),
];

export const fidelity: FidelityOf = {
  'spaces.pdf':
    "The layout is the sandbox's, without images of other hosts. Chinese, Japanese and Korean text is not legible: there is no font for it, and a Warning header says so.",
  'spaces.create':
    'Computed content is refused: a space begins empty, with one page or with a template of the sandbox.',
  'spaces.transfer': 'A new sandbox has one organization, so there is no destination.',
  'spaces.update': 'The language is stored; it does not start a translation.',
};
