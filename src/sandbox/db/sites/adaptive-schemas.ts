// The claims schema of each site that has one.
import { perDatabase } from '../database.ts';

export const adaptiveSchemaTables = `
CREATE TABLE adaptiveSchemas (
  site TEXT PRIMARY KEY REFERENCES sites(id) ON DELETE CASCADE,
  jsonSchema TEXT NOT NULL,
  updatedAt TEXT NOT NULL
) STRICT`;

export interface AdaptiveSchemaRow {
  /** JSON. */
  jsonSchema: string;
  updatedAt: string;
}

export const adaptiveSchemaStore = perDatabase((db) => ({
  row: (site: string) =>
    db.get<AdaptiveSchemaRow>('SELECT jsonSchema, updatedAt FROM adaptiveSchemas WHERE site = ?', site),
  set(site: string, { jsonSchema, updatedAt }: AdaptiveSchemaRow) {
    db.run(
      `INSERT INTO adaptiveSchemas (site, jsonSchema, updatedAt) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET jsonSchema = excluded.jsonSchema, updatedAt = excluded.updatedAt`,
      site,
      jsonSchema,
      updatedAt,
    );
  },
}));
