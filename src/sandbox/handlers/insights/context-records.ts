// What a site learns from: members read it, and whoever may change the site adds to it.
import { getRecord, listRecords, pushRecords } from '../../../api/insights/context-records.ts';
import { keepRecords } from '../../actions/insights/context/records.ts';
import { startScans } from '../../actions/insights/context/scan.ts';
import { memberSite, siteToChange } from '../../actions/sites/settings.ts';
import { contextConnections } from '../../db/insights/context.ts';
import { type FidelityOf, handle, reply } from '../../handler.ts';
import { given, paginate } from '../../paging.ts';
import { RECORDS, recordView, type ShownRecord } from '../../views/insights/context-records.ts';
import { conflict, notFound } from '../../wire-error.ts';

export default [
  handle(listRecords, (call, { page, limit, type, connector, connection, topic, ...ref }) => {
    const site = memberSite(call, ref);
    const wanted = given([
      ['r.site = ?', site.id],
      ['r.type = ?', type],
      ['c.connector = ?', connector],
      ['r.connection = ?', connection],
      ['r.topic = ?', topic],
    ]);
    return paginate(call.db, {
      list: `${listRecords.id} ${site.id}`,
      columns: 'r.*, c.connector',
      from: RECORDS,
      ...wanted,
      order: ['r.createdAt', 'r.id'],
      direction: 'desc',
      query: { page, limit },
      item: (row: ShownRecord) => recordView(call, site, row),
    });
  }),

  handle(pushRecords, (call, { body, ...ref }) => {
    const { site, topics } = call.db.transaction(() => {
      const found = siteToChange(call, ref);
      const connection = contextConnections(call.db).find(
        { site: found.id, connector: 'builtin:api' },
        'rowid',
      );
      if (!connection) throw conflict(`site "${found.title}" has no api connection: create one first`);
      const at = call.now().toISOString();
      contextConnections(call.db).update({ id: connection.id }, { syncedAt: at, updatedAt: at });
      return { site: found, topics: keepRecords(call, connection, body) };
    });
    if (body.length > 0) startScans(call, { site: site.id, userId: call.caller.userId, topics });
    return reply(204);
  }),

  handle(getRecord, (call, { siteContextRecordId: id, ...ref }) => {
    const site = memberSite(call, ref);
    const sql = `SELECT r.*, c.connector FROM ${RECORDS} WHERE r.site = ? AND r.id = ?`;
    const row = call.db.get<ShownRecord>(sql, site.id, id);
    if (!row) throw notFound('record', id);
    return recordView(call, site, row);
  }),
];

export const fidelity: FidelityOf = {
  'contextRecords.push': { limited: 'Topics are found by the similarity of words, without a language model.' },
};
