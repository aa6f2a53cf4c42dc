// A sandbox file that is filled with what was read of an organization: ids kept, the same rows however often it is filled.
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Collection } from '../../api/content/collections.generated.ts';
import type { Revision } from '../../api/content/content-shapes.ts';
import type { Space } from '../../api/content/spaces.generated.ts';
import type { OrganizationSAMLProvider as SamlProvider } from '../../api/people/invites.generated.ts';
import type { OrganizationMember as Member, User } from '../../api/people/members.generated.ts';
import type { Organization } from '../../api/people/organizations.generated.ts';
import { ConfigError } from '../../errors.ts';
import { contentStore } from '../db/content/content.ts';
import { type Database, metaStore, openDatabase, putRow } from '../db/database.ts';
import { members } from '../db/people/organizations.ts';
import { createToken } from '../db/people/tokens.ts';
import { initSandbox } from '../init.ts';
import { removeSpaceContent } from '../resources/content/spaces-rules.ts';
import { type Bodies, positions, putCollections, putRevision, putSpace } from './content.ts';
import { type ClonedParts, putParts, versionIds } from './parts.ts';
import {
  type ClonedGrant,
  type ClonedTeam,
  type GrantedPlace,
  putGrants,
  putMembers,
  putOrganization,
  putSaml,
  putTeams,
  putUser,
} from './people.ts';
import { type ClonedChangeRequest, type ClonedComment, putChangeRequests, putComments } from './review.ts';
import { type ClonedSite, putSites } from './sites.ts';

// What a clone knows of itself: which host it is of, when it was filled, whose names were replaced, and the tokens it made.

interface Facts {
  origin: string;
  filledAt?: string;
  /** Present where people were replaced: marks of what was. */
  learned?: readonly string[];
}

/** A clone keeps only the hash of its host: whoever is given the file cannot read where it came from. */
const hashOf = (origin: string) => createHash('sha256').update(origin).digest('hex');

/** Undefined: the file is not a clone. */
const factsOf = (db: Database): Facts | undefined => {
  const text = metaStore(db).get('clone');
  // Written by openClone only.
  return text === undefined ? undefined : (JSON.parse(text) as Facts);
};

const TOKENS = 'clone tokens';

/** Remembers a token that filling it has made. */
const addToken = (db: Database, token: string): void =>
  metaStore(db).set(TOKENS, JSON.stringify([...tokensIn(db), hashOf(token)]));

/** Removes those that were made before the last one. */
function endEarlierTokens(db: Database): void {
  const made = tokensIn(db);
  for (const hash of made.slice(0, -1)) db.run('DELETE FROM tokens WHERE hash = ?', hash);
  metaStore(db).set(TOKENS, JSON.stringify(made.slice(-1)));
}

/** Hashes, oldest first. */
const tokensIn = (db: Database): string[] => {
  const text = metaStore(db).get(TOKENS);
  // Written by this file only.
  return text === undefined ? [] : (JSON.parse(text) as string[]);
};

/** Throws ConfigError `SANDBOX_EXISTS` for a file that is not a clone of the same, made in the same way. */
function refuseOther(
  file: string,
  before: Facts | undefined,
  { origin, learned, organization, here }: Facts & { organization: string; here: string | undefined },
): void {
  const isOther = before?.origin !== origin || organization !== here;
  const why = !before
    ? 'a sandbox that is not a clone'
    : isOther
      ? 'a clone of something else'
      : learned && !before.learned
        ? 'a clone that names people'
        : !learned && before.learned
          ? 'an anonymised clone'
          : undefined;
  if (why === undefined) return;
  const isNameless = why === 'an anonymised clone';
  throw new ConfigError(`${file} is ${why}`, {
    code: 'SANDBOX_EXISTS',
    hint: `${isNameless ? 'add --anonymise, or ' : ''}choose another file: --file <file>`,
  });
}

// Looks through every text that a sandbox file has in its tables.

/** Whether any value of any table is found, bytes by their Latin-1 letters where they are not text. */
function holdsText(db: Database, finds: (text: string) => boolean): boolean {
  const tables = db.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%'",
  );
  return tables.some(({ name }) => tableHolds(db, name, finds));
}

const ROWS_AT_ONCE = 50;

function tableHolds(db: Database, table: string, finds: (text: string) => boolean): boolean {
  for (let from = 0; ; from += ROWS_AT_ONCE) {
    const rows = db.all<Record<string, unknown>>(
      `SELECT * FROM "${table}" LIMIT ? OFFSET ?`,
      ROWS_AT_ONCE,
      from,
    );
    if (rows.some((row) => Object.values(row).some((value) => finds(textOf(value))))) return true;
    if (rows.length < ROWS_AT_ONCE) return false;
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!(value instanceof Uint8Array)) return '';
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
}

