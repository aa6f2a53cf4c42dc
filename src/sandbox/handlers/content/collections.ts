// Collections of spaces.
import {
  createCollection,
  deleteCollection,
  getCollection,
  listCollectionSpaces,
  listCollections,
  moveCollection,
  transferCollection,
  updateCollection,
} from '../../../api/content/collections.ts';
import * as actions from '../../actions/content/collections.ts';
import { type CollectionRow, collections } from '../../db/content/spaces.ts';
import { created, deleted, type FidelityOf, handle } from '../../handler.ts';
import { pageOfItems, paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { collectionView, LISTED_SPACES, listedSpace } from '../../views/content/spaces.ts';
import { visibleSpaces } from '../../who-sees.ts';

export default [
  handle(listCollections, (call, { organizationId, nested = true, ...query }) => {
    call.access.requireOrganization(organizationId, 'view');
    const keys = sortKeys(collections(call.db).all({ organization: organizationId }));
    const shown = [...keys.keys()]
      .filter((row) => nested || row.parent === null)
      .filter((row) => call.access.collectionRole(row.id) !== undefined)
      .sort((a, b) => (keyOf(keys, a) < keyOf(keys, b) ? -1 : 1));
    const page = pageOfItems(shown, {
      list: `${listCollections.id} ${organizationId} ${nested}`,
      key: (row) => keyOf(keys, row),
      query,
    });
    return { ...page, items: page.items.map((row) => collectionView(call, row)) };
  }),

  handle(createCollection, (call, input) => show(call, actions.createCollection(call, input))),

  handle(getCollection, (call, { collectionId }) =>
    collectionView(call, actions.readCollection(call, collectionId)),
  ),

  handle(updateCollection, (call, input) => collectionView(call, actions.updateCollection(call, input))),

  handle(deleteCollection, (call, { collectionId }) => deleted(actions.deleteCollection(call, collectionId))),

  handle(listCollectionSpaces, (call, { collectionId, ...query }) => {
    const { organization } = actions.readCollection(call, collectionId);
    const { where, params } = visibleSpaces(call, organization);
    return paginate(call.db, {
      list: `${listCollectionSpaces.id} ${collectionId}`,
      columns: LISTED_SPACES,
      from: 'spaces s',
      where: [...where, 's.parent = ?'],
      params: [...params, collectionId],
      order: ['s.position', 's.rowid'],
      query,
      item: (row: object) => listedSpace(call, row),
    });
  }),

  handle(moveCollection, (call, input) => collectionView(call, actions.moveCollection(call, input))),

  handle(transferCollection, (call, { collectionId, organization }) =>
    collectionView(call, actions.transferCollection(call, collectionId, organization)),
  ),
];

function show(call: Call, row: CollectionRow) {
  const collection = collectionView(call, row);
  return created(collection, collection.urls.location);
}

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

const keyOf = (keys: Map<CollectionRow, string>, row: CollectionRow): string => keys.get(row) ?? '';

export const fidelity: FidelityOf = {
  'collections.transfer': { limited: 'A new sandbox has one organization, so there is no destination.' },
};
