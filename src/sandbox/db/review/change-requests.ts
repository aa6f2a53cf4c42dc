// Change requests, and who contributed to them.

import type { RichDocument } from '../../../api/content/rich-document.ts';
import type { ChangeRequest } from '../../../api/review/change-requests.generated.ts';
import { newId } from '../../ids.ts';
import { type Database, perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

export const changeRequestTables = `
CREATE TABLE change_requests (
  id TEXT PRIMARY KEY,
  space TEXT NOT NULL,
  number INTEGER NOT NULL,
  status TEXT NOT NULL,
  subject TEXT NOT NULL,
  description TEXT,
  createdBy TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  revision TEXT NOT NULL,
  revisionInitial TEXT NOT NULL,
  revisionMergedAncestor TEXT,
  revisionMerged TEXT,
  conversationsIssuesCluster TEXT,
  agentTask TEXT,
  UNIQUE (space, number)
) STRICT;
CREATE INDEX change_requests_by_status ON change_requests (space, status);
CREATE TABLE contributors (
  changeRequest TEXT NOT NULL,
  user TEXT NOT NULL,
  action TEXT NOT NULL,
  count INTEGER NOT NULL,
  updatedAt TEXT NOT NULL,
  PRIMARY KEY (changeRequest, user, action)
) STRICT, WITHOUT ROWID`;

export type ChangeRequestStatus = ChangeRequest['status'];

export interface ChangeRequestRow {
  id: string;
  space: string;
  /** 1, 2, 3 ... in its space. */
  number: number;
  status: ChangeRequestStatus;
  subject: string;
  description: RichDocument | null;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  revision: string;
  /** The revision of the space it was forked from. */
  revisionInitial: string;
  /** The revision of the space that was brought in last. */
  revisionMergedAncestor: string | null;
  revisionMerged: string | null;
  conversationsIssuesCluster: string | null;
  agentTask: string | null;
}

export type NewChangeRequest = Pick<
  ChangeRequestRow,
  'space' | 'status' | 'subject' | 'createdBy' | 'createdAt' | 'revision'
> &
  Partial<Pick<ChangeRequestRow, 'description' | 'conversationsIssuesCluster' | 'agentTask'>>;

export type ChangeRequestChanges = Partial<
  Pick<
    ChangeRequestRow,
    'status' | 'subject' | 'description' | 'revision' | 'revisionMergedAncestor' | 'revisionMerged'
  >
>;

/** A row as SQLite gives it. */
export type ChangeRequestColumns = Omit<ChangeRequestRow, 'description'> & { description: string | null };

export function toChangeRequest(columns: ChangeRequestColumns): ChangeRequestRow {
  const { description } = columns;
  return { ...columns, description: description === null ? null : JSON.parse(description) };
}

export interface ChangeRequests {
  row(id: string): ChangeRequestRow | undefined;
  /** By id or by number in its space; undefined when the space has no such change request. */
  byRef(spaceId: string, ref: string): ChangeRequestRow | undefined;
  /** Gives it the next number of its space; call it in a transaction. */
  insert(fields: NewChangeRequest): ChangeRequestRow;
  /** Also moves `updatedAt` to `now` (ISO). */
  update(id: string, changes: ChangeRequestChanges, now: string): void;
  touch(id: string, now: string): void;
  countsOfSpace(spaceId: string): { total: number; open: number; draft: number };
  addContribution(id: string, contribution: { user: string; action: 'edit' | 'comment'; at: string }): void;
  removeOfSpace(spaceId: string): void;
}

export const changeRequestsStore = perDatabase((db): ChangeRequests => {
  const one = (where: string, ...params: (string | number)[]) => {
    const columns = db.get<ChangeRequestColumns>(`SELECT * FROM change_requests WHERE ${where}`, ...params);
    return columns && toChangeRequest(columns);
  };
  return {
    row: (id) => one('id = ?', id),
    byRef(spaceId, ref) {
      // An id is 20 characters, a number has at most 9 digits: one cannot be taken for the other.
      if (/^[1-9]\d{0,8}$/.test(ref)) return one('space = ? AND number = ?', spaceId, Number(ref));
      return one('id = ? AND space = ?', ref, spaceId);
    },
    insert: (fields) => insertChangeRequest(db, fields),
    update: (id, changes, now) => updateChangeRequest(db, id, changes, now),
    touch(id, now) {
      db.run('UPDATE change_requests SET updatedAt = ? WHERE id = ?', now, id);
    },
    countsOfSpace: (spaceId) =>
      db.get<{ total: number; open: number; draft: number }>(
        `SELECT count(*) AS total, count(*) FILTER (WHERE status = 'open') AS open,
          count(*) FILTER (WHERE status = 'draft') AS draft FROM change_requests WHERE space = ?`,
        spaceId,
      ) ?? { total: 0, open: 0, draft: 0 },
    addContribution(id, { user, action, at }) {
      db.run(
        `INSERT INTO contributors (changeRequest, user, action, count, updatedAt) VALUES (?, ?, ?, 1, ?)
         ON CONFLICT DO UPDATE SET count = count + 1, updatedAt = excluded.updatedAt`,
        id,
        user,
        action,
        at,
      );
    },
    removeOfSpace: (spaceId) => removeOfSpace(db, spaceId),
  };
});

function insertChangeRequest(db: Database, fields: NewChangeRequest): ChangeRequestRow {
  const { next } = db.get<{ next: number }>(
    'SELECT coalesce(max(number), 0) + 1 AS next FROM change_requests WHERE space = ?',
    fields.space,
  ) ?? { next: 1 };
  const row: ChangeRequestRow = {
    description: null,
    conversationsIssuesCluster: null,
    agentTask: null,
    ...fields,
    id: newId(),
    number: next,
    updatedAt: fields.createdAt,
    revisionInitial: fields.revision,
    revisionMergedAncestor: null,
    revisionMerged: null,
  };
  insertRow(db, 'change_requests', {
    ...row,
    description: row.description && JSON.stringify(row.description),
  });
  return row;
}

function updateChangeRequest(db: Database, id: string, changes: ChangeRequestChanges, now: string): void {
  const { description, ...plain } = changes;
  updateRow(db, 'change_requests', id, {
    ...plain,
    ...(description !== undefined && { description: description && JSON.stringify(description) }),
    updatedAt: now,
  });
}

function removeOfSpace(db: Database, spaceId: string): void {
  db.run(
    'DELETE FROM contributors WHERE changeRequest IN (SELECT id FROM change_requests WHERE space = ?)',
    spaceId,
  );
  db.run('DELETE FROM change_requests WHERE space = ?', spaceId);
}