export interface CloneOptions {
  env: Record<string, string | undefined>;
  now: () => Date;
  /** People are replaced before they come here. */
  anonymous?: boolean;
}

/**
 * Opens a clone, or makes one where there is no file. Throws ConfigError `SANDBOX_EXISTS` for a file that is something else,
 * or a clone of something else; LocalIoError.
 */
export async function openClone(
  file: string,
  source: CloneSource,
  { env, now, anonymous = false }: CloneOptions,
): Promise<CloneFile> {
  const { organization, caller } = source;
  const facts: Facts = { origin: hashOf(source.origin), ...(anonymous && { learned: [] }) };
  const fillWith = (db: Database) => {
    const at = now().toISOString();
    putOrganization(db, organization);
    putUser(db, caller, at);
    metaStore(db).set('organization', organization.id);
    metaStore(db).set('admin', caller.id);
  };
  const isNew = !existsSync(file);
  if (isNew)
    await initSandbox({
      file,
      demo: false,
      env,
      now,
      fill: ({ db }) => {
        db.transaction(() => {
          fillWith(db);
          metaStore(db).set('clone', JSON.stringify(facts));
        });
        const { id: organizationId, title } = organization;
        return { organizationId, organization: title, adminId: caller.id, admin: caller.displayName };
      },
    });
  const db = openDatabase(file);
  try {
    const before = factsOf(db);
    refuseOther(file, before, {
      ...facts,
      organization: organization.id,
      here: metaStore(db).get('organization'),
    });
    db.transaction(() => fillWith(db));
    return cloneIn(db, { isNew, facts: { ...facts, ...before } }, source, now);
  } catch (error) {
    db.close();
    throw error;
  }
}

function cloneIn(
  db: Database,
  { isNew, facts }: { isNew: boolean; facts: Facts },
  { organization, caller }: CloneSource,
  now: () => Date,
): CloneFile {
  const meta = metaStore(db);
  const keep = (changes: Partial<Facts>) => {
    Object.assign(facts, changes);
    meta.set('clone', JSON.stringify(facts));
  };
  const places: string[] = [];
  const next = positions();
  const placeAt = (index: number): string => {
    while (places.length <= index) places.push(next.next().value);
    return places[index] ?? '';
  };
  return {
    isNew,
    filledAt: facts.filledAt,
    learned: facts.filledAt !== undefined && facts.learned ? new Set(facts.learned) : undefined,
    keepLearned: (marks) => keep({ learned: [...marks] }),
    holds: (finds) => holdsText(db, finds),
    known(id) {
      const text = meta.get(`clone ${id}`);
      // Written below only.
      return text === undefined ? undefined : (JSON.parse(text) as KnownSpace);
    },
    keep: (content) => contentStore(db).put(content),
    people(members, teams, saml) {
      db.quickTransaction(() => {
        putMembers(db, organization.id, members);
        if (teams) putTeams(db, organization.id, teams);
        if (saml) putSaml(db, organization.id, saml);
      });
    },
    collections: (collections) =>
      db.quickTransaction(() => putCollections(db, organization.id, collections, now().toISOString())),
    grants: (place, grants) => db.quickTransaction(() => putGrants(db, place, grants)),
    space: (cloned) => db.quickTransaction(() => fillSpace(db, cloned, placeAt(cloned.index))),
    sites: (sites) => db.quickTransaction(() => putSites(db, organization.id, sites, now().toISOString())),
    versions: () => versionIds(db),
    parts(parts) {
      const owner = { organization: organization.id, caller: caller.id, at: now().toISOString() };
      db.quickTransaction(() => putParts(db, owner, parts));
    },
    finish(ids, at) {
      db.transaction(() => {
        removeOthers(db, organization.id, ids);
        keep({ filledAt: at });
      });
    },
    token() {
      const at = now().toISOString();
      if (!members(db).find({ organization: organization.id, user: caller.id }))
        putRow(
          db,
          'members',
          {
            organization: organization.id,
            user: caller.id,
            role: 'admin',
            disabled: 0,
            sso: 0,
            joinedAt: at,
            lastSeenAt: at,
          },
          ['organization', 'user'],
        );
      const token = createToken(db, { kind: 'user', subject: caller.id, now: at });
      addToken(db, token);
      return token;
    },
    endEarlierTokens: () => endEarlierTokens(db),
    close: () => db.close(),
  };
}

