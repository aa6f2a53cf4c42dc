import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/sandbox/db/database.ts';
import { initSandbox } from '../../src/sandbox/init.ts';

let folder: string;
let db: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docs-database-'));
  const { file } = await initSandbox({ file: join(folder, 'box.db'), demo: false, env: {} });
  db = openDatabase(file);
  db.run('CREATE TABLE notes (text TEXT)');
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const note = (text: string) => db.run('INSERT INTO notes VALUES (?)', text);
const notes = () => db.all<{ text: string }>('SELECT text FROM notes').map(({ text }) => text);
const fail = () => {
  throw new Error('half-way');
};

describe('a transaction', () => {
  it('that fails half-way leaves nothing, and is not in the way of the next', () => {
    expect(() =>
      db.transaction(() => {
        note('first half');
        fail();
      }),
    ).toThrow('half-way');
    expect(notes()).toEqual([]);
    expect(db.transaction(() => note('whole').changes)).toBe(1);
    expect(notes()).toEqual(['whole']);
  });

  it('inside another one can fail without undoing the outer one', () => {
    db.transaction(() => {
      note('outer');
      expect(() =>
        db.transaction(() => {
          note('inner');
          fail();
        }),
      ).toThrow('half-way');
      note('outer again');
    });
    expect(notes()).toEqual(['outer', 'outer again']);
  });

  it('is undone whole when the outer one fails after the inner one', () => {
    expect(() =>
      db.transaction(() => {
        db.transaction(() => note('inner'));
        fail();
      }),
    ).toThrow('half-way');
    expect(notes()).toEqual([]);
  });

  it('takes no work that goes on later', () => {
    expect(() => db.transaction(async () => note('later'))).toThrow(TypeError);
    expect(notes()).toEqual([]);
  });
});
