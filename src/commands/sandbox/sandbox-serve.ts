// docs sandbox serve: the local platform over HTTP on loopback, until a signal ends it, or the end of its input.
import type { Context } from '../../context.ts';
import { printLine } from '../../engine/run/print-line.ts';
import type { Run } from '../../engine/run/run.ts';
import { UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { note } from '../../output/note.ts';

const PROFILE = 'sandbox-serve';

export async function serveSandbox(run: Run, file: string): Promise<void> {
  const { context } = run;
  const port = String(run.flags.port ?? '0');
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new UsageError(`--port must be between 0 and 65535, not "${port}"`, {
      hint: 'docs sandbox serve --port 0',
    });
  }
  const { serve } = await import('../../sandbox/door.ts');
  const { listProfiles, saveProfile, removeProfile } = await import('../../config/profiles.ts');
  const { parseToken } = await import('../../config/secret.ts');
  const served = await serve({ file, port: Number(port), env: context.env, now: context.now });
  try {
    context.secrets.add(served.token);
    await saveProfile(context.paths(), {
      name: PROFILE,
      profile: { baseUrl: served.url, kind: 'sandbox' },
      token: parseToken(served.token),
    });
    note(
      context.io,
      `serving ${file}; to use it: ${shell`docs spaces list --profile ${PROFILE}`}; Ctrl-C ends it`,
    );
    await printLine(run, 'url', served.url);
    await untilEnd(context, run.flags.untilEof === true);
  } finally {
    await served.close();
    const paths = context.paths();
    const { baseUrl } = listProfiles(paths).find(({ name }) => name === PROFILE) ?? {};
    // A server that was started later has made it its own.
    if (baseUrl === served.url) await removeProfile(paths, PROFILE);
  }
}

/** The input from another program ends with that program, even when it is killed. */
function untilEnd({ signal, io }: Context, orEof: boolean): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      if (orEof) io.stdin.destroy();
      resolve();
    };
    if (signal.aborted) return end();
    signal.addEventListener('abort', end, { once: true });
    if (orEof) io.stdin.once('end', resolve).once('error', resolve).resume();
  });
}
