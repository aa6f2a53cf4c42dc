import { expect, it } from 'vitest';
import { slices } from '../../src/sandbox/slices.ts';

function compute(ms: number): void {
  for (const from = performance.now(); performance.now() - from < ms; );
}

it.each([
  ['one long work', 1],
  ['short works, one after the other', 50],
])('%s lets others have their turn', async (_what, works) => {
  let turns = 0;
  const other = setInterval(() => {
    turns += 1;
  }, 0);
  for (let work = 0; work < works; work += 1) {
    const pause = slices();
    for (let step = 0; step < 50 / works; step += 1) {
      compute(4);
      await pause();
    }
  }
  clearInterval(other);
  expect(turns).toBeGreaterThan(5);
});
