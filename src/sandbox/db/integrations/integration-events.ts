// Events for installations. Those of the content follow from the tables themselves, by triggers. In development mode they
// wait for delivery; without it there is nobody to send them to, as the sandbox runs no script.

import type { Database } from '../database.ts';
import { json, key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';
import { isOn } from './integrations.ts';

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

export const integrationEvents = table(
  'integrationEvents',
  {
    id: key(),
    integration: partOf('integrations', 'name'),
    installation: textOrNull(),
    createdAt: text(),
    /** Waiting for delivery, or sent by the process in `message`: shown to nobody before it is decided. */
    status: text<'pending' | 'success' | 'failed'>(),
    type: text(),
    /** What the payload holds beside its id and type. */
    payload: json<object>(),
    /** JSON: what the log says of it; while it is pending, the process that sends it. */
    message: text(),
  },
  { indexes: ['CREATE INDEX integrationEvents_by_time ON integrationEvents (integration, createdAt)'] },
);
export type IntegrationEventRow = RowOf<typeof integrationEvents>;

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

export interface EventLogLine {
  timestamp: string;
  level: 'debug' | 'info' | 'warn' | 'error';
  message: string;
}

/** Tells an installation that it is there: its first event. */
export const tellInstalled = (db: Database, installation: string, at: string, payload: object) =>
  db.run(
    tell(
      '?1',
      'installation_setup',
      '?2',
      'FROM installations i JOIN integrations n ON n.name = i.integration WHERE i.id = ?3',
    ),
    ...[at, JSON.stringify(payload), installation],
  );

/** Tells the installations of an organization that a space is seen by others than before. */
export const tellVisibility = (
  db: Database,
  organization: string,
  at: string,
  change: { spaceId: string; previousVisibility: string; visibility: string },
) =>
  db.run(
    tell('?1', 'space_visibility_updated', '?2', listeners('space:metadata:read', '?3', '?4')),
    ...[at, JSON.stringify(change), organization, change.spaceId],
  );

/** Keeps what became of an event that waited. */
export const finishEvent = (
  db: Database,
  id: string,
  status: 'success' | 'failed',
  log: readonly EventLogLine[],
) => integrationEvents(db).update({ id, status: 'pending' }, { status, message: JSON.stringify(log) });
