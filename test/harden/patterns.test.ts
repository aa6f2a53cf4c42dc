import { expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { took } from '../helpers/growth.ts';

const LENGTH = 100_000;
/** What makes a pattern go back and forth: long runs of what it takes, and one letter at the end that it does not. */
const RUNS = [...'aA0-._/ \né', 'a-', 'a.', 'a/', '-a', '.a', 'a-b.', 'aa.', '0-0.', 'refs/heads/'];
const strings = RUNS.flatMap((run) => {
  const long = run.repeat(Math.ceil(LENGTH / run.length)).slice(0, LENGTH);
  return ['', '!', '\n', ' ', '.', '-', '/'].map((end) => long + end);
});

const patterns = new Set<string>();
function collect(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'pattern' && typeof value === 'string') patterns.add(value);
    else collect(value);
  }
}
for (const { params, query, body, result } of operations)
  for (const schema of [params, query, body, result]) collect(schema);

it('finds the patterns of the specification', () => {
  expect(patterns.size).toBeGreaterThan(4);
});

it.each([...patterns])('%s takes no long time over any text', (pattern) => {
  const slow = strings.filter((text) => {
    // Time of the processor, and the best of three: other work of the machine is not the pattern's.
    const times = [1, 2, 3].map(() => took(() => new RegExp(pattern).test(text)));
    return Math.min(...times) > 50_000;
  });
  expect(slow.map((text) => text.slice(0, 20))).toEqual([]);
});
