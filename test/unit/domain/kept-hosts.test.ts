// What a profile keeps of one host is not used for another: its file says which host it is of.
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { listSpaces } from '../../../src/api/content/spaces.ts';
import { openKeptFile } from '../../../src/domain/kept-answers/kept-file.ts';
import { openMemory } from '../../../src/domain/stand-ins/memory.ts';
import { temporaryFolder } from '../../helpers/lasting.ts';

const OWN = 'https://api.docs.example/v1';
const OTHERS = [
  'https://api.other.example/v1',
  'http://api.docs.example/v1',
  'https://api.docs.example:8443/v1',
  'https://api.docs.example/second/v1',
  'sandbox:/home/a/other.db',
];
const now = () => new Date('2026-11-26T12:00:00Z');

let folder: string;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'host-work.jsonl');
});

describe.each(OTHERS)('the profile moved to %s', (other) => {
  it('asks again what was answered', async () => {
    const file = openKeptFile(path, OWN, now);
    file.set(['key'], { stamps: [], requests: 1 }, 'an answer');
    await file.save();
    expect(openKeptFile(path, OWN, now).get(['key'])).toBeDefined();
    expect(openKeptFile(path, other, now).get(['key'])).toBeUndefined();
  });

  it('finds out again what it does not offer, and keeps nothing of the former one', async () => {
    const memory = openMemory(path, OWN, now);
    memory.noteLack(listSpaces);
    memory.set('page', { links: [], anchors: [] });
    await memory.save();
    const moved = openMemory(path, other, now);
    expect(moved.lacks(listSpaces)).toBe(false);
    expect(moved.get('page')).toBeUndefined();
    moved.noteTold(new Set());
    await moved.save();
    expect(openMemory(path, OWN, now).get('page')).toBeUndefined();
  });
});
