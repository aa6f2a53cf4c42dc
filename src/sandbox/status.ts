// What a sandbox holds, and whether its file is whole.
import { existsSync, statSync } from 'node:fs';
import { walk } from './content/tree.ts';
import { revisionsStore } from './db/content/content.ts';
import { countOf, type Database, metaStore, openDatabase } from './db/database.ts';
import { SCHEMA_VERSION } from './db/file-format.ts';
import { organizations } from './db/people/organizations.ts';
import { LIMITS } from './limits.ts';
import { eventKey } from './resources/integrations/publish.ts';
import { type Server, serversOf } from './serving.ts';

export interface SandboxStatus {
  file: string;
  /** Of the file and its log. */
  sizeBytes: number;
  format: number;
  createdAt: string;
  organization: string;
  organizationId: string;
  members: number;
  collections: number;
  spaces: number;
  /** Spaces that can still be restored, or are gone and not yet cleared away. */
  deletedSpaces: number;
  pages: number;
  changeRequests: number;
  comments: number;
  sites: number;
  /** Key of the first active share link. */
  shareKey?: string;
  /** Signs the events that are sent to integrations in development. */
  eventKey: string;
  /** What a request may send and an import may bring, at most. */
  limits: typeof LIMITS;
  /** Processes that serve the file now; absent when none does. */
  servers?: Pick<Server, 'pid' | 'url'>[];
  /** `ok`, or the first things that are wrong; absent when it was not asked for. */
  check?: string;
}

/** Reads a sandbox file; with `check` all of it. Throws ConfigError for a file that cannot be opened. */
export function sandboxStatus(file: string, { check }: { check: boolean }): SandboxStatus {
  const db = openDatabase(file);
  try {
    const verdict = check ? { check: integrityOf(db) } : {};
    // Their keys control them: no output has one.
    const servers = serversOf(file).map(({ pid, url }) => ({ pid, url }));
    return { ...describe(db, file), ...(servers.length > 0 && { servers }), ...verdict };
  } finally {
    db.close();
  }
}

function describe(db: Database, file: string): SandboxStatus {
  const meta = metaStore(db);
  const organizationId = meta.get('organization') ?? '';
  const shareKey = db.get<{ key: string }>(
    'SELECT key FROM shareLinks WHERE active = 1 ORDER BY createdAt',
  )?.key;
  return {
    file,
    sizeBytes: sizeOf(file) + sizeOf(`${file}-wal`),
    format: SCHEMA_VERSION,
    createdAt: meta.get('createdAt') ?? '',
    organization: organizations(db).find({ id: organizationId })?.title ?? '',
    organizationId,
    members: countOf(db, 'members'),
    collections: countOf(db, 'collections'),
    spaces: countOf(db, 'spaces WHERE deletedAt IS NULL'),
    deletedSpaces: countOf(db, 'spaces WHERE deletedAt IS NOT NULL'),
    pages: pagesOf(db),
    changeRequests: countOf(db, 'change_requests'),
    comments: countOf(db, 'comments'),
    sites: countOf(db, 'sites'),
    ...(shareKey !== undefined && { shareKey }),
    eventKey: eventKey(db),
    limits: LIMITS,
  };
}

const sizeOf = (file: string) => (existsSync(file) ? statSync(file).size : 0);

function pagesOf(db: Database): number {
  const heads = db.all<{ revision: string }>('SELECT revision FROM spaces WHERE deletedAt IS NULL');
  return heads.reduce(
    (sum, { revision }) => sum + [...walk(revisionsStore(db).tree(revision).pages)].length,
    0,
  );
}

/** SQLite's own check of every page, the references between tables, and the content every space points to. */
function integrityOf(db: Database): string {
  const problems = [
    ...db.all<{ integrity_check: string }>('PRAGMA integrity_check(10)').map((row) => row.integrity_check),
    ...db
      .all<{ table: string }>('PRAGMA foreign_key_check')
      .map(({ table }) => `a row of ${table} points nowhere`),
    ...db
      .all<{ id: string }>('SELECT id FROM spaces WHERE revision NOT IN (SELECT id FROM revisions)')
      .map(({ id }) => `space ${id} has no revision`),
  ].filter((problem) => problem !== 'ok');
  return problems.length === 0 ? 'ok' : problems.slice(0, 10).join('; ');
}
