// Comments state facts: what they point to is in this repository.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const files = ['src', 'test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|md|txt)$/.test(file) && !file.includes('node_modules'))
    .map((file) => join(folder, file)),
);
const PAGE = 'src/api/README.md';
const anchors = new Set(
  [...readFileSync(PAGE, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  ),
);

it('every reference to a fact about the platform leads to a heading', () => {
  const pointers = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/src\/api\/README\.md#([\w-]+)/g)].map(([, anchor = '']) => ({
      file,
      anchor,
    })),
  );
  expect(pointers.length).toBeGreaterThan(20);
  expect(pointers.filter(({ anchor }) => !anchors.has(anchor))).toEqual([]);
});

it('nothing cites a text that is not here', () => {
  const cited = new RegExp(['document [12](?!\\d|-)', 'open[ -]points', 'further[ ]operations'].join('|'));
  const bad = files.filter(
    (file) => !file.includes('git-import.test') && cited.test(readFileSync(file, 'utf8')),
  );
  expect(bad).toEqual([]);
});
