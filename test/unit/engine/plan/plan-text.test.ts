// The text of a plan is written and read row by row: in pieces of any size it is the same plan, with the same faults.
import { describe, expect, test } from 'vitest';
import { hashOf, PackedRows, type Plan, type PlanRow, slicesOf } from '../../../../src/engine/plan/plan.ts';
import { PlanReader, piecesOf } from '../../../../src/engine/plan/plan-file.ts';

const row = (number: number, title = `Space ${number}`): PlanRow => ({
  operation: 'spaces.update',
  input: { spaceId: `id${number}`, title },
  target: { kind: 'space', id: `id${number}`, title: 'Old "[{,}]\\' },
  before: { title: 'Old' },
  after: { title },
  danger: 'mild',
});

const planOf = (rows: Plan['rows']): Plan => ({
  version: 1,
  origin: 'https://api.example.com',
  organization: { id: 'org', title: 'Org' },
  made: { at: '2026-01-01T00:00:00.000Z', by: null, command: 'docs spaces update "rows": [', docs: '1.0.0' },
  rows,
  unchanged: 2,
  guards: { expires: '2026-01-02T00:00:00.000Z' },
});

const texts = ['}],"rows":[{', '\u202eturned', 'ü', '\\', '"'];
const rows = texts.map((title, at) => row(at, title));

const packed = (): PackedRows => {
  const all = new PackedRows();
  for (const one of rows) all.push(one);
  return all;
};

function read(text: string, size: number) {
  const found: unknown[] = [];
  const reader = new PlanReader({ name: 'plan.json', mostValues: 1000, row: (one) => found.push(one) });
  for (let from = 0; from < text.length; from += size) reader.add(text.slice(from, from + size));
  return { head: reader.end(), rows: found };
}

const failureOf = (text: string, size: number): string => {
  try {
    read(text, size);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return 'none';
};

const SIZES = [1, 2, 3, 7, 64, 100_000];

describe('what is written', () => {
  test('is the plan as indented JSON, with signs that turn text escaped', () => {
    for (const some of [rows, [], rows.slice(0, 1)]) {
      const plan = planOf(some);
      const text = [...piecesOf(plan)].join('');
      expect(text).toBe(`${JSON.stringify(plan, null, 2).replaceAll('\u202e', '\\u202e')}\n`);
    }
  });

  test('is the same of packed rows, and so is the hash', () => {
    expect([...piecesOf(planOf(packed()))]).toEqual([...piecesOf(planOf(rows))]);
    expect(hashOf(planOf(packed()))).toBe(hashOf(planOf(rows)));
    const all = packed();
    expect(hashOf(planOf(all))).not.toBe(hashOf({ ...planOf(all), origin: 'https://other.example' }));
    expect([...slicesOf(all, 2)].map(({ from, rows: some }) => [from, some.length])).toEqual([
      [0, 2],
      [2, 2],
      [4, 1],
    ]);
  });
});

describe('what is read', () => {
  test('is the plan that was written, in pieces of any size and in any form', () => {
    const plan = planOf(rows);
    const { rows: _, ...head } = plan;
    const forms = [
      JSON.stringify(plan),
      JSON.stringify(plan, null, 3),
      JSON.stringify({ rows, ...head }),
      `${[...piecesOf(plan)].join('')}  `,
    ];
    for (const text of forms)
      for (const size of SIZES) expect(read(text, size)).toEqual({ head: { ...head, rows: [] }, rows });
  });

  test('no rows are no rows', () => {
    for (const text of [
      '{"rows":[]}',
      '{"rows":[ \n ]}',
      '{"rows":{"rows":[1]}}',
      '[{"rows":[1]}]',
      '{"a":["rows",[1]]}',
    ])
      for (const size of SIZES)
        expect([text, read(text, size)]).toEqual([text, { head: JSON.parse(text), rows: [] }]);
  });

  test('a fault is told with its place in the whole', () => {
    const faults = [
      ['{"rows":[{"a":1},{"a" 1}]}', 'plan.json is not JSON (character 23)'],
      ['{"rows":[{"a":1},]}', 'plan.json is not JSON (character 18)'],
      ['{"rows":[,{"a":1}]}', 'plan.json is not JSON (character 10)'],
      ['{"rows":[{"a":1,"a":2}]}', 'plan.json has "a" twice in one object (character 17)'],
      ['{"rows":[{"a":1}],"b" 2}', 'plan.json is not JSON (character 23)'],
      [`{"rows":[${'1,'.repeat(1000)}1]}`, 'plan.json cannot be read: more than 1000 values'],
    ] as const;
    for (const [text, message] of faults)
      for (const size of SIZES) expect([text, failureOf(text, size)]).toEqual([text, message]);
  });

  test('rows that come twice are refused', () => {
    for (const size of SIZES)
      expect(failureOf('{"rows":[1],"rows":[2]}', size)).toMatch(
        /^plan\.json has "rows" twice in one object/,
      );
  });

  test('a plan that was cut off is not JSON', () => {
    const text = JSON.stringify(planOf(rows));
    for (let length = 1; length < text.length; length += 5)
      expect(failureOf(text.slice(0, length), 64)).toMatch(/^plan\.json is not JSON/);
  });
});
