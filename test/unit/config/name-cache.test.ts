import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openNameCache, removeNameCache } from '../../../src/config/name-cache.ts';
import type { Paths } from '../../../src/config/paths.ts';
import { reached } from '../../helpers/runs.ts';

let folder: string;
let paths: Paths;
let time: number;
const open = (profile = 'work', origin = 'https://api.example.com') =>
  openNameCache(paths, profile, origin, () => new Date(time));
const ITEMS = [{ id: 'a', names: ['Guides', 'guides'] }];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docs-names-'));
  paths = { config: undefined, data: undefined, cache: folder };
  time = 1_000_000;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the cache of names', () => {
  it('keeps a list for others to read, until it is too old', () => {
    open().write('spaces.list', ITEMS);
    expect(open().read('spaces.list', 1000)).toEqual(ITEMS);
    time += 1001;
    expect(open().read('spaces.list', 1000)).toBeUndefined();
    time -= 5000;
    expect(open().read('spaces.list', 1000), 'a clock set back').toBeUndefined();
  });

  it('belongs to one profile on one host, and to its owner alone', () => {
    open().write('spaces.list', ITEMS);
    expect(open('other').read('spaces.list', 1000)).toBeUndefined();
    expect(open('work', 'https://other.example').read('spaces.list', 1000)).toBeUndefined();
    expect(statSync(join(folder, 'names-work.json')).mode & 0o777).toBe(0o600);
  });

  it('forgets what was changed', () => {
    const cache = open();
    cache.write('spaces.list organizationId=o', ITEMS);
    cache.write('sites.list organizationId=o', ITEMS);
    cache.forget('spaces.');
    expect(open().read('spaces.list organizationId=o', 1000)).toBeUndefined();
    expect(open().read('sites.list organizationId=o', 1000)).toEqual(ITEMS);
  });

  it('is gone with its profile', () => {
    open().write('spaces.list', ITEMS);
    removeNameCache(paths, 'work');
    removeNameCache(paths, 'never-was');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes anything damaged for nothing', () => {
    const file = join(folder, 'names-work.json');
    open().write('spaces.list', ITEMS);
    const whole = readFileSync(file, 'utf8');
    for (let end = 0; end < whole.length; end += 1) {
      writeFileSync(file, whole.slice(0, end));
      expect(open().read('spaces.list', 1000)).toBeUndefined();
    }
    for (const items of ['[1]', '[{"id":1,"names":[]}]', '[{"id":"a","names":[2]}]', '{}', 'null']) {
      writeFileSync(file, whole.replace(/"items":.*\]\}\]/, `"items":${items}`));
      expect(open().read('spaces.list', 1000)).toBeUndefined();
    }
  });

  it('takes the file of another version for nothing, and writes its own over it', () => {
    const file = join(folder, 'names-work.json');
    open().write('spaces.list', ITEMS);
    const other = readFileSync(file, 'utf8').replace('"version":1', '"version":2');
    writeFileSync(file, other);
    expect(open().read('spaces.list', 1000)).toBeUndefined();
    open().write('spaces.list', ITEMS);
    expect(open().read('spaces.list', 1000)).toEqual(ITEMS);
    reached('C6', 'files', 1);
  });

  it('keeps neither endless lists nor endlessly many', () => {
    const cache = open();
    cache.write(
      'long',
      Array.from({ length: 5001 }, (_, at) => ({ id: String(at), names: [] })),
    );
    expect(cache.read('long', 1000)).toBeUndefined();
    for (let at = 0; at < 70; at += 1) {
      time += 1;
      cache.write(`list ${at}`, ITEMS);
    }
    expect(open().read('list 0', 1000)).toBeUndefined();
    expect(open().read('list 69', 1000)).toEqual(ITEMS);
  });

  it('is done without where there is no folder for it', () => {
    paths = { ...paths, cache: undefined };
    open().write('spaces.list', ITEMS);
    expect(open().read('spaces.list', 1000)).toBeUndefined();
    paths = { ...paths, cache: '/proc/nowhere' };
    open().write('spaces.list', ITEMS);
  });
});
