import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { BIN, demoDocs, NODE } from '../helpers/built.ts';
import { perFile } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';
import { openPty, type Pty } from '../helpers/pty.ts';

const docs = perFile(demoDocs);
const ask = (words: readonly string[]): Pty =>
  openPty([NODE, BIN, ...words], { env: { HOME: docs.home }, cwd: docs.home });
const LOST = ['sites', 'delete', 'Status and incidents'];

it.skipIf(lacks('the questions of consent', 'python3'))(
  'asks again for a name that is typed wrongly, and no more than three times',
  async () => {
    const right = ask(LOST);
    await right.waitFor(/Delete site "Status and incidents" \(\w+\).*\[sandbox\]\.\r\n/s);
    await right.waitFor(/cannot be restored\.\r\n/);
    await right.talk(
      [/Type "Status and incidents" to continue:/, 'Status\r'],
      [/"Status" does not match/, '\u0003'],
    );
    expect(await right.ended).toBe(130);

    const wrong = ask(LOST);
    await wrong.talk(
      [/to continue:/, 'no\r'],
      [/"no" does not match/, 'nope\r'],
      [/"nope" does not match/, 'never\r'],
    );
    expect(await wrong.ended).toBe(3);
    expect(wrong.output()).not.toContain('✔');
    expect((await docs(['sites', 'get', 'Status and incidents'])).code).toBe(0);

    const second = ask(LOST);
    await second.talk([/to continue:/, 'Status\r'], [/"Status" does not match/, 'Status and incidents\r']);
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

/**
 * The exit code of a question after Esc, and after 400 ms the rest of an arrow key and Ctrl-C: 3 for Esc alone. Where readline
 * waits its half second for the rest, it is an arrow key, and the code that of Ctrl-C.
 */
async function escaped(asked: ReturnType<typeof ask>): Promise<number> {
  asked.type('\u001b');
  await delay(400);
  asked.type('[B');
  await delay(50);
  asked.type('\u0003');
  return await asked.ended;
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
    await pasted.waitFor(/"Status" does not match/);
    const codes = [await escaped(pasted)];
    // On a machine that does much else both may come to the program as one: not each time.
    for (let more = 0; !codes.includes(3) && more < 9; more += 1) {
      const again = ask(['sites', 'delete', 'Partner portal']);
      await again.waitFor(/to continue:/);
      codes.push(await escaped(again));
    }
    expect(codes).toContain(3);
  },
);
