import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openFolder, type Source, writeBelow, writeWhole } from '../../../src/files/safe-write.ts';
import { temporaryFolder } from '../../helpers/lasting.ts';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const text =
  (...chunks: string[]): Source =>
  async (write) => {
    for (const chunk of chunks) await write(Buffer.from(chunk));
  };
/** Makes it ready, and lets it go. */
async function ready(folder: string, options?: { force?: boolean }): Promise<void> {
  const place = await openFolder(folder, options);
  await place.close();
}
const broken: Source = async (write) => {
  await write(Buffer.from('half'));
  throw new Error('connection lost');
};

describe('a file', () => {
  it('has its name only when it is whole', async () => {
    const path = join(home, 'a.txt');
    await writeWhole(path, text('one ', 'two'));
    expect(readFileSync(path, 'utf8')).toBe('one two');
    await expect(writeWhole(join(home, 'b.txt'), broken)).rejects.toThrow('connection lost');
    expect(readdirSync(home)).toEqual(['a.txt']);
  });

  it('is not replaced unless that is asked for, and then only when the new one is whole', async () => {
    const path = join(home, 'a.txt');
    writeFileSync(path, 'mine');
    await expect(writeWhole(path, text('new'))).rejects.toMatchObject({
      code: 'FILE_EXISTS',
      hint: expect.stringContaining('--overwrite'),
    });
    await expect(writeWhole(path, broken, { replace: true })).rejects.toThrow('connection lost');
    expect(readFileSync(path, 'utf8')).toBe('mine');
    await writeWhole(path, text('new'), { replace: true });
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  it('may stay when it holds the same bytes, and is not replaced when it does not', async () => {
    const path = join(home, 'a.txt');
    writeFileSync(path, 'mine');
    await writeWhole(path, text('mi', 'ne'), { replace: 'same' });
    await expect(writeWhole(path, text('new'), { replace: 'same' })).rejects.toMatchObject({
      code: 'FILE_EXISTS',
    });
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(readdirSync(home)).toEqual(['a.txt']);
  });

  it('holds only what came after a restart', async () => {
    const path = join(home, 'a.txt');
    await writeWhole(path, async (write, restart) => {
      await write(Buffer.from('half of it'));
      // Nobody waits for the last piece of an attempt that failed.
      void write(Buffer.from('late'));
      await restart();
      await write(Buffer.from('all'));
    });
    expect(readFileSync(path, 'utf8')).toBe('all');
  });

  it('is never written through a link, nor over a folder', async () => {
    const outside = join(home, 'outside.txt');
    writeFileSync(outside, 'mine');
    symlinkSync(outside, join(home, 'link.txt'));
    mkdirSync(join(home, 'folder'));
    for (const name of ['link.txt', 'folder']) {
      await expect(writeWhole(join(home, name), text('x'), { replace: true })).rejects.toMatchObject({
        code: 'UNSAFE_PATH',
      });
    }
    expect(readFileSync(outside, 'utf8')).toBe('mine');
  });

  it('goes into folders that are made on the way, but not through a link', async () => {
    const root = join(home, 'out');
    await ready(root);
    await writeBelow(root, join(root, 'a', 'b', 'c.txt'), text('x'));
    expect(readFileSync(join(root, 'a', 'b', 'c.txt'), 'utf8')).toBe('x');
    const elsewhere = join(home, 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(root, 'planted'));
    await expect(writeBelow(root, join(root, 'planted', 'x.txt'), text('x'))).rejects.toMatchObject({
      code: 'UNSAFE_PATH',
    });
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

describe('the folder of a download', () => {
  it('must be empty, or the call must say that it need not be', async () => {
    const folder = join(home, 'new', 'files');
    await ready(folder);
    expect(existsSync(folder)).toBe(true);
    await ready(folder);
    writeFileSync(join(folder, 'mine.txt'), 'mine');
    await expect(openFolder(folder)).rejects.toMatchObject({
      code: 'FOLDER_NOT_EMPTY',
      message: expect.stringContaining('mine.txt'),
    });
    await ready(folder, { force: true });
    expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('mine');
  });

  it('is no link and no file', async () => {
    writeFileSync(join(home, 'file'), '');
    mkdirSync(join(home, 'real'));
    symlinkSync(join(home, 'real'), join(home, 'link'));
    for (const name of ['file', 'link'])
      await expect(openFolder(join(home, name))).rejects.toMatchObject({ code: 'UNSAFE_PATH' });
  });

  it('that cannot be made is told by its name', async () => {
    writeFileSync(join(home, 'file'), '');
    await expect(openFolder(join(home, 'file', 'x'))).rejects.toThrow(/cannot write ".*file.*": [a-z ]+$/);
  });
});
