// Collections of spaces.
import * as api from '../../../api/content/collections.ts';
import { missing } from '../../access.ts';
import {
  type CollectionRow,
  collections,
  lastPosition,
  type SpaceRow,
  spaces,
} from '../../db/content/spaces.ts';
import { permissions } from '../../db/people/organizations.ts';
import { sitesShowing } from '../../db/sites/sites.ts';
import { created, deleted, type FidelityOf, handle, handleChange, may } from '../../handler.ts';
import { pageOfItems, paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { newId } from '../../urls.ts';
import { visibleSpaces } from '../../who-sees.ts';
import { conflict, notFound, preconditionFailed } from '../../wire-error.ts';
import { collectionPermissions, collectionView, LISTED_SPACES, listedSpace } from './spaces.ts';
import { grantAdmin, movedTo, requireCreate, requireTransfer } from './spaces-rules.ts';

// Collections: nested groups of spaces, in one order with the spaces beside them.

/** A collection the caller may see. 404 for others: nobody learns that they are there. */
export function readCollection(call: Call, id: string): CollectionRow {
  const row = collections(call.db).find({ id });
  if (!row || !collectionPermissions(call, id).view) throw notFound('collection', id);
  return row;
}

/** A collection the caller administrates. 404, 403. */
function ownCollection(call: Call, id: string): CollectionRow {
  const row = readCollection(call, id);
  if (collectionPermissions(call, id).admin) return row;
  throw missing('admin', `collection "${row.title}"`, call.access.collectionRole(id));
}

// Collections change their place: in another one, among their siblings, in another organization.

function refuseInsideItself(call: Call, { id, title }: CollectionRow, parent: string | null): void {
  if (parent !== null && withNested(call, id).includes(parent)) {
    throw conflict(`collection "${title}" cannot be moved into itself or into a collection inside it`);
  }
}

/** The collection and all that is nested in it, outermost first. */
const withNested = ({ db }: Call, id: string): string[] =>
  db
    .all<{ id: string }>(
      `WITH RECURSIVE below (id) AS
         (SELECT ? UNION ALL SELECT c.id FROM collections c JOIN below b ON c.parent = b.id)
       SELECT id FROM below`,
      id,
    )
    .map((row) => row.id);

function refuseWhileShown(call: Call, inside: readonly SpaceRow[]): void {
  const titles = new Set(
    inside.flatMap(({ id }) => sitesShowing(call.db, id)).map(({ title }) => `"${title}"`),
  );
  if (titles.size === 0) return;
  throw preconditionFailed(`spaces of it are shown on ${[...titles].join(', ')}: remove them there first`);
}

export default [
  handle(api.listCollections, may('view'), (call, { organizationId, nested = true, ...query }) => {
    const keys = sortKeys(collections(call.db).all({ organization: organizationId }));
    const shown = [...keys.keys()]
      .filter((row) => nested || row.parent === null)
      .filter((row) => call.access.collectionRole(row.id) !== undefined);
    return pageOfItems(shown, {
      list: `${api.listCollections.id} ${organizationId} ${nested}`,
      key: (row) => keys.get(row) ?? '',
      query,
      item: (row) => collectionView(call, row),
    });
  }),

  // Creates a collection at the end of its level. 404 for an unknown parent, 403 without the right to put it there.
  handleChange(api.createCollection, (call, input) => {
    const place = { organization: input.organizationId, parent: input.parent ?? null };
    requireCreate(call, place);
    const now = call.now().toISOString();
    const row: CollectionRow = {
      ...place,
      id: newId(),
      title: input.title ?? 'Untitled',
      description: null,
      defaultLevel: 'inherit',
      position: lastPosition(call.db, place),
      createdAt: now,
      updatedAt: now,
    };
    collections(call.db).insert(row);
    grantAdmin(call, 'collection', row);
    return created(collectionView(call, row));
  }),

  handle(api.getCollection, (call, { collectionId }) =>
    collectionView(call, readCollection(call, collectionId)),
  ),

  handleChange(api.updateCollection, (call, { collectionId, ...changes }) => {
    ownCollection(call, collectionId);
    const { title, description, defaultLevel } = changes;
    const updatedAt = call.now().toISOString();
    collections(call.db).update({ id: collectionId }, { title, description, defaultLevel, updatedAt });
    return collectionView(call, collections(call.db).get({ id: collectionId }, 'collection'));
  }),

  // 409 while it is not empty.
  handleChange(api.deleteCollection, (call, { collectionId: id }) => {
    const row = collections(call.db).find({ id });
    if (!row || !collectionPermissions(call, id).view) return deleted(false);
    ownCollection(call, id);
    const count =
      spaces(call.db).count({ parent: id, deletedAt: null }) + collections(call.db).count({ parent: id });
    if (count > 0) {
      throw conflict(`collection "${row.title}" is not empty (${count}): move its content first`);
    }
    permissions(call.db).remove({ kind: 'collection', target: id });
    return deleted(collections(call.db).remove({ id }));
  }),

  handle(api.listCollectionSpaces, (call, { collectionId, ...query }) => {
    const { organization } = readCollection(call, collectionId);
    const { where, params } = visibleSpaces(call, organization);
    return paginate(call.db, {
      list: `${api.listCollectionSpaces.id} ${collectionId}`,
      columns: LISTED_SPACES,
      from: 'spaces s',
      where: [...where, 's.parent = ?'],
      params: [...params, collectionId],
      order: ['s.position', 's.rowid'],
      query,
      item: (row: object) => listedSpace(call, row),
    });
  }),

  // 404 for an unknown parent or pointer, 409 into itself, and what `positionOf` says.
  handleChange(api.moveCollection, (call, { collectionId, ...move }) => {
    const row = ownCollection(call, collectionId);
    const to = movedTo(call, row, move);
    if (!to) return collectionView(call, row);
    refuseInsideItself(call, row, to.parent);
    const changes = { ...to, updatedAt: call.now().toISOString() };
    collections(call.db).update({ id: row.id }, changes);
    return collectionView(call, { ...row, ...changes });
  }),

  // Moves a collection, with everything in it, to another organization. 404: there is none; 409: it is there
  // already; 412: a site of its organization shows one of its spaces.
  handleChange(api.transferCollection, (call, { collectionId, organization }) => {
    const row = ownCollection(call, collectionId);
    requireTransfer(call, 'collection', row, organization);
    const nested = withNested(call, row.id);
    // Deleted ones too: they come back where they were.
    const inside = nested.flatMap((parent) => spaces(call.db).all({ parent }));
    refuseWhileShown(call, inside);
    const now = call.now().toISOString();
    const place = { organization, parent: null };
    collections(call.db).update({ id: row.id }, { ...place, position: lastPosition(call.db, place) });
    for (const id of nested) {
      permissions(call.db).remove({ kind: 'collection', target: id });
      collections(call.db).update({ id }, { organization, updatedAt: now });
    }
    for (const { id } of inside) {
      permissions(call.db).remove({ kind: 'space', target: id });
      // Rules may name reviewers who are no members there.
      spaces(call.db).update({ id }, { organization, mergeRules: { type: 'inherit' }, updatedAt: now });
    }
    const moved = collections(call.db).get({ id: row.id }, 'collection');
    grantAdmin(call, 'collection', moved);
    return collectionView(call, moved);
  }),
];

/** Keys that sort every collection right after the one it is in, in the order of its level. */
function sortKeys(rows: CollectionRow[]): Map<CollectionRow, string> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const keyFor = (row: CollectionRow): string => {
    const parent = row.parent === null ? undefined : byId.get(row.parent);
    const own = `${row.position} ${row.id}`;
    return parent ? `${keyFor(parent)} ${own}` : own;
  };
  return new Map(rows.map((row) => [row, keyFor(row)]));
}

export const fidelity: FidelityOf = {
  'collections.transfer': 'A new sandbox has one organization, so there is no destination.',
};
