// Spaces change their place: in the list, in a collection, in another organization.
import type { ContentPosition as Position } from '../../../../api/content/spaces.generated.ts';
import {
  changeSpace,
  lastPosition,
  liveSpace,
  positionOf,
  type SpaceRow,
} from '../../../db/content/spaces.ts';
import { organizations, permissions } from '../../../db/people/organizations.ts';
import { sitesShowing } from '../../../db/sites/sites.ts';
import type { Call } from '../../../sandbox.ts';
import { conflict, notFound, preconditionFailed } from '../../../wire-error.ts';
import { grantAdmin, requireCreate } from './create.ts';

interface Move {
  spaceId: string;
  /** Absent: stays where it is; null: the top level of the organization. */
  parent?: string | null | undefined;
  position?: Position | undefined;
}

/** Moves a space into a collection, out of it, or among its siblings. Errors: see `positionOf`. */
export function moveSpace(call: Call, { spaceId, parent, position }: Move): SpaceRow {
  return call.db.transaction(() => {
    const space = liveSpace(call.db, spaceId);
    call.access.requireSpace(space, 'admin');
    const place = {
      organization: space.organization,
      parent: parent === undefined ? space.parent : parent,
    };
    const moves = place.parent !== space.parent;
    if (moves) requireCreate(call, place);
    if (!moves && !position) return space;
    const target = position
      ? positionOf(call.db, place, position, space.id)
      : lastPosition(call.db, place, space.id);
    const changes = { parent: place.parent, position: target };
    return changeSpace(call.db, space.id, changes, call.now().toISOString());
  });
}

/**
 * Hands a space over to another organization. 404: no such organization; 409: it is there already;
 * 412: a site of its organization shows it.
 */
export function transferSpace(call: Call, spaceId: string, organization: string): SpaceRow {
  return call.db.transaction(() => {
    const space = liveSpace(call.db, spaceId);
    call.access.requireSpace(space, 'admin');
    if (!organizations(call.db).find({ id: organization })) throw notFound('organization', organization);
    if (space.organization === organization) {
      throw conflict(`space "${space.title}" already belongs to this organization`);
    }
    call.access.requireOrganization(organization, 'createContent');
    refuseWhileShown(call, space);
    permissions(call.db).remove({ kind: 'space', target: space.id });
    const moved = changeSpace(
      call.db,
      space.id,
      {
        organization,
        parent: null,
        position: lastPosition(call.db, { organization, parent: null }),
        // Rules may name reviewers who are no members there.
        mergeRules: { type: 'inherit' },
      },
      call.now().toISOString(),
    );
    grantAdmin(call, moved);
    return moved;
  });
}

function refuseWhileShown(call: Call, space: SpaceRow): void {
  const titles = sitesShowing(call.db, space.id).map(({ title }) => `"${title}"`);
  if (titles.length === 0) return;
  throw preconditionFailed(`space "${space.title}" is shown on ${titles.join(', ')}: remove it there first`);
}
