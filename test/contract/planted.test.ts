import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { DEFECTS, type NamedTest, type Patch } from '../harden/defects/list.ts';
import { MODULES } from '../harden/mutants/modules.ts';
import { reached } from '../helpers/runs.ts';

it('every planted defect fits the source in one place, and names tests that there are', () => {
  const wrong = DEFECTS.flatMap(({ id, patches, tests }) => {
    const faults = [...patches.flatMap(misfit), ...tests.flatMap(missing)];
    if (tests.length === 0) faults.push('names no test');
    return faults.map((fault) => `${id}: ${fault}`);
  });
  expect(wrong).toEqual([]);
  expect(new Set(DEFECTS.map(({ id }) => id)).size).toBe(DEFECTS.length);
  reached('G1', 'defects', DEFECTS.length);
});

it('every module of the mutants names files that there are, each once', () => {
  const wrong = MODULES.flatMap(({ name, mutate, tests }) =>
    [mutate, tests].flatMap((files) =>
      files
        .filter((file, at) => !existsSync(file) || files.indexOf(file) !== at)
        .map((file) => `${name}: ${file}`),
    ),
  );
  expect(wrong).toEqual([]);
});

function misfit({ file, find, replace }: Patch): string[] {
  const times = readFileSync(file, 'utf8').split(find).length - 1;
  return times === 1 && find !== replace ? [] : [`${times} times in ${file}: ${find}`];
}

/** A test of another name runs nothing, and so notices nothing. */
function missing({ file, name, fromTable }: NamedTest): string[] {
  if (!existsSync(file)) return [`there is no ${file}`];
  const isThere = name === undefined || fromTable || readFileSync(file, 'utf8').includes(name);
  return isThere ? [] : [`${file} has no test "${name}"`];
}
