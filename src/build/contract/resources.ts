// Which files of src/api stand on the contract, and what each takes from it: `wire.getSpaceById`, `wire.Space`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of ours, without its ending, as `content/spaces`, and the names that it takes from its generated neighbor. */
export interface Resource {
  readonly file: string;
  readonly operations: readonly string[];
  readonly shapes: readonly string[];
}

/** Every file below a folder that names something of `wire`, in the order of their names. */
export function resourcesIn(folder: string): Resource[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.generated.ts'))
    .sort()
    .flatMap((name) => {
      const taken = [...readFileSync(join(folder, name), 'utf8').matchAll(/\bwire\.(\w+)/g)];
      const names = [...new Set(taken.flatMap(([, one]) => one ?? []))];
      if (names.length === 0) return [];
      const isShape = (one: string) => /^[A-Z]/.test(one);
      return {
        file: name.slice(0, -'.ts'.length),
        operations: names.filter((one) => !isShape(one)),
        shapes: names.filter(isShape),
      };
    });
}
