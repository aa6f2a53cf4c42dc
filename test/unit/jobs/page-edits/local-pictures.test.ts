import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { inLots, pictureAt } from '../../../../src/jobs/page-edits/resolve-targets.ts';
import { temporaryFolder } from '../../../helpers/lasting.ts';

const root = temporaryFolder();
const folder = join(root, 'guide');
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

beforeAll(() => {
  mkdirSync(join(folder, 'img.png'), { recursive: true });
  mkdirSync(join(root, '.ssh'));
  writeFileSync(join(root, 'out.png'), PNG);
  writeFileSync(join(root, '.ssh', 'key.png'), 'PRIVATE KEY');
  writeFileSync(join(folder, 'in.png'), PNG);
  writeFileSync(join(folder, 'a\u0308.png'), PNG);
  writeFileSync(join(folder, 'key.png'), '-----BEGIN PRIVATE KEY-----');
  writeFileSync(join(folder, 'notes.svg'), 'password: <svg is only named here');
  writeFileSync(join(folder, 'large.png'), PNG);
  truncateSync(join(folder, 'large.png'), 21 * 1024 * 1024);
  symlinkSync(join(root, 'out.png'), join(folder, 'link.png'));
  symlinkSync(root, join(folder, 'up'));
  symlinkSync('in.png', join(folder, 'beside.png'));
});

describe('a picture beside a file', () => {
  it.each(['in.png', './in.png', 'beside.png', 'img.png/../in.png', '\u00e4.png'])(
    'is read at %j',
    (path) => {
      expect(pictureAt(folder, path)).toEqual({ bytes: PNG });
    },
  );

  it.each(['../out.png', 'link.png', 'up/out.png', 'up/.ssh/key.png', '../.ssh/key.png'])(
    'is refused outside of its folder, also behind a link: %j',
    (path) => {
      expect(pictureAt(folder, path)).toEqual({ why: 'outside' });
    },
  );

  it.each(['key.png', 'notes.svg'])('is refused where its bytes are no picture: %j', (path) => {
    expect(pictureAt(folder, path)).toEqual({ why: 'does not hold a picture' });
  });

  it.each(['none.png', 'img.png', '/in.png', 'in.png\0.png', 'in.txt', ''])('is not there at %j', (path) => {
    expect(pictureAt(folder, path)).toBeUndefined();
  });

  it('is refused where it is too large for one request', () => {
    expect(pictureAt(folder, 'large.png')).toEqual({ why: 'has more than 1 MB' });
  });
});

it('pictures go in lots that one request takes, in their order', () => {
  const sizes = [...Array.from({ length: 21 }, () => 10), 4_000_000, 10];
  const pictures = sizes.map((size, at) => ({ path: `${at}.png`, bytes: Buffer.alloc(size) }));
  const lots = inLots(pictures);
  expect(lots.map(({ length }) => length)).toEqual([20, 1, 1, 1]);
  expect(lots.flat()).toEqual(pictures);
});
