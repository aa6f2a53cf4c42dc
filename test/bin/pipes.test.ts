import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { BIN, demoDocs, NODE } from '../helpers/built.ts';
import { perFile } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';
import { openPty } from '../helpers/pty.ts';

const SPECIFICATION = ['api', 'GET', '/v1/openapi.json'];

const docs = perFile(demoDocs);
describe('the standard output of the built program', () => {
  it('is whole for a reader that takes its time', async () => {
    const child = docs.start(SPECIFICATION);
    const parts: Buffer[] = [];
    const closed = once(child, 'close');
    // A pipe holds 64 KiB: whoever ends before it is read loses the rest, and is given the time to.
    await Promise.race([once(child, 'exit'), delay(1500)]);
    for await (const part of child.stdout ?? []) parts.push(part);
    expect((await closed)[0]).toBe(0);
    const text = Buffer.concat(parts).toString();
    expect(text.length).toBeGreaterThan(200_000);
    expect(JSON.parse(text)).toHaveProperty('openapi');
  });

  it.skipIf(lacks('questions stay out of the output', 'python3'))('holds no question', async () => {
    const out = join(docs.home, 'out.txt');
    const command = `"${NODE}" "${BIN}" sites delete "Tarnpost Docs" > "${out}"`;
    const pty = openPty(['bash', '-c', command], { env: docs.env, cwd: docs.home });
    await pty.waitFor(/Type "Tarnpost Docs"/);
    pty.type('no\r');
    for (const again of ['no', 'no']) {
      // Drawn twice, while it is judged and after that: keys count from the second time on.
      await pty.waitFor(/does not match[\s\S]*does not match/);
      pty.type(`${again}\r`);
    }
    expect(await pty.ended).toBe(3);
    expect(readFileSync(out, 'utf8')).toBe('');
  });
});

describe('the standard input of the built program', () => {
  it.each(['y\n', 'yes\n'])('is no consent: %j', async (stdin) => {
    const { code, stderr } = await docs(['spaces', 'delete', 'Guides'], { stdin });
    expect([code, stderr]).toEqual([3, expect.stringContaining('add --yes to')]);
    expect((await docs(['spaces', 'get', 'Guides', '-q'])).code).toBe(0);
  });
});
