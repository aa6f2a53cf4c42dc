// Invite links as the platform shows them.
import type { OrganizationInviteLink } from '../../../api/people/link-invites.ts';
import { atLeast } from '../../access.ts';
import { collectionStore } from '../../db/content/collections.ts';
import { spaceStore } from '../../db/content/spaces.ts';
import type { LinkInviteRow } from '../../db/people/link-invites.ts';
import type { Call } from '../../sandbox.ts';
import { notFound } from '../../wire-error.ts';
import { collectionView } from '../content/collections.ts';
import { spaceView } from '../content/spaces.ts';

const base = ({ id }: LinkInviteRow) => ({ object: 'invite' as const, id });

export const organizationLinkView = (row: LinkInviteRow) => ({
  ...base(row),
  role: row.role,
  redundant: false,
});

/** It is redundant where every member has as much by the level of the space or collection. */
export function linkInviteView(call: Call, row: LinkInviteRow): OrganizationInviteLink {
  const { kind, target, role } = row;
  if (kind === 'organization' || target === null) return organizationLinkView(row);
  const place = kind === 'space' ? spaceStore(call.db).row(target) : collectionStore(call.db).row(target);
  if (!place) throw notFound(kind, target);
  const level = place.defaultLevel === 'inherit' ? undefined : place.defaultLevel;
  const redundant = role === null || atLeast(level, role);
  const shown = { ...base(row), level: role, redundant };
  return 'editMode' in place
    ? { ...shown, space: spaceView(call, place) }
    : { ...shown, collection: collectionView(call, place) };
}
