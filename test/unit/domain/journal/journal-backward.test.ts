import { rmSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  appendToJournal,
  journalParts,
  readJournal,
  recordsAgain,
  shiftFiles,
} from '../../../../src/config/journal.ts';
import {
  commandsNewestFirst,
  commandsOf,
  entriesAbout,
} from '../../../../src/domain/journal/journal-commands.ts';
import { type Entry, entriesOf } from '../../../../src/domain/journal/journal-entries.ts';
import { changesFromEnd } from '../../../../src/domain/journal/journal-from-end.ts';
import { pruneJournal } from '../../../../src/jobs/undo/history-prune.ts';
import {
  ShownCommands,
  shownCommand,
  withChanges,
  writerInParts,
} from '../../../../src/jobs/undo/shown-commands.ts';
import { listWriter, type View } from '../../../../src/output/render.ts';
import { temporaryFolder } from '../../../helpers/lasting.ts';
import { memoryIo } from '../../../helpers/memory-io.ts';
import { countedParts } from '../../../helpers/parsed-lines.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const FACTS = { host: 'https://a.example', command: 'docs x', method: 'PATCH', path: '/x', profile: 'p' };
const AT = '2026-01-01T00:00:00.000Z';
const isMerge = (n: number) => n % 11 === 4;
const inReview = (n: number) => ({
  ...(isMerge(n) && { operation: 'changeRequests.merge' }),
  input: { n, spaceId: 's', changeRequestId: `cr${n % 3}` },
});

/**
 * So many changes of several runs at once, some undone, some undone again, in files of a few lines each. From the run of
 * the number `saysBegin` on, records say which is the first of its run, as this version writes them.
 */
async function fill(changes: number, seed: number, saysBegin = 9): Promise<void> {
  const runs = new Set<string>();
  let state = seed;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state % below;
  };
  const add = (record: { v: number; [name: string]: unknown }) =>
    appendToJournal(folder, record as never, { maxBytes: 1500 });
  for (let n = 0; n < changes; n += 1) {
    const id = `id${n}`;
    const at = new Date(Date.UTC(2026, 0, 1) + n * 3600_000).toISOString();
    const run = random(6) === 0 ? undefined : `run${Math.max(0, Math.floor(n / 7) - random(3))}`;
    const undoes = n > 0 && random(4) === 0 ? `id${random(n)}` : undefined;
    const begins = Number(run?.slice(3)) >= saysBegin && { begins: !runs.has(String(run)) };
    runs.add(String(run));
    const operation = random(4) > 0 && {
      operation: 'changeRequestContent.update',
      before: { title: 'A' },
      ...inReview(n),
    };
    const whose = { ...(run && { run, ...begins }), ...(undoes && { undoes }) };
    await add({ v: 1, kind: 'intent', id, ...whose, at, ...FACTS, input: { n }, ...operation });
    const undo = operation && !isMerge(n) && random(4) > 0 && { undo: true };
    if (random(5) > 0) await add({ v: 1, kind: 'outcome', id, outcome: 'applied', ...undo, at, status: 200 });
    if (random(9) === 0) await add({ v: 1, kind: 'outcome', id, at, outcome: 'failed' });
  }
}

const all = (): Entry[] => entriesOf(readJournal(folder));
const isEven = (entry: Entry | undefined): boolean => Number(entry?.input.n) % 2 === 0;

async function rowsOf(commands: ShownCommands): Promise<object[]> {
  const rows: object[] = [];
  for (let row = await commands.next(); row; row = await commands.next()) rows.push(row);
  return rows;
}

/** The last commands come out of the last files, whose number is less than half. */
function expectFewRead(commands: number, more: object = {}): void {
  let read = 0;
  const parts = journalParts(folder).map((part) => ({
    ...{ ...part, ...more },
    *lines() {
      read += 1;
      yield* part.lines();
    },
  }));
  const last = commandsOf(all()).reverse().slice(0, commands);
  const newest = commandsNewestFirst(parts);
  expect(last.map(() => newest.next().value)).toEqual(last);
  expect(read).toBeLessThan(parts.length / 2);
}

