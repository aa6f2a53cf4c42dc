// Collections: nested groups of spaces.
import type { Static } from '@sinclair/typebox';
import { DEFAULT_LEVEL, DefaultLevel } from '../roles.ts';
import { described, Flags, Nullable, OrganizationRef, operation, Paging, pageOf, Type } from '../schema.ts';
import { Position, Space } from './spaces.ts';

const { Object: Obj, String: Str, Optional, Literal, Boolean: Bool } = Type;

export const Collection = Obj({
  object: Literal('collection'),
  id: Str(),
  title: Str({ maxLength: 50 }),
  description: Optional(Str({ maxLength: 100 })),
  organization: Str(),
  parent: Optional(Str()),
  defaultLevel: DefaultLevel,
  urls: Obj({ location: Str(), app: Str() }),
  permissions: Flags(['view', 'admin', 'viewInviteLinks', 'create']),
});
export type Collection = Static<typeof Collection>;

export const CollectionRef = Obj({ collectionId: Str({ description: 'collection: ID or title' }) });

export const listCollections = operation('collections.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/collections',
  summary: 'List the collections in an organization',
  lists: { param: 'collectionId', noun: 'collection', names: ['title'] },
  params: OrganizationRef,
  query: Obj({
    ...Paging,
    nested: Optional(Bool({ description: 'include collections inside other collections', default: true })),
  }),
  result: pageOf(Collection),
  paging: 'pages',
});

export const createCollection = operation('collections.create', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/collections',
  summary: 'Create a collection',
  params: OrganizationRef,
  body: Obj({
    title: Optional(Str({ maxLength: 50, description: 'title of the collection' })),
    parent: Optional(Str({ description: 'parent collection' })),
  }),
  result: Collection,
  success: [201],
});

export const getCollection = operation('collections.get', {
  method: 'GET',
  path: '/v1/collections/{collectionId}',
  summary: 'Show a collection',
  params: CollectionRef,
  result: Collection,
});

export const updateCollection = operation('collections.update', {
  method: 'PATCH',
  path: '/v1/collections/{collectionId}',
  summary: 'Update the settings of a collection',
  params: CollectionRef,
  body: Obj({
    title: Optional(Str({ maxLength: 50, description: 'new title' })),
    description: Optional(Str({ maxLength: 100, description: 'short description' })),
    defaultLevel: Optional(described(DefaultLevel, DEFAULT_LEVEL)),
  }),
  result: Collection,
});

export const deleteCollection = operation('collections.delete', {
  method: 'DELETE',
  path: '/v1/collections/{collectionId}',
  summary: 'Delete a collection',
  params: CollectionRef,
});

export const listCollectionSpaces = operation('collections.spaces', {
  method: 'GET',
  path: '/v1/collections/{collectionId}/spaces',
  summary: 'List the spaces in a collection',
  params: CollectionRef,
  query: Obj({ ...Paging }),
  result: pageOf(Space),
  paging: 'pages',
});

export const moveCollection = operation('collections.move', {
  method: 'POST',
  path: '/v1/collections/{collectionId}/move',
  summary: 'Move a collection to another parent or position',
  params: CollectionRef,
  body: Obj({
    parent: Optional(Nullable(Str({ description: 'collection to move to' }))),
    position: Optional(Position),
  }),
  result: Collection,
  errors: [400, 404, 409],
});

export const transferCollection = operation('collections.transfer', {
  method: 'POST',
  path: '/v1/collections/{collectionId}/transfer',
  summary: 'Transfer a collection and its spaces to another organization',
  params: CollectionRef,
  body: Obj({ organization: Str({ description: 'organization to transfer to' }) }),
  result: Collection,
  errors: [404, 409, 412],
});
