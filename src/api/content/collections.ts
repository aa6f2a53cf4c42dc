// Collections: nested groups of spaces.
import type { Static } from '@sinclair/typebox';
import { OrganizationRef, operation, Type } from '../schema.ts';
import * as wire from './collections.generated.ts';

const { Object: Obj, String: Str } = Type;

export const Collection = wire.Collection;
export type Collection = Static<typeof Collection>;

export const CollectionRef = Obj({ collectionId: Str({ description: 'collection: ID or title' }) });

export const listCollections = operation('collections.list', {
  ...wire.listCollectionsInOrganizationById,
  summary: 'List the collections in an organization',
  lists: { param: 'collectionId', noun: 'collection', names: ['title'] },
  params: OrganizationRef,
  says: { nested: 'include collections inside other collections' },
});

export const createCollection = operation('collections.create', {
  ...wire.createCollection,
  summary: 'Create a collection',
  params: OrganizationRef,
  says: { title: 'title of the collection', parent: 'parent collection' },
});

export const getCollection = operation('collections.get', {
  ...wire.getCollectionById,
  summary: 'Show a collection',
  params: CollectionRef,
});

export const updateCollection = operation('collections.update', {
  ...wire.updateCollectionById,
  summary: 'Update the settings of a collection',
  params: CollectionRef,
  says: { title: 'new title', description: 'short description', defaultLevel: 'default role of members' },
});

export const deleteCollection = operation('collections.delete', {
  ...wire.deleteCollectionById,
  summary: 'Delete a collection',
  params: CollectionRef,
});

export const listCollectionSpaces = operation('collections.spaces', {
  ...wire.listSpacesInCollectionById,
  summary: 'List the spaces in a collection',
  params: CollectionRef,
});

export const moveCollection = operation('collections.move', {
  ...wire.moveCollection,
  summary: 'Move a collection to another parent or position',
  params: CollectionRef,
  errors: [400, 404, 409],
  says: { parent: 'collection to move to' },
});

export const transferCollection = operation('collections.transfer', {
  ...wire.transferCollection,
  summary: 'Transfer a collection and its spaces to another organization',
  params: CollectionRef,
  errors: [404, 409, 412],
  says: { organization: 'organization to transfer to' },
});
