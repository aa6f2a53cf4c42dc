// What was sent to installations. Events of the content follow from the tables themselves, by triggers.
import { newId } from '../ids.ts';
import { perDatabase } from './database.ts';
import { insertRow } from './rows.ts';

/** Installations of an organization whose integration may know about its spaces; `joins` adds tables. */
const listeners = (scope: string, organization: string, joins = '') => `
  FROM installations i JOIN integrations n ON n.name = i.integration ${joins}
  WHERE i.status = 'active' AND i.organization = ${organization} AND n.target IN ('all', 'space')
  AND EXISTS (SELECT 1 FROM json_each(n.details, '$.scopes') s WHERE s.value = '${scope}')`;

const INTO = `INSERT INTO integrationEvents
  (id, integration, installation, createdAt, status, type, payload, message)`;

/** One event for each listener; the arguments are SQL. */
const tell = (at: string, type: string, payload: string, to: string) => `${INTO}
  SELECT lower(hex(randomblob(10))), i.integration, i.id, ${at}, 'success', '${type}', ${payload}, 'delivered' ${to};`;

const gitListeners = listeners('space:git:sync', 'p.organization', 'JOIN spaces p ON p.id = new.space');
const COMMIT = `ifnull((SELECT json_extract(r.git, '$.oid') FROM revisions r WHERE r.id = p.revision), '')`;
const GIT_FACTS = `'spaceId', p.id, 'revisionId', p.revision, 'commitId', ${COMMIT}`;
const GIT_STATE = `'state', CASE new.state WHEN 'success' THEN 'success' ELSE 'failure' END`;

export const integrationEventTables = `
CREATE TABLE integrationEvents (
  id TEXT PRIMARY KEY,
  integration TEXT NOT NULL REFERENCES integrations(name) ON DELETE CASCADE,
  installation TEXT,
  createdAt TEXT NOT NULL,
  status TEXT NOT NULL,
  type TEXT NOT NULL,
  payload TEXT NOT NULL,
  message TEXT NOT NULL
) STRICT;
CREATE INDEX integrationEvents_by_time ON integrationEvents (integration, createdAt);
CREATE TRIGGER event_space_content_updated AFTER UPDATE OF revision ON spaces
WHEN old.revision <> '' AND new.revision <> old.revision
BEGIN
  ${tell(
    'new.updatedAt',
    'space_content_updated',
    "json_object('spaceId', new.id, 'revisionId', new.revision)",
    listeners('space:content:read', 'new.organization'),
  )}
END;
CREATE TRIGGER event_space_gitsync_started AFTER INSERT ON git_operations
BEGIN
  ${tell('new.startedAt', 'space_gitsync_started', `json_object(${GIT_FACTS})`, gitListeners)}
END;
CREATE TRIGGER event_space_gitsync_completed AFTER UPDATE OF state ON git_operations
WHEN old.state = 'running' AND new.state <> 'running'
BEGIN
  ${tell('new.endedAt', 'space_gitsync_completed', `json_object(${GIT_FACTS}, ${GIT_STATE})`, gitListeners)}
END`;

export interface IntegrationEventRow {
  id: string;
  integration: string;
  installation: string | null;
  createdAt: string;
  status: 'success' | 'failed';
  type: string;
  /** JSON: what the payload holds beside its id and type. */
  payload: string;
  /** What the log says of it. */
  message: string;
}

export const integrationEventStore = perDatabase((db) => ({
  row: (integration: string, id: string) =>
    db.get<IntegrationEventRow>(
      'SELECT * FROM integrationEvents WHERE integration = ? AND id = ?',
      integration,
      id,
    ),
  add(event: Omit<IntegrationEventRow, 'id' | 'status' | 'message' | 'payload'> & { payload: object }) {
    const payload = JSON.stringify(event.payload);
    insertRow(db, 'integrationEvents', {
      ...event,
      id: newId(),
      status: 'success',
      payload,
      message: 'delivered',
    });
  },
  /** Tells the installations of an organization that a space is seen by others than before. */
  visibilityChanged(
    organization: string,
    at: string,
    change: { spaceId: string; previousVisibility: string; visibility: string },
  ) {
    db.run(
      tell('?1', 'space_visibility_updated', '?2', listeners('space:metadata:read', '?3')),
      at,
      JSON.stringify(change),
      organization,
    );
  },
}));
