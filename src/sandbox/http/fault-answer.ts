// How a request ends that meets a fault of those that tests asked for.
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { refusal, type SandboxAnswer } from '../app.ts';
import type { Fault } from '../control/faults.ts';
import { WireError } from '../wire-error.ts';

/** JSON that ends in the middle. */
export const WRONG_JSON = '{"items": [{"object": "sp';

/** Answers with a fault: instead of the work, after it, or only later. */
export async function withFault(
  { slowMs, instead, applied }: Fault,
  work: () => Promise<SandboxAnswer>,
): Promise<SandboxAnswer> {
  if (slowMs > 0) await delay(slowMs);
  if (!instead) return work();
  if (applied) await work();
  if (instead.kind !== 'status') return refusal(new WireError(500, 'a fault that was asked for'));
  const { status, retryAfter } = instead;
  const answer = refusal(new WireError(status, 'a fault that was asked for'));
  if (retryAfter === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(retryAfter) } };
}

/** As a log names it. */
export const faultName = ({ instead, slowMs }: Fault): string =>
  instead ? (instead.kind === 'status' ? String(instead.status) : instead.kind) : `slow ${slowMs} ms`;

/** Closes the connection of a request; the server takes its answer as sent. */
export function cutOff(env: object): Response {
  // The server hands its own request over with each of hono's.
  const { incoming } = env as { incoming?: IncomingMessage };
  incoming?.socket.destroy();
  return new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
}
