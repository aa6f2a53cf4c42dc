// docs sandbox serve: the local platform over HTTP on loopback, until a signal ends it.
import { UsageError } from '../errors.ts';
import { note } from '../output/note.ts';
import { printLine } from './print-line.ts';
import type { Run } from './run.ts';

const PROFILE = 'sandbox-serve';

export async function serveSandbox(run: Run, file: string): Promise<void> {
  const { context } = run;
  const port = String(run.flags.port ?? '0');
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new UsageError(`--port must be between 0 and 65535, not "${port}"`, {
      hint: 'docs sandbox serve --port 0',
    });
  }
  const { serve } = await import('../sandbox/door.ts');
  const { saveProfile, removeProfile } = await import('../config/profiles.ts');
  const { parseToken } = await import('../config/secret.ts');
  const served = await serve({ file, port: Number(port), env: context.env, now: context.now });
  try {
    context.secrets.add(served.token);
    await saveProfile(context.paths(), {
      name: PROFILE,
      profile: { baseUrl: served.url, kind: 'sandbox' },
      token: parseToken(served.token),
    });
    note(context.io, `serving ${file}; docs --profile ${PROFILE} talks to it; Ctrl-C ends it`);
    await printLine(run, 'url', served.url);
    await untilSignal(context.signal);
  } finally {
    await served.close();
    await removeProfile(context.paths(), PROFILE);
  }
}

function untilSignal(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
