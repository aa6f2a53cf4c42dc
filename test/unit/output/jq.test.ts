import { describe, expect, it } from 'vitest';
import { CancelledError } from '../../../src/errors.ts';
import { listWriter, type View } from '../../../src/output/render.ts';
import { ATTACKS } from '../../helpers/attacks.ts';
import { memoryIo } from '../../helpers/memory-io.ts';
import { reached } from '../../helpers/runs.ts';
import { readAsTerminal } from '../../helpers/vt.ts';

const view = (jq: string, more: Partial<View> = {}): View => ({
  columns: ['id'],
  format: 'json',
  now: new Date('2026-01-01T00:00:00Z'),
  jq,
  ...more,
});

async function filtered(items: readonly unknown[], jq: string, more: Partial<View> = {}, tty = false) {
  const io = memoryIo({ tty });
  const writer = await listWriter(io, view(jq, more));
  for (const item of items) await writer.page([item]);
  await writer.end();
  return io.stdout();
}

describe('--jq', () => {
  it('takes titles with half a character in them', async () => {
    expect(await filtered([{ title: 'a\ud800b\udc00\udc00c😀' }], '.[].title')).toBe('a�b��c😀\n');
  });

  it('lets nothing reach a terminal that acts on it', async () => {
    const text = await filtered(
      ATTACKS.map((title) => ({ title })),
      '.[].title, .',
      {},
      true,
    );
    expect(readAsTerminal(text).controls).toEqual([]);
  });
});

describe('an expression that computes for ever', () => {
  const forever = ['def f: f; f', '[range(1e12)] | length', 'last(repeat(1))'];

  it.each(forever)('is ended by a signal: %s', async (jq) => {
    const control = new AbortController();
    const ended = filtered([{ id: 'a' }], jq, { patience: { signal: control.signal } });
    setTimeout(() => control.abort(new CancelledError('interrupted by SIGINT', { exit: 130 })), 300);
    await expect(ended).rejects.toMatchObject({ exit: 130 });
  });

  it.each(forever)('is ended by the time limit: %s', async (jq) => {
    const ended = filtered([{ id: 'a' }], jq, { patience: { left: () => 300 } });
    await expect(ended).rejects.toMatchObject({ code: 'TIMEOUT', exit: 8 });
    reached('P10', 'expressions', 1);
  });

  it('does not begin when there is no time left', async () => {
    await expect(filtered([], '.', { patience: { left: () => -1 } })).rejects.toMatchObject({ exit: 8 });
  });
});
