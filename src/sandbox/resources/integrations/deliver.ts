// Sends events to integrations in development, and keeps what became of each. Nothing is called delivered that was not.
import { setTimeout as delay } from 'node:timers/promises';
import { isError, messageOf } from '../../../errors.ts';
import { isAlive, ownerId } from '../../../files/lock.ts';
import type { Database } from '../../db/database.ts';
import {
  type EventLogLine,
  finishEvent,
  type IntegrationEventRow,
  integrationEvents,
} from '../../db/integrations/integration-events.ts';
import { integrations } from '../../db/integrations/integrations.ts';
import type { Sandbox } from '../../sandbox.ts';
import { eventView } from './integrations-view.ts';
import { platformSignatureOf, signatureOf, tunnelProblem } from './publish.ts';

/** One attempt may take this long. */
const ATTEMPT_MS = 5_000;
/** Pauses before the second attempt and each after it. */
const PAUSES_MS = [250, 1_000];

/** Who sends in this process; `again`: more came in meanwhile. */
const sending = new WeakMap<Database, { again: boolean }>();

/** Sends what waits, one after the other; a call while another sends leaves it to that one. Never throws. */
export async function deliver(sandbox: Sandbox): Promise<void> {
  const other = sending.get(sandbox.db);
  if (other) {
    other.again = true;
    return;
  }
  const run = { again: true };
  sending.set(sandbox.db, run);
  try {
    while (run.again) {
      run.again = false;
      await sendAll(sandbox);
    }
  } catch {
    // The file is closed or gone: what is left waits for the next process.
  } finally {
    sending.delete(sandbox.db);
  }
}

/** After a tunnel has failed for good, what is behind it gets one attempt each: a dead one must not cost a minute. */
async function sendAll(sandbox: Sandbox): Promise<void> {
  const dead = new Set<string>();
  for (let event = claim(sandbox); event; event = claim(sandbox)) {
    const { tunnelUrl } = integrations(sandbox.db).find({ name: event.integration }) ?? { tunnelUrl: null };
    const pauses = tunnelUrl !== null && dead.has(tunnelUrl) ? [] : PAUSES_MS;
    const { arrived, log } = await send(sandbox, event, tunnelUrl, pauses);
    if (tunnelUrl !== null && !arrived) dead.add(tunnelUrl);
    finishEvent(sandbox.db, event.id, arrived ? 'success' : 'failed', log);
  }
}

/** The next event that nobody sends, or whose sender is gone, now ours. */
function claim(sandbox: Sandbox): IntegrationEventRow | undefined {
  const store = integrationEvents(sandbox.db);
  return store
    .all({ status: 'pending' }, 'createdAt, rowid')
    .find(
      (row) =>
        !(row.message !== '' && isAlive(row.message, sandbox.now().getTime() - Date.parse(row.createdAt))) &&
        store.update({ id: row.id, status: 'pending', message: row.message }, { message: ownerId() }),
    );
}

interface Outcome {
  arrived: boolean;
  log: EventLogLine[];
}

/** Tries to deliver an event, with these pauses between attempts, and says how that went. Never throws. */
export async function send(
  sandbox: Sandbox,
  event: IntegrationEventRow,
  tunnelUrl: string | null,
  pauses: readonly number[],
): Promise<Outcome> {
  const log: EventLogLine[] = [];
  const say = (level: EventLogLine['level'], message: string) =>
    log.push({ timestamp: sandbox.now().toISOString(), level, message });
  const problem = tunnelUrl === null ? 'development mode was turned off' : tunnelProblem(sandbox, tunnelUrl);
  if (tunnelUrl === null || problem !== undefined) {
    say('error', `${event.type} not sent: ${tunnelUrl === null ? '' : 'the tunnel '}${problem}`);
    return { arrived: false, log };
  }
  const shown = new URL(tunnelUrl).origin;
  for (const [at, pause] of [0, ...pauses].entries()) {
    if (pause > 0) await delay(pause);
    const attempt = await attemptOnce(sandbox, event, tunnelUrl, at + 1);
    if (attempt.status !== undefined && attempt.status >= 200 && attempt.status < 300) {
      say('info', `${event.type} delivered to ${shown}: attempt ${at + 1}, HTTP ${attempt.status}`);
      return { arrived: true, log };
    }
    say(
      'warn',
      `attempt ${at + 1}: ${attempt.status === undefined ? attempt.reason : `HTTP ${attempt.status}`}`,
    );
    if (!mayRetry(attempt.status)) break;
  }
  say('error', `${event.type} not delivered to ${shown} after ${log.length} attempts`);
  return { arrived: false, log };
}

const mayRetry = (status: number | undefined) =>
  status === undefined || status === 408 || status === 429 || status >= 500;

async function attemptOnce(
  sandbox: Sandbox,
  event: IntegrationEventRow,
  tunnelUrl: string,
  attempt: number,
): Promise<{ status?: number; reason: string }> {
  const body = JSON.stringify(eventView(event).payload);
  try {
    const answer = await fetch(tunnelUrl, {
      method: 'POST',
      body,
      // A redirect could lead anywhere.
      redirect: 'manual',
      signal: AbortSignal.timeout(ATTEMPT_MS),
      headers: {
        'content-type': 'application/json',
        'x-docs-sandbox': '1',
        'x-docs-event': event.id,
        'x-docs-attempt': String(attempt),
        // The clock of the receiver counts here, not the one of the sandbox.
        'x-docs-signature': signatureOf(sandbox.db, body, new Date()),
        'x-gitbook-integration-signature': platformSignatureOf(sandbox.db, body),
      },
    });
    await answer.body?.cancel();
    return { status: answer.status, reason: '' };
  } catch (error) {
    const cause = isError(error) && error.cause !== undefined ? error.cause : error;
    return { reason: messageOf(cause) };
  }
}
