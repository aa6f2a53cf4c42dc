// What connections read: support conversations of the organization, and websites. Others need accounts elsewhere.
import { isDeepStrictEqual } from 'node:util';
import type {
  ContextConnection,
  ContextRecordInput,
} from '../../../../api/insights/context-connections.generated.ts';
import type { SetupSettings } from '../../../../api/insights/context-connections.ts';
import { DocsError } from '../../../../errors.ts';
import { importFetch } from '../../../content/import/import-source.ts';
import { walk } from '../../../content/tree.ts';
import { bufferedContent } from '../../../db/content/content.ts';
import {
  type ContextConnectionRow,
  type ContextRecordRow,
  contextRecords,
  readRecords,
  removeEmptyTopics,
  siteTopics,
} from '../../../db/insights/context.ts';
import { conversations } from '../../../db/insights/insights.ts';
import type { Sandbox } from '../../../sandbox.ts';
import { newId } from '../../../urls.ts';
import { WireError } from '../../../wire-error.ts';
import { clusters, readWords, wordsOf } from '../conversations-rules.ts';

/** A source that cannot be read, and why. */
export class SourceFailure extends Error {
  readonly reason: NonNullable<ContextConnection['failureReason']>;

  constructor(reason: SourceFailure['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

type Source = Pick<ContextConnectionRow, 'connector' | 'settings'>;

/** Every record of a source. Throws SourceFailure. */
export async function readSource(
  sandbox: Sandbox,
  organization: string,
  source: Source,
): Promise<ContextRecordInput[]> {
  const { connector } = source;
  // Those that are pushed are here already.
  if (connector === 'builtin:api') return [];
  if (connector === 'builtin:email') return conversationsFrom(sandbox, organization, connector, 'email');
  if (connector.startsWith('integration:')) {
    const name = connector.slice('integration:'.length);
    return conversationsFrom(sandbox, organization, connector, `integration:${name}:`);
  }
  const url = connector === 'builtin:website' ? urlOf(source) : undefined;
  if (url !== undefined) return pagesOf(sandbox, url);
  const name = connector.replace('builtin:', '');
  throw new SourceFailure('upstream_unavailable', `the sandbox has no connection to ${name}`);
}

/** Reads as little as tells whether the source answers. Throws SourceFailure. */
export async function reachSource(sandbox: Sandbox, organization: string, source: Source): Promise<void> {
  const url = source.connector === 'builtin:website' ? urlOf(source) : undefined;
  if (url === undefined) await readSource(sandbox, organization, source);
  else await importFetch(url)(url).catch(unreachable);
}

// Written by our own store only.
const urlOf = ({ settings }: Source): string | undefined =>
  (JSON.parse(settings) as SetupSettings | null)?.url;

/** `source` is the whole of it, or what it begins with where it ends in a colon. */
export function conversationsFrom(
  { db }: Sandbox,
  organization: string,
  connector: string,
  source: string,
): ContextRecordInput[] {
  const isPrefix = source.endsWith(':');
  const rows = db.all<object>(
    `SELECT * FROM conversations WHERE organization = ?
     AND ${isPrefix ? 'substr(source, 1, length(?)) = ?' : 'source IN (?, ?)'} ORDER BY createdAt, id`,
    organization,
    source,
    source,
  );
  if (
    isPrefix &&
    rows.length === 0 &&
    !db.get('SELECT 1 FROM integrations WHERE name = ?', connector.slice(12))
  )
    throw new SourceFailure('misconfigured', `there is no integration "${connector.slice(12)}"`);
  return rows.map(conversations.read).map(({ id, subject, parts, metadata, createdAt }) => ({
    id,
    type: 'ticket',
    title: cut(subject ?? parts[0]?.body ?? id, 256),
    body: parts
      .filter(({ role }) => role === 'user')
      .map(({ body }) => body)
      .join('\n\n'),
    createdAt,
    ...(metadata.url !== undefined && { url: metadata.url }),
  }));
}

async function pagesOf(sandbox: Sandbox, url: string): Promise<ContextRecordInput[]> {
  const { importContent } = await import('../../../content/import/content-import.ts');
  // Never kept: only its text is read.
  const content = bufferedContent(sandbox.db);
  const now = sandbox.now().toISOString();
  const { pages } = await importContent({
    ...{ url, source: 'website' as const, fetch: importFetch(url), content, newId, now },
  }).catch(unreachable);
  return [...walk(pages)].flatMap(({ page, path }) => {
    if (page.markdown === undefined) return [];
    const record: ContextRecordInput = {
      id: path,
      type: 'document',
      title: cut(page.title, 256),
      ...(page.description !== undefined && { description: cut(page.description, 512) }),
      body: content.text(page.markdown),
    };
    return [record];
  });
}

/** Throws SourceFailure for what was expected to go wrong. */
function unreachable(error: unknown): never {
  if (error instanceof WireError || error instanceof DocsError)
    throw new SourceFailure('upstream_unavailable', error.message);
  throw error;
}

function cut(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim() || 'Untitled';
  const letters = [...line];
  return letters.length <= length ? line : `${letters.slice(0, length - 1).join('')}…`;
}

// Takes records in, and groups them into the topics they are about.

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
