import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../src');
/** What each layer may import from; files at the top of src may import everything. */
const GROUND = ['errors.ts', 'files'];
const BELOW_ENGINE = ['api', 'client', 'markdown', 'output', 'config', 'workflows', ...GROUND, 'context.ts'];
const MAY: Record<string, readonly string[]> = {
  files: ['errors.ts'],
  api: [],
  markdown: ['api', ...GROUND],
  client: ['api', ...GROUND],
  output: GROUND,
  config: GROUND,
  terminal: [...GROUND, 'output', 'context.ts'],
  start: [...GROUND, 'config'],
  sandbox: ['api', 'markdown', ...GROUND],
  workflows: ['api', 'client', 'markdown', 'output', 'config', ...GROUND],
  engine: [...BELOW_ENGINE, 'sandbox/door.ts'],
  commands: [...BELOW_ENGINE, 'engine', 'sandbox/door.ts'],
};

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

const code = (file: string) =>
  readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm, '');

function wrongImports(file: string): string[] {
  const layer = file.split('/')[0] ?? '';
  const allowed = MAY[layer];
  if (!allowed) return [];
  const imports = [...code(file).matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    relative(root, resolve(root, file, '..', path)),
  );
  return imports
    .filter(
      (path) =>
        path.split('/')[0] !== layer &&
        !allowed.includes(path) &&
        !allowed.includes(path.split('/')[0] ?? ''),
    )
    .map((path) => `${file} imports ${path}`);
}

it('every file imports only from the layers below it', () => {
  expect(files.flatMap(wrongImports)).toEqual([]);
});

it('every folder of src is a layer with rules', () => {
  const folders = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]));
  folders.delete('build');
  expect([...folders].sort()).toEqual(Object.keys(MAY).sort());
});

it('the map for contributors shows every layer, and what it may import', () => {
  const map = readFileSync(join(root, '../.github/CONTRIBUTING.md'), 'utf8');
  const rows = [...map.matchAll(/^\| `src\/([a-z]+)` \| .+ \| (.+) \|$/gm)].map(
    ([, layer = '', may = '']) => [layer, [...may.matchAll(/`([^`]+)`/g)].map(([, name]) => name).sort()],
  );
  const rules = Object.entries(MAY).map(([layer, may]) => [layer, [...may].sort()]);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(rules));
});

it('no file outside the process edge ends the process or reads its globals', () => {
  const bad = files.filter((file) => {
    // start.ts is given the process as an argument.
    if (file === 'main.ts' || file === 'start.ts' || file.startsWith('build/')) return false;
    return /\bprocess\.(exit|env|argv|stdout|stdin|stderr|on)\b/.test(code(file));
  });
  expect(bad).toEqual([]);
});

/** The areas that divide every layer that goes by resource; commands have one more, for what is about the tool itself. */
const AREAS = ['content', 'insights', 'integrations', 'people', 'review', 'sites', 'translations'];
const BY_RESOURCE = ['api', 'commands', 'sandbox/actions', 'sandbox/db', 'sandbox/handlers', 'sandbox/views'];

const foldersOf = (layer: string) => [
  ...new Set(
    files
      .filter((file) => file.startsWith(`${layer}/`) && file.slice(layer.length + 1).includes('/'))
      .map((file) => file.slice(layer.length + 1).split('/')[0] ?? ''),
  ),
];

it.each(BY_RESOURCE)('src/%s is divided by area and by nothing else', (layer) => {
  const allowed = layer === 'commands' ? [...AREAS, 'tool'] : AREAS;
  expect(foldersOf(layer).filter((name) => !allowed.includes(name))).toEqual([]);
});

it('a resource is in the same area in every layer', () => {
  const areaOf = new Map<string, Set<string>>();
  for (const layer of BY_RESOURCE) {
    for (const area of AREAS) {
      for (const file of files.filter((path) => path.startsWith(`${layer}/${area}/`))) {
        const name = file.slice(layer.length + area.length + 2);
        if (!name.includes('/')) areaOf.set(name, (areaOf.get(name) ?? new Set()).add(area));
      }
    }
  }
  const split = [...areaOf].filter(([, areas]) => areas.size > 1);
  expect(split.map(([name, areas]) => `${name} is in ${[...areas].join(' and ')}`)).toEqual([]);
});

it('no folder holds more than 40 files', () => {
  const count = new Map<string, number>();
  for (const file of files) count.set(join(file, '..'), (count.get(join(file, '..')) ?? 0) + 1);
  expect([...count].filter(([, number]) => number > 40)).toEqual([]);
});
