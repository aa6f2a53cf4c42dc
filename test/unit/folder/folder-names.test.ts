// Folders whose names are not spelled as links spell them: letters taken apart, as some disks and archives do, or in another case.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DocsError } from '../../../src/errors.ts';
import { readFolder } from '../../../src/folder/read.ts';
import { diskSource } from '../../../src/folder/source.ts';
import { checkFolder } from '../../../src/jobs/check/check.ts';
import { freshCli } from '../../helpers/cli.ts';
import { temporaryFolder, untilEnd } from '../../helpers/lasting.ts';
import { textCases } from '../../helpers/text-cases.ts';

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