function fillSpace(db: Database, cloned: ClonedSpace, position: string): void {
  const { space, revisions, known, withContent } = cloned;
  for (const { revision, bodies } of revisions) putRevision(db, space.id, revision, bodies);
  putSpace(db, space, position);
  putGrants(db, { kind: 'space', id: space.id }, known.grants);
  putChangeRequests(db, space.id, known.changeRequests);
  putComments(db, space.id, known.comments);
  if (withContent) metaStore(db).set(`clone ${space.id}`, JSON.stringify(known));
}

function removeOthers(db: Database, organization: string, ids: readonly string[]): void {
  const gone = db.all<{ id: string }>(
    'SELECT id FROM spaces WHERE organization = ? AND id NOT IN (SELECT value FROM json_each(?))',
    organization,
    JSON.stringify(ids),
  );
  for (const { id } of gone) {
    removeSpaceContent({ db }, id);
    db.run('DELETE FROM permissions WHERE target = ?', id);
    db.run('DELETE FROM spaces WHERE id = ?', id);
    db.run('DELETE FROM meta WHERE key = ?', `clone ${id}`);
  }
}

/** Whether a file is a clone of a host, and since when it is as it is; undefined for what is not. */
export function cloneOf(file: string, origin: string): { filledAt: string } | undefined {
  if (!existsSync(file)) return undefined;
  const db = openDatabase(file);
  try {
    const facts = factsOf(db);
    return facts?.origin === hashOf(origin) ? { filledAt: facts.filledAt ?? '' } : undefined;
  } finally {
    db.close();
  }
}

// What a clone is filled with, and what its file offers for it.

/** What is read of: the host, the organization and who reads it. */
interface CloneSource {
  origin: string;
  organization: Organization;
  caller: User;
}

/** What a file knows of a space it holds: enough to fetch nothing twice. */
interface KnownSpace {
  /** Of the source; the space may have changed here since. */
  revision: string;
  /** Hash of a text by what the source tells of it. */
  texts: Record<string, string>;
  /** The same of files. */
  files: Record<string, { hash: string; size: number }>;
  /** Whose pages and files are here. */
  revisions: readonly string[];
  grants: readonly ClonedGrant[];
  changeRequests: readonly ClonedChangeRequest[];
  comments: readonly ClonedComment[];
}

interface ClonedSpace {
  /** Its place among all spaces. */
  index: number;
  space: Space;
  /** With what is in them: the one of the space and those of its change requests, where they are not here yet. */
  revisions: readonly { revision: Revision; bodies: Bodies }[];
  /** Grants, change requests and comments of it are as they are here, whatever was done to them since. */
  known: KnownSpace;
  /** False: it has no content, and nothing is known of it afterwards. */
  withContent: boolean;
}

interface CloneFile {
  /** Nothing was kept in it yet. */
  readonly isNew: boolean;
  /** Of a clone without names that was filled to the end: marks of what was replaced. */
  readonly learned: ReadonlySet<string> | undefined;
  keepLearned(marks: ReadonlySet<string>): void;
  /** Whether any text in it is found. */
  holds(finds: (text: string) => boolean): boolean;
  /** When it was filled before, as ISO date and time; undefined: never to the end. */
  readonly filledAt: string | undefined;
  known(spaceId: string): KnownSpace | undefined;
  /** Keeps bytes or text; the same has the same hash. */
  keep(content: Uint8Array | string): string;
  people(
    members: readonly Member[],
    teams: readonly ClonedTeam[] | undefined,
    saml: readonly SamlProvider[] | undefined,
  ): void;
  collections(collections: readonly Collection[]): void;
  grants(place: GrantedPlace, grants: readonly ClonedGrant[]): void;
  /** All of a space at once, or nothing of it. */
  space(space: ClonedSpace): void;
  /** Exactly these, once their spaces are there. */
  sites(sites: readonly ClonedSite[]): void;
  /** OpenAPI versions whose text is here. */
  versions(): ReadonlySet<string>;
  /** Exactly these of each part that is given, once spaces and sites are there. */
  parts(parts: ClonedParts): void;
  /** Removes the spaces that are not among these, and says when it was filled. */
  finish(spaceIds: readonly string[], at: string): void;
  /** A new token of whoever read the source. */
  token(): string;
  /** Removes the tokens that were made before the last one: call it once that one is kept. */
  endEarlierTokens(): void;
  close(): void;
}
