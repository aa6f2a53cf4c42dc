// Which files of src/api stand on the contract, and what each takes from it: `wire.getSpaceById`, `wire.Space`, or a shape
// that it imports by name.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';

/** A file of ours, without its ending, as `content/spaces`, and the names that it takes from its generated neighbor. */
export interface Resource {
  readonly file: string;
  readonly operations: readonly string[];
  readonly shapes: readonly string[];
}

/** What `npm run contract` has written, as `content/spaces.generated.ts`: all of the resources' folders, not the index above them. */
export function generatedFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.includes(sep) && name.endsWith('.generated.ts'),
  );
}

/** Every file below a folder that names something of `wire`, in the order of their names. */
export function resourcesIn(folder: string): Resource[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.generated.ts'))
    .sort()
    .flatMap((name) => {
      const names = namesIn(readFileSync(join(folder, name), 'utf8'), basename(name, '.ts'));
      if (names.length === 0) return [];
      const isShape = (one: string) => /^[A-Z]/.test(one);
      return {
        file: name.slice(0, -'.ts'.length),
        operations: names.filter((one) => !isShape(one)),
        shapes: names.filter(isShape),
      };
    });
}

/** Names after `wire.`, and those that a file imports from its generated neighbor. */
function namesIn(text: string, name: string): string[] {
  const list =
    new RegExp(`^import \\{([^}]+)\\} from '\\./${name}\\.generated\\.ts';`, 'm').exec(text)?.[1] ?? '';
  const imported = list.matchAll(/(?:type )?(\w+)(?: as \w+)?(?:,|\s*$)/g);
  return [...new Set([...text.matchAll(/\bwire\.(\w+)/g), ...imported].flatMap(([, one]) => one ?? []))];
}
