import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtDocs, signalled } from '../helpers/built.ts';
import { startContentServer } from '../helpers/content-server.ts';
import { filesIn } from '../helpers/export-folder.ts';
import { perFile, temporaryFolder } from '../helpers/lasting.ts';
import { reached, runs } from '../helpers/runs.ts';

const KILLS = runs('F6', 'kills', 4);

const docs = perFile(builtDocs);
const server = perFile(
  () => startContentServer({ spaces: 12, pages: 12, files: 2, delayMs: 2 }),
  (it) => it.stop(),
);
const env = () => ({ DOCS_TOKEN: 'test-token-1', DOCS_BASE_URL: server.url });
const args = (to: string) => ['export', '--org', 'o', '--files', '--to', to];

const folder = () => join(temporaryFolder(), 'out');

/** How many requests it took. */
async function whole(to: string): Promise<number> {
  const before = server.requests();
  const { code, stderr } = await docs(args(to), { env: env() });
  expect(code, stderr).toBe(0);
  return server.requests() - before;
}

/** Starts an export and kills it a moment after so many requests; true when it was still at work. */
async function killed(to: string, afterRequests: number): Promise<boolean> {
  const from = server.requests();
  // A busy machine is slow at times, and then fast: only what has been asked for tells how far an export is.
  const isTime = () => server.requests() - from >= afterRequests;
  const laterMs = Math.random() * 15;
  const { signal } = await signalled(docs.start(args(to), { env: env() }), isTime, { laterMs });
  return signal === 'SIGKILL';
}

it('an export that is killed and run again is what a clean one is', { timeout: 3_600_000 }, async () => {
  const clean = folder();
  const all = await whole(clean);
  let wanted = filesIn(clean);
  let cut = 0;
  let to = folder();
  for (let round = 0; round < KILLS; round += 1) {
    // Every fourth time the content changes, and an export that is there is brought up to date.
    const isFresh = round === 0 || round % 4 === 1 || round % 4 === 2;
    if (round % 4 === 3) {
      server.change();
      const again = folder();
      await whole(again);
      wanted = filesIn(again);
    } else if (isFresh) to = folder();
    // Bringing up to date asks for less.
    if (await killed(to, Math.ceil(Math.random() * (isFresh ? all : all / 8)))) cut += 1;
    await whole(to);
    expect(filesIn(to)).toEqual(wanted);
    expect(readdirSync(to).filter((name) => name.startsWith('.'))).toEqual(['.docs-export.json']);
  }
  expect(cut).toBeGreaterThan(KILLS / 4);
  const verified = await docs(['export', 'verify', to]);
  expect(verified.code, verified.stderr).toBe(0);
  reached('F6', 'kills', KILLS);
});

it('an export that is interrupted says how to go on, and does', async () => {
  const to = folder();
  const hasBegun = () => existsSync(join(to, '.docs-export.log'));
  const { code, stderr } = await signalled(docs.start(args(to), { env: env() }), hasBegun, {
    signal: 'SIGINT',
  });
  expect(code, stderr).toBe(130);
  const [, done] = /^docs: interrupted: (\d+) of \d+ spaces exported\nhint: docs export /m.exec(stderr) ?? [];
  expect(Number(done), stderr).toBeLessThan(12);
  expect((await docs(['export', 'verify', to])).code).toBe(5);
  const before = server.requests();
  await whole(to);
  expect(server.requests()).toBeGreaterThan(before);
  expect(readdirSync(join(to, 'Space 1'))).toContain('SUMMARY.md');
});
