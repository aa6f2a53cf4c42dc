import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { table } from '../harden/table.ts';

it('names no row twice, and only tests that are there', () => {
  const ids = table.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  const files = new Set(table.flatMap(({ tests }) => tests));
  expect([...files].filter((file) => !existsSync(file))).toEqual([]);
});

it.for(table)(
  '$id is shown by a test that reaches its numbers, or says what is open',
  ({ id, wanted, tests, open }) => {
    const source = tests.map((file) => readFileSync(file, 'utf8')).join('\n');
    for (const unit of Object.keys(wanted)) expect(source).toContain(`reached('${id}', '${unit}'`);
    if (tests.length === 0) expect(open).toBeTruthy();
  },
);
