import { expect, it } from 'vitest';
import { type PathChange, sendInTurn } from '../../../../src/jobs/site-file/fields.ts';

type Given = Omit<PathChange, 'send'>;

/** What is sent, in order, and whether each waits for those before it. */
function sent(changes: readonly Given[]): [id: string, path: string | undefined, inTurn: boolean][] {
  const rows: [string, string | undefined, boolean][] = [];
  sendInTurn(
    changes.map((one): PathChange => ({ ...one, send: (path, inTurn) => rows.push([one.id, path, inTurn]) })),
    ({ id, wanted }, holder) => new Error(`${id}: ${wanted} of ${holder.id}`),
  );
  return rows;
}

const fresh = (id: string, likely: string, wanted: string): Given => ({ id, now: undefined, likely, wanted });

it('takes the path that the platform is likely to give a new section only once that section has left it', () => {
  expect(sent([fresh('a', 'intro', 'guide'), fresh('b', 'guide', 'start')])).toEqual([
    ['b', 'start', true],
    ['a', 'guide', true],
  ]);
  expect(sent([fresh('a', 'x', 'guide-1'), fresh('b', 'guide', 'start')])).toEqual([
    ['b', 'start', true],
    ['a', 'guide-1', true],
  ]);
});

it('lets one of two new sections step aside where each may have the path of the other', () => {
  const rows = sent([fresh('a', 'one', 'two'), fresh('b', 'two', 'one')]);
  expect(rows).toHaveLength(3);
  expect(rows.slice(1)).toEqual([
    ['b', 'one', true],
    ['a', 'two', true],
  ]);
});

it('keeps no order where no paths meet', () => {
  expect(sent([fresh('a', 'one', 'one'), fresh('b', 'two', 'three')])).toEqual([
    ['a', 'one', false],
    ['b', 'three', false],
  ]);
});

it('refuses a path that stays that of another, also where something waits for both', () => {
  const stays: Given = { id: 'c', now: 'three', wanted: undefined };
  expect(() => sent([{ id: 'a', now: 'one', wanted: 'three' }, stays])).toThrow('a: three of c');
  const waits: Given = { id: 'b', now: 'two', wanted: 'one' };
  expect(() => sent([waits, { id: 'a', now: 'one', wanted: 'three' }, stays])).toThrow('a: three of c');
});

it('takes the path that a new one would get where another is in its place until then', () => {
  const added: Given = { id: 'b', now: 'guide', likely: 'guide', isNew: true, wanted: undefined };
  expect(
    sent([{ id: 'a', now: 'start', wanted: 'guide' }, { id: 'c', now: 'guide', wanted: 'end' }, added]),
  ).toEqual([
    ['b', undefined, false],
    ['c', 'end', true],
    ['a', 'guide', true],
  ]);
});
