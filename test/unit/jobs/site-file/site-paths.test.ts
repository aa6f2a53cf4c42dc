import { expect, it } from 'vitest';
import { type PathChange, sendInTurn } from '../../../../src/jobs/site-file/fields.ts';

type Given = Omit<PathChange, 'send'>;

/** What is sent, in order, and whether each waits for those before it. */
function sent(changes: readonly Given[]): string[] {
  const rows: string[] = [];
  sendInTurn(
    changes.map(
      (one): PathChange => ({
        ...one,
        send: (path, inTurn) => rows.push(`${one.id} ${path}${inTurn ? ' in turn' : ''}`),
      }),
    ),
    ({ id, wanted }, holder) => new Error(`${id}: ${wanted} of ${holder.id}`),
  );
  return rows;
}

const fresh = (id: string, likely: string, wanted: string): Given => ({ id, now: undefined, likely, wanted });

it('takes the path that the platform is likely to give a new section only once that section has left it', () => {
  expect(sent([fresh('a', 'intro', 'guide'), fresh('b', 'guide', 'start')])).toEqual([
    'b start in turn',
    'a guide in turn',
  ]);
  expect(sent([fresh('a', 'x', 'guide-1'), fresh('b', 'guide', 'start')])).toEqual([
    'b start in turn',
    'a guide-1 in turn',
  ]);
});

it('lets one of two new sections step aside where each may have the path of the other', () => {
  const rows = sent([fresh('a', 'one', 'two'), fresh('b', 'two', 'one')]);
  expect(rows).toHaveLength(3);
  expect(rows.slice(1)).toEqual(['b one in turn', 'a two in turn']);
});

it('keeps no order where no paths meet', () => {
  expect(sent([fresh('a', 'one', 'one'), fresh('b', 'two', 'three')])).toEqual(['a one', 'b three']);
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
  ).toEqual(['b undefined', 'c end in turn', 'a guide in turn']);
});
