import { spawnSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { demoDocs } from '../helpers/built.ts';
import { perFile, temporaryFolder } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';
import { reached } from '../helpers/runs.ts';

const folder = temporaryFolder();
const docs = perFile(demoDocs);
it.skipIf(lacks('files that are no files', 'mkfifo'))(
  'a file that is endless, huge or no text is refused at once, with a word about it',
  { timeout: 120_000 },
  async () => {
    const file = (name: string) => join(folder, name);
    spawnSync('mkfifo', [file('pipe.yaml')]);
    writeFileSync(file('sparse.yaml'), '');
    truncateSync(file('sparse.yaml'), 10 * 2 ** 30);
    writeFileSync(file('utf-16.yaml'), Buffer.from('\ufeffopenapi: 3.1.0', 'utf16le'));
    writeFileSync(file('latin.yaml'), Buffer.from([0x74, 0xe9, 0x78, 0x74]));
    // What is too large is a failure; what is no file, or no text, is a wrong file to give.
    const odd: Record<string, [number, string]> = {
      [file('pipe.yaml')]: [2, 'is not a file'],
      '/dev/zero': [2, 'is not a file'],
      [folder]: [2, 'is not a file'],
      [file('sparse.yaml')]: [1, 'is larger than 16 MiB'],
      [file('utf-16.yaml')]: [2, 'is not UTF-8 text'],
      [file('latin.yaml')]: [2, 'is not UTF-8 text'],
    };
    let n = 0;
    for (const [path, [exit, why]] of Object.entries(odd)) {
      const words = n++ % 2 === 0 ? ['openapi', 'push'] : ['git', 'status', '--all', '--expect'];
      // A run that hangs ends in the time limit of the test.
      const { code, stderr } = await docs([...words, path]);
      expect(code, stderr).toBe(exit);
      expect(stderr).toContain(why);
    }
    reached('F10', 'files', Object.keys(odd).length);
  },
);
