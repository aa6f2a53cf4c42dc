import { once } from 'node:events';
import { expect, it } from 'vitest';
import { sleep } from '../../../src/client/retry.ts';
import { onAbort } from '../../../src/files/of-node.ts';

it('calls who listens once, with its reason set, and nobody who has stopped listening', () => {
  const { signal, ...end } = controlled();
  const heard: unknown[] = [];
  const stop = onAbort(signal, () => heard.push('never'));
  stop();
  onAbort(signal, () => heard.push(signal.reason));
  onAbort(signal, () => heard.push('second'));
  end.abort('stop');
  end.abort('again');
  expect(heard).toEqual(['stop', 'second']);
});

it('takes no number of requests and pauses that wait at once for a leak', async () => {
  const { signal, abort } = controlled();
  const warned: string[] = [];
  const hear = ({ name }: Error) => warned.push(name);
  process.on('warning', hear);
  const pauses = Array.from({ length: 30 }, () => sleep(60_000, signal));
  // Node tells a warning when the work at hand is done.
  process.emitWarning('the last one', 'Done');
  await once(process, 'warning');
  process.off('warning', hear);
  abort('stop');
  await Promise.all(pauses);
  expect(warned).toEqual(['Done']);
});

function controlled() {
  const control = new AbortController();
  return { signal: control.signal, abort: (reason: unknown) => control.abort(reason) };
}