describe.each([1, 2, 3, 4, 5])('a history of many files, %i', (seed) => {
  it('is the same from its end as from its beginning', async () => {
    await fill(120, seed);
    expect(journalParts(folder).length).toBeGreaterThan(10);
    const parts = journalParts(folder);
    expect([...commandsNewestFirst(parts)]).toEqual(commandsOf(all()).reverse());
    const even = [...changesFromEnd(parts, (change) => isEven(change.entry()))];
    expect(even.filter(({ change }) => !change).map(({ command }) => command)).toEqual(
      commandsOf(all().filter(isEven))
        .reverse()
        .map(({ id }) => id),
    );
    expect(entriesAbout(parts, 'run9')).toEqual(all().filter(({ run }) => run === 'run9'));
  });

  it('says of its commands what their changes say, one by one', async () => {
    await fill(120, seed);
    const whole = await Promise.all(commandsOf(all()).reverse().map(shownCommand));
    const rows = rowsOf(new ShownCommands(changesFromEnd(journalParts(folder)), false));
    expect(await rows).toEqual(whole.map((row) => ({ ...row, changes: undefined })));
    const kept = await rowsOf(new ShownCommands(changesFromEnd(journalParts(folder)), true));
    const recordsAt = recordsAgain(folder);
    expect(await Promise.all(kept.map((row) => withChanges(row, recordsAt)))).toEqual(whole);
    // Its files get other numbers while it is printed.
    shiftFiles(folder);
    expect(await Promise.all(kept.map((row) => withChanges(row, recordsAgain(folder))))).toEqual(whole);
  });

  it('is read no further than the first change of the runs that are asked for', async () => {
    await fill(120, seed, 0);
    const runs = () => expect.fail('looked through for where a run began');
    expectFewRead(3, { runs });
  });

  it('forgets runs that ended before a time, and nothing else', async () => {
    await fill(120, seed);
    const before = all();
    const until = new Date(Date.UTC(2026, 0, 1) + 60 * 3600_000);
    const old = commandsOf(before).filter(({ entries }) =>
      entries.every(({ at }) => at < until.toISOString()),
    );
    const expected = { commands: old.length, changes: old.flatMap(({ entries }) => entries).length };
    expect(await pruneJournal(folder, until, { dryRun: true })).toEqual(expected);
    expect(all()).toEqual(before);
    expect(await pruneJournal(folder, until)).toEqual(expected);
    const gone = new Set(old.flatMap(({ entries }) => entries.map(({ id }) => id)));
    expect(all()).toEqual(before.filter(({ id }) => !gone.has(id)));
    expect(await pruneJournal(folder, until)).toEqual({ commands: 0, changes: 0 });
    await appendToJournal(folder, { v: 1, kind: 'new' });
    expect(readJournal(folder).at(-1)).toEqual({ v: 1, kind: 'new' });
  });
});

it('reads no older file than the last commands are in', async () => {
  await fill(120, 1);
  expectFewRead(2);
});

it('counts the changes of a large job without parsing them', async () => {
  const add = (record: object) => appendToJournal(folder, record as never);
  const changes = Array.from({ length: 500 }, (_, n) => `c${n}`);
  for (const [n, id] of changes.entries())
    void add({ v: 1, kind: 'intent', id, run: 'r', begins: n === 0, at: AT, ...FACTS, input: { n } });
  for (const id of changes) await add({ v: 1, kind: 'outcome', id, outcome: 'applied', undo: true, at: AT });
  const { parts, parsed } = countedParts(folder);
  const rows = await rowsOf(new ShownCommands(changesFromEnd(parts), false));
  const { host, command, profile } = FACTS;
  const counted = { targets: 500, outcome: 'applied', undo: 'yes' };
  expect(rows).toEqual([{ id: 'r', at: AT, command, ...counted, profile, host }]);
  expect(parsed()).toBe(2);
});

describe.each(['json', 'ndjson'] as const)('a large job as %s', (format) => {
  const view: View = { format, columns: [], now: new Date(0) };
  const text = 'long '.repeat(2000);

  async function fillOne(changes: number): Promise<void> {
    const add = (record: object) => appendToJournal(folder, record as never, { maxBytes: 400_000 });
    const ids = Array.from({ length: changes }, (_, n) => `c${n}`);
    for (const [n, id] of ids.entries()) {
      const input = { n, clientSecret: 'secret', text };
      await add({ v: 1, kind: 'intent', id, run: 'r', begins: n === 0, at: AT, ...FACTS, input });
      await add({ v: 1, kind: 'outcome', id, outcome: 'applied', ...(n % 2 && { undo: true }), at: AT });
    }
  }

  const kept = () => rowsOf(new ShownCommands(changesFromEnd(journalParts(folder)), true));

  it('is the text of all of it, written a few changes at a time', async () => {
    await fillOne(200);
    const rows = [...(await kept()), ...(await kept())];
    const recordsAt = recordsAgain(folder);
    const whole = memoryIo();
    const writer = await listWriter(whole, view);
    for (const row of rows) await writer.page([await withChanges(row, recordsAt)]);
    await writer.end();
    const inParts = memoryIo();
    const parts = writerInParts(inParts, view, recordsAt);
    await parts.page(rows);
    await parts.end();
    expect(inParts.stdout()).toBe(whole.stdout());
    expect(inParts.stdout()).not.toContain('secret"');
    expect(Math.max(...inParts.chunks.map(({ length }) => length))).toBeLessThan(2 * 256 * 1024);
  });

  it('says so when its files are gone before it is printed', async () => {
    await fillOne(2);
    const rows = await kept();
    rmSync(folder, { recursive: true });
    await expect(writerInParts(memoryIo(), view, recordsAgain(folder)).page(rows)).rejects.toThrow(
      'the history was changed while it was read',
    );
  });
});
