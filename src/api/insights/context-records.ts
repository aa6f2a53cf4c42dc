// Records that a site learns from: tickets and documents of its connections.
import type { Static } from '@sinclair/typebox';
import { DateTime, Enum, operation, Paging, pageOf, SiteRef, Type, Uri } from '../schema.ts';
import { ContextConnector } from './context-connections.ts';

const {
  Array: ArrayOf,
  Object: Obj,
  String: Str,
  Optional,
  Literal,
  Record: RecordOf,
  Union,
  Number: Num,
} = Type;

const RecordType = (options?: { description: string }) => Enum(['ticket', 'document'], options);
const Title = () => Str({ minLength: 1, maxLength: 256 });
const Description = () => Optional(Str({ maxLength: 512 }));

export const ContextRecord = Obj({
  object: Literal('context-record'),
  id: Str(),
  title: Title(),
  description: Description(),
  type: RecordType(),
  createdAt: DateTime(),
  processedAt: Optional(DateTime()),
  connection: Str(),
  connector: ContextConnector(),
  topics: Optional(ArrayOf(Str())),
  urls: Obj({ location: Str(), source: Optional(Str()) }),
});
export type ContextRecord = Static<typeof ContextRecord>;

export const ContextRecordInput = Obj({
  id: Str({ minLength: 1 }),
  type: RecordType(),
  title: Title(),
  description: Description(),
  body: Str(),
  url: Optional(Uri()),
  createdAt: Optional(DateTime()),
  metadata: Optional(RecordOf(Str(), Union([Str(), Num()]))),
});
export type ContextRecordInput = Static<typeof ContextRecordInput>;

const newer = 'context records';

export const listRecords = operation('contextRecords.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/context-records',
  summary: 'List the records that a site learns from',
  lists: { param: 'siteContextRecordId', noun: 'record', names: ['title'] },
  params: SiteRef,
  query: Obj({
    ...Paging,
    type: Optional(RecordType({ description: 'only records of this type' })),
    connector: Optional(ContextConnector({ description: 'only records from this kind of source' })),
    connection: Optional(Str({ description: 'only records of this connection' })),
    topic: Optional(Str({ description: 'only records about this topic' })),
  }),
  result: pageOf(ContextRecord),
  paging: 'pages',
  newer,
});

export const pushRecords = operation('contextRecords.push', {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/context-records',
  summary: 'Add or replace records that a site learns from',
  params: SiteRef,
  body: ArrayOf(ContextRecordInput),
  success: [204],
  large: true,
  newer,
});

export const getRecord = operation('contextRecords.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/context-records/{siteContextRecordId}',
  summary: 'Show a record that a site learns from',
  params: Obj({ ...SiteRef.properties, siteContextRecordId: Str({ description: 'record: ID or title' }) }),
  result: ContextRecord,
  newer,
});
