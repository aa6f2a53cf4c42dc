// What is taken from the contract: a file of src/api takes operations of its generated neighbor as `wire.getSpaceById`, and
// whatever imports a shape from a generated file takes that.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** A hand-written file of src/api, without its ending, as `content/spaces`, and the names that it takes from its generated neighbor. */
export interface Resource {
  readonly file: string;
  readonly operations: readonly string[];
  readonly shapes: readonly string[];
}

/** What `npm run contract` has written, as `content/spaces.generated.ts`: all of the resources' folders, not the index above them. */
export const generatedFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.includes(sep) && name.endsWith('.generated.ts'),
  );

/** What is taken of each file, in the order of their names. `folder` is src/api; shapes are taken by all that is beside it. */
export function resourcesIn(folder: string): Resource[] {
  const taken = sourcesIn(dirname(folder)).flatMap((path) => takenBy(path, folder));
  const files = [...new Set(taken.map(({ file }) => file))].sort();
  const isShape = (name: string) => /^[A-Z]/.test(name);
  return files.map((file) => {
    const names = [...new Set(taken.flatMap((one) => (one.file === file ? one.names : [])))];
    return {
      file,
      operations: names.filter((name) => !isShape(name)),
      shapes: names.filter(isShape).sort(),
    };
  });
}

const WIRE = /^import \* as wire from '\.\/[\w-]+\.generated\.ts';/m;
/** An import of names, from a file that is generated. */
const IMPORT = /^import (?:type )?\{([^}]+)\} from '([^']+)\.generated\.ts';/gm;

function takenBy(path: string, folder: string): { file: string; names: string[] }[] {
  const text = readFileSync(path, 'utf8');
  const wire = WIRE.test(text) ? matches(text, /\bwire\.(\w+)/g) : [];
  const imports = [...text.matchAll(IMPORT)].map(([, list = '', from = '']) => ({
    file: relative(folder, join(dirname(path), from)),
    names: matches(list, /(?:type )?(\w+)(?: as \w+)?(?:,|\s*$)/g),
  }));
  return [{ file: relative(folder, path).slice(0, -'.ts'.length), names: wire }, ...imports].filter(
    // Our own lists of files are above the folders of resources.
    ({ file, names }) => names.length > 0 && file.includes(sep) && !file.startsWith('..'),
  );
}

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, one]) => one ?? []);

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.generated.ts'))
    .sort()
    .map((name) => join(folder, name));
