// The carrier of a profile whose host is `sandbox:`: requests go to the local platform in this very process.
import { join } from 'node:path';
import { inProcessTransport } from '../../client/transport/in-process.ts';
import type { Transport } from '../../client/transport/transport.ts';
import { requirePath } from '../../config/paths.ts';
import type { Context } from '../../context.ts';
import { onAbort, ticks } from '../../files/of-node.ts';
import { warn } from '../../output/note.ts';
import { sandboxTransport } from '../../sandbox/door.ts';

/** `sandbox:/path/file.db` names its file; `sandbox:` alone means the one in the data folder. */
export const sandboxFile = (context: Context, baseUrl = 'sandbox:'): string =>
  baseUrl.slice('sandbox:'.length) || join(requirePath(context.paths(), 'data'), 'sandbox.db');

/** What work gets to keep that it was stopped. */
const STOP_MS = 300;

/** Work that goes on after an answer (a git import) ends before the process does, or with the signal or the time limit. */
export function openSandboxTransport(context: Context, baseUrl: string, timeoutMs?: number): Transport {
  const door = sandboxTransport(sandboxFile(context, baseUrl), { env: context.env, now: context.now });
  const until = timeoutMs === undefined ? undefined : ticks() + timeoutMs;
  context.settleWith(async () => {
    const left = until === undefined ? undefined : until - ticks();
    const isDone = await endsInTime(door.settle(), left, context.signal);
    if (!isDone) {
      if (!context.signal.aborted)
        warn(context.io, 'the time limit ran out: the work of the sandbox was stopped');
      door.stop();
    }
    // What still runs would find it closed; the process ends without it.
    if (isDone || (await endsInTime(door.settle(), STOP_MS))) door.close();
  });
  return inProcessTransport(door.dispatch, door.match);
}

/** False when the time or the signal comes before the end of the work. */
function endsInTime(work: Promise<void>, ms: number | undefined, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (isDone: boolean) => {
      clearTimeout(timer);
      deafen?.();
      resolve(isDone);
    };
    const late = () => end(false);
    // Work that has ended already is found to be so before a time that is up already.
    const wait = signal?.aborted ? 0 : ms;
    if (wait !== undefined) timer = setTimeout(late, wait);
    const deafen = signal && onAbort(signal, late);
    work.then(() => end(true), late);
  });
}
