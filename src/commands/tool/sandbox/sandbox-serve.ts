// docs sandbox serve: the local platform over HTTP, until a signal ends it, the end of its input, or the loss of its file.

import type { Context } from '../../../context.ts';
import { printLine } from '../../../engine/run/print-line.ts';
import { chosenFormat, viewOf } from '../../../engine/run/view.ts';
import { UsageError } from '../../../errors.ts';
import { shell } from '../../../files/shell-word.ts';
import { note, warn } from '../../../output/note.ts';
import { renderItem } from '../../../output/render.ts';
import type { ServeRun } from './serve-flags.ts';
import { openServeLog } from './serve-log.ts';
import { beginningOf, seededPlace } from './serve-options.ts';
import { keepServeProfile } from './serve-profile.ts';

export async function serveSandbox(run: ServeRun, own: () => Promise<string>): Promise<void> {
  const { context, flags } = run;
  const port = portOf(flags.port);
  const host = typeof flags.host === 'string' ? flags.host : undefined;
  const allowHosts = listOf(flags.allowHost).map(hostName);
  const allowOrigins = listOf(flags.allowOrigin).map(originOf);
  const eventHosts = listOf(flags.allowWebhook);
  const { serve, isLoopback } = await import('../../../sandbox/door.ts');
  const begins = await beginningOf(run);
  const log = openServeLog(run);
  let removeSeeded = () => {};
  try {
    const { file, remove } =
      flags.seed === undefined
        ? { file: await own(), remove: removeSeeded }
        : await seededPlace(run, flags.seed, begins.startAt);
    removeSeeded = remove;
    const served = await serve({
      ...begins,
      file,
      resettable: flags.seed !== undefined,
      port,
      host,
      allowHosts,
      allowOrigins,
      eventHosts,
      ...log.told,
    });
    let removeProfile = async () => {};
    try {
      context.secrets.add(served.token);
      const kept = await keepServeProfile(run, served);
      removeProfile = kept.remove;
      if (host !== undefined && !(await isLoopback(host))) warn(context.io, `${host} ${REACHED}`);
      const use = shell`docs spaces list --profile ${kept.name}`;
      note(context.io, `serving ${file}; to use it: ${use}; press Ctrl-C to stop`);
      await announce(run, { url: served.url, profile: kept.name, file }, served.token);
      const lost = await Promise.race([served.lost, untilEnd(context, flags.untilEof === true)]);
      if (lost) throw lost;
    } finally {
      const whole = await served.close();
      if (!whole) warn(context.io, 'requests still running after 0.7 s were aborted');
      await removeProfile();
    }
  } finally {
    log.close();
    removeSeeded();
  }
}

const REACHED =
  'may be reached from other machines: anyone who has the token can use this sandbox, over plain HTTP';

function portOf(given: unknown): number {
  const port = String(given ?? '0');
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return Number(port);
  throw new UsageError(`--port must be between 0 and 65535, not "${port}"`, {
    hint: 'docs sandbox serve --port 0',
  });
}

const listOf = (given: unknown): string[] =>
  (Array.isArray(given) ? given : [])
    .flatMap((text) => String(text).split(','))
    .filter((text) => text !== '');

function hostName(given: string): string {
  if (/^(?:[a-z\d](?:[\w.-]*[\w])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(given)) return given;
  throw new UsageError(`--allow-host must be a host name, such as sandbox or sandbox:4000, not "${given}"`, {
    hint: 'docs sandbox serve --allow-host host.docker.internal',
  });
}

function originOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isOrigin = url && /^https?:$/.test(url.protocol) && given.replace(/\/$/, '') === url.origin;
  if (isOrigin) return url.origin;
  throw new UsageError(`--allow-origin must be the origin of a web page, not "${given}"`, {
    hint: shell`docs sandbox serve --allow-origin ${url?.origin.startsWith('http') ? url.origin : 'http://localhost:3000'}`,
  });
}

/** The address alone for people and `$(...)`; all that a program needs where a format is asked for. */
async function announce(
  run: ServeRun,
  facts: { url: string; profile: string; file: string },
  token: string,
): Promise<void> {
  const format = chosenFormat(run);
  const shows = run.flags.showToken === true;
  const isForPeople = format === undefined || format === 'table' || format === 'id';
  // Shown because it was asked for: from here on it is no secret of this output.
  if (shows || !isForPeople) run.context.secrets.delete(token);
  if (isForPeople) {
    await printLine(run, 'url', facts.url);
    if (shows) await printLine(run, 'token', token);
    return;
  }
  // Who asks for JSON is a program that goes on with it, and reads a line.
  const item = { ...facts, token };
  const view = viewOf(run);
  const line = view.format === 'json' ? ('ndjson' as const) : view.format;
  await renderItem(run.context.io, item, {
    ...view,
    format: line,
    columns: Object.keys(item),
    showSecrets: true,
  });
}

/** The input from another program ends with that program, even when it is killed. */
function untilEnd({ signal, io }: Context, orEof: boolean): Promise<undefined> {
  return new Promise((resolve) => {
    const end = () => {
      if (orEof) io.stdin.destroy();
      resolve(undefined);
    };
    if (signal.aborted) return end();
    signal.addEventListener('abort', end, { once: true });
    const over = () => resolve(undefined);
    if (orEof) io.stdin.once('end', over).once('error', over).resume();
  });
}
