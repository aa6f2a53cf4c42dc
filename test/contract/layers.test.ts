import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../src');
const LEAVES = ['errors.ts', 'make-folder.ts'];
/** What each layer may import from; files at the top of src may import everything. */
const MAY: Record<string, readonly string[]> = {
  api: [],
  markdown: ['api', ...LEAVES],
  client: ['api', ...LEAVES],
  output: [...LEAVES],
  config: [...LEAVES],
  sandbox: ['api', 'markdown', ...LEAVES],
  workflows: ['api', 'client', 'markdown', 'output', 'config', ...LEAVES],
  commands: [
    'api',
    'client',
    'markdown',
    'output',
    'config',
    'workflows',
    ...LEAVES,
    'context.ts',
    'sandbox/door.ts',
  ],
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

it('no file outside the process edge ends the process or reads its globals', () => {
  const bad = files.filter((file) => {
    // start.ts is given the process as an argument.
    if (file === 'main.ts' || file === 'start.ts' || file.startsWith('build/')) return false;
    return /\bprocess\.(exit|env|argv|stdout|stdin|stderr|on)\b/.test(code(file));
  });
  expect(bad).toEqual([]);
});
