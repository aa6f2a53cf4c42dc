import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../src');
/** What each layer may import from; files at the top of src may import everything. */
const MAY: Record<string, readonly string[]> = {
  api: [],
  client: ['api', 'errors.ts'],
  output: ['errors.ts'],
  config: ['errors.ts'],
  sandbox: ['api', 'errors.ts'],
  workflows: ['api', 'client', 'output', 'config', 'errors.ts'],
  commands: ['api', 'client', 'output', 'config', 'workflows', 'errors.ts', 'context.ts', 'sandbox/door.ts'],
};

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

it.each(files.filter((file) => file.includes('/')).map((file) => [file]))(
  'src/%s imports only from the layers below it',
  (file) => {
    const layer = file.split('/')[0] ?? '';
    const allowed = MAY[layer];
    if (!allowed) return;
    const text = readFileSync(join(root, file), 'utf8');
    const imports = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path = '']) =>
      relative(root, resolve(root, file, '..', path)),
    );
    const wrong = imports.filter(
      (path) =>
        path.split('/')[0] !== layer &&
        !allowed.includes(path) &&
        !allowed.includes(path.split('/')[0] ?? ''),
    );
    expect(wrong).toEqual([]);
  },
);

it('no file outside the process edge ends the process or reads its globals', () => {
  const bad = files.filter((file) => {
    if (file === 'main.ts' || file.startsWith('build/')) return false;
    return /\bprocess\.(exit|env|argv|stdout|stdin|stderr|on)\b/.test(readFileSync(join(root, file), 'utf8'));
  });
  expect(bad).toEqual([]);
});
