import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readJournal } from '../../src/config/journal.ts';
import { entriesOf } from '../../src/domain/journal/journal-entries.ts';
import { builtDocs, finished, type Result } from '../helpers/built.ts';
import { startContentServer } from '../helpers/content-server.ts';
import { perFile } from '../helpers/lasting.ts';
import { startManyServer } from '../helpers/many-server.ts';
import { reached, runs } from '../helpers/runs.ts';

const SIDE_BY_SIDE = 3;
const TARGETS = 60;
const RC: Record<string, number> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
/** Signals with the wait before each, in milliseconds: the first one comes at a random moment. */
type Blow = readonly (readonly [signal: NodeJS.Signals, waitMs: number])[];
const BLOWS: readonly Blow[] = [
  [['SIGINT', 0]],
  [['SIGTERM', 0]],
  [['SIGHUP', 0]],
  // A library that handles signals, too, makes one Ctrl-C arrive twice.
  [
    ['SIGINT', 0],
    ['SIGINT', 5],
  ],
  [
    ['SIGINT', 0],
    ['SIGINT', 350],
  ],
  [
    ['SIGTERM', 0],
    ['SIGHUP', 400],
  ],
  [
    ['SIGTSTP', 0],
    ['SIGCONT', 30],
  ],
  [
    ['SIGTSTP', 0],
    ['SIGCONT', 30],
    ['SIGTERM', 5],
  ],
];

const folders: string[] = [];
const docs = perFile(builtDocs);
const many = perFile(
  () => startManyServer({ delayMs: 12 }),
  (it) => it.stop(),
);
const long = perFile(
  () => startContentServer({ spaces: 20_000, pages: 1, files: 0, delayMs: 25 }),
  (it) => it.stop(),
);
const content = perFile(
  () => startContentServer({ spaces: 4, pages: 12, files: 1, delayMs: 3 }),
  (it) => it.stop(),
);
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'docs-signals-'));
  folders.push(made);
  return made;
}

interface Struck extends Result {
  /** As a shell tells it. */
  rc: number;
  home: string;
}

/** Runs a command and strikes at that moment. */
async function strike(
  args: readonly string[],
  blow: Blow,
  { url, stdin, moment }: { url: string; stdin?: string; moment: (isOver: () => boolean) => Promise<void> },
): Promise<Struck> {
  const home = folder();
  const env = { HOME: home, DOCS_TOKEN: 'test-token-1', DOCS_BASE_URL: url };
  const child = docs.start(args, { env });
  let isOver = false;
  const ended = finished(child, stdin).finally(() => {
    isOver = true;
  });
  await moment(() => isOver);
  for (const [signal, waitMs] of blow) {
    await wait(waitMs);
    if (!isOver) child.kill(signal);
  }
  const result = await ended;
  const number = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 }[String(result.signal)];
  return { ...result, rc: result.code ?? 128 + (number ?? 0), home };
}

/** When the host has got so many changes of a run; for none of them, while it still gets ready. */
async function changesOf(run: number, count: number, isOver: () => boolean): Promise<void> {
  if (count === 0) return wait(Math.random() * 200);
  let [at, seen] = [0, 0];
  while (seen < count && !isOver()) {
    await wait(2);
    for (; at < many.requests.length; at += 1)
      if (many.requests[at]?.startsWith(`PATCH /v1/spaces/signal-of-run-${run}-`)) seen += 1;
  }
}

