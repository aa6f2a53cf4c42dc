// Collections, spaces and their revisions of a clone as rows.
import type { Collection } from '../../api/content/collections.ts';
import type { Revision } from '../../api/content/content.ts';
import type { Space } from '../../api/content/spaces.ts';
import { emptyTree } from '../content/model.ts';
import { contentStore } from '../db/content/content.ts';
import type { Database } from '../db/database.ts';
import { positionBetween } from '../db/position.ts';
import { putRow } from '../db/rows.ts';
import { type Bodies, treeOf } from './tree.ts';

/** So many places in a row: the n-th sorts before the next one. */
export function* positions(): Generator<string, never> {
  let last = positionBetween();
  for (;;) {
    yield last;
    last = positionBetween(last);
  }
}

/** Exactly these, in this order; what is above comes before what is in it. */
export function putCollections(
  db: Database,
  organization: string,
  collections: readonly Collection[],
  at: string,
): void {
  const places = positions();
  const known = new Set(collections.map(({ id }) => id));
  for (const { id, title, description, defaultLevel } of collections)
    putRow(db, 'collections', {
      id,
      organization,
      parent: null,
      title,
      description: description ?? null,
      defaultLevel: defaultLevel ?? null,
      position: places.next().value,
      createdAt: at,
      updatedAt: at,
    });
  for (const { id, parent } of collections)
    if (parent !== undefined && known.has(parent))
      db.run('UPDATE collections SET parent = ? WHERE id = ?', parent, id);
  const gone = JSON.stringify([...known]);
  db.run(
    'UPDATE collections SET parent = NULL WHERE organization = ? AND id NOT IN (SELECT value FROM json_each(?))',
    organization,
    gone,
  );
  db.run(
    'DELETE FROM collections WHERE organization = ? AND id NOT IN (SELECT value FROM json_each(?))',
    organization,
    gone,
  );
}

/** A revision of a space; what refers to it stays. Without bodies its pages have no text. */
export function putRevision(db: Database, space: string, revision: Revision, bodies: Bodies): void {
  const { id, type, parents, createdAt, git, mergedFrom } = revision;
  putRow(db, 'revisions', {
    id,
    space,
    type,
    tree: contentStore(db).putTree(treeOf(revision, bodies)),
    parents: JSON.stringify(parents),
    createdAt,
    createdBy: null,
    mergedFrom: mergedFrom?.id ?? null,
    git: git ? JSON.stringify(git) : null,
  });
}

/** A space as it is listed, at a place among all of them. Its revision is made empty where there is none yet. */
export function putSpace(db: Database, space: Space, position: string): void {
  const { id, organization, parent, title, emoji, revision, urls } = space;
  if (!db.get('SELECT 1 FROM revisions WHERE id = ?', revision))
    putRow(db, 'revisions', {
      id: revision,
      space: id,
      type: 'edits',
      tree: contentStore(db).putTree(emptyTree()),
      parents: '[]',
      createdAt: space.updatedAt,
      createdBy: null,
      mergedFrom: null,
      git: null,
    });
  const isKnown = parent !== undefined && db.get('SELECT 1 FROM collections WHERE id = ?', parent);
  putRow(db, 'spaces', {
    id,
    organization,
    parent: isKnown ? parent : null,
    title,
    emoji: emoji ?? null,
    icon: urls.icon ?? null,
    position,
    revision,
    editMode: space.editMode ?? 'live',
    defaultLevel: space.defaultLevel ?? null,
    language: space.language ?? null,
    mergeRules: JSON.stringify(space.mergeRules),
    createdAt: space.createdAt,
    updatedAt: space.updatedAt,
    deletedAt: null,
  });
  putGit(db, space);
}

/** Which repository it is synced with, and how that went last; what was synced, nothing says. */
function putGit(db: Database, { id, gitSync }: Space): void {
  db.run('DELETE FROM git_setups WHERE space = ?', id);
  db.run('DELETE FROM git_operations WHERE space = ?', id);
  if (!gitSync) return;
  const { repoName, installationProvider, integration, url, updatedAt, operation } = gitSync;
  const lastOperation = operation ? `clone ${id}` : null;
  if (operation && lastOperation !== null)
    putRow(db, 'git_operations', {
      ...{ id: lastOperation, space: id, owner: '' },
      ...{ state: operation.state, direction: operation.direction, startedAt: operation.startedAt },
      endedAt: operation.endedAt ?? null,
      error: operation.error ?? null,
    });
  putRow(
    db,
    'git_setups',
    {
      space: id,
      repoName: repoName ?? null,
      installationProvider: installationProvider ?? null,
      integration: integration ?? null,
      url: url ?? null,
      updatedAt: updatedAt ?? null,
      lastOperation,
    },
    ['space'],
  );
}
