// A sandbox file that is filled with what was read of an organization: ids kept, the same rows however often it is filled.
import { existsSync } from 'node:fs';
import { removeSpaceContent } from '../actions/content/remove-space-content.ts';
import { contentStore } from '../db/content/content.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { metaStore } from '../db/meta.ts';
import { memberStore } from '../db/people/members.ts';
import { tokenStore } from '../db/people/users.ts';
import { putRow } from '../db/rows.ts';
import { initSandbox } from '../init.ts';
import type { ClonedSpace, CloneFile, CloneSource, KnownSpace } from './cloned.ts';
import { positions, putCollections, putRevision, putSpace } from './content.ts';
import { addToken, endEarlierTokens, type Facts, factsOf, hashOf, refuseOther } from './facts.ts';
import { holdsText } from './holds-text.ts';
import { putParts, versionIds } from './parts.ts';
import { putGrants, putMembers, putOrganization, putSaml, putTeams, putUser } from './people.ts';
import { putChangeRequests, putComments } from './review.ts';
import { putSites } from './sites.ts';

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
        putTeams(db, organization.id, teams);
        putSaml(db, organization.id, saml);
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
      if (!memberStore(db).row(organization.id, caller.id))
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
      const token = tokenStore(db).create(caller.id, at);
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
