// Records that a site learns from: tickets and documents of its connections.
import { resource } from '../schema.ts';
import * as wire from './context-records.generated.ts';

const op = resource('contextRecords', {
  newer: 'context records',
  says: { siteContextRecordId: 'record: ID or title' },
});
export const listRecords = op('list', 'List the records that a site learns from', {
  ...wire.listSiteContextRecords,
  lists: { param: 'siteContextRecordId', noun: 'record', names: ['title'] },
  says: {
    type: 'only records of this type',
    connector: 'only records from this kind of source',
    connection: 'only records of this connection',
    topic: 'only records about this topic',
  },
});
export const pushRecords = op('push', 'Add or replace records that a site learns from', {
  ...wire.upsertSiteContextRecords,
  large: true,
});
export const getRecord = op('get', 'Show a record that a site learns from', wire.getSiteContextRecordById);
