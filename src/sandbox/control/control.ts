// What tests do with a served sandbox beside its API: `/_sandbox/...`, for programs of this machine alone.
import { timingSafeEqual } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { TOKEN_KINDS } from '../../api/operation.ts';
import { DocsError, EXIT } from '../../errors.ts';
import { isRecord } from '../../files/texts.ts';
import { refusal, type SandboxAnswer } from '../app.ts';
import { accessFor, callerOf } from '../caller.ts';
import { metaStore } from '../db/database.ts';
import { isLoopback } from '../http/listen.ts';
import type { LoggedRequest } from '../http/routes.ts';
import { newToken, revokeTokens, type TokenWish } from '../new-token.ts';
import { eventKey } from '../resources/integrations/publish.ts';
import type { Sandbox } from '../sandbox.ts';
import { badRequest, forbidden, WireError } from '../wire-error.ts';
import { type Clock, momentOf, spanMs } from './clock.ts';
import { CONTROL_PATH, type Faults, type Gate, readFaults } from './faults.ts';
import { listSnapshots, restoreSnapshot, START, saveSnapshot } from './snapshots.ts';

// The requests of a served sandbox: the last of them are kept, for whoever asks what came in.

/** Numbered from 1 since the start of the server. */
export interface KeptRequest extends LoggedRequest {
  number: number;
}

interface RequestLog {
  add(request: LoggedRequest): void;
  /** Those after a number; waits for one where there is none yet. */
  after(number: number, waitMs?: number): Promise<KeptRequest[]>;
}

const KEPT = 1000;

export function makeRequestLog(): RequestLog {
  const kept: KeptRequest[] = [];
  const news = new EventEmitter().setMaxListeners(0);
  let count = 0;
  return {
    add(request) {
      count += 1;
      kept.push({ number: count, ...request });
      if (kept.length > KEPT) kept.shift();
      news.emit('request');
    },
    async after(number, waitMs = 0) {
      if (count <= number && waitMs > 0) {
        await once(news, 'request', { signal: AbortSignal.timeout(waitMs) }).catch(() => {});
      }
      return kept.filter((request) => request.number > number);
    },
  };
}

/** What a server gives into the hands of its tests. */
export interface Controls {
  sandbox: Sandbox;
  clock: Clock;
  gate: Gate;
  requests: RequestLog;
  faults: Faults;
  /** Opens this door for programs of whoever serves the file. */
  key: string;
}

const MOST_BYTES = 64 * 1024;
const MOST_WAIT_MS = 20_000;

type Fields = Record<string, unknown>;

/** Answers a request below CONTROL_PATH. Never throws for what is in it. */
export async function answerControl(controls: Controls, request: IncomingMessage): Promise<SandboxAnswer> {
  try {
    requireOwner(controls, request);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://sandbox');
    const name = `${request.method} ${pathname.slice(CONTROL_PATH.length)}`;
    const run = Object.hasOwn(CALLS, name) ? CALLS[name] : undefined;
    if (!run) throw new WireError(404, `there is no ${name}; known: ${Object.keys(CALLS).join(', ')}`);
    const fields = request.method === 'GET' ? Object.fromEntries(searchParams) : await bodyOf(request);
    const body = await run(controls, fields);
    return { status: 200, headers: { 'content-type': 'application/json', 'x-docs-sandbox': '1' }, body };
  } catch (error) {
    if (error instanceof WireError) return refusal(error);
    if (error instanceof DocsError)
      return refusal(new WireError(error.exit === EXIT.failed ? 500 : 400, error.message));
    throw error;
  }
}

/** Other users of this machine reach the port, too: only a token of an administrator, or the key of the file, opens it. */
function requireOwner(
  { sandbox, key }: Controls,
  { socket, headers: { authorization } }: IncomingMessage,
): void {
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  if (!isLoopback(address)) throw forbidden('only programs on the same machine may control the sandbox');
  if (isSameSecret(authorization, `Bearer ${key}`)) return;
  const caller = callerOf(sandbox, authorization);
  const organization = metaStore(sandbox.db).get('organization') ?? '';
  if (caller.kind !== 'user' || accessFor(sandbox.db, caller).memberRole(organization) !== 'admin')
    throw forbidden('only an administrator may control the sandbox');
}

function isSameSecret(given: string | undefined, wanted: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}

async function bodyOf(request: IncomingMessage): Promise<Fields> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > MOST_BYTES) throw new WireError(413, 'the body is too large');
    parts.push(bytes);
  }
  const text = Buffer.concat(parts).toString('utf8').trim();
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // Refused below.
  }
  throw badRequest('the body must be a JSON object');
}

