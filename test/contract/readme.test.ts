import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../src/output/view.ts';

const PAGES = ['README.md', '.github/CONTRIBUTING.md', '.github/SECURITY.md'];
const { scripts, name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
const textOf = (page: string) => readFileSync(page, 'utf8');

describe.each(PAGES)('%s', (page) => {
  it('names only paths that exist', () => {
    const paths = [...textOf(page).matchAll(/(?<![\w/])((?:src|test|bin|completions|\.ci)\/[\w./-]*\w)/g)];
    expect(paths.map(([, path = '']) => path).filter((path) => !existsSync(path))).toEqual([]);
  });

  it('links only to files that exist', () => {
    const links = [...textOf(page).matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, path = '']) => path);
    expect(links.filter((path) => !existsSync(join(dirname(page), path)))).toEqual([]);
  });

  it('names only scripts that exist', () => {
    const names = [...textOf(page).matchAll(/npm run ([\w:]+)|`(harden:\w+)`/g)].map(([, a, b]) => a ?? b);
    expect(names.filter((script) => !(`${script}` in scripts))).toEqual([]);
  });
});

describe('the README', () => {
  it('names every output format', () => {
    const [, named = ''] = /`-o ([a-z|]+)`/.exec(textOf('README.md')) ?? [];
    expect(named.split('|'), 'README.md, under "How it behaves"').toEqual(
      FORMATS.filter((format) => format !== 'table'),
    );
  });

  it('fits on a few screens, and shows a picture', () => {
    const lines = textOf('README.md').split('\n');
    expect(lines.length).toBeLessThanOrEqual(200);
    expect(lines.filter((line) => /^!\[.+\]\(\.github\/tour\.svg\)$/.test(line)).length).toBe(1);
  });

  it('installs the file that is packed, and that is built before', () => {
    const files = [...textOf('README.md').matchAll(/[\w.-]+\.tgz/g)].map(([file]) => file);
    expect(new Set(files)).toEqual(new Set([`${name}-${version}.tgz`]));
    expect(scripts.prepack).toMatch(/^npm run build( &&|$)/);
  });
});
