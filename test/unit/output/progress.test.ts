import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { done, note, warn } from '../../../src/output/note.ts';
import { startProgress } from '../../../src/output/progress.ts';
import { type MemoryIoOptions, memoryIo } from '../../helpers/memory-io.ts';

/** What moves is loaded first, which no clock knows of. */
async function shown(io: ReturnType<typeof memoryIo>, text: string, tty: boolean): Promise<void> {
  if (!tty) await vi.advanceTimersByTimeAsync(11_000);
  await vi.waitFor(() => expect(io.errors()).toContain(text), { timeout: 30_000 });
}

describe('progress', () => {
  it('shows a spinner on a terminal after a moment, on standard error, and clears it', async () => {
    const io = memoryIo({ tty: true });
    const progress = startProgress(io, 'reading pages');
    expect(io.errors()).toBe('');
    await vi.waitFor(() => expect(io.errors()).toContain('reading pages'), { timeout: 30_000 });
    progress.update('2000 pages\u001b[2J');
    await vi.waitFor(() => expect(io.errors()).toContain('2000 pages\\u001b[2J'), { timeout: 30_000 });
    progress.stop();
    const length = io.errors().length;
    progress.update('after');
    expect(io.errors().length).toBe(length);
    expect(io.stdout()).toBe('');
  });

  it.each([
    ['on a terminal', true],
    ['in a log', false],
  ])('says only how far the first is of several at once, %s', async (_, tty) => {
    if (!tty) vi.useFakeTimers();
    const io = memoryIo({ tty });
    const all = ['first', 'second', 'third'].map((text) => startProgress(io, text));
    await shown(io, 'first', tty);
    for (const one of all) one.stop();
    const next = startProgress(io, 'fourth');
    await shown(io, 'fourth', tty);
    next.stop();
    vi.useRealTimers();
    expect(io.errors()).not.toMatch(/second|third/);
  });

  it('shows nothing when the work is done before', async () => {
    vi.useFakeTimers();
    const io = memoryIo({ tty: true });
    startProgress(io, 'quick').stop();
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    expect(io.errors()).toBe('');
  });

  it.each<[string, MemoryIoOptions]>([
    ['in a pipe', { tty: { out: true } }],
    ['in CI', { tty: true, env: { CI: 'true' } }],
    ['when asked for accessible output', { tty: true, env: { ACCESSIBLE: '1' } }],
    ['on a dumb terminal', { tty: true, env: { TERM: 'dumb' } }],
    ['without colour', { tty: true, env: { NO_COLOR: '1' } }],
  ])('is a plain line each 10 seconds %s', async (_, options) => {
    vi.useFakeTimers();
    const io = memoryIo(options);
    const progress = startProgress(io, 'reading');
    await vi.advanceTimersByTimeAsync(9_900);
    expect(io.errors()).toBe('');
    await vi.advanceTimersByTimeAsync(5_000);
    progress.update('2000 of 5000');
    await vi.advanceTimersByTimeAsync(10_000);
    progress.stop();
    expect(stripVTControlCharacters(io.errors())).toBe(
      'reading: 10 s so far\nreading: 2000 of 5000, 20 s so far\n',
    );
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});

describe('notes', () => {
  it('go to standard error, one line each, safe', () => {
    const io = memoryIo({ env: { TF_BUILD: 'True' } });
    note(io, '##vso[x]\nsecond');
    warn(io, '\u001b[2J');
    done(io, '::x');
    expect(io.errors()).toBe('\\u0023#vso[x] second\nwarning: \\u001b[2J\n\\u003a:x\n');
    expect(io.stdout()).toBe('');
  });

  it('are marked on a terminal', () => {
    const io = memoryIo({ tty: true });
    done(io, 'deleted');
    expect(io.errors()).toBe('\u001b[32m✓\u001b[39m Deleted\n');
  });
});
