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
