import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startProgress } from '../../../src/output/progress.ts';
import { showWaiting } from '../../../src/output/spinner.ts';
import { type MemoryIoOptions, memoryIo } from '../../helpers/memory-io.ts';

const SPINNER = 'waiting for the host';
const loaded = () => vi.waitFor(() => import('ora'), { timeout: 30_000 });

describe('the sign of waiting', () => {
  beforeEach(async () => {
    await loaded();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  });
  afterEach(() => vi.useRealTimers());
  const passed = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    // The spinner is loaded when it is due.
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(100);
  };

  it('is a spinner on standard error once a request takes 300 ms, and goes before anything is written', async () => {
    const io = memoryIo({ tty: true });
    const waiting = showWaiting(io);
    waiting?.begin();
    await vi.advanceTimersByTimeAsync(250);
    expect(io.errors()).toBe('');
    await passed(100);
    expect(io.errors()).toContain(SPINNER);
    void io.out('rows\n');
    const shown = io.errors();
    await passed(1000);
    expect(io.errors()).toBe(shown);
    expect(io.stdout()).toBe('rows\n');
    waiting?.end();
  });

  it('stays from one request to the next, and counts them all', async () => {
    const io = memoryIo({ tty: true });
    const waiting = showWaiting(io);
    for (let sent = 0; sent < 3; sent++) {
      waiting?.begin();
      await vi.advanceTimersByTimeAsync(90);
      waiting?.end();
      await vi.advanceTimersByTimeAsync(5);
    }
    expect(io.errors()).toBe('');
    waiting?.begin();
    await passed(50);
    expect(io.errors()).toContain(SPINNER);
    waiting?.end();
    await passed(50);
    const gone = io.errors();
    await passed(1000);
    expect(io.errors()).toBe(gone);
  });

  it('gives way to another spinner, a bar or a question', async () => {
    const io = memoryIo({ tty: true });
    const waiting = showWaiting(io);
    const progress = startProgress(io, 'reading pages');
    waiting?.begin();
    await passed(400);
    expect(io.errors()).toContain('reading pages');
    expect(io.errors()).not.toContain(SPINNER);
    progress.stop();
    waiting?.end();
  });

  it.each<[string, MemoryIoOptions]>([
    ['in a pipe', { tty: { out: true } }],
    ['in CI', { tty: true, env: { CI: 'true' } }],
    ['when asked for accessible output', { tty: true, env: { ACCESSIBLE: '1' } }],
    ['without color', { tty: true, env: { NO_COLOR: '1' } }],
    ['on a terminal that says it has no columns', { tty: true, columns: 0 }],
  ])('is not there %s, nor is that of a longer work', async (_, options) => {
    const io = memoryIo(options);
    const progress = startProgress(io, 'reading pages');
    await passed(1000);
    progress.stop();
    const waiting = showWaiting(io);
    waiting?.begin();
    await passed(1000);
    waiting?.end();
    await passed(100);
    expect(io.errors()).toBe('');
  });
});
