// Users as the platform shows them.
import type { User } from '../../../api/people/users.generated.ts';
import { type UserRow, users } from '../../db/people/organizations.ts';
import type { Sandbox } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';

type Context = Pick<Sandbox, 'db' | 'origin'>;

/** A user by id. One who is gone stays readable by what they wrote. */
export function userView(sandbox: Context, userId: string): User {
  const row = users(sandbox.db).find({ id: userId });
  return row ? toUser(sandbox, row) : unknownUser(sandbox, userId);
}

export function toUser(sandbox: Context, row: UserRow): User {
  return {
    object: 'user',
    id: row.id,
    displayName: row.displayName,
    ...(row.email !== null && { email: row.email }),
    ...(row.photoURL !== null && { photoURL: row.photoURL }),
    urls: { location: locationUrl(sandbox, `/v1/users/${row.id}`) },
  };
}

function unknownUser(sandbox: Context, id: string): User {
  return {
    object: 'user',
    id,
    displayName: 'Former user',
    urls: { location: locationUrl(sandbox, `/v1/users/${id}`) },
  };
}
