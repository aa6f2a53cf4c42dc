// Which processes serve a sandbox file: each keeps a mark beside it, so that nobody removes the file from under them.
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  AuthError,
  ConfigError,
  ConflictError,
  type ErrorFacts,
  ForbiddenError,
  NotFoundError,
  ServerError,
  ValidationError,
} from '../errors.ts';
import { errnoOf, ioError } from '../files/io-error.ts';
import { ageMsOf, isAlive, namesIn, nonce, ownerId, pidOf, removeQuietly } from '../files/lock.ts';
import { WireError } from './wire-error.ts';

export interface Server {
  /** Opens the control door: whoever may read the mark may. */
  key: string;
  /** Process ID, as the machine or container of the server counts. */
  pid: number;
  /** Where it answers. */
  url: string;
}

interface Mark {
  /** Tells servers on other machines, where the process cannot be asked, that this one still runs. */
  refresh(): void;
  remove(): void;
}

const MARK = /\.serving\.(\d+-\d+-\w*)\.\w+$/;

/** Marks a file as served by this process, and removes the marks of dead ones. Throws LocalIoError. */
export function markServed(file: string, url: string, key: string): Mark {
  sweepMarks(file);
  const path = `${file}.serving.${ownerId()}.${nonce()}`;
  try {
    writeFileSync(path, JSON.stringify({ url, key }), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw ioError('write', path, error);
  }
  return {
    refresh() {
      try {
        const now = new Date();
        utimesSync(path, now, now);
      } catch (error) {
        // The folder may be read-only for a while, or gone: what is served is checked elsewhere.
        if (errnoOf(error) === undefined) throw error;
      }
    },
    remove: () => removeQuietly(path),
  };
}

/** The processes that serve a file now, the oldest mark first. */
export const serversOf = (file: string): Server[] =>
  marksOf(file)
    .filter(({ alive }) => alive)
    .map(({ path, owner }) => ({ pid: Number(pidOf(owner)), ...markIn(path) }));

/** Throws ConfigError `SANDBOX_SERVED` while a process serves the file. */
export function refuseServed(file: string): void {
  const [server] = serversOf(file);
  if (!server) return;
  throw new ConfigError(`${file} is being served by process ${server.pid}: stop it first`, {
    code: 'SANDBOX_SERVED',
    hint: `kill ${server.pid}`,
    details: { file, pid: server.pid, url: server.url },
  });
}

function sweepMarks(file: string): void {
  for (const { path, alive } of marksOf(file)) if (!alive) removeQuietly(path);
}

function marksOf(file: string): { path: string; owner: string; alive: boolean }[] {
  const folder = dirname(file);
  return namesIn(folder)
    .filter((name) => name.startsWith(`${basename(file)}.serving.`))
    .sort()
    .flatMap((name) => {
      const owner = MARK.exec(name)?.[1];
      const path = join(folder, name);
      return owner === undefined ? [] : [{ path, owner, alive: isAlive(owner, ageMsOf(path)) }];
    });
}

function markIn(path: string): Pick<Server, 'url' | 'key'> {
  try {
    const { url, key } = JSON.parse(readFileSync(path, 'utf8')) as { url?: unknown; key?: unknown };
    return { url: typeof url === 'string' ? url : '', key: typeof key === 'string' ? key : '' };
  } catch {
    // Half written, or just removed.
    return { url: '', key: '' };
  }
}

// Refusals of the sandbox as errors of the program, for calls that do not go through the client.

const CLASSES: Record<number, new (message: string, facts: ErrorFacts) => Error> = {
  400: ValidationError,
  401: AuthError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  412: ConflictError,
};

/** Any other error is returned as it is. */
export function asDocsError(error: unknown): unknown {
  if (!(error instanceof WireError)) return error;
  const { status, message, hint } = error;
  return new (CLASSES[status] ?? ServerError)(message, { hint, outcome: 'rejected' });
}
