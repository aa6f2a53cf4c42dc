// The requests of a served sandbox: the last of them are kept, for whoever asks what came in.
import { EventEmitter, once } from 'node:events';
import type { LoggedRequest } from '../http/routes.ts';

/** Numbered from 1 since the start of the server. */
export interface KeptRequest extends LoggedRequest {
  number: number;
}

export interface RequestLog {
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
