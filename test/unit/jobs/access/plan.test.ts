// Grants as code: what a file may say, what it comes to, and which requests make it so.
import { describe, expect, it } from 'vitest';
import type { Grant } from '../../../../src/domain/access/grants.ts';
import type { Person } from '../../../../src/domain/access/people.ts';
import { accessEntries, wantedAccess } from '../../../../src/domain/access/wanted.ts';
import { grantChanges } from '../../../../src/jobs/access/grant-changes.ts';

const person = (id: string): Person => ({
  id,
  name: id.toUpperCase(),
  email: `${id}@acme.example`,
  role: 'read',
  status: 'active',
  joinedAt: undefined,
  lastSeenAt: undefined,
});
const organization = {
  people: ['ann', 'bob', 'cid'].map(person),
  teams: [{ id: 't1', title: 'Writers' }],
  things: [
    { kind: 'space' as const, id: 's1', title: 'Guides' },
    { kind: 'space' as const, id: 's2', title: 'API v1' },
    { kind: 'space' as const, id: 's3', title: 'API v2' },
    { kind: 'site' as const, id: 'w1', title: 'Docs' },
  ],
};
const NOW = new Date('2026-11-22T12:00:00Z');

function wanted(...grants: object[]) {
  const { entries, problems } = accessEntries({ grants });
  expect(problems).toEqual([]);
  return wantedAccess(entries, organization, NOW);
}
const levels = (...grants: object[]) => {
  const all = [...wanted(...grants).wanted.values()];
  return Object.fromEntries(all.map(({ subject, thing, level }) => [`${subject.id} ${thing.id}`, level]));
};

describe('an access file', () => {
  it('ends access after its last day, which counts to its end', () => {
    const on = { person: 'ann', level: 'edit', on: 'Guides' };
    expect(levels({ ...on, until: '2026-11-22' })).toEqual({ 'ann s1': 'edit' });
    expect(levels({ ...on, until: '2026-11-21' })).toEqual({ 'ann s1': null });
    expect(levels({ ...on, until: '2026-11-22T12:00:00Z' })).toEqual({ 'ann s1': null });
    expect(levels({ ...on, until: '2026-11-22T13:01:00+01:00' })).toEqual({ 'ann s1': 'edit' });
  });

  it('lets a name count before a pattern, and what holds before what ended, in any order', () => {
    const grants = [
      { person: '*', level: 'read', on: 'API*' },
      { person: 'bob', level: 'admin', on: 'API v1' },
      { person: 'bob', level: 'edit', on: 'API v2', until: '2020-01-01' },
      { team: 'writers', level: 'review', on: 'site:docs' },
    ];
    const expected = {
      ...{ 'ann s2': 'read', 'ann s3': 'read', 'bob s2': 'admin', 'bob s3': 'read' },
      ...{ 'cid s2': 'read', 'cid s3': 'read', 't1 w1': 'review' },
    };
    expect(levels(...grants)).toEqual(expected);
    expect(levels(...grants.reverse())).toEqual(expected);
  });

  it('is refused where it is no list of grants', () => {
    const grant = { person: 'ann', level: 'edit', on: 'Guides' };
    for (const [value, message] of [
      [null, 'a list is expected, such as'],
      [{ grant: [] }, 'unknown key "grant": the file has one key, grants'],
      [{ grants: [{ ...grant, until: 'soon' }] }, 'until: "soon" is not a day'],
      [{ grants: [{ ...grant, on: undefined }] }, 'on is missing'],
      [{ grants: [{ ...grant, person: '' }] }, 'a name is empty'],
    ] as const)
      expect(accessEntries(value).problems[0]?.message).toContain(message);
  });
});

describe('the changes of an access file', () => {
  const grant = (kind: Grant['kind'], id: string, level: Grant['level']) => ({ kind, id, name: id, level });
  const changes = (...grants: object[]) =>
    grantChanges({
      organizationId: 'o1',
      wanted: wanted(...grants).wanted,
      things: organization.things,
      grants: new Map([
        ['s1', [grant('user', 'ann', 'edit'), grant('team', 't1', 'read')]],
        ['w1', [grant('user', 'bob', 'admin')]],
      ]),
      onlyListed: false,
      caller: 'bob',
    });

  it('give what is missing, change what differs, and end what ended', () => {
    const found = changes(
      { person: 'ann', level: 'edit', on: 'Guides' },
      { person: 'cid', level: 'admin', on: 'Guides' },
      { team: 'Writers', level: 'create', on: 'Guides' },
      { person: 'bob', level: 'admin', on: 'site:Docs', until: '2020-01-01' },
    );
    expect(found.unchanged).toBe(1);
    expect(
      found.changes.map(({ operation, input, follows = '' }) =>
        [operation.id, JSON.stringify(input), follows].join(' ').trim(),
      ),
    ).toEqual([
      'spacePermissions.add {"spaceId":"s1","role":"admin","users":["cid"]} cid@acme.example can change and delete everything in space "Guides", and give access to others',
      'spacePermissions.updateTeam {"spaceId":"s1","teamId":"t1","role":"create"} the members of team "Writers" can change and merge everything in space "Guides"',
      'sitePermissions.removeUser {"organizationId":"o1","siteId":"w1","userId":"bob"} this is your own access',
    ]);
  });
});
