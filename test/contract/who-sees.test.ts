// What members and guests may know of, for every GET of the contract and every thing of the demo: what is hidden is not
// found, with the answer of an ID that was never given, and no answer anywhere holds it.
import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { type Operation, takesToken } from '../../src/api/operation.ts';
import type { Role } from '../../src/api/roles.ts';
import { accessOf } from '../../src/sandbox/access.ts';
import { spaces } from '../../src/sandbox/db/content/spaces.ts';
import type { OpenApiSpecRow } from '../../src/sandbox/db/integrations/openapi.ts';
import type { SiteRow } from '../../src/sandbox/db/sites/sites.ts';
import { whyAbsent } from '../../src/sandbox/fidelity.ts';
import type { Call } from '../../src/sandbox/sandbox.ts';
import { sees } from '../../src/sandbox/who-sees.ts';
import { fillings } from '../helpers/fillings.ts';
import { perFile } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perFile(() => openTestSandbox({ demo: true }));
const callers = new Map<string, string>();
beforeAll(() => {
  const roles: (Role | null)[] = ['admin', 'create', 'review', 'edit', 'comment', 'read', null];
  for (const role of roles) callers.set(role ?? 'guest', box.addMember(role));
  const guest = callers.get('guest') ?? '';
  const { db } = box.sandbox;
  // The guest was given one space, and a member may not see another.
  db.run("UPDATE spaces SET defaultLevel = NULL WHERE title = 'API reference'");
  db.run(
    `INSERT INTO permissions (kind, target, subject, subjectId, role)
     SELECT 'space', id, 'user', ?, 'read' FROM spaces WHERE title = 'Release notes'`,
    guest,
  );
  callers.set('stranger', box.addMember('admin', { organization: addOrganization() }));
});

function addOrganization(): string {
  const { db } = box.sandbox;
  db.run(
    `INSERT INTO organizations (id, title, hostname, defaultRole, createdAt, settings)
     SELECT 'elsewhere', 'Elsewhere', 'elsewhere', defaultRole, createdAt, settings FROM organizations LIMIT 1`,
  );
  return 'elsewhere';
}

const rows = <T extends object = { id: string }>(sql: string) => box.sandbox.db.all<T>(sql);
const ids = (sql: string) => rows(sql).map(({ id }) => id);

/** What somebody may not know of, by the rule: ids, and the titles that tell of them. */
function hiddenFrom(user: string): { ids: Set<string>; titles: string[] } {
  const call: Call = {
    ...box.sandbox,
    caller: { kind: 'user', userId: user },
    access: accessOf(box.sandbox.db, user),
  };
  const sites = rows<SiteRow>('SELECT * FROM sites');
  const specs = rows<OpenApiSpecRow>('SELECT * FROM openApiSpecs');
  const hidden = [
    ...spaces(box.sandbox.db)
      .all()
      .filter((row) => !sees(call, { kind: 'space', row })),
    ...sites.filter((row) => !sees(call, { kind: 'site', row })),
    ...specs.filter((row) => !sees(call, { kind: 'specification', row })),
  ];
  const organization = box.organizationId;
  const talk = sees(call, { kind: 'conversations', organization })
    ? []
    : [...ids('SELECT id FROM conversations'), ...ids('SELECT id FROM conversationIssues')];
  const collections = ids('SELECT id FROM collections').filter(
    (id) => call.access.collectionRole(id) === undefined,
  );
  return {
    ids: new Set([
      ...hidden.flatMap((row) => ('slug' in row ? [row.id, row.slug] : [row.id])),
      ...talk,
      ...collections,
    ]),
    titles: hidden.flatMap((row) => ('title' in row ? [row.title] : [])),
  };
}

/** An answer with the ids of the request made alike, so that two answers can be compared. */
const alike = (answer: { status: number; body: unknown }, params: Record<string, string>) =>
  Object.values(params).reduce(
    (text, value) => text.replaceAll(value, '*'),
    `${answer.status} ${JSON.stringify(answer.body)}`,
  );

const required = (operation: Operation): object =>
  operation.query?.required?.includes('query')
    ? { query: 'parcel' }
    : operation.query?.required?.includes('source')
      ? { source: '/getting-started' }
      : operation.query?.required?.includes('from')
        ? { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }
        : {};

it('hides from a guest all but what is public and what was given to them', () => {
  const { ids: hidden, titles } = hiddenFrom(callers.get('guest') ?? '');
  expect(titles).toEqual(expect.arrayContaining(['API reference', 'Guides v1']));
  expect(titles).not.toContain('Release notes');
  for (const id of ids('SELECT id FROM conversations')) expect(hidden).toContain(id);
  for (const slug of ids("SELECT slug AS id FROM openApiSpecs WHERE visibility = 'private'")) {
    expect(hidden).toContain(slug);
  }
  const member = hiddenFrom(callers.get('read') ?? '');
  expect(member.titles).toContain('API reference');
  expect(member.ids.size).toBeLessThan(hidden.size);
  expect([...hiddenFrom(callers.get('admin') ?? '').ids]).toEqual([]);
});

describe('what may not be known', () => {
  // What the sandbox does not do it answers with 501 whatever is asked for, so that nothing can be learned.
  const gets = operations.filter(
    (operation) =>
      operation.method === 'GET' && takesToken(operation, 'user') && whyAbsent(operation.id) === undefined,
  );

  it.each(gets.map((operation) => [operation.id, operation] as const))(
    '%s keeps it',
    async (_, operation) => {
      for (const [role, as] of callers) {
        const hidden = hiddenFrom(as);
        for (const params of fillings(box, operation)) {
          const input = { ...params, ...required(operation) };
          const found = await box.attempt(operation, input, { as });
          const told = JSON.stringify(found.body) ?? '';
          const where = `${role} ${operation.id} ${JSON.stringify(params)}: ${told.slice(0, 300)}`;
          const named = Object.values(params).filter((value) => hidden.ids.has(value));
          if (named.length > 0) {
            const nobody = Object.fromEntries(
              Object.entries(params).map(([name, value]) => [name, hidden.ids.has(value) ? 'never' : value]),
            );
            const unknown = await box.attempt(operation, { ...input, ...nobody }, { as });
            expect([found.status, where]).toEqual([404, where]);
            expect(alike(found, params)).toBe(alike(unknown, { ...params, ...nobody }));
          } else {
            const leaked = [...hidden.ids].filter((id) => told.includes(`"${id}"`));
            expect([where, leaked]).toEqual([where, []]);
          }
          if (role === 'stranger' && 'organizationId' in params)
            expect([where, found.status]).toEqual([where, 404]);
          const titles = hidden.titles.filter((title) => told.includes(`"title":"${title}"`));
          expect([where, titles]).toEqual([where, []]);
        }
      }
    },
  );
});
