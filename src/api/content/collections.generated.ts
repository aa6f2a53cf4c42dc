// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { ContentPosition, Space } from './spaces.generated.ts';
import { DefaultLevel } from '../roles.ts';
import { builders } from '../schema.ts';

const { Bool, Literal, Nullable, Obj, Optional, Paging, Str, Uri, pageOf } = builders;

export const Collection = Obj({
  object: Literal('collection'),
  id: Str(),
  title: Str({ maxLength: 50 }),
  description: Optional(Str({ minLength: 0, maxLength: 100 })),
  organization: Str(),
  parent: Optional(Str()),
  defaultLevel: DefaultLevel,
  urls: Obj({ location: Uri(), app: Uri() }),
  permissions: Obj({ view: Bool(), admin: Bool(), viewInviteLinks: Bool(), create: Bool() }),
});
export type Collection = Static<typeof Collection>;

export const listCollectionsInOrganizationById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/collections',
  query: Obj({ ...Paging, nested: Optional(Bool({ default: true })) }),
  result: pageOf(Collection),
  paging: 'pages',
} as const;

export const createCollection = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/collections',
  body: Obj({ title: Optional(Str({ maxLength: 50 })), parent: Optional(Str()) }),
  bodyOptional: true,
  result: Collection,
  success: [201],
} as const;

export const getCollectionById = {
  method: 'GET',
  path: '/v1/collections/{collectionId}',
  result: Collection,
} as const;

export const updateCollectionById = {
  method: 'PATCH',
  path: '/v1/collections/{collectionId}',
  body: Obj({
    title: Optional(Str({ maxLength: 50 })),
    description: Optional(Str({ minLength: 0, maxLength: 100 })),
    defaultLevel: Optional(DefaultLevel),
  }),
  result: Collection,
} as const;

export const deleteCollectionById = { method: 'DELETE', path: '/v1/collections/{collectionId}' } as const;

export const listSpacesInCollectionById = {
  method: 'GET',
  path: '/v1/collections/{collectionId}/spaces',
  query: Obj({ ...Paging }),
  result: pageOf(Space),
  paging: 'pages',
} as const;

export const moveCollection = {
  method: 'POST',
  path: '/v1/collections/{collectionId}/move',
  body: Obj({ parent: Optional(Nullable(Str())), position: Optional(ContentPosition) }, { minProperties: 1 }),
  result: Collection,
  errors: [400, 404, 409],
} as const;

export const transferCollection = {
  method: 'POST',
  path: '/v1/collections/{collectionId}/transfer',
  body: Obj({ organization: Str() }),
  result: Collection,
  errors: [404, 409, 412],
} as const;
