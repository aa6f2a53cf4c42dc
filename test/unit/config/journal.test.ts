import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendToJournal, readJournal } from '../../../src/config/journal.ts';

let root = '';
let folder = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'docs-journal-'));
  folder = join(root, 'history');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const numbers = () => readJournal(folder).map(({ n }) => n);

describe('the journal', () => {
  it('gives back what was added, in order, from a file that is ours alone', async () => {
    for (const n of [1, 2, 3]) await appendToJournal(folder, { v: 1, n }, { durable: n === 2 });
    expect(numbers()).toEqual([1, 2, 3]);
    expect(statSync(join(folder, 'journal.jsonl')).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('is empty where there is none', () => expect(readJournal(folder)).toEqual([]));

  const write = async (from: number, to: number) => {
    for (let n = from; n < to; n += 1)
      await appendToJournal(folder, { v: 1, n, text: 'x'.repeat(100) }, { maxBytes: 1000 });
  };

  it('begins a new file in time and keeps all that one command changes', async () => {
    await write(0, 100);
    expect(readdirSync(folder).length).toBeGreaterThan(8);
    expect(numbers()).toEqual(Array.from({ length: 100 }, (_, n) => n));
  });

  it('keeps four files of a time that is over', async () => {
    await write(0, 100);
    const old = new Date(Date.now() - 8 * 24 * 3600_000);
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), old, old);
    await write(100, 110);
    expect(readdirSync(folder).sort()).toEqual(
      ['journal.jsonl', 'journal.1.jsonl', 'journal.2.jsonl', 'journal.3.jsonl'].sort(),
    );
    const kept = numbers();
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, at) => 110 - kept.length + at));
    expect(kept.length).toBeGreaterThan(20);
  });

  it('ends at 64 files', async () => {
    await write(0, 1000);
    expect(readdirSync(folder)).toHaveLength(64);
    expect(numbers().at(-1)).toBe(999);
  });

  it('loses no more than the record that a crash cut off', async () => {
    await appendToJournal(folder, { v: 1, n: 1 });
    appendFileSync(join(folder, 'journal.jsonl'), '{"v":1,"n":2,"te');
    await appendToJournal(folder, { v: 1, n: 3 });
    appendFileSync(join(folder, 'journal.jsonl'), '{"v":1,"n":4,"te{"v":1,"n":5}\n\n\u0000');
    expect(numbers()).toEqual([1, 3, 5]);
  });

  it('takes records of several writers at once', async () => {
    const all = Array.from({ length: 200 }, (_, n) => n);
    await Promise.all(all.map((n) => appendToJournal(folder, { v: 1, n }, { maxBytes: 3000 })));
    const kept = numbers().map(Number);
    expect(new Set(kept).size).toBe(kept.length);
    expect(kept.length).toBeGreaterThan(150);
  });

  it('closes a file that others could read', async () => {
    await appendToJournal(folder, { v: 1, n: 1 });
    chmodSync(join(folder, 'journal.jsonl'), 0o644);
    await appendToJournal(folder, { v: 1, n: 2 });
    expect(statSync(join(folder, 'journal.jsonl')).mode & 0o777).toBe(0o600);
  });

  it('writes through no link', async () => {
    await appendToJournal(folder, { v: 1, n: 1 });
    rmSync(join(folder, 'journal.jsonl'));
    writeFileSync(join(root, 'other'), '');
    symlinkSync(join(root, 'other'), join(folder, 'journal.jsonl'));
    await expect(appendToJournal(folder, { v: 1, n: 2 })).rejects.toMatchObject({ exit: 1 });
    expect(statSync(join(root, 'other')).size).toBe(0);
  });
});
