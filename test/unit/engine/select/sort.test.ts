import { expect, it } from 'vitest';
import { sorted } from '../../../../src/engine/select/sort.ts';

const by = (items: readonly unknown[], ...names: string[]) =>
  sorted(
    items,
    names.map((name) => ({ path: name.replace('-', ''), isDescending: name.startsWith('-') })),
  );
const values = (...given: unknown[]) => given.map((a) => ({ a }));

it('sorts numbers by value, texts without regard to case, with numbers in them by value', () => {
  expect(by(values(10, 9, -1), 'a')).toEqual(values(-1, 9, 10));
  expect(by(values('b', 'A', 'É', 'f', 'a'), 'a')).toEqual(values('A', 'a', 'b', 'É', 'f'));
  expect(by(values('v10', 'v2'), 'a')).toEqual(values('v2', 'v10'));
  expect(by(values('2026-10-01T00:00:00.000Z', '2026-09-30T00:00:00.000Z'), '-a')).toEqual(
    values('2026-10-01T00:00:00.000Z', '2026-09-30T00:00:00.000Z'),
  );
  expect(by(values(true, false), 'a')).toEqual(values(false, true));
});

it('puts what is missing last in either direction', () => {
  const items = [{}, { a: 1 }, { a: null }, { a: 2 }, { a: '' }];
  expect(by(items, 'a')).toEqual([{ a: 1 }, { a: 2 }, {}, { a: null }, { a: '' }]);
  expect(by(items, '-a')).toEqual([{ a: 2 }, { a: 1 }, {}, { a: null }, { a: '' }]);
});

it('goes on with the next field, and leaves what is equal as it was', () => {
  const items = [
    { a: { b: 'x' }, c: 1 },
    { a: { b: 'X' }, c: 2 },
    { a: { b: 'w' }, c: 3 },
    { a: { b: 'x' }, c: 2, d: 1 },
  ];
  expect(by(items, 'a.b', '-c')).toEqual([items[2], items[1], items[3], items[0]]);
});
