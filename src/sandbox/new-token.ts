// New tokens of a sandbox: to act as one of its members, as an integration, or as an installation of one.

import type { TokenKind } from '../api/operation.ts';
import { AmbiguousError, NotFoundError } from '../errors.ts';
import { type Database, metaStore, openDatabase } from './db/database.ts';
import { type InstallationRow, installations, integrations } from './db/integrations/integrations.ts';
import { type UserRow, users } from './db/people/organizations.ts';
import { createToken, endTokens } from './db/people/tokens.ts';

export interface TokenOwner {
  id: string;
  displayName: string;
  /** Of an installation: its organization. */
  organization?: string;
}

export interface TokenWish {
  kind: TokenKind;
  /** A member by e-mail, display name or id; an integration by name, its installation also by id. */
  of?: string | undefined;
  /** ISO date and time; without it the token is good for ever. */
  expiresAt?: string | null;
}

/** Whose token it would be. Throws NotFoundError, AmbiguousError. */
export const findTokenOwner = (file: string, { kind, of }: TokenWish): TokenOwner =>
  within(file, (db) => ownerOf(db, kind, of));

/** A new token. Throws NotFoundError, AmbiguousError. */
export const newToken = (file: string, { kind, of, expiresAt = null }: TokenWish, now: Date): string =>
  within(file, (db) =>
    createToken(db, { kind, subject: ownerOf(db, kind, of).id, now: now.toISOString(), expiresAt }),
  );

/** Revokes all tokens of an owner; returns how many. Throws NotFoundError, AmbiguousError. */
export const revokeTokens = (file: string, { kind, of }: TokenWish, now: Date): number =>
  within(file, (db) => endTokens(db, kind, ownerOf(db, kind, of).id, now.toISOString()));

function within<T>(file: string, work: (db: Database) => T): T {
  const db = openDatabase(file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Nobody named: the administrator the sandbox was made with, or the only integration or installation. */
function ownerOf(db: Database, kind: TokenKind, of: string | undefined): TokenOwner {
  if (kind === 'integration') return findIntegration(db, of);
  if (kind === 'installation') return findInstallation(db, of);
  const { id, displayName } = findMember(db, of ?? metaStore(db).get('admin') ?? '');
  return { id, displayName };
}

function findIntegration(db: Database, of: string | undefined): TokenOwner {
  const names = integrations(db)
    .all({}, 'name')
    .map((one) => one.name);
  const name = of ?? oneOf('integration', names);
  if (!names.includes(name)) throw unknown('integration', name, names);
  return { id: name, displayName: name };
}

function findInstallation(db: Database, of: string | undefined): TokenOwner {
  const all = installations(db).all({}, 'createdAt, rowid');
  const names = all.map(({ integration }) => integration);
  const name = of ?? oneOf('installation', names);
  const [found, ...others] = all.filter((row) => row.id === name || row.integration === name);
  if (!found) throw unknown('installation', name, names);
  if (others.length > 0) throw severalInstallations(name, [found, ...others]);
  return { id: found.id, displayName: found.integration, organization: found.organization };
}

function oneOf(noun: string, names: readonly string[]): string {
  const [only, ...others] = names;
  if (only !== undefined && others.length === 0) return only;
  throw only === undefined
    ? new NotFoundError(`the sandbox has no ${noun}`, { hint: NONE })
    : new AmbiguousError(`the sandbox has ${names.length} ${noun}s`, {
        hint: `name one of ${names.join(', ')}`,
        details: { candidates: names.map((name) => ({ id: name, title: name })) },
      });
}

const NONE = 'docs integrations publish --help';

function unknown(noun: string, name: string, names: readonly string[]): NotFoundError {
  const hint = names.length > 0 ? `one of ${names.join(', ')}` : NONE;
  return new NotFoundError(`the sandbox has no ${noun} "${name}"`, { hint });
}

const severalInstallations = (name: string, rows: readonly InstallationRow[]): AmbiguousError =>
  new AmbiguousError(`"${name}" has ${rows.length} installations`, {
    hint: 'name one by ID',
    details: { candidates: rows.map(({ id, organization }) => ({ id, title: organization })) },
  });

/** Everybody in the sandbox, by name. */
export const sandboxMembers = (file: string): Pick<UserRow, 'id' | 'displayName' | 'email'>[] =>
  within(file, (db) =>
    users(db)
      .all({}, 'createdAt, id')
      .map(({ id, displayName, email }) => ({ id, displayName, email }))
      .sort((a, b) => a.displayName.localeCompare(b.displayName, 'en')),
  );

/** A new token of the administrator the sandbox was made with. */
export const adminToken = (db: Database, now: Date): string =>
  createToken(db, { kind: 'user', subject: metaStore(db).get('admin') ?? '', now: now.toISOString() });

const MOST_NAMED = 5;

function findMember(db: Database, member: string): UserRow {
  const exact = users(db).find({ id: member }) ?? users(db).find({ email: member });
  if (exact) return exact;
  const all = users(db).all({}, 'createdAt, id');
  const named = all.filter(({ displayName }) => displayName.toLowerCase() === member.toLowerCase());
  const [found, ...others] = named;
  if (found && others.length === 0) return found;
  if (found) {
    const candidates = named.map(({ id, displayName }) => ({ id, title: displayName }));
    throw new AmbiguousError(`"${member}" is the name of ${named.length} members`, {
      hint: 'use an email address or ID',
      details: { candidates },
    });
  }
  const known = all.slice(0, MOST_NAMED).map(({ email, id }) => email ?? id);
  const more =
    all.length > MOST_NAMED ? `, or one of ${all.length - MOST_NAMED} more: docs members list` : '';
  throw new NotFoundError(`the sandbox has no member "${member}"`, {
    hint: `use one of ${known.join(', ')}${more}`,
  });
}
