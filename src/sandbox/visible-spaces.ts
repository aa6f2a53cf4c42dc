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
  const { spaces, collections, below } = call.access.grants(organizationId);
  const member = role === null || role === undefined ? 0 : 1;
  return {
    where: [
      ...live,
      `s.id IN (SELECT value FROM json_each(?))
       OR s.parent IN (SELECT value FROM json_each(?))
       OR (? AND s.defaultLevel IS NOT NULL AND s.defaultLevel <> 'inherit')
       OR (s.defaultLevel = 'inherit'
           AND (s.parent IN (SELECT value FROM json_each(?)) OR (? AND s.parent IS NULL)))`,
    ],
    params: [
      organizationId,
      JSON.stringify(spaces),
      JSON.stringify(below),
      member,
      JSON.stringify(collections),
      member,
    ],
  };
}
