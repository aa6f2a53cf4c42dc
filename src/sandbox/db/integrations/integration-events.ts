// Events for installations. Those of the content follow from the tables themselves, by triggers. In development mode they
// wait for delivery; without it there is nobody to send them to, as the sandbox runs no script.
import { perDatabase } from '../database.ts';
import { insertRow } from '../rows.ts';
import { isOn } from './installation-bindings.ts';

/** Installations on a space whose integration may know of it; the arguments are SQL. */
const listeners = (scope: string, organization: string, space: string, joins = '') => `
  FROM installations i JOIN integrations n ON n.name = i.integration ${joins}
  WHERE i.status = 'active' AND i.organization = ${organization} AND n.target IN ('all', 'space')
  AND ${isOn('space', 'i', space)} AND EXISTS (SELECT 1 FROM json_each(n.details, '$.scopes') s WHERE s.value = '${scope}')`;

const INTO = `INSERT INTO integrationEvents
  (id, integration, installation, createdAt, status, type, payload, message)`;

/** With a tunnel: of the owning organization, or of all where that was asked for. */
const STATUS = `CASE WHEN n.tunnelUrl IS NOT NULL AND (n.tunnelAll = 1 OR i.organization = n.organization)
  THEN 'pending' ELSE 'success' END`;

/** One event for each listener; the arguments are SQL. */
const tell = (at: string, type: string, payload: string, to: string) => `${INTO}
  SELECT lower(hex(randomblob(10))), i.integration, i.id, ${at}, ${STATUS}, '${type}', ${payload}, '' ${to};`;

const gitListeners = listeners(
  'space:git:sync',
  'p.organization',
  'p.id',
  'JOIN spaces p ON p.id = new.space',
);
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
CREATE INDEX integrationEvents_by_time ON integrationEvents (integration, createdAt)`;

export const integrationEventTriggers = `
CREATE TRIGGER event_space_content_updated AFTER UPDATE OF revision ON spaces
WHEN old.revision <> '' AND new.revision <> old.revision
BEGIN
  ${tell(
    'new.updatedAt',
    'space_content_updated',
    "json_object('spaceId', new.id, 'revisionId', new.revision)",
    listeners('space:content:read', 'new.organization', 'new.id'),
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
  /** Waiting for delivery, or sent by the process in `message`: shown to nobody before it is decided. */
  status: 'pending' | 'success' | 'failed';
  type: string;
  /** JSON: what the payload holds beside its id and type. */
  payload: string;
  /** JSON: what the log says of it; while it is pending, the process that sends it. */
  message: string;
}

export interface EventLogLine {
  timestamp: string;
  level: 'debug' | 'info' | 'warn' | 'error';
  message: string;
}

export const integrationEventStore = perDatabase((db) => ({
  row: (integration: string, id: string) =>
    db.get<IntegrationEventRow>(
      "SELECT * FROM integrationEvents WHERE integration = ? AND id = ? AND status <> 'pending'",
      integration,
      id,
    ),
  insert: (row: IntegrationEventRow) => insertRow(db, 'integrationEvents', row),
  /** What is not decided yet, the oldest first. */
  waiting: () =>
    db.all<IntegrationEventRow>(
      "SELECT * FROM integrationEvents WHERE status = 'pending' ORDER BY createdAt, rowid",
    ),
  /** Takes an event for a process; false when another was faster. */
  claim: ({ id, message }: IntegrationEventRow, owner: string) =>
    db.run(
      "UPDATE integrationEvents SET message = ? WHERE id = ? AND status = 'pending' AND message = ?",
      owner,
      id,
      message,
    ).changes > 0,
  finish: (id: string, status: 'success' | 'failed', log: readonly EventLogLine[]) =>
    db.run(
      "UPDATE integrationEvents SET status = ?, message = ? WHERE id = ? AND status = 'pending'",
      status,
      JSON.stringify(log),
      id,
    ),
  /** Gives up what nobody has begun to send. */
  giveUp: (integration: string, log: EventLogLine) =>
    db.run(
      "UPDATE integrationEvents SET status = 'failed', message = ? WHERE integration = ? AND status = 'pending' AND message = ''",
      JSON.stringify([log]),
      integration,
    ),
  /** The installation itself is the first event. */
  installed(installation: string, at: string, payload: object) {
    db.run(
      tell(
        '?1',
        'installation_setup',
        '?2',
        'FROM installations i JOIN integrations n ON n.name = i.integration WHERE i.id = ?3',
      ),
      at,
      JSON.stringify(payload),
      installation,
    );
  },
  /** Tells the installations of an organization that a space is seen by others than before. */
  visibilityChanged(
    organization: string,
    at: string,
    change: { spaceId: string; previousVisibility: string; visibility: string },
  ) {
    db.run(
      tell('?1', 'space_visibility_updated', '?2', listeners('space:metadata:read', '?3', '?4')),
      at,
      JSON.stringify(change),
      organization,
      change.spaceId,
    );
  },
}));
