import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openNameCache, removeNameCache } from '../../../src/config/name-cache.ts';
import type { Paths } from '../../../src/config/paths.ts';
import { temporaryFolder } from '../../helpers/lasting.ts';
import { reached } from '../../helpers/runs.ts';

let folder: string;
let paths: Paths;
let time: number;
const open = (profile = 'work', origin = 'https://api.example.com') =>
  openNameCache(paths, profile, origin, () => new Date(time));
const ITEMS = [{ id: 'a', names: ['Guides', 'guides'] }];

beforeEach(() => {
  folder = temporaryFolder();
  paths = { config: undefined, data: undefined, cache: folder };
  time = 1_000_000;
});

describe('the cache of names', () => {
  it('keeps a list for others to read, until it is too old', () => {
    open().write('spaces.list', ITEMS);
    expect(open().read('spaces.list', 1000)).toEqual(ITEMS);
    time += 1001;
    expect(open().read('spaces.list', 1000)).toBeUndefined();
    time -= 5000;
    expect(open().read('spaces.list', 1000), 'a clock set back').toBeUndefined();
  });

  it('is known at once, and written while the process waits for something or before it ends', async () => {
    const settling: (() => Promise<void>)[] = [];
    const clock = () => new Date(time);
    const origin = 'https://api.example.com';
    const cache = openNameCache(paths, 'work', origin, clock, (work) => void settling.push(work));
    const many = Array.from({ length: 2000 }, (_, at) => ({ id: `id${at}`, names: [`Space ${at}`] }));
    cache.write('orgs.list', ITEMS);
    cache.write('spaces.list', many);
    expect(cache.find('spaces.list', 1000, 'Space 7')).toEqual([many[7]]);
    expect(readdirSync(folder)).toEqual([]);
    await new Promise((done) => setImmediate(done));
    expect(open().read('orgs.list', 1000)).toEqual(ITEMS);
    expect(open().read('spaces.list', 1000)).toEqual(many);
    cache.write('sites.list', ITEMS);
    for (const settle of settling) await settle();
    expect(open().read('sites.list', 1000)).toEqual(ITEMS);
  });

  it('forgets at once what was not written yet', () => {
    const clock = () => new Date(time);
    const cache = openNameCache(paths, 'work', 'https://api.example.com', clock, () => {});
    cache.write('spaces.list', ITEMS);
    cache.write('sites.list', ITEMS);
    cache.forget('spaces.');
    expect(open().keys()).toEqual(['sites.list']);
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
    cache.write('long', many(100_001));
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

const many = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `id${at}`, names: [`Space ${at}`, `"s\\"\n${at}`] }));

describe('a long list', () => {
  const LONG = many(1200);
  const files = () => readdirSync(join(folder, 'lists-work'));

  it('is read whole, and by name or ID', () => {
    open().write('spaces.list', LONG);
    expect(open().read('spaces.list', 1000)).toEqual(LONG);
    expect(open().newest('spaces.')).toEqual(LONG);
    expect(open().keys()).toEqual(['spaces.list']);
    for (const at of [0, 7, 600, 1199])
      for (const text of [`Space ${at}`, `id${at}`, `"s\\"\n${at}`])
        expect(open().find('spaces.list', 1000, text), text).toEqual([LONG[at]]);
    for (const text of ['Space', 'Space 1200', '', '"', ',', 'id', '\n'])
      expect(open().find('spaces.list', 1000, text), text).toEqual([]);
    expect(open().find('sites.list', 1000, 'Space 1')).toBeUndefined();
    time += 1001;
    expect(open().find('spaces.list', 1000, 'Space 1')).toBeUndefined();
  });

  it('finds the same in a short list', () => {
    open().write('spaces.list', LONG.slice(0, 20));
    expect(open().find('spaces.list', 1000, 'Space 3')).toEqual([LONG[3]]);
    expect(open().find('spaces.list', 1000, 'id3')).toEqual([LONG[3]]);
    expect(open().find('spaces.list', 1000, 'Space 30')).toEqual([]);
  });

  it('gives all of the same name', () => {
    const twins = [...LONG, { id: 'twin', names: ['Space 7'] }];
    open().write('spaces.list', twins);
    expect(open().find('spaces.list', 1000, 'Space 7')).toEqual([twins[7], twins.at(-1)]);
  });

  it('has a private file of its own, and few of them stay', () => {
    for (let at = 0; at < 12; at += 1) {
      time += 1;
      open().write(`list ${at}`, LONG);
    }
    expect(open().read('list 0', 1000)).toBeUndefined();
    expect(open().read('list 11', 1000)).toEqual(LONG);
    expect(files().length).toBeLessThanOrEqual(9);
    for (const name of files()) expect(statSync(join(folder, 'lists-work', name)).mode & 0o777).toBe(0o600);
    removeNameCache(paths, 'work');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('counts for nothing when its file is damaged, of another time, or gone', () => {
    open().write('spaces.list', LONG);
    const file = join(folder, 'lists-work', files()[0] ?? '');
    const whole = readFileSync(file, 'utf8');
    for (const bad of [whole.slice(0, -1), whole.slice(0, 9), '', whole.replace('"at":', '"at":1'), '{}\n']) {
      writeFileSync(file, bad);
      expect(open().find('spaces.list', 1000, 'Space 1')).toBeUndefined();
      expect(open().read('spaces.list', 1000)).toBeUndefined();
    }
    writeFileSync(file, whole.replace('["id3"', '[["d3"'));
    expect(open().read('spaces.list', 1000)).toBeUndefined();
    rmSync(file);
    expect(open().find('spaces.list', 1000, 'Space 1')).toBeUndefined();
    open().write('spaces.list', LONG);
    open().forget('spaces.');
    expect(open().find('spaces.list', 1000, 'Space 1')).toBeUndefined();
  });
});
