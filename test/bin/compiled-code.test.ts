import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtDocs } from '../helpers/built.ts';
import { perTest } from '../helpers/lasting.ts';
import { partOf } from '../helpers/rotation.ts';
import { reached } from '../helpers/runs.ts';

const docs = perTest(builtDocs);

const folderOf = (home: string) => join(home, '.cache/docs/code');
const keptIn = (home: string) =>
  readdirSync(folderOf(home), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folderOf(home), name))
    .filter((path) => statSync(path).isFile());
/** What stands there, to see whether it was written again. */
const stateOf = (home: string) =>
  keptIn(home).map((path) => [path, statSync(path).mtimeMs, statSync(path).ino]);

async function help(env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await docs(['spaces', '--help'], { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^Usage: docs spaces/);
}

describe('the compiled program', () => {
  it('is kept by the first run, in a folder for its user alone, and left alone by the next', async () => {
    await help();
    const first = stateOf(docs.home);
    expect(first.length).toBeGreaterThan(0);
    expect(statSync(folderOf(docs.home)).mode & 0o077).toBe(0);
    await help();
    expect(stateOf(docs.home)).toEqual(first);
  });

  it('grows by what another command needs', async () => {
    await help();
    const size = () => keptIn(docs.home).reduce((sum, path) => sum + statSync(path).size, 0);
    const first = size();
    await docs(['sandbox', 'init', '--demo']);
    await docs(['sites', 'list', '--json']);
    expect(size()).toBeGreaterThan(first);
  });

  it('is not kept when the environment says off', async () => {
    await help({ DOCS_CODE_CACHE: 'off' });
    expect(existsSync(folderOf(docs.home))).toBe(false);
  });

  it('is neither read nor written where others may write', async () => {
    await help();
    for (const path of keptIn(docs.home)) writeFileSync(path, 'bad');
    const version = join(folderOf(docs.home), readdirSync(folderOf(docs.home))[0] ?? '');
    chmodSync(version, 0o777);
    await help();
    expect(keptIn(docs.home).map((path) => readFileSync(path, 'utf8'))).toEqual(
      keptIn(docs.home).map(() => 'bad'),
    );
  });

  it('is not kept behind a link', async () => {
    const elsewhere = join(docs.home, 'elsewhere');
    mkdirSync(elsewhere);
    mkdirSync(join(docs.home, '.cache/docs'), { recursive: true });
    symlinkSync(elsewhere, folderOf(docs.home));
    await help();
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('is made again when it was damaged, in whatever way', async () => {
    await help();
    const whole = keptIn(docs.home).map((path) => [path, readFileSync(path)] as const);
    const damages: ((data: Buffer) => Buffer)[] = [
      () => Buffer.alloc(0),
      () => Buffer.from('\n'),
      (data) => data.subarray(0, data.length / 2),
      (data) => data.subarray(0, -1),
      (data) => Buffer.concat([data, data.subarray(0, 1)]),
      (data) => Buffer.alloc(data.length),
      (data) => Buffer.alloc(data.length, 255),
      (data) => Buffer.from(data).reverse(),
      ...Array.from({ length: 12 }, (_, at) => (data: Buffer) => {
        const copy = Buffer.from(data);
        const place = Math.floor((data.length * at) / 12);
        copy.writeUInt8(copy.readUInt8(place) ^ (1 << (at % 8)), place);
        return copy;
      }),
    ];
    const some = partOf(damages, 4);
    for (const damage of some) {
      for (const [path, data] of whole) writeFileSync(path, damage(data));
      await help();
      await help();
    }
    reached('C10', 'damages', some.length);
  });
});
