import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { knownFrom } from '../../../../src/jobs/export/earlier-export.ts';
import { type ExportFolder, openExportFolder, readLog } from '../../../../src/jobs/export/folder.ts';
import { temporaryFolder } from '../../../helpers/lasting.ts';

let base = '';
let root = '';
let folder: ExportFolder;
beforeEach(async () => {
  base = temporaryFolder();
  root = join(base, 'out');
  folder = await openExportFolder(root);
});
afterEach(() => folder.close({ finished: true }));

async function put(path: string, text: string): Promise<void> {
  const staged = await folder.stage(path, (write) => write(Buffer.from(text)));
  await staged.place().catch(async (error) => {
    await staged.drop();
    throw error;
  });
}

describe('the folder of an export', () => {
  it('leaves two files that only case tells apart as they are, also where they share their bytes', async () => {
    await put('Guides/a.md', 'a');
    await put('Guides/b.md', 'b');
    await put('guides/b.md', 'c');
    linkSync(join(root, 'Guides/a.md'), join(root, 'guides/a.md'));
    linkSync(join(root, 'Guides/a.md'), join(root, 'Guides/A.md'));
    for (const name of ['Guides/b.md', 'Guides/none.md', 'Guides/a.md'])
      expect(await folder.respell(name, name.toLowerCase())).toBe(false);
    expect(await folder.respell('Guides/a.md', 'Guides/A.md')).toBe(false);
    expect(readdirSync(join(root, 'Guides')).sort()).toEqual(['A.md', 'a.md', 'b.md']);
    expect(readFileSync(join(root, 'guides/b.md'), 'utf8')).toBe('c');
  });

  it('knows what it wrote under every spelling that some system takes for the same', () => {
    const entry = { path: 'gr\u00f6\u00dfe.md', kind: 'page' as const, size: 1, sha256: 'x' };
    const { wrote } = knownFrom(undefined, [{ folder: 'Guides', entry }]);
    expect(['GUIDES/Gro\u0308\u00dfe.md', 'guides/other.md'].map((path) => wrote(path, 'x'))).toEqual([
      true,
      false,
    ]);
  });

  it('takes a file whole, tells its digest, and gives it back', async () => {
    await put('a/b/c.md', 'hello');
    expect(readFileSync(join(root, 'a/b/c.md'), 'utf8')).toBe('hello');
    expect(await folder.digest('a/b/c.md')).toEqual({
      size: 5,
      sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    });
    expect(await folder.digest('a/none.md')).toBeUndefined();
    expect(await folder.digest('none/x.md')).toBeUndefined();
    await put('a/b/c.md', 'other');
    expect(String(await folder.read('a/b/c.md'))).toBe('other');
  });

  it('removes a file with the folders that are empty then, and no others', async () => {
    await put('a/b/c.md', '1');
    await put('a/d.md', '2');
    await folder.remove('a/b/c.md');
    expect(readdirSync(join(root, 'a'))).toEqual(['d.md']);
  });

  it.each(['..', '../x', 'a/../../x', '/etc/x', 'a//b', '', '.', 'a/.', 'a\\..\\b', 'a\0b'])(
    'refuses the path %j',
    async (path) => {
      await expect(folder.digest(path)).rejects.toMatchObject({ code: 'UNSAFE_PATH' });
      await expect(put(path, 'x')).rejects.toMatchObject({ code: 'UNSAFE_PATH' });
      await expect(folder.remove(path)).rejects.toMatchObject({ code: 'UNSAFE_PATH' });
      expect(readdirSync(base)).toEqual(['out']);
    },
  );

  it('goes through no link and writes over none', async () => {
    mkdirSync(join(base, 'elsewhere'));
    symlinkSync(join(base, 'elsewhere'), join(root, 'link'));
    symlinkSync(join(base, 'elsewhere/x'), join(root, 'file.md'));
    for (const path of ['link/x.md', 'link/deep/x.md', 'file.md']) {
      await expect(put(path, 'x')).rejects.toMatchObject({ code: 'UNSAFE_PATH' });
      await expect(folder.digest(path)).rejects.toMatchObject({ code: 'UNSAFE_PATH' });
    }
    await expect(folder.remove('link/x.md')).rejects.toMatchObject({ code: 'UNSAFE_PATH' });
    expect(readdirSync(join(base, 'elsewhere'))).toEqual([]);
    mkdirSync(join(root, 'folder.md'));
    await expect(put('folder.md', 'x')).rejects.toMatchObject({ code: 'UNSAFE_PATH' });
  });

  it.skipIf(!existsSync('/proc'))('is not looked for forever where none can be', async () => {
    await expect(openExportFolder('/proc/none/out')).rejects.toMatchObject({ code: 'LOCAL_IO' });
  });

  it('leaves nothing half written, and clears what a killed run left', async () => {
    await expect(folder.stage('x.md', () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off');
    expect(readdirSync(join(root, '.docs-export.tmp'))).toEqual([]);
    writeFileSync(join(root, '.docs-export.tmp/abandoned'), 'x');
    await folder.log('{"a":1}');
    await folder.close({ finished: false });
    expect(readdirSync(root)).toEqual(['.docs-export.log']);
    folder = await openExportFolder(root);
    expect(String(await readLog(folder))).toBe('{"a":1}\n');
    await folder.close({ finished: true });
    expect(readdirSync(root)).toEqual([]);
    folder = await openExportFolder(root);
  });
});
