// Whether external links lead somewhere: every host by itself, hosts side by side.

import { createPace, type Rate } from '../../client/pace.ts';
import { mapPool } from '../../client/pool.ts';
import { type Answer, type Asking, ask, bare } from './ask.ts';
import type { LinkCache } from './cache.ts';
import { type Allowed, robotsRules } from './robots.ts';
import { isFinal, unsure, type Verdict, verdictOfFailure, verdictOfStatus } from './verdict.ts';

// One host of many links: asked one request after the other, no faster than agreed, and only what its robots.txt allows.

interface Manners extends Asking {
  rate: Rate;
  /** Monotonic milliseconds. */
  ticks: () => number;
  pause: (ms: number) => Promise<void>;
}

interface Host {
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

function openHost(manners: Manners): Host {
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

const MOST_OF_HOST = 5;

/** Whether the origin lets this program fetch the URL; a verdict where that cannot be known. Asked once an origin. */
async function robotsOf(url: URL, hostOf: (url: URL) => Host): Promise<Allowed | Verdict> {
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
    for (let hop = 0; hop <= MOST_OF_HOST; hop += 1) {
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
function redirectOf(status: number, location: string | undefined, from: URL): URL | 'elsewhere' | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined;
  if (!URL.canParse(location, from.href)) return 'elsewhere';
  const to = new URL(location, from);
  return to.protocol === 'http:' || to.protocol === 'https:' ? to : 'elsewhere';
}

interface Options extends Manners {
  /** What earlier runs found; it learns what this one finds, at once. */
  cache: LinkCache;
  onProgress?: () => void;
}

/** Hosts that are asked at a time. */
const WIDTH = 16;
const MOST_REDIRECTS = 5;

/** What is asked for a link; undefined for what is no link of the web, which nobody can ask. */
export function askedUrl(link: string): string | undefined {
  if (!/^https?:/i.test(link) || !URL.canParse(link)) return undefined;
  return bare(new URL(link)).href;
}

/** Links that the cache does not know, by their hosts. */
export function unknownLinks(urls: Iterable<string>, cache: LinkCache): Map<string, string[]> {
  const byHost = new Map<string, string[]>();
  for (const url of new Set(urls)) {
    if (cache.get(url) !== undefined) continue;
    const { hostname } = new URL(url);
    byHost.set(hostname, [...(byHost.get(hostname) ?? []), url]);
  }
  return byHost;
}

/**
 * Asks for each of these URLs (as `askedUrl` gives them) and keeps the verdicts in the cache. Throws the reason of the
 * signal when it comes; the verdicts until then are kept.
 */
export async function judgeLinks(
  byHost: ReadonlyMap<string, readonly string[]>,
  options: Options,
): Promise<void> {
  const hosts = new Map<string, Host>();
  const hostOf = ({ hostname }: URL): Host => {
    const host = hosts.get(hostname) ?? openHost(options);
    hosts.set(hostname, host);
    return host;
  };
  const { signal, cache, onProgress } = options;
  await mapPool(byHost.values(), WIDTH, async (urls) => {
    for (const url of urls) {
      if (signal.aborted) return;
      const verdict = await judge(new URL(url), hostOf);
      // What an interrupted request failed with says nothing about the link.
      if (signal.aborted) return;
      cache.set(url, verdict);
      onProgress?.();
    }
  });
  signal.throwIfAborted();
}

async function judge(url: URL, hostOf: (url: URL) => Host): Promise<Verdict> {
  let at = url;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    const told = (verdict: Verdict): Verdict =>
      hop === 0 || verdict.status === 'ok'
        ? verdict
        : { ...verdict, reason: `redirected: ${verdict.reason}` };
    const host = hostOf(at);
    const answer = host.over ?? (await askOne(at, host, hostOf));
    if ('reason' in answer) return told(answer);
    const next = redirectOf(answer.status, answer.location, at);
    if (next === 'elsewhere') return unsure('redirected to something that is not a web page');
    if (next === undefined) return told(verdictOfStatus(answer.status));
    at = next;
  }
  return unsure(`redirected more than ${MOST_REDIRECTS} times`);
}

/** HEAD first; many servers do that one wrong, so only GET says that something is not there. */
async function askOne(url: URL, host: Host, hostOf: (url: URL) => Host): Promise<Answer | Verdict> {
  const allowed = await robotsOf(url, hostOf);
  if (typeof allowed !== 'function') {
    host.heard(allowed);
    return allowed;
  }
  if (!allowed(url)) return unsure('not asked: robots.txt forbids it');
  const head = await attempt(host, url, 'HEAD');
  const isAnswered = 'reason' in head ? isFinal(head) : head.status < 400 || head.status === 429;
  return isAnswered || host.over ? head : attempt(host, url, 'GET');
}

async function attempt(host: Host, url: URL, method: 'HEAD' | 'GET'): Promise<Answer | Verdict> {
  try {
    return await host.ask(url, method);
  } catch (error) {
    const verdict = verdictOfFailure(error);
    host.heard(verdict);
    return verdict;
  }
}
