// Records that a site learns from: tickets and documents of its connections.
import type { Static } from '@sinclair/typebox';
import { operation, SiteRef, Type } from '../schema.ts';
import * as wire from './context-records.generated.ts';

const { Object: Obj, String: Str } = Type;

export const ContextRecord = wire.ContextRecord;
export type ContextRecord = Static<typeof ContextRecord>;

export const ContextRecordInput = wire.ContextRecordInput;
export type ContextRecordInput = Static<typeof ContextRecordInput>;

const newer = 'context records';

export const listRecords = operation('contextRecords.list', {
  ...wire.listSiteContextRecords,
  summary: 'List the records that a site learns from',
  lists: { param: 'siteContextRecordId', noun: 'record', names: ['title'] },
  params: SiteRef,
  newer,
  says: {
    type: 'only records of this type',
    connector: 'only records from this kind of source',
    connection: 'only records of this connection',
    topic: 'only records about this topic',
  },
});

export const pushRecords = operation('contextRecords.push', {
  ...wire.upsertSiteContextRecords,
  summary: 'Add or replace records that a site learns from',
  params: SiteRef,
  large: true,
  newer,
});

export const getRecord = operation('contextRecords.get', {
  ...wire.getSiteContextRecordById,
  summary: 'Show a record that a site learns from',
  params: Obj({ ...SiteRef.properties, siteContextRecordId: Str({ description: 'record: ID or title' }) }),
  newer,
});
