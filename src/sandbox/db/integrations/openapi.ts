// OpenAPI specifications and the versions made of their sources.
import type { OpenAPISpec as OpenApiSpec } from '../../../api/integrations/openapi.generated.ts';
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

export const openApiTables = `
CREATE TABLE openApiSpecs (
  id TEXT PRIMARY KEY,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  slug TEXT NOT NULL,
  visibility TEXT NOT NULL,
  sourceURL TEXT,
  processingState TEXT NOT NULL,
  job TEXT NOT NULL,
  owner TEXT NOT NULL,
  lastVersion TEXT,
  lastProcessedAt TEXT,
  lastProcessErrorCode TEXT,
  lastProcessedErrors TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  UNIQUE (organization, slug)
) STRICT;
CREATE TABLE openApiVersions (
  id TEXT PRIMARY KEY,
  spec TEXT NOT NULL REFERENCES openApiSpecs(id) ON DELETE CASCADE,
  format TEXT NOT NULL CHECK (format IN ('json', 'yaml')),
  text TEXT NOT NULL,
  createdAt TEXT NOT NULL
) STRICT;
CREATE INDEX openApiVersions_by_spec ON openApiVersions (spec, createdAt)`;

export interface OpenApiSpecRow {
  id: string;
  organization: string;
  slug: string;
  visibility: NonNullable<OpenApiSpec['visibility']>;
  /** null: the source was sent as text. */
  sourceURL: string | null;
  processingState: OpenApiSpec['processingState'];
  /** The processing under way, or the last one: an older one that ends later changes nothing. */
  job: string;
  /** The process that does it. */
  owner: string;
  lastVersion: string | null;
  lastProcessedAt: string | null;
  lastProcessErrorCode: NonNullable<OpenApiSpec['lastProcessErrorCode']> | null;
  /** JSON list. */
  lastProcessedErrors: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface OpenApiVersionRow {
  id: string;
  spec: string;
  format: 'json' | 'yaml';
  text: string;
  createdAt: string;
}

/** What ends a processing. */
export type Outcome = Pick<
  OpenApiSpecRow,
  'lastProcessedAt' | 'lastProcessErrorCode' | 'lastProcessedErrors'
> & { lastVersion?: string };

export const openApiStore = perDatabase((db) => ({
  /** By slug, or by id (src/api/README.md#openapi-specifications). */
  byRef: (organization: string, ref: string) =>
    db.get<OpenApiSpecRow>(
      'SELECT * FROM openApiSpecs WHERE organization = ?1 AND (slug = ?2 OR id = ?2) ORDER BY slug = ?2 DESC',
      organization,
      ref,
    ),
  insert: (row: OpenApiSpecRow) => insertRow(db, 'openApiSpecs', row),
  update: (id: string, changes: Partial<Omit<OpenApiSpecRow, 'id'>>) =>
    updateRow(db, 'openApiSpecs', id, changes),
  remove: (id: string) => db.run('DELETE FROM openApiSpecs WHERE id = ?', id).changes > 0,
  /** Begins a job; false when another one has taken its place. */
  begin: (job: string) =>
    db.run("UPDATE openApiSpecs SET processingState = 'progress' WHERE job = ?", job).changes > 0,
  /** Ends a job; false when another one has taken its place. */
  finish: (job: string, outcome: Outcome) =>
    updateRow(db, 'openApiSpecs', job, { ...outcome, processingState: 'complete' }, 'job'),
  specOfJob: (job: string) => db.get<OpenApiSpecRow>('SELECT * FROM openApiSpecs WHERE job = ?', job),
  insertVersion: (row: OpenApiVersionRow) => insertRow(db, 'openApiVersions', row),
  version: (spec: string, id: string) =>
    db.get<OpenApiVersionRow>('SELECT * FROM openApiVersions WHERE spec = ? AND id = ?', spec, id),
}));