const CALLS: Readonly<Record<string, (controls: Controls, fields: Fields) => Promise<unknown>>> = {
  'POST reset': reset,
  'POST snapshot': save,
  'POST restore': restore,
  'POST clock': async ({ clock }, fields) => moveClock(clock, fields),
  'GET clock': async ({ clock }) => clockView(clock),
  'POST faults': async ({ faults }, { faults: rules = [], seed }) => {
    faults.replace(readFaults({ faults: rules, ...(seed !== undefined && { seed }) }, 'faults'));
    return {};
  },
  'POST token': async ({ sandbox, clock }, fields) => ({
    token: tokenFor(sandbox.file, fields, clock.now()),
  }),
  'POST revoke': async ({ sandbox, clock }, fields) => ({
    revoked: revokeTokens(sandbox.file, wishIn(fields), clock.now()),
  }),
  'GET key': async ({ sandbox }) => ({ eventKey: eventKey(sandbox.db) }),
  'GET file': async ({ sandbox }) => ({ file: sandbox.file }),
  'GET snapshots': async ({ sandbox }) => ({ snapshots: listSnapshots(sandbox.file) }),
  'GET requests': async ({ requests }, { after = '0', wait = '0' }) => ({
    requests: await requests.after(Number(after) || 0, Math.min(Number(wait) || 0, MOST_WAIT_MS)),
  }),
};

/** Back to the start: the file, the clock and the faults. */
export async function reset({ sandbox, gate, clock, faults }: Controls, { to }: Fields): Promise<unknown> {
  const name = to === undefined ? START : textIn('to', to);
  if (to === undefined && !listSnapshots(sandbox.file).some((one) => one.name === START))
    throw new WireError(
      409,
      'there is nothing to reset to: start with --seed, or name a snapshot: {"to": "<name>"}',
    );
  return gate.alone(async () => {
    const snapshot = await restored(sandbox, name);
    clock.reset();
    faults.reset();
    return snapshot;
  });
}

export async function save({ sandbox, gate }: Controls, { name, replace }: Fields): Promise<unknown> {
  const wanted = textIn('name', name);
  return gate.alone(() => saveSnapshot(sandbox.file, wanted, { replace: replace === true }));
}

export async function restore({ sandbox, gate }: Controls, { name }: Fields): Promise<unknown> {
  const wanted = textIn('name', name);
  return gate.alone(() => restored(sandbox, wanted));
}

async function restored({ background, file, db }: Sandbox, name: string) {
  // What still works in the background would write into what comes back.
  await background.settle();
  return restoreSnapshot(file, name, db);
}

function textIn(field: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw badRequest(`${field} is required`);
}

function tokenFor(file: string, fields: Fields, now: Date): string {
  const { expiresIn } = fields;
  const lifeMs = expiresIn === undefined ? undefined : spanMs(String(expiresIn));
  if (expiresIn !== undefined && lifeMs === undefined)
    throw badRequest(`expiresIn must be a time like 90s, 12h or 7d, not "${expiresIn}"`);
  const expiresAt = lifeMs === undefined ? null : new Date(now.getTime() + lifeMs).toISOString();
  return newToken(file, { ...wishIn(fields), expiresAt }, now);
}

function wishIn({ kind = 'user', of }: Fields): TokenWish {
  const known = TOKEN_KINDS.find((one) => one === kind);
  if (!known) throw badRequest(`kind must be one of ${TOKEN_KINDS.join(', ')}`);
  return { kind: known, of: of === undefined ? undefined : textIn('of', of) };
}

function moveClock(clock: Clock, { now, advance, frozen, reset: back }: Fields) {
  if ([now, advance, frozen, back].every((value) => value === undefined))
    throw badRequest('one of now, advance, frozen and reset is required');
  if (back === true) clock.reset();
  if (now !== undefined) {
    const to = momentOf(String(now));
    if (!to) throw badRequest(`now must be a time like 2026-01-01 or 2026-01-01T12:00:00Z, not "${now}"`);
    clock.set(to);
  }
  if (advance !== undefined) {
    const by = spanMs(String(advance));
    if (by === undefined) throw badRequest(`advance must be a time like 90s, 12h or 7d, not "${advance}"`);
    clock.advance(by);
  }
  if (frozen !== undefined) clock.freeze(frozen === true);
  return clockView(clock);
}

const clockView = (clock: Clock) => ({ now: clock.now().toISOString(), frozen: clock.frozen });
