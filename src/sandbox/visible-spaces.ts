// The condition, in SQL, under which the caller sees a space in a list.
import type { Param } from './db/database.ts';
import type { Call } from './sandbox.ts';

export interface Condition {
  where: string[];
  params: Param[];
}

/** Spaces of an organization (table `spaces s`) that are not deleted and that the caller may view. */
export function visibleSpaces(call: Call, organizationId: string): Condition {
  const live = ['s.organization = ?', 's.deletedAt IS NULL'];
  const role = call.access.memberRole(organizationId);
  if (role === 'admin') return { where: live, params: [organizationId] };
  // Who is disabled keeps what was given, and sees nothing.
  if (role === undefined) return { where: ['0'], params: [] };
  const { spaces, collections, below } = call.access.grants(organizationId);
  // Without a role nothing but what was given, which the indexes find without a look at every space.
  const isGuest = role === null;
  const given = [
    's.id IN (SELECT value FROM json_each(?))',
    's.parent IN (SELECT value FROM json_each(?))',
    "(s.defaultLevel = 'inherit' AND s.parent IN (SELECT value FROM json_each(?)))",
  ];
  const byRole = [
    "(s.defaultLevel IS NOT NULL AND s.defaultLevel <> 'inherit')",
    "(s.defaultLevel = 'inherit' AND s.parent IS NULL)",
  ];
  return {
    where: [...live, [...given, ...(isGuest ? [] : byRole)].join(' OR ')],
    params: [organizationId, JSON.stringify(spaces), JSON.stringify(below), JSON.stringify(collections)],
  };
}
