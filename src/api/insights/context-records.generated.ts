// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { ArrayOf, DateTime, Enum, Literal, Num, Obj, Optional, Paging, RecordOf, Str, Union, Uri, pageOf } =
  builders;

export const ContextRecord = Obj({
  object: Literal('context-record'),
  id: Str(),
  title: Str({ minLength: 1, maxLength: 256 }),
  description: Optional(Str({ maxLength: 512 })),
  type: Enum(['ticket', 'document']),
  createdAt: DateTime(),
  processedAt: Optional(DateTime()),
  connection: Str(),
  connector: Str(),
  topics: Optional(ArrayOf(Str())),
  urls: Obj({ location: Uri(), source: Optional(Uri()) }),
});
export type ContextRecord = Static<typeof ContextRecord>;

export const ContextRecordInput = Obj({
  id: Str(),
  type: Enum(['ticket', 'document']),
  title: Str({ minLength: 1, maxLength: 256 }),
  description: Optional(Str({ maxLength: 512 })),
  body: Str(),
  url: Optional(Uri()),
  createdAt: Optional(DateTime()),
  metadata: Optional(RecordOf(Str(), Union([Str(), Num()]))),
});
export type ContextRecordInput = Static<typeof ContextRecordInput>;

export const listSiteContextRecords = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/context-records',
  query: Obj({
    ...Paging,
    type: Optional(Enum(['ticket', 'document'])),
    connector: Optional(Str()),
    connection: Optional(Str()),
    topic: Optional(Str()),
  }),
  result: pageOf(ContextRecord),
  paging: 'pages',
  only: '0.202.0',
} as const;

export const upsertSiteContextRecords = {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/context-records',
  body: ArrayOf(ContextRecordInput),
  success: [204],
  only: '0.202.0',
} as const;

export const getSiteContextRecordById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/context-records/{siteContextRecordId}',
  result: ContextRecord,
  only: '0.202.0',
} as const;
