// What is read of a folder: files that are given, and what they come to, in cases.
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DocsError } from '../../../src/errors.ts';
import { pageText, readText } from '../../../src/folder/page.ts';
import { readFolder } from '../../../src/folder/read.ts';
import { diskSource } from '../../../src/folder/source.ts';
import { checkFolder } from '../../../src/jobs/check/check.ts';
import { freshCli } from '../../helpers/cli.ts';
import { temporaryFolder, untilEnd } from '../../helpers/lasting.ts';
import { textCases } from '../../helpers/text-cases.ts';

const read = (files: Record<string, string | Uint8Array>, options = {}) =>
  readFolder(diskSource(temporaryFolder(files)), options);
const linesOf = (...rows: (readonly unknown[])[]) => rows.map((row) => `${row.join(' ')}\n`).join('');

textCases(join(import.meta.dirname, 'cases'), async (_, given) => {
  const bodies: string[] = [];
  const each = ({ title }: { title: string }, { body }: { body: string }) =>
    void bodies.push(`${`${title}: ${body.trim()}`.trim()}\n`);
  const { spaces, problems } = await read(given, { each });
  const all = spaces.flatMap((space) => {
    const where = space.root === '' ? [] : [space.root];
    return {
      spaces: linesOf([
        `root "${space.root}"`,
        `directory "${space.directory}"`,
        `summary "${space.summary}"`,
      ]),
      pages: linesOf(
        ...space.pages.map(({ order, kind, title, path, parent, bodyLine, entry, settings }) => [
          ...[...where, order, `${kind}:`, title, `(${path})`, ...(parent ? ['below', parent.title] : [])],
          ...(kind === 'document' ? [`text from line ${bodyLine}`] : []),
          ...(entry ? [`${entry.file}:${entry.line}:${entry.column}`] : []),
          ...(Object.keys(settings ?? {}).length > 0 ? [JSON.stringify(settings)] : []),
        ]),
      ),
      entries: linesOf(space.entries.map(({ leads }) => leads)),
      rest: linesOf(
        ...space.unlisted.map((path) => ['unlisted', path]),
        ...space.files.map(({ path, size }) => ['file', path, size]),
        ...space.includes.map(({ path }) => ['include', path]),
      ),
      redirects: linesOf(
        ...space.redirects.map((one) => [
          `${one.file}:${one.line}:${one.column} ${one.source}: ${one.target},`,
          `which is ${one.from}: ${one.to}`,
        ]),
      ),
    };
  });
  const joined = (name: keyof (typeof all)[number]) => all.map((one) => one[name]).join('');
  return {
    ...{ spaces: joined('spaces'), pages: joined('pages'), entries: joined('entries'), rest: joined('rest') },
    ...{ redirects: joined('redirects'), bodies: bodies.join('') },
    problems: linesOf(...problems.map(({ kind, file, line, column }) => [`${file}:${line}:${column}`, kind])),
  };
});

it('follows no link, enters no .git, and reads on where one file cannot be read', async () => {
  const outside = temporaryFolder({ 'secret.md': '# Secret\n' });
  const folder = temporaryFolder({
    'SUMMARY.md': '* [A](a.md)\n* [B](b.md)\n* [C](c.md)\n* [D](secret.md)\n',
    'a.md': Buffer.from([0x23, 0x20, 0x41, 0x0a, 0x0a, 0x78, 0xff]),
    'b.md': '---\ntitle: [\n---\n# B\n',
    'c.md': 'x'.repeat(9 * 1024 * 1024),
    '.git/config': 'x',
  });
  symlinkSync(join(outside, 'secret.md'), join(folder, 'secret.md'));
  symlinkSync(outside, join(folder, 'elsewhere'));
  symlinkSync(folder, join(folder, 'around'));
  const { source, spaces, problems } = await readFolder(diskSource(folder));
  expect([...source.files.keys()]).toEqual(['SUMMARY.md', 'a.md', 'b.md', 'c.md']);
  expect([...source.links].sort()).toEqual(['around', 'elsewhere', 'secret.md']);
  expect(spaces[0]?.entries.at(-1)?.leads).toBe('missing');
  expect(problems.map(({ kind, file, line, column }) => [kind, file, line, column])).toEqual([
    ['encoding', 'a.md', 3, 2],
    ['yaml', 'b.md', 2, 9],
    ['size', 'c.md', 1, 1],
  ]);
});

it('reads a page again', async () => {
  const folder = await read({ 'SUMMARY.md': '* [A](a.md)\n', 'a.md': '\uFEFF# A\r\n\r\ntext\r\n' });
  const again = await readText(folder.source, 'a.md');
  const page = { body: 'text\r\n', bodyLine: 3, title: 'A' };
  expect('text' in again && pageText('a.md', again.text)).toMatchObject(page);
});

