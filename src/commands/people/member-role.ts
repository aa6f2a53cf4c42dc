// A member's role: what the question about another one says.
import type { Stakes } from '../../engine/model/command.ts';
import type { Change } from '../../workflows/dangers/danger.ts';
import { demotesCaller } from '../../workflows/dangers/people.ts';

/** Of a member: becoming an administrator, a guest, or no guest any more; and what the caller loses. */
export async function memberRole(change: Change): Promise<Stakes> {
  const { role } = change.input;
  const isYou = await demotesCaller(change);
  const follows = MEMBER_FOLLOWS[role === 'admin' ? 'admin' : role === null ? 'guest' : 'member'];
  return {
    change: `from role ${change.target?.role ?? 'guest'} to ${role ?? 'guest'}`,
    follows: isYou ? `that is you: you are no longer an administrator, and cannot undo it` : follows,
  };
}

const MEMBER_FOLLOWS = {
  admin: 'an administrator can change, publish and delete everything, and remove members',
  guest: 'a guest keeps only direct access, their own and that of their teams',
  member: 'a member gets the default level of every space and collection',
} as const;
