import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startBar } from '../../../src/output/progress-bar.ts';
import { memoryIo } from '../../helpers/memory-io.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the progress bar', () => {
  it('draws on a terminal how many are done, and goes when it stops', () => {
    const io = memoryIo({ tty: true, columns: 100, env: { FORCE_COLOR: '1' } });
    let time = 0;
    const bar = startBar(io, 'deleting spaces', 4, () => time);
    vi.advanceTimersByTime(100);
    expect(io.errors()).toContain('deleting spaces');
    bar.step(true);
    bar.step(false);
    time = 6000;
    vi.advanceTimersByTime(100);
    expect(io.errors()).toContain('2 of 4, 1 failed, 20/min, 6 seconds left');
    bar.print('a line\n');
    bar.stop();
    expect(io.errors().endsWith('\r\u001b[Ka line\n\r\u001b[K')).toBe(true);
    expect(io.stdout()).toBe('');
    vi.advanceTimersByTime(1000);
    expect(io.errors().endsWith('\r\u001b[K')).toBe(true);
  });

  it('never fills the last column, whatever the width', () => {
    for (const columns of [10, 20, 30, 40, 50, 80]) {
      const io = memoryIo({ tty: true, columns, env: { FORCE_COLOR: '1' } });
      const bar = startBar(io, 'deleting spaces with a very long name', 1000);
      vi.advanceTimersByTime(100);
      const line = io.errors().replace(/\r|\u001b\[[\d;]*[mK]/g, '');
      expect([columns, line.length <= columns]).toEqual([columns, true]);
      bar.stop();
    }
  });

  it.each([
    ['elsewhere', {}, false],
    ['for a screen reader', { ACCESSIBLE: '1' }, true],
    ['in CI', { CI: '1' }, true],
    ['without colour', { NO_COLOR: '1' }, true],
  ])('says a plain line now and then %s', (_, env, tty) => {
    const io = memoryIo({ tty, env: { ...env } });
    const bar = startBar(io, 'deleting spaces', 4);
    vi.advanceTimersByTime(9000);
    expect(io.errors()).toBe('');
    bar.step(true);
    vi.advanceTimersByTime(2000);
    expect(io.errors().replace(/\u001b\[\d+m/g, '')).toMatch(
      /^deleting spaces: 1 of 4(, \d+\/min, \d+ seconds left)?\n$/,
    );
    bar.stop();
    vi.advanceTimersByTime(60_000);
    expect(io.errors().split('\n').length).toBe(2);
  });
});