it('reads 100,000 entries, also nested ones, in turns that grow with them', async () => {
  const line = (at: number) => `${' '.repeat(at % 8)}* [Page ${at}](p${at % 5}.md)`;
  const lines = Array.from({ length: 100_000 }, (_, at) => line(at));
  const { spaces } = await read({ 'SUMMARY.md': lines.join('\n'), 'p1.md': '# One\n' });
  expect(spaces[0]?.entries).toHaveLength(100_000);
});

it('refuses a folder without a page, and one that is not there', async () => {
  await expect(read({ 'a.txt': 'x' })).rejects.toThrow('has no pages');
  expect(() => diskSource('/nowhere/at/all')).toThrow('does not exist');
  await expect(read({ 'a.md': '# A\n' }, { folders: ['docs'] })).rejects.toThrow('has no folder "docs"');
  const up = read({ 'a.md': '# A\n' }, { folders: ['../x'] });
  await expect(up).rejects.toThrow('must be inside the repository');
});

const FILES = {
  '.gitbook.yaml': 'root: ./größe/\nredirects:\n  alt: über/é.md\n',
  'größe/SUMMARY.md': '# Inhalt\n\n* [Start](README.md)\n* [Über](über/README.md)\n  * [E](über/%C3%A9.md)\n',
  'größe/README.md':
    '# Start\n\n[Über](über/README.md), [E](<über/é.md#schoen>), ![Bild](.gitbook/assets/bäume.png)\n\n{% include ".gitbook/includes/fuß-é.md" %}\n\n{% openapi src="über/api-é.yaml" path="/a" method="get" %}\n{% endopenapi %}\n',
  'größe/über/README.md': '# Über\n\n[E](é.md)\n',
  'größe/über/é.md': '# E\n\n## Schön\n\nText.\n',
  'größe/über/api-é.yaml': 'openapi: 3.1.0\npaths:\n  /a:\n    get: {}\n',
  'größe/.gitbook/includes/fuß-é.md': 'Text.\n',
  'größe/.gitbook/assets/bäume.png': 'x',
};

const entries = (change: (path: string, text: string) => [string, string]) =>
  Object.fromEntries(Object.entries(FILES).map(([path, text]) => change(path, text)));
const SPELLED = {
  'names taken apart, links composed': entries((path, text) => [path.normalize('NFD'), text]),
  'names composed, links taken apart': entries((path, text) => [path, text.normalize('NFD')]),
};

describe('names with letters taken apart', () => {
  it.each(Object.entries(SPELLED))('lead where they would as one letter: %s', async (_, files) => {
    const plain = await checkFolder(diskSource(temporaryFolder(FILES)));
    const checked = await checkFolder(diskSource(temporaryFolder(files)));
    expect(plain.findings).toEqual([]);
    expect(checked.findings).toEqual([]);
    const read = await readFolder(diskSource(temporaryFolder(files)));
    const same = await readFolder(diskSource(temporaryFolder(FILES)));
    const pathsOf = ({ spaces }: typeof read) =>
      spaces.map(({ pages }) => pages.map(({ path, file }) => [path, file]));
    expect(pathsOf(read)).toEqual(pathsOf(same));
  });

  it('keep two files apart that only composition tells apart', async () => {
    const source = diskSource(temporaryFolder({ 'a/\u00fc.md': 'one', 'a/u\u0308.md': 'two' }));
    const texts = await Promise.all([...source.files.keys()].map((path) => source.read(path)));
    expect(texts.map((bytes) => Buffer.from(bytes).toString()).sort()).toEqual(['one', 'two']);
  });

  it('are corrected in the file that is there', async () => {
    const name = 'é.md'.normalize('NFD');
    const files = {
      'SUMMARY.md': '* [E](é.md)\n* [B](b.md)\n',
      [name]: '# E\n\n[b](B.md)\n',
      'b.md': '# B\n\nText.\n',
    };
    const folder = temporaryFolder(files);
    await untilEnd(freshCli())(['check', folder, '--fix', '--yes']);
    expect(readFileSync(join(folder, name), 'utf8')).toContain('[b](b.md)');
    expect(diskSource(folder).files.size).toBe(3);
  });
});

/** Names in another case than the disk has are said with the name on it, wherever they stand. */
textCases(join(import.meta.dirname, 'checked'), async (_, given) => {
  const checked = checkFolder(diskSource(temporaryFolder(given), 'here'));
  const lines = await checked.then(
    ({ findings }) => findings.map(({ rule, message }) => `${rule}: ${message}\n`),
    ({ message, hint }: DocsError) => [`refused: ${message}\n`, `hint: ${hint}\n`],
  );
  return { findings: lines.join('') };
});
