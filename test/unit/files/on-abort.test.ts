import { describe, expect, it } from 'vitest';
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
