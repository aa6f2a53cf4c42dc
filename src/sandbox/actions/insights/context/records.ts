// Takes records in, and groups them into the topics they are about.
import { isDeepStrictEqual } from 'node:util';
import type { ContextRecordInput } from '../../../../api/insights/context-connections.generated.ts';
import {
  type ContextConnectionRow,
  type ContextRecordRow,
  contextRecords,
  readRecords,
  removeEmptyTopics,
  siteTopics,
} from '../../../db/insights/context.ts';
import { newId } from '../../../ids.ts';
import type { Sandbox } from '../../../sandbox.ts';
import { clusters, readWords, wordsOf } from '../conversations.ts';

/**
 * Keeps records of a connection, each in place of the one that its source calls the same; call it in a transaction.
 * `isAll`: what the source no longer has goes. Returns the topics that have new or changed records.
 */
export function keepRecords(
  sandbox: Sandbox,
  connection: Pick<ContextConnectionRow, 'id' | 'site'>,
  inputs: readonly ContextRecordInput[],
  { isAll = false } = {},
): Set<string> {
  const store = contextRecords(sandbox.db);
  // The last one of each id is the one that is kept.
  const kept = new Map(inputs.map((input) => [input.id, input]));
  const fresh = new Set<string>();
  for (const input of kept.values()) {
    const before = store.find({ connection: connection.id, source: input.id });
    const row = rowOf(sandbox, connection, input, before);
    if (before && isSame(before, row)) continue;
    if (before) store.remove({ id: before.id });
    store.insert(row);
    fresh.add(row.id);
  }
  if (isAll)
    sandbox.db.run(
      'DELETE FROM contextRecords WHERE connection = ? AND source NOT IN (SELECT value FROM json_each(?))',
      connection.id,
      JSON.stringify([...kept.keys()]),
    );
  const topics = groupRecords(sandbox, connection.site, fresh);
  removeEmptyTopics(sandbox.db, connection.site);
  return topics;
}

function rowOf(
  sandbox: Sandbox,
  connection: Pick<ContextConnectionRow, 'id' | 'site'>,
  { id: source, type, title, description, body, url, createdAt, metadata }: ContextRecordInput,
  before: ContextRecordRow | undefined,
): ContextRecordRow {
  const now = sandbox.now().toISOString();
  return {
    id: before?.id ?? newId(),
    site: connection.site,
    connection: connection.id,
    source,
    type,
    title,
    description: description ?? null,
    body,
    url: url ?? null,
    metadata: JSON.stringify(metadata ?? {}),
    words: JSON.stringify([...wordsOf(`${title} ${description ?? ''} ${body}`)]),
    topic: null,
    createdAt: createdAt === undefined ? (before?.createdAt ?? now) : new Date(createdAt).toISOString(),
    processedAt: now,
  };
}

const isSame = (
  { topic: _, processedAt: __, ...before }: ContextRecordRow,
  { topic: ___, processedAt: ____, ...after }: ContextRecordRow,
): boolean => isDeepStrictEqual({ ...before }, after);

function groupRecords(sandbox: Sandbox, site: string, fresh: ReadonlySet<string>): Set<string> {
  const records = readRecords(sandbox.db, 'site', site).map((record) => ({
    ...record,
    vector: readWords(record.words),
  }));
  const known = records.flatMap(({ topic, vector }) =>
    topic === null ? [] : [{ group: topic, words: vector }],
  );
  const coming = records.filter(({ id }) => fresh.has(id));
  const place = clusters(
    known,
    coming.map(({ vector }) => vector),
  );
  const topics = new Set<string>();
  for (const { id, title, vector } of coming) {
    const topic = place(vector, () => addTopic(sandbox, site, title));
    contextRecords(sandbox.db).update({ id }, { topic });
    topics.add(topic);
  }
  for (const topic of topics)
    siteTopics(sandbox.db).update({ id: topic }, { updatedAt: sandbox.now().toISOString() });
  return topics;
}

/** Called like the record that begins it. */
function addTopic(sandbox: Sandbox, site: string, label: string): string {
  const at = sandbox.now().toISOString();
  const id = newId();
  siteTopics(sandbox.db).insert({
    ...{ id, site, label, changeRequests: 1, pages: 0 },
    createdAt: at,
    updatedAt: at,
  });
  return id;
}
