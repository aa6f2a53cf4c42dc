// The lowest role that may send each request that changes something: every one of the contract, tried by a guest, by a
// member of each role and by an administrator, and compared with a table that people read.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { type Operation, takesToken } from '../../src/api/operation.ts';
import type { Role } from '../../src/api/roles.ts';
import { whyAbsent } from '../../src/sandbox/absent.ts';
import { fillings } from '../helpers/fillings.ts';
import { inputOf, randomNumbers } from '../helpers/random-organization.ts';
import { PREPARED } from '../helpers/rights-inputs.ts';
import { reached, runs } from '../helpers/runs.ts';
import { openTestSandbox, type TestSandbox } from '../helpers/sandbox.ts';

const TABLE = new URL('./rights.tsv', import.meta.url);
const ROLES: readonly (Role | null)[] = [null, 'read', 'comment', 'edit', 'review', 'create', 'admin'];
/** What leaves the machine, takes long, or is about the caller alone. */
const ELSEWHERE = /^(git\.|imports\.|orgs\.join|users\.update$|openapi\.(create|set)$)/;
const TRIES = 10;

const changes = operations.filter(
  (operation) => operation.method !== 'GET' && takesToken(operation, 'user') && !ELSEWHERE.test(operation.id),
);
const tried = changes.filter(({ id }) => whyAbsent(id) === undefined);

/** `guest`, a role, or `-` where no input by chance gets through to anybody. */
async function lowestRole(operation: Operation): Promise<string> {
  for (let seed = 0; seed < TRIES; seed += 1) {
    const box = await openTestSandbox({ demo: true });
    try {
      const found = await firstAllowed(box, operation, seed);
      if (found !== undefined) return found;
    } finally {
      box.cleanup();
    }
  }
  return '-';
}

/** A refusal changes nothing, so all of them meet the same state until one is let through. */
async function firstAllowed(
  box: TestSandbox,
  operation: Operation,
  seed: number,
): Promise<string | undefined> {
  const random = randomNumbers(seed);
  const callers = ROLES.map((role) => ({ role, as: box.addMember(role) }));
  const input = await inputFor(operation, { box, random, callers: callers.map(({ as }) => as) });
  if (!input) return undefined;
  for (const { role, as } of callers) {
    const { status } = await box.attempt(operation, input, { as });
    // 204 of a delete: for this caller there is nothing to delete.
    if (operation.method === 'DELETE' && status === 204 && operation.success.includes(205)) continue;
    if (status < 300) return role ?? 'guest';
    // Bad input, or a state that does not allow it: another try may say more.
    if (status !== 403 && status !== 404) return undefined;
  }
  return undefined;
}

interface Trying {
  box: TestSandbox;
  random: () => number;
  callers: readonly string[];
}

/** Undefined where there is nothing that the path could name. */
async function inputFor(operation: Operation, { box, random, callers }: Trying): Promise<object | undefined> {
  const prepare = PREPARED.get(operation.id);
  if (prepare) return prepare(box, callers);
  // About themselves people may do more.
  const all = fillings(box, operation).filter(
    ({ userId }) => userId === undefined || !callers.includes(userId),
  );
  const params = all[Math.floor(random() * all.length)];
  return params && { ...params, ...inputOf({ box, random }, operation) };
}

const table = new Map(
  readFileSync(TABLE, { encoding: 'utf8', flag: 'a+' })
    .split('\n')
    .filter((line) => line !== '')
    .map((line): [string, string] => {
      const [id = '', role = ''] = line.split('\t');
      return [id, role];
    }),
);

it('names every request that changes something, and no other', () => {
  if (process.env.DOCS_RIGHTS) return;
  expect([...table.keys()].sort()).toEqual(tried.map(({ id }) => id).sort());
});

it('lets through whom the table names, and nobody below', async () => {
  const some = runs('L23', 'operations', 12);
  const first = Math.floor(Math.random() * tried.length);
  const chosen = process.env.DOCS_RIGHTS
    ? tried.filter(({ id }) => process.env.DOCS_RIGHTS === 'all' || table.get(id) === '-')
    : Array.from({ length: Math.min(some, tried.length) }, (_, at) => tried[(first + at) % tried.length]);
  const found: [string, string][] = [];
  for (const operation of chosen) if (operation) found.push([operation.id, await lowestRole(operation)]);
  if (process.env.DOCS_RIGHTS) {
    for (const [id, role] of found) table.set(id, role);
    writeFileSync(TABLE, tried.map(({ id }) => `${id}\t${table.get(id) ?? '-'}\n`).join(''));
    return;
  }
  // A request that lets nobody through says nothing: test/helpers/rights-inputs.ts is where its input is written.
  const wrong = found.filter(([id, role]) => role === '-' || table.get(id) !== role);
  expect(wrong.map(([id, role]) => `${id}: ${role}, in the table ${table.get(id)}`)).toEqual([]);
  reached('L23', 'operations', found.length);
}, 600_000);
