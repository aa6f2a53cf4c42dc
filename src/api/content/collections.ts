// Collections: nested groups of spaces.
import { resource } from '../schema.ts';
import * as wire from './collections.generated.ts';

const op = resource('collections', { says: { collectionId: 'collection: ID or title' } });
export const listCollections = op('list', 'List the collections in an organization', {
  ...wire.listCollectionsInOrganizationById,
  lists: { param: 'collectionId', noun: 'collection', names: ['title'] },
  says: { nested: 'include collections inside other collections' },
});
export const createCollection = op('create', 'Create a collection', {
  ...wire.createCollection,
  says: { title: 'title of the collection', parent: 'parent collection' },
});
export const getCollection = op('get', 'Show a collection', wire.getCollectionById);
export const updateCollection = op('update', 'Update the settings of a collection', {
  ...wire.updateCollectionById,
  says: { title: 'new title', description: 'short description' },
});
export const deleteCollection = op('delete', 'Delete a collection', wire.deleteCollectionById);
export const listCollectionSpaces = op('spaces', 'List the spaces in a collection', {
  ...wire.listSpacesInCollectionById,
});
export const moveCollection = op('move', 'Move a collection to another parent or position', {
  ...wire.moveCollection,
  says: { parent: 'collection to move to' },
});
export const transferCollection = op(
  'transfer',
  'Transfer a collection and its spaces to another organization',
  {
    ...wire.transferCollection,
    says: { organization: 'organization to transfer to' },
  },
);
