// The carrier of a profile whose host is `sandbox:`: requests go to the local platform in this very process.
import { inProcessTransport } from '../../client/transport/in-process.ts';
import type { Transport } from '../../client/transport/transport.ts';
import { requirePath } from '../../config/paths.ts';
import type { Context } from '../../context.ts';
import { sandboxTransport } from '../../sandbox/door.ts';

/** `sandbox:/path/file.db` names its file; `sandbox:` alone means the one in the data folder. */
export function sandboxFile(context: Context, baseUrl = 'sandbox:'): string {
  return baseUrl.slice('sandbox:'.length) || `${requirePath(context.paths(), 'data')}/sandbox.db`;
}

/** Work that goes on after an answer (a git import) ends before the process does. */
export function openSandboxTransport(context: Context, baseUrl: string): Transport {
  const door = sandboxTransport(sandboxFile(context, baseUrl), { env: context.env, now: context.now });
  context.settleWith(async () => {
    await door.settle();
    door.close();
  });
  return inProcessTransport(door.dispatch, door.match);
}
