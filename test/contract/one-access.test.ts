// One function of the sandbox says who has which level: the list of everyone with access, refusals, and the reports that
// are made of that list all come from it. A defect in it is planted (test/harden/defects/sandbox.txt) and fails each of these.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { updateSpace } from '../../src/api/content/spaces.ts';
import { addSpacePermission, listSpaceAccess } from '../../src/api/people/permissions.ts';
import { createChangeRequest } from '../../src/api/review/change-requests.ts';
import { sandboxedCli } from '../helpers/cli.ts';
import { perFile } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const root = resolve(import.meta.dirname, '../../src/sandbox');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.startsWith('db/'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const filesWith = (pattern: RegExp) =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .sort();

describe('who has which level', () => {
  it('is worked out in one file, from roles, grants and default levels', () => {
    // The others: how many spaces a member sees counts those of the same grants once.
    expect(filesWith(/\bgivenTo\(/)).toEqual(['access.ts', 'resources/people/members-view.ts']);
    // Of everyone at once: what the same function reads.
    expect(filesWith(/\bgivenToMembers\(/)).toEqual(['resources/people/permissions.ts']);
    // The same rule as a condition of SQL, and the level that an invite link names.
    expect(filesWith(/defaultLevel (?:[!=]==|=|<>|IS) (?!undefined)/)).toEqual([
      'access.ts',
      'resources/people/invites.ts',
      'who-sees.ts',
    ]);
    // Tokens of integrations are of no member.
    expect(filesWith(/^ +(?:spaceRole|collectionRole|requireSpace)(?:,|: \(|\()/m)).toEqual([
      'access.ts',
      'caller.ts',
    ]);
    expect(filesWith(/\bnew WireError\(403/)).toEqual(['wire-error.ts']);
  });

  it('is asked of it by the list of everyone, and by the list of a site', () => {
    const text = (path: string) => sources.find((one) => one.path === path)?.text ?? '';
    expect(text('resources/people/permissions.ts')).toContain('role: (as) => as.access.spaceRole(row)');
    expect(text('resources/people/permissions.ts')).toContain('role: (as) => as.access.collectionRole(id)');
    expect(text('resources/people/permissions.ts')).toContain('role: (as) => siteAccess(as, row)?.role');
    expect(text('resources/people/permissions.ts')).toContain('target.role(as)');
    expect(text('resources/people/permissions.ts')).toContain('siteAccess(as, ');
    expect(text('resources/people/members-view.ts')).toContain('access: accessOf(call.db, userId, readings)');
  });
});

// A member with the role read, and a grant of create on one space.
const WHO = 'lucas@tarnpost.example';
const SPACE = 'Release notes';

let spaceId = '';
let lucas = '';
const box = perFile(() => openTestSandbox({ demo: true }));
const cli = perFile(sandboxedCli);
beforeAll(async () => {
  const id = (sql: string, name: string) => box.sandbox.db.get<{ id: string }>(sql, name)?.id ?? '';
  spaceId = id('SELECT id FROM spaces WHERE title = ?', SPACE);
  lucas = id('SELECT id FROM users WHERE email = ?', WHO);
  await box.call(addSpacePermission, { spaceId, users: [lucas], role: 'create' });
  const { exitCode, stderr } = await cli(`permissions grant ${WHO} create --space "${SPACE}" --yes`);
  expect(exitCode, stderr).toBe(0);
});

describe('a grant of create', () => {
  it('is in the list of everyone with access', async () => {
    const { items } = await box.call(listSpaceAccess, { spaceId });
    expect(items.find(({ user }) => user.id === lucas)?.permission).toBe('create');
  });

  it('lets through as far as it goes, and is named by the refusal', async () => {
    expect((await box.answer(createChangeRequest, { spaceId }, { as: lucas })).status).toBe(201);
    const { status, body } = await box.answer(updateSpace, { spaceId, title: 'x' }, { as: lucas });
    expect(status).toBe(403);
    expect(JSON.stringify(body)).toContain('your role there is create');
  });

  it.each([
    ['access matrix --members lucas* -o ndjson', `"title":"${SPACE}"},"level":"create"`],
    [`access of ${WHO} -o tsv`, `create\tdirect grant on space ${SPACE}`],
    [`access who-can edit "${SPACE}" -o tsv`, `create\tdirect grant on space ${SPACE}`],
    [`access why ${WHO} "${SPACE}" -o tsv`, `create\tdirect grant on space ${SPACE}\ttrue`],
  ])('is in the report of %s', async (line, expected) => {
    const { stdout, stderr } = await cli(line);
    expect(stderr).not.toContain('?');
    expect(stdout).toContain(expected);
  });
});

it('a terminal of 80 columns shows whole where access comes from, and the command that ends it', async () => {
  const { stdout, stderr } = await cli(`access why ${WHO} "${SPACE}"`, { tty: true, columns: 80 });
  expect(stdout).toMatch(/^create +direct grant on space Release notes +yes$/m);
  expect(stderr.replace(/\s+/g, ' ')).toContain(`to end it: docs permissions users remove ${WHO} --space `);
  expect((await cli(`access of ${WHO}`, { tty: true, columns: 80 })).stdout).not.toContain('…');
});
