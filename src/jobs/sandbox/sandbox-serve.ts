// docs sandbox serve: the local platform over HTTP, until a signal ends it, the end of its input, or the loss of its file.

import { closeSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Context } from '../../context.ts';
import { chosenFormat, printItem, printLine, viewOf } from '../../engine/run/view.ts';
import { isError, messageOf, UsageError } from '../../errors.ts';
import { ioError } from '../../files/io-error.ts';
import { shell } from '../../files/shell-word.ts';
import { note, warn } from '../../output/note.ts';
import type { ServeOptions } from '../../sandbox/door.ts';
import { beginningOf, endHistoryAt, type ServeRun, seededPlace } from './serve-options.ts';

// What a served sandbox writes down: its requests and its failures, to a file, or failures alone to standard error.

interface ServeLog {
  told: Pick<ServeOptions, 'log' | 'onFault'>;
  close(): void;
}

/** Opens the file of --log for appending. Throws LocalIoError. */
function openServeLog(run: ServeRun): ServeLog {
  const { io, cwd } = run.context;
  const tell = (error: unknown, requestId: string) => {
    const [line = ''] = messageOf(error).split('\n');
    warn(io, `request ${requestId} failed: ${line}`);
    if (run.flags.debug === true) for (const frame of framesOf(error)) warn(io, frame);
  };
  if (typeof run.flags.log !== 'string') return { told: { onFault: tell }, close: () => {} };
  const path = resolve(cwd, run.flags.log);
  const handle = open(path);
  let full = false;
  const write = (entry: object) => {
    try {
      writeSync(handle, `${JSON.stringify(entry)}\n`);
      full = false;
    } catch (error) {
      // Once for each time that the disk fills up: the requests themselves are answered.
      if (!full) warn(io, ioError('write', path, error).message);
      full = true;
    }
  };
  return {
    told: {
      log: write,
      onFault(error, requestId) {
        tell(error, requestId);
        write({ time: new Date().toISOString(), requestId, error: messageOf(error), stack: framesOf(error) });
      },
    },
    close: () => closeSync(handle),
  };
}

function open(path: string): number {
  try {
    return openSync(path, 'a', 0o600);
  } catch (error) {
    throw ioError('write', path, error);
  }
}

const framesOf = (error: unknown): string[] =>
  isError(error) ? (error.stack ?? '').split('\n').map((frame) => frame.trim()) : [];

// The profile of a served sandbox: one for each server, and never in place of one that is in use.

const NAME = 'sandbox-serve';
const PROBE_MS = 500;

interface Kept {
  name: string;
  remove(): Promise<void>;
}

/**
 * Saves the profile under the name that was asked for, or `sandbox-serve`, or that with the port where it is taken. Throws
 * UsageError `PROFILE_EXISTS` where the name asked for belongs to a real host or to a server that runs.
 */
async function keepServeProfile(run: ServeRun, served: { url: string; token: string }): Promise<Kept> {
  const { listProfiles, removeProfile, saveProfile } = await import('../../config/profiles.ts');
  const { parseToken } = await import('../../config/credentials.ts');
  const paths = run.context.paths();
  const save = (name: string) =>
    saveProfile(paths, {
      name,
      profile: { baseUrl: served.url, kind: 'sandbox' },
      token: parseToken(served.token),
      keepHost: 'choose another name: --profile-name <profile>',
      mayReplace: async ({ baseUrl }) => !(await isServing(baseUrl)),
    });
  const asked = run.flags.profileName;
  let name = typeof asked === 'string' ? asked : NAME;
  try {
    await save(name);
  } catch (error) {
    const isTaken = error instanceof UsageError && error.code === 'PROFILE_EXISTS';
    if (!isTaken || asked !== undefined) throw error;
    name = `${NAME}-${new URL(served.url).port}`;
    await save(name);
  }
  return {
    name,
    async remove() {
      const { baseUrl } = listProfiles(paths).find((profile) => profile.name === name) ?? {};
      // Somebody may have made it their own meanwhile.
      if (baseUrl === served.url) await removeProfile(paths, name);
    },
  };
}

/** Whether a server answers there; a sandbox in a file needs none, and its profile is not ours to replace. */
async function isServing(baseUrl: string): Promise<boolean> {
  if (!baseUrl.startsWith('http')) return true;
  const { connect } = await import('node:net');
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) });
    const end = (answers: boolean) => {
      socket.destroy();
      resolve(answers);
    };
    socket.setTimeout(PROBE_MS, () => end(false));
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}

export async function serveSandbox(run: ServeRun, own: () => Promise<string>): Promise<void> {
  const { context, flags } = run;
  const port = portOf(flags.port);
  const host = typeof flags.host === 'string' ? flags.host : undefined;
  const allowHosts = listOf(flags.allowHost).map(hostName);
  const allowOrigins = listOf(flags.allowOrigin).map(originOf);
  const eventHosts = listOf(flags.allowWebhook);
  const { serve, isLoopback } = await import('../../sandbox/door.ts');
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
    if (flags.seed !== undefined) await endHistoryAt(context, served.url);
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
  await printItem(run, item, {
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
