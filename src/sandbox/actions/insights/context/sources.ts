// What connections read: support conversations of the organization, and websites. Others need accounts elsewhere.

import type {
  ContextConnection,
  ContextRecordInput,
} from '../../../../api/insights/context-connections.generated.ts';
import type { SetupSettings } from '../../../../api/insights/context-connections.ts';
import { DocsError } from '../../../../errors.ts';
import { importFetch } from '../../../content/import/import-source.ts';
import { walk } from '../../../content/tree.ts';
import { bufferedContent } from '../../../db/content/buffered-content.ts';
import type { ContextConnectionRow } from '../../../db/insights/context.ts';
import { conversations } from '../../../db/insights/insights.ts';
import { newId } from '../../../ids.ts';
import type { Sandbox } from '../../../sandbox.ts';
import { WireError } from '../../../wire-error.ts';

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
