// Who was asked to review a change request, and what the reviewers said.
import { newId } from '../../ids.ts';
import { type Database, perDatabase } from '../database.ts';
import { insertRow } from '../rows.ts';

export const reviewTables = `
CREATE TABLE requested_reviewers (
  changeRequest TEXT NOT NULL,
  user TEXT NOT NULL,
  requestedBy TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  PRIMARY KEY (changeRequest, user)
) STRICT, WITHOUT ROWID;
CREATE TABLE reviews (
  id TEXT PRIMARY KEY,
  changeRequest TEXT NOT NULL,
  reviewer TEXT NOT NULL,
  status TEXT NOT NULL,
  revision TEXT NOT NULL,
  requestedBy TEXT,
  comment TEXT,
  createdAt TEXT NOT NULL
) STRICT;
CREATE INDEX reviews_of_change_request ON reviews (changeRequest, createdAt)`;

export interface ReviewRow {
  id: string;
  changeRequest: string;
  reviewer: string;
  status: 'approved' | 'changes-requested';
  /** The revision of the change request that was reviewed; a later one makes the review outdated. */
  revision: string;
  requestedBy: string | null;
  comment: string | null;
  createdAt: string;
}

export interface RequestedReviewerRow {
  changeRequest: string;
  user: string;
  requestedBy: string;
  createdAt: string;
}

export interface Reviews {
  row(id: string): ReviewRow | undefined;
  /** Oldest first. */
  ofChangeRequest(id: string): ReviewRow[];
  insert(review: Omit<ReviewRow, 'id'>): ReviewRow;
  requested(id: string): RequestedReviewerRow[];
  /** Asking somebody twice keeps the first request. */
  request(row: RequestedReviewerRow): void;
  /** False when the user was not asked. */
  removeRequest(id: string, user: string): boolean;
  removeOfSpace(spaceId: string): void;
}

export const reviewsStore = perDatabase(
  (db): Reviews => ({
    row: (id) => db.get<ReviewRow>('SELECT * FROM reviews WHERE id = ?', id),
    ofChangeRequest: (id) =>
      db.all<ReviewRow>('SELECT * FROM reviews WHERE changeRequest = ? ORDER BY createdAt, rowid', id),
    insert: (review) => insertReview(db, review),
    requested: (id) =>
      db.all<RequestedReviewerRow>(
        'SELECT * FROM requested_reviewers WHERE changeRequest = ? ORDER BY createdAt, user',
        id,
      ),
    request({ changeRequest, user, requestedBy, createdAt }) {
      db.run(
        'INSERT INTO requested_reviewers VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
        changeRequest,
        user,
        requestedBy,
        createdAt,
      );
    },
    removeRequest: (id, user) =>
      db.run('DELETE FROM requested_reviewers WHERE changeRequest = ? AND user = ?', id, user).changes > 0,
    removeOfSpace(spaceId) {
      for (const table of ['requested_reviewers', 'reviews']) {
        db.run(
          `DELETE FROM ${table} WHERE changeRequest IN (SELECT id FROM change_requests WHERE space = ?)`,
          spaceId,
        );
      }
    },
  }),
);

function insertReview(db: Database, review: Omit<ReviewRow, 'id'>): ReviewRow {
  const row = { ...review, id: newId() };
  insertRow(db, 'reviews', row);
  return row;
}
