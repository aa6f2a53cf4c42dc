// Folders whose names are not spelled as links spell them: letters taken apart, as some disks and archives do, or in another case.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFolder } from '../../../src/folder/read.ts';
import { diskSource } from '../../../src/folder/source.ts';
import { checkFolder } from '../../../src/jobs/check/check.ts';
import { freshCli } from '../../helpers/cli.ts';
import { temporaryFolder } from '../../helpers/lasting.ts';

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
    const cli = freshCli();
    const folder = temporaryFolder(files);
    try {
      await cli(['check', folder, '--fix', '--yes']);
    } finally {
      cli.cleanup();
    }
    expect(readFileSync(join(folder, name), 'utf8')).toContain('[b](b.md)');
    expect(diskSource(folder).files.size).toBe(3);
  });
});

describe('names in another case than the disk has', () => {
  it('are said where it is the folder of the pages', async () => {
    const files = {
      '.gitbook.yaml': 'root: ./Docs/\n',
      'docs/SUMMARY.md': '* [A](a.md)\n',
      'docs/a.md': '# A\n',
    };
    await expect(checkFolder(diskSource(temporaryFolder(files), 'here'))).rejects.toMatchObject({
      message: 'here has no folder "Docs": it is called docs',
      hint: 'correct root in .gitbook.yaml',
    });
  });

  it('are said with the name on the disk, wherever they stand', async () => {
    const { findings } = await checkFolder(
      diskSource(
        temporaryFolder({
          '.gitbook.yaml': 'redirects:\n  old: Guides/install.md\n',
          'SUMMARY.md': '* [Home](README.md)\n* [Install](Guides/Install.md)\n* [Other](guides/install.md)\n',
          'README.md':
            '# Home\n\n[a](guides/Install.md) [b](Guides/) ![c](IMG/Über.png) ![d](img/über.png)\n\n{% include ".gitbook/includes/Note.md" %}\n\n{% openapi src="Api.yaml" path="/a" method="get" %}\n{% endopenapi %}\n',
          'guides/install.md': '# Install\n\nText.\n',
          'img/über.png': 'x',
          '.gitbook/includes/note.md': 'Note.\n',
          'api.yaml': 'openapi: 3.1.0\npaths:\n  /a:\n    get: {}\n',
        }),
      ),
    );
    expect(findings.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
      'redirect/target: old leads to Guides/install.md, which is called guides/install.md',
      'link/case: guides/Install.md is called guides/install.md',
      'link/case: Guides/ is called guides',
      'link/case: IMG/Über.png is called img/über.png',
      'link/case: .gitbook/includes/Note.md is called .gitbook/includes/note.md',
      'openapi/missing: Api.yaml is called api.yaml',
      'nav/missing: Guides/Install.md is called guides/install.md',
    ]);
  });
});
