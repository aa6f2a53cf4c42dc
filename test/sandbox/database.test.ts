import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/sandbox/db/database.ts';
import { initSandbox } from '../../src/sandbox/init.ts';
import { temporaryFolder } from '../helpers/lasting.ts';

let folder: string;
let db: Database;
beforeEach(async () => {
  folder = temporaryFolder();
  const { file } = await initSandbox({ file: join(folder, 'box.db'), demo: false, env: {} });
  db = openDatabase(file);
  db.run('CREATE TABLE notes (text TEXT)');
});
afterEach(() => {
  db.close();
});

const note = (text: string) => db.run('INSERT INTO notes VALUES (?)', text);
const notes = () => db.all<{ text: string }>('SELECT text FROM notes').map(({ text }) => text);
const fail = () => {
  throw new Error('half-way');
};

describe('a quick transaction', () => {
  /** 2: waits for the disk; 1: does not. */
  const mode = () => db.get<{ synchronous: number }>('PRAGMA synchronous')?.synchronous;

  it('is the only one that does not wait for the disk, also when it fails', () => {
    expect(mode()).toBe(2);
    expect(db.quickTransaction(mode)).toBe(1);
    expect(db.transaction(mode)).toBe(2);
    expect(() => db.quickTransaction(fail)).toThrow('half-way');
    expect(mode()).toBe(2);
  });

  it('within another one waits as that one does, and is undone with it', () => {
    expect(() =>
      db.transaction(() => {
        db.quickTransaction(() => note('inner'));
        expect(db.quickTransaction(mode)).toBe(2);
        fail();
      }),
    ).toThrow('half-way');
    expect(notes()).toEqual([]);
  });
});

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
