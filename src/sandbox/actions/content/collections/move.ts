// Collections change their place: in another one, among their siblings, in another organization.
import type { ContentPosition as Position } from '../../../../api/content/spaces.generated.ts';
import { type CollectionRow, collectionStore } from '../../../db/content/collections.ts';
import { lastPosition, positionOf } from '../../../db/content/siblings.ts';
import { spaceStore } from '../../../db/content/spaces.ts';
import { permissionStore } from '../../../db/people/members.ts';
import { organizationStore } from '../../../db/people/organizations.ts';
import { siteStore } from '../../../db/sites/sites.ts';
import type { Call } from '../../../sandbox.ts';
import { conflict, notFound, preconditionFailed } from '../../../wire-error.ts';
import { requireCreate } from '../spaces/create.ts';
import { grantAdmin, ownCollection, rowOf } from './collections.ts';

interface Move {
  collectionId: string;
  /** Absent: stays where it is; null: the top level of the organization. */
  parent?: string | null | undefined;
  position?: Position | undefined;
}

/** 404 for an unknown parent or pointer, 409 into itself, and what `positionOf` says. */
export function moveCollection(call: Call, { collectionId, parent, position }: Move): CollectionRow {
  return call.db.transaction(() => {
    const row = ownCollection(call, collectionId);
    const place = { organization: row.organization, parent: parent === undefined ? row.parent : parent };
    const moves = place.parent !== row.parent;
    if (moves) {
      requireCreate(call, place);
      refuseInsideItself(call, row, place.parent);
    }
    if (!moves && !position) return row;
    const target = position
      ? positionOf(call.db, place, position, row.id)
      : lastPosition(call.db, place, row.id);
    collectionStore(call.db).update(row.id, {
      parent: place.parent,
      position: target,
      updatedAt: call.now().toISOString(),
    });
    return rowOf(call, row.id);
  });
}

function refuseInsideItself(call: Call, { id, title }: CollectionRow, parent: string | null): void {
  if (parent !== null && collectionStore(call.db).withNested(id).includes(parent)) {
    throw conflict(`collection "${title}" cannot be moved into itself or into a collection inside it`);
  }
}

/**
 * Hands a collection over with all that stands in it. 404: no such organization; 409: it is there already;
 * 412: a site of its organization shows one of its spaces.
 */
export function transferCollection(call: Call, collectionId: string, organization: string): CollectionRow {
  return call.db.transaction(() => {
    const row = ownCollection(call, collectionId);
    if (!organizationStore(call.db).row(organization)) throw notFound('organization', organization);
    if (row.organization === organization) {
      throw conflict(`collection "${row.title}" already belongs to this organization`);
    }
    call.access.requireOrganization(organization, 'createContent');
    const nested = collectionStore(call.db).withNested(row.id);
    const spaces = nested.flatMap((id) => spacesIn(call, id));
    refuseWhileShown(call, spaces);
    const now = call.now().toISOString();
    const place = { organization, parent: null };
    collectionStore(call.db).update(row.id, { ...place, position: lastPosition(call.db, place) });
    for (const id of nested) {
      permissionStore(call.db).revokeAll('collection', id);
      collectionStore(call.db).update(id, { organization, updatedAt: now });
    }
    for (const id of spaces) {
      permissionStore(call.db).revokeAll('space', id);
      // Rules may name reviewers who are no members there.
      spaceStore(call.db).update(id, { organization, mergeRules: { type: 'inherit' } }, now);
    }
    const moved = rowOf(call, row.id);
    grantAdmin(call, moved);
    return moved;
  });
}

/** Deleted ones too: they come back where they were. */
const spacesIn = ({ db }: Call, collection: string): string[] =>
  db.all<{ id: string }>('SELECT id FROM spaces WHERE parent = ?', collection).map(({ id }) => id);

function refuseWhileShown(call: Call, spaces: readonly string[]): void {
  const titles = new Set(
    spaces.flatMap((id) => siteStore(call.db).showing(id)).map(({ title }) => `"${title}"`),
  );
  if (titles.size === 0) return;
  throw preconditionFailed(`spaces of it are shown on ${[...titles].join(', ')}: remove them there first`);
}
