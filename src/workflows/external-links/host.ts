// One host of many links: asked one request after the other, no faster than agreed, and only what its robots.txt allows.

import { createPace, type Rate } from '../../client/pace.ts';
import { type Answer, type Asking, ask } from './ask.ts';
import { type Allowed, robotsRules } from './robots.ts';
import { isFinal, unsure, type Verdict, verdictOfFailure } from './verdict.ts';

export interface Manners extends Asking {
  rate: Rate;
  /** Monotonic milliseconds. */
  ticks: () => number;
  pause: (ms: number) => Promise<void>;
}

export interface Host {
  /** Asks when the host's turn has come. Throws as `ask`, and what ends the run. */
  ask(url: URL, method: 'HEAD' | 'GET', options?: { body?: boolean }): Promise<Answer>;
  /** What is said of every link of this host, without asking it again. */
  over?: Verdict;
  /** Rules of robots.txt, one for each origin. */
  robots: Map<string, Promise<Allowed | Verdict>>;
  /** Takes note of what came of a request: a host that never answers is not asked for each of its links. */
  heard(failure: Verdict): void;
}

/** So many requests without an answer in a row, and the host is left alone. */
const MOST_SILENT = 3;
/** A host that wants a longer pause is left alone. */
const LONGEST_PAUSE_MS = 30_000;
const USUAL_PAUSE_MS = 5000;

export function openHost(manners: Manners): Host {
  const pace = createPace({ rate: manners.rate }, manners.ticks);
  let silent = 0;
  const host: Host = {
    robots: new Map(),
    async ask(url, method, options) {
      await pace.turn(manners.pause);
      manners.signal.throwIfAborted();
      const answer = await ask(url, method, manners, options);
      silent = 0;
      if (answer.status === 429 || (answer.status === 503 && answer.retryAfter !== undefined)) {
        const ms = pauseOf(answer.retryAfter);
        if (ms > LONGEST_PAUSE_MS) host.over = unsure(`not asked: the host wants a pause (${answer.status})`);
        else pace.hold(ms);
      }
      return answer;
    },
    heard(failure) {
      if (isFinal(failure)) host.over ??= failure;
      silent += 1;
      if (silent >= MOST_SILENT)
        host.over ??= unsure(`not asked: the host did not answer ${MOST_SILENT} times in a row`);
    },
  };
  return host;
}

/** Seconds; a date is a longer pause than a run waits for. */
function pauseOf(retryAfter: string | undefined): number {
  if (retryAfter === undefined) return USUAL_PAUSE_MS;
  return /^\d{1,6}$/.test(retryAfter.trim()) ? Number(retryAfter) * 1000 : Number.POSITIVE_INFINITY;
}

const MOST_REDIRECTS = 5;

/** Whether the origin lets this program fetch the URL; a verdict where that cannot be known. Asked once an origin. */
export async function robotsOf(url: URL, hostOf: (url: URL) => Host): Promise<Allowed | Verdict> {
  const { robots } = hostOf(url);
  const known = robots.get(url.origin);
  if (known !== undefined) return known;
  const asked = askRobots(new URL('/robots.txt', url), hostOf);
  robots.set(url.origin, asked);
  return asked;
}

async function askRobots(url: URL, hostOf: (url: URL) => Host): Promise<Allowed | Verdict> {
  let at = url;
  try {
    for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
      const { status, location, text } = await hostOf(at).ask(at, 'GET', { body: true });
      const next = redirectOf(status, location, at);
      if (next === undefined || next === 'elsewhere') return rulesOf(status, text);
      at = next;
    }
    return () => true;
  } catch (error) {
    return verdictOfFailure(error);
  }
}

/** A server that has no such file asks for nothing; one that fails may have asked for anything. */
function rulesOf(status: number, text: string): Allowed | Verdict {
  if (status >= 200 && status < 300) return robotsRules(text);
  return status >= 500 || status === 429 ? unsure(`not asked: its robots.txt answers ${status}`) : () => true;
}

/** Where an answer sends the reader; `elsewhere`: to what is neither http nor https. */
export function redirectOf(
  status: number,
  location: string | undefined,
  from: URL,
): URL | 'elsewhere' | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined;
  if (!URL.canParse(location, from.href)) return 'elsewhere';
  const to = new URL(location, from);
  return to.protocol === 'http:' || to.protocol === 'https:' ? to : 'elsewhere';
}
