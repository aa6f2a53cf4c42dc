// Tokens for acting as a member of the sandbox.
import { AmbiguousError, NotFoundError } from '../errors.ts';
import { type Database, openDatabase } from './db/database.ts';
import { metaStore } from './db/meta.ts';
import { tokenStore, type UserRow, userStore } from './db/people/users.ts';

export interface MemberToken {
  token: string;
  user: { id: string; displayName: string };
}

/**
 * A new token of a member, named by e-mail, display name or id; `accept` is asked first, and may throw. Throws
 * NotFoundError, AmbiguousError.
 */
export function memberToken(
  file: string,
  member: string,
  now: Date,
  accept?: (user: MemberToken['user']) => void,
): MemberToken {
  const db = openDatabase(file);
  try {
    const { id, displayName } = findMember(db, member);
    accept?.({ id, displayName });
    return { token: tokenStore(db).create(id, now.toISOString()), user: { id, displayName } };
  } finally {
    db.close();
  }
}

export interface SandboxMember {
  id: string;
  displayName: string;
  email: string | null;
}

/** Everybody in the sandbox, by name. */
export function sandboxMembers(file: string): SandboxMember[] {
  const db = openDatabase(file);
  try {
    return userStore(db)
      .all()
      .map(({ id, displayName, email }) => ({ id, displayName, email: email ?? null }))
      .sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));
  } finally {
    db.close();
  }
}

/** A new token of the administrator the sandbox was made with. */
export function adminToken(db: Database, now: Date): string {
  return tokenStore(db).create(metaStore(db).get('admin') ?? '', now.toISOString());
}

function findMember(db: Database, member: string): UserRow {
  const exact = userStore(db).row(member) ?? userStore(db).byEmail(member);
  if (exact) return exact;
  const named = userStore(db)
    .all()
    .filter(({ displayName }) => displayName.toLowerCase() === member.toLowerCase());
  const [found, ...others] = named;
  if (found && others.length === 0) return found;
  if (found) {
    const candidates = named.map(({ id, displayName }) => ({ id, title: displayName }));
    throw new AmbiguousError(`"${member}" is the name of ${named.length} members`, {
      hint: 'name one by e-mail or id',
      details: { candidates },
    });
  }
  const known = userStore(db)
    .all()
    .map(({ email, id }) => email ?? id);
  throw new NotFoundError(`the sandbox has no member "${member}"`, { hint: `one of ${known.join(', ')}` });
}