/** Random moments in the time a command takes. */
async function momentIn(args: readonly string[], url: string): Promise<() => Promise<void>> {
  const from = performance.now();
  const env = { HOME: folder(), DOCS_TOKEN: 'test-token-1', DOCS_BASE_URL: url };
  expect((await docs(args, { env })).code).toBe(0);
  const tookMs = performance.now() - from;
  return () => wait(20 + Math.random() * 1.5 * tookMs);
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The code of one of the signals, or success where it came too late; never a trace. */
function expectEnd({ rc, stderr }: Struck, blow: Blow): void {
  const ends = blow.flatMap(([signal]) => RC[signal] ?? []);
  expect([...ends, 0], stderr).toContain(rc);
  expect(stderr).not.toMatch(/^\s+at |unexpected error/m);
}

async function repeat(count: number, work: (at: number, blow: Blow) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const at = next++;
      await work(at, BLOWS[at % BLOWS.length] ?? []);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
}

const BULK = runs('P2', 'bulk runs', 8);
it('bulk work ends by the code of the signal, and its journal holds what was sent', async () => {
  let cut = 0;
  await repeat(BULK, async (run, blow) => {
    const ids = Array.from({ length: TARGETS }, (_, at) => `signal-of-run-${run}-${at}`);
    const struck = await strike(['spaces', 'update', '-', '--emoji', '1f4d8', '-o', 'ndjson'], blow, {
      url: many.url,
      stdin: ids.join('\n'),
      moment: (isOver) => changesOf(run, Math.floor(Math.random() * TARGETS), isOver),
    });
    expectEnd(struck, blow);
    const sent = many.requests.filter((line) =>
      line.startsWith(`PATCH /v1/spaces/signal-of-run-${run}-`),
    ).length;
    const entries = historyOf(struck.home);
    const told = struck.stdout.split('\n').filter(Boolean);
    if (struck.rc !== 0 && sent > 0) cut += 1;
    if (struck.rc === 0) expect([sent, entries.length, told.length]).toEqual([TARGETS, TARGETS, TARGETS]);
    const applied = entries.filter(({ outcome }) => outcome === 'applied').length;
    const isForced = blow.filter(([signal]) => signal in RC).length > 1 && struck.rc !== 0;
    // What was begun is ended, unless a second signal asks for haste.
    if (!isForced) expect([applied, told.length]).toEqual([sent, sent]);
    expect(entries.length).toBeGreaterThanOrEqual(sent);
    expect(entries.length - applied).toBeLessThanOrEqual(8);
    const counted = /interrupted: (\d+) of 60 spaces done/.exec(struck.stderr)?.[1];
    if (counted !== undefined) expect(Number(counted)).toBe(applied);
  });
  expect(cut).toBeGreaterThanOrEqual(BULK / 8);
  reached('P2', 'bulk runs', BULK);
});

/** Every line of the journal can be read. */
function historyOf(home: string) {
  const path = join(home, '.local/share/docs/history');
  if (!existsSync(path)) return [];
  const lines = readFileSync(join(path, 'journal.jsonl'), 'utf8').split('\n').filter(Boolean);
  expect(readJournal(path)).toHaveLength(lines.length);
  return entriesOf(readJournal(path));
}

const EXPORTS = runs('P2', 'exports', 4);
it('an export ends by the code of the signal, and is whole when it says so', async () => {
  const moment = await momentIn(['export', '--org', 'o', '--files', '--to', folder()], content.url);
  await repeat(EXPORTS, async (_, blow) => {
    const to = folder();
    const struck = await strike(['export', '--org', 'o', '--files', '--to', to], blow, {
      url: content.url,
      moment,
    });
    expectEnd(struck, blow);
    const hasManifest = existsSync(join(to, '.docs-export.json'));
    if (struck.rc === 0) expect(hasManifest).toBe(true);
  });
  reached('P2', 'exports', EXPORTS);
});

const LISTS = runs('P2', 'lists', 4);
it('a long list ends by the code of the signal, and what it printed is whole lines', async () => {
  const moment = await momentIn(['spaces', 'list', '--org', 'o', '-o', 'ndjson'], long.url);
  await repeat(LISTS, async (_, blow) => {
    const args = ['spaces', 'list', '--org', 'o', '-o', 'ndjson'];
    const struck = await strike(args, blow, { url: long.url, moment });
    expectEnd(struck, blow);
    for (const line of struck.stdout.split('\n').filter(Boolean)) JSON.parse(line);
  });
  reached('P2', 'lists', LISTS);
});
