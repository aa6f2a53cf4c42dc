// One organization that every request is sent to, by everybody: whatever a request changes is taken back at once.
import { createCollection, updateCollection } from '../../src/api/content/collections.ts';
import { duplicateSpace, listSpaces, updateSpace } from '../../src/api/content/spaces.ts';
import { getCaller } from '../../src/api/people/members.ts';
import { ROLES } from '../../src/api/roles.ts';
import type { Database } from '../../src/sandbox/db/database.ts';
import { members, users } from '../../src/sandbox/db/people/organizations.ts';
import { end } from './api-scripts.ts';
import { type State, stateOf } from './api-verbs.ts';
import { openTestSandbox, type TestSandbox } from './sandbox.ts';

/** From nobody to everything. `stranger` is not a member, `disabled` an administrator who was disabled. */
export const CALLERS = ['stranger', 'disabled', 'guest', ...[...ROLES].reverse()] as const;
export type CallerName = (typeof CALLERS)[number];

export interface RightsBox {
  box: TestSandbox;
  /** Where the script of an input is played. */
  state: State;
  callers: ReadonlyMap<CallerName, string>;
  /** What only administrators may know of, by the name that a path has for it. */
  hidden: Readonly<Record<'spaceId' | 'collectionId', string>>;
  /** Does the work, and takes back whatever it wrote. */
  undone<T>(work: () => Promise<T>): Promise<T>;
  cleanup(): Promise<void>;
}

/** The demo, a member of each role, and what is hidden from all of them but administrators. */
export async function openRightsBox(): Promise<RightsBox> {
  const box = await openTestSandbox({ demo: true });
  const { db } = box.sandbox;
  const callers = new Map(CALLERS.map((name) => [name, addCaller(box, name)]));
  const hidden = await hideSome(box);
  // Their tokens must outlive what is taken back.
  for (const as of callers.values()) await box.attempt(getCaller, {}, { as });
  nestTransactions(db);
  const state = stateOf(box);
  return {
    box,
    state,
    callers,
    hidden,
    async undone(work) {
      db.run('SAVEPOINT undone');
      try {
        return await work();
      } finally {
        await box.sandbox.background.settle();
        db.run('ROLLBACK TO undone');
        db.run('RELEASE undone');
      }
    },
    cleanup: () => end({ state }),
  };
}

/** What is hidden from all members but administrators: a collection, and a space with pages. */
async function hideSome(box: TestSandbox): Promise<RightsBox['hidden']> {
  const { organizationId } = box;
  const { id: collectionId } = await box.call(createCollection, { organizationId, title: 'Board' });
  await box.call(updateCollection, { collectionId, defaultLevel: null });
  const all = await box.call(listSpaces, { organizationId });
  const guides = all.items.find(({ title }) => title === 'Guides');
  const { id: spaceId } = await box.call(duplicateSpace, { spaceId: guides?.id ?? '' });
  await box.call(updateSpace, { spaceId, title: 'Board papers', defaultLevel: null });
  return { spaceId, collectionId };
}

function addCaller(box: TestSandbox, name: CallerName): string {
  const { db } = box.sandbox;
  const at = box.clock.now.toISOString();
  // Behind all others: the first member of a list is somebody else.
  const id = `zzzz${name}`.padEnd(20, 'z');
  users(db).insert({ id, displayName: `The ${name}`, email: null, photoURL: null, createdAt: at });
  if (name === 'stranger') return id;
  members(db).insert({
    organization: box.organizationId,
    user: id,
    role: name === 'disabled' ? 'admin' : name === 'guest' ? null : name,
    disabled: name === 'disabled' ? 1 : 0,
    sso: 0,
    joinedAt: at,
    lastSeenAt: null,
  });
  return id;
}

/** SQLite begins no transaction inside another one: what the sandbox does at once is a part of the one that is undone. */
function nestTransactions(db: Database): void {
  let depth = 0;
  db.transaction = (work) => {
    depth += 1;
    const name = `inside_${depth}`;
    db.run(`SAVEPOINT ${name}`);
    try {
      return work();
    } catch (error) {
      db.run(`ROLLBACK TO ${name}`);
      throw error;
    } finally {
      db.run(`RELEASE ${name}`);
      depth -= 1;
    }
  };
  db.quickTransaction = db.transaction;
  db.isFree = () => true;
}
