import { afterAll, beforeAll, expect, it } from 'vitest';
import { BIN, type Built, builtDocs, NODE } from '../helpers/built.ts';
import { lacks } from '../helpers/needs.ts';
import { openPty, type Pty } from '../helpers/pty.ts';

let docs: Built;
beforeAll(async () => {
  docs = builtDocs();
  expect((await docs(['sandbox', 'init', '--demo'])).code).toBe(0);
});
afterAll(() => docs.cleanup());

const ask = (words: readonly string[]): Pty =>
  openPty([NODE, BIN, ...words], { env: { HOME: docs.home }, cwd: docs.home });
const LOST = ['sites', 'delete', 'Status and incidents'];

it.skipIf(lacks('the questions of consent', 'python3'))(
  'asks again for a name that is typed wrongly, and no more than three times',
  async () => {
    const right = ask(LOST);
    await right.waitFor(/Delete site "Status and incidents" \(\w+\).*\[sandbox\]\.\r\n/s);
    await right.waitFor(/cannot be restored\.\r\n/);
    await right.waitFor(/Type "Status and incidents" to continue:/);
    right.type('Status\r');
    await right.waitFor(/"Status" does not match/);
    await right.waitFor(/to continue:/);
    right.type('\u0003');
    expect(await right.ended).toBe(130);

    const wrong = ask(LOST);
    await wrong.waitFor(/to continue:/);
    wrong.type('no\r');
    for (const again of ['nope', 'never']) {
      await wrong.waitFor(/does not match[\s\S]*to continue:/);
      wrong.type(`${again}\r`);
    }
    expect(await wrong.ended).toBe(3);
    expect((await docs(['sites', 'get', 'Status and incidents'])).code).toBe(0);

    const second = ask(LOST);
    await second.waitFor(/to continue:/);
    second.type('Status\r');
    await second.waitFor(/does not match[\s\S]*to continue:/);
    second.type('Status and incidents\r');
    expect(await second.ended).toBe(0);
  },
);

it.skipIf(lacks('the questions of consent', 'python3'))(
  'says on lines of their own what changes and what follows',
  async () => {
    const asked = ask(['sites', 'update', 'Partner portal', '--visibility', 'public']);
    await asked.waitFor(/Update site "Partner portal" \(\w+\) from share-link to public\s+\[sandbox\]\.\r\n/);
    await asked.waitFor(/Anyone can read it at\s+https:\S+\.\r\n/);
    await asked.waitFor(/Continue\?/);
    for (const line of asked.output().split('\r\n').slice(0, 2)) expect(line.length).toBeLessThanOrEqual(80);
    asked.type('n\r');
    expect(await asked.ended).toBe(3);
  },
);

/** How long Esc takes to end a question. */
async function escapeMs(asked: ReturnType<typeof ask>): Promise<number> {
  const before = performance.now();
  asked.type('\u001b');
  expect(await asked.ended).toBe(3);
  return performance.now() - before;
}

it.skipIf(lacks('the questions of consent', 'python3'))(
  'takes a pasted answer with its Enter, a filter with its Enter, and Esc at once',
  async () => {
    const chosen = ask(['spaces', 'get']);
    await chosen.waitFor(/Which space\?/);
    await chosen.waitFor(/Guides/);
    chosen.type('handb\r');
    expect(await chosen.ended).toBe(0);
    expect(chosen.output()).toMatch(/title\s+(?:\u001b\[22m)?Handbook/);

    const pasted = ask(['sites', 'delete', 'Partner portal']);
    await pasted.waitFor(/to continue:/);
    pasted.type('Status\rPartner portal\r');
    await pasted.waitFor(/does not match[\s\S]*to continue:/);
    const first = await escapeMs(pasted);
    // A machine that does much else may be late once; readline's wait for the rest of a sequence is 500 ms each time.
    const times = [first];
    for (let more = 0; Math.min(...times) >= 450 && more < 4; more += 1) {
      const again = ask(['sites', 'delete', 'Partner portal']);
      await again.waitFor(/to continue:/);
      times.push(await escapeMs(again));
    }
    expect(Math.min(...times)).toBeLessThan(450);
  },
);
