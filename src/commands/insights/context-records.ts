// docs records: tickets and documents that a site learns from.

import { ContextRecordInput } from '../../api/insights/context-connections.generated.ts';
import { getRecord, listRecords, pushRecords } from '../../api/insights/context-connections.ts';
import { getSite } from '../../api/sites/sites.ts';
import { command, group } from '../../engine/model/command.ts';
import { called } from '../../engine/run/outcome.ts';
import type { Run } from '../../engine/run/run.ts';
import { plural } from '../../output/format.ts';
import { readItems } from './item-file.ts';

export const RECORD_ROW = ['id', 'title', 'type', 'connector', 'connection', 'topics', 'createdAt'] as const;
export const recordTable = {
  table: ['title', 'type', 'connector', 'topics', 'createdAt', 'id'],
  names: { connection: 'siteContextConnectionId', topics: 'siteTopicId' },
} as const;

export default group(
  'records',
  'Manage the records that a site learns from',
  [
    command('list', listRecords, {
      columns: RECORD_ROW,
      ...recordTable,
      refs: { connection: 'siteContextConnectionId', topic: 'siteTopicId' },
      examples: [
        ['List what a site has learned from', 'docs records list --site "Tarnpost Docs"'],
        [
          'List the tickets about a topic',
          'docs records list --type ticket --topic "Customs forms" --site "Tarnpost Docs"',
        ],
      ],
    }),
    command('get', getRecord, {
      args: ['siteContextRecordId'],
      columns: [...RECORD_ROW, 'description', 'urls.source', 'processedAt'],
      labels: { 'urls.source': 'source' },
      names: recordTable.names,
      examples: ['docs records get "Customs forms" --site "Tarnpost Docs"'],
    }),
    command('push', pushRecords, {
      args: ['body?'],
      prepare: readRecords,
      check: 'docs records list',
      success: async (run) =>
        `pushed ${plural(countIn(run), 'record')} to ${await called(run, 'siteId', getSite)}`,
      examples: ['docs records push records.ndjson --site "Tarnpost Docs"'],
      notes:
        'Takes a file with one record, an array, or one per line (.ndjson); - reads stdin. A record with the id of an earlier one replaces it. The site needs an api connection: docs connections create api',
    }),
  ],
  [
    ['List what a site learns from', 'list'],
    ['Add records from a file', 'push'],
  ],
);

const countIn = ({ input: { body } }: Run): number => (Array.isArray(body) ? body.length : 0);

async function readRecords(run: Run): Promise<void> {
  const read = await readItems(run, {
    noun: 'record',
    schema: ContextRecordInput,
    example: 'records.ndjson',
  });
  if (read) run.input = { ...run.input, body: read.items };
}
