// A matrix of earlier beside one of now, and how seats are counted.
import { describe, expect, it } from 'vitest';
import type { Role } from '../../../../src/api/roles.ts';
import type { Place } from '../../../../src/domain/access/levels.ts';
import type { Person } from '../../../../src/domain/access/people.ts';
import { accessChanges, formerMatrix } from '../../../../src/jobs/access/former.ts';
import type { Matrix } from '../../../../src/jobs/access/matrix.ts';
import { seatsOf, stateOf } from '../../../../src/jobs/access/seats.ts';

const person = (id: string, more: Partial<Person> = {}): Person => ({
  id,
  name: id.toUpperCase(),
  email: `${id}@acme.example`,
  role: 'edit',
  status: 'active',
  joinedAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: undefined,
  ...more,
});
const space = (id: string, title: string): Place => ({
  ...{ kind: 'space', id, title, defaultLevel: null, parent: undefined },
});

function matrix(levels: Record<string, Role>): Matrix {
  const people = ['ann', 'bob'].map((id) => person(id));
  const spaces = [space('s1', 'Guides'), space('s2', 'New title')];
  return { people, spaces, level: (who, what) => levels[`${who.id} ${what.id}`] };
}

const rows = (...cells: Record<string, unknown>[]) =>
  cells.map((one, at) => ({ where: `line ${at + 2}`, cells: Object.entries(one) }));

describe('changes since a matrix of earlier', () => {
  it('are found by ID, whatever a space or a person is called now', () => {
    const former = formerMatrix(
      rows(
        { email: 'old@acme.example', id: 'ann', 'Guides [s1]': 'read', 'Old title [s2]': 'edit' },
        { email: 'cid@acme.example', id: 'cid', 'Guides [s1]': 'admin', 'Old title [s2]': '' },
      ),
    );
    const now = matrix({ 'ann s1': 'edit', 'ann s2': 'edit', 'bob s2': 'read' });
    expect(
      accessChanges(former, now).map(({ change, email, space: { title }, before, after, note }) =>
        [change, email, title, before, after, note].join(' '),
      ),
    ).toEqual([
      'raised ann@acme.example Guides read edit ',
      'gained bob@acme.example New title none read was not a member',
      'lost cid@acme.example Guides admin none is not a member now',
    ]);
  });

  it('are none where nothing changed, in each form of the file', () => {
    const now = matrix({ 'ann s1': 'edit' });
    const forms = [
      rows(
        { id: 'ann', email: 'ann@acme.example', 'Guides [s1]': 'edit', "'=New title [s2]": '' },
        { id: 'bob' },
      ),
      rows({ email: 'ANN@acme.example', Guides: 'edit', 'New title': 'none' }, { email: 'bob@acme.example' }),
      rows({ id: 'ann', access: [{ space: { id: 's1', title: 'x' }, level: 'edit' }] }, { id: 'bob' }),
      rows(
        { id: 'ann', 'space.title': 'x', 'space.id': 's1', level: 'edit', origin: 'direct grant' },
        { id: 'ann', 'space.title': 'x', 'space.id': 's1', level: 'edit', origin: 'team Writers' },
        { id: 'ann', space: { id: 's1', title: 'x' }, level: 'edit' },
      ),
    ];
    for (const form of forms) expect(accessChanges(formerMatrix(form), now)).toEqual([]);
  });

  it('say what is gone and what is new', () => {
    const former = formerMatrix(rows({ id: 'ann', email: 'ann@acme.example', 'Gone [s9]': 'review' }));
    const found = accessChanges(former, matrix({ 'ann s1': 'read' }));
    expect(found.map(({ change, space: { title }, note }) => [change, title, note])).toEqual([
      ['gained', 'Guides', 'new space'],
      ['lost', 'Gone', 'space is gone'],
    ]);
  });
});

describe('seats', () => {
  const day = 86_400_000;
  const ages = { now: new Date('2026-11-01T00:00:00Z'), unseenMs: 90 * day, newMs: 30 * day };
  const people = [
    person('a', { lastSeenAt: '2026-10-31T00:00:00Z' }),
    person('b', { lastSeenAt: '2026-01-31T00:00:00Z' }),
    person('c'),
    person('d', { joinedAt: '2026-10-20T00:00:00Z', role: null }),
    person('e', { status: 'disabled', lastSeenAt: '2026-10-31T00:00:00Z' }),
  ];

  it('know each state', () => {
    const states = ['active', 'not seen', 'never seen', 'new', 'disabled'];
    expect(people.map((one) => stateOf(one, ages))).toEqual(states);
  });

  it('add up in each row and to the total', () => {
    const all = seatsOf(people, ages);
    const total = all.at(-1);
    expect(total?.members).toBe(people.length);
    for (const row of all) {
      const { members, active, notSeen, neverSeen, disabled } = row;
      expect(active + notSeen + neverSeen + disabled + row.new).toBe(members);
    }
    expect(all.slice(0, -1).reduce((sum, { members }) => sum + members, 0)).toBe(total?.members);
  });
});
