// How much memory a served sandbox keeps for garbage: counted in a process of its own, as the setting is for a process.
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { SMALL_HEAP } from '../../src/files/of-node.ts';

/** Replaces objects that have grown old, again and again; tells the most bytes the heap had. */
const CHURN = `
const { getHeapStatistics, setFlagsFromString } = require('node:v8');
for (const flag of process.argv.slice(1)) setFlagsFromString(flag);
const kept = [];
let most = 0;
for (let at = 0; at < 2_000_000; at += 1) {
  kept[at % 300_000] = { at, text: [at, at, at, at] };
  if (at % 10_000 === 0) most = Math.max(most, getHeapStatistics().total_heap_size);
}
console.log(most);
`;

function churn(...flags: string[]): number {
  return Number(execFileSync(process.execPath, ['-e', CHURN, '--', ...flags], { encoding: 'utf8' }));
}

it('garbage takes much less room than Node would give it', () => {
  expect(churn(SMALL_HEAP)).toBeLessThan(churn() * 0.85);
});
