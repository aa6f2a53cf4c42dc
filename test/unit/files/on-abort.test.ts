import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { sleep } from '../../../src/client/pace.ts';
import { createAborter, onAbort } from '../../../src/files/on-abort.ts';

describe.each([
  ['the signal of the process', createAborter],
  ['any other signal', () => new AbortController()],
])('%s', (_, create) => {
  it('calls who listens once, with its reason set', () => {
    const { signal, abort } = bound(create());
    const heard: unknown[] = [];
    onAbort(signal, () => heard.push(signal.reason));
    onAbort(signal, () => heard.push('second'));
    abort('stop');
    abort('again');
    expect(heard).toEqual(['stop', 'second']);
  });

  it('calls nobody who has stopped listening', () => {
    const { signal, abort } = bound(create());
    const heard: string[] = [];
    const stop = onAbort(signal, () => heard.push('never'));
    stop();
    onAbort(signal, () => heard.push('one'));
    abort('stop');
    expect(heard).toEqual(['one']);
  });

  it('is one listener to Node, however many requests and pauses wait at once: more than ten are taken for a leak', async () => {
    const { signal, abort } = bound(create());
    for (let at = 0; at < 20; at += 1) onAbort(signal, () => {});
    const pauses = Array.from({ length: 20 }, () => sleep(60_000, signal));
    expect(getEventListeners(signal, 'abort').length).toBeLessThan(2);
    abort('stop');
    await Promise.all(pauses);
  });

  it('ends what listens by events, too', () => {
    const { signal, abort } = bound(create());
    const heard: string[] = [];
    signal.addEventListener('abort', () => heard.push('event'));
    abort('stop');
    expect([signal.aborted, heard]).toEqual([true, ['event']]);
  });
});

const bound = (aborter: { signal: AbortSignal; abort(reason: unknown): void }) => ({
  signal: aborter.signal,
  abort: (reason: unknown) => aborter.abort(reason),
});
