import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DEFECTS } from '../harden/defects/list.ts';
import { reached } from '../helpers/runs.ts';

it('every planted defect fits the source in one place, and names tests that there are', () => {
  const wrong: string[] = [];
  for (const { id, patches, tests } of DEFECTS) {
    for (const { file, find, replace } of patches) {
      const times = readFileSync(file, 'utf8').split(find).length - 1;
      if (times !== 1 || find === replace) wrong.push(`${id}: ${times} times in ${file}: ${find}`);
    }
    if (tests.length === 0) wrong.push(`${id} names no test`);
    for (const { file } of tests) if (!existsSync(file)) wrong.push(`${id}: there is no ${file}`);
  }
  expect(wrong).toEqual([]);
  expect(new Set(DEFECTS.map(({ id }) => id)).size).toBe(DEFECTS.length);
  reached('G1', 'defects', DEFECTS.length);
});
