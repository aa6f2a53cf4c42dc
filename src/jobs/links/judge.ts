// Whether external links lead somewhere: every host by itself, hosts side by side.
import type { lookup } from 'node:dns';
import { STATUS_CODES } from 'node:http';
import { mapPool } from '../../client/pool.ts';
import { createPace, type Rate } from '../../client/retry.ts';
import { isError, UsageError } from '../../errors.ts';
import { groupBy } from '../../files/lists.ts';
import { isPrivateAddress, lookupPublic, type Reach } from '../../files/private-address.ts';
import { isRecord, jsonIn } from '../../files/texts.ts';
import { type Allowed, type Answer, type Asking, ask, bare, NoAnswer, robotsRules } from './ask.ts';

interface Verdict {
  /** `unsure`: what the other side said does not tell whether readers find something there. */
  status: 'ok' | 'broken' | 'unsure';
  /** Empty for `ok`. */
  reason: string;
}

const OK: Verdict = { status: 'ok', reason: '' };
const broken = (reason: string): Verdict => ({ status: 'broken', reason });
export const unsure = (reason: string): Verdict => ({ status: 'unsure', reason });

/** Only what says that nothing is there is broken: a server that refuses a robot may well serve a reader. */
function verdictOfStatus(status: number): Verdict {
  if (status >= 200 && status < 300) return OK;
  const reason = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  return status === 404 || status === 410 ? broken(reason) : unsure(reason);
}

/** Of whatever a request failed with. */
function verdictOfFailure(error: unknown): Verdict {
  if (error instanceof PrivateAddress) return unsure('not asked: leads to a private address');
  if (error instanceof NoAnswer) return unsure(error.message);
  const code = isError(error) && 'code' in error ? String(error.code) : '';
  if (code === 'ENOTFOUND') return broken('no such host');
  if (code === 'EAI_AGAIN') return unsure('the name of the host cannot be looked up now');
  if (/CERT|TLS|SSL|SIGNATURE/.test(code)) return unsure(`the certificate or encryption fails (${code})`);
  return unsure(/^[A-Z][A-Z0-9_]*$/.test(code) ? `cannot be asked (${code})` : 'cannot be asked');
}

/** Whether asking the same host once more is in vain: there is none, or it may not be asked. */
const isFinal = ({ status, reason }: Verdict): boolean =>
  status === 'broken' || reason.startsWith('not asked');

// Where a check of external links may go: what a page or a redirect names must not lead into the network of this machine.

class PrivateAddress extends Error {}

/**
 * Public addresses only, in two layers: an IP address in the URL is judged here, a name when the connection
 * resolves it, so that no second answer of the name server leads elsewhere than the one that was judged.
 */
export function publicReach(resolve?: typeof lookup): Reach {
  return (url) => {
    if (isPrivateAddress(url.hostname)) throw refused(url.hostname);
    return { lookup: lookupPublic(refused, resolve) };
  };
}

const refused = (host: string) => new PrivateAddress(`${host} is a private address`);

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
  const unknown = [...new Set(urls)].filter((url) => cache.get(url) === undefined);
  return groupBy(unknown, (url) => new URL(url).hostname);
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

export interface LinkCache {
  /** What is known of a URL and not too old. */
  get(url: string): Verdict | undefined;
  set(url: string, verdict: Verdict): void;
  /** The file as it is to be written: without what is too old. */
  text(): string;
}

interface Entry {
  verdict: Verdict;
  /** Milliseconds. */
  at: number;
}

const DAY_MS = 86_400_000;
const STATUSES: readonly string[] = ['ok', 'broken', 'unsure'];

/**
 * Reads the text of the file; undefined: a new one. What is fine counts for `days`; what is not is asked again after one
 * day, as somebody may have mended it. Throws UsageError `BAD_LINK_CACHE` for a file of another kind.
 */
export function readLinkCache(
  text: string | undefined,
  { name, days, now }: { name: string; days: number; now: () => Date },
): LinkCache {
  const entries = text === undefined ? new Map<string, Entry>() : entriesOf(text, name);
  const isFresh = ({ verdict, at }: Entry): boolean => {
    const age = now().getTime() - at;
    return age >= 0 && age <= (verdict.status === 'ok' ? days : Math.min(days, 1)) * DAY_MS;
  };
  return {
    get(url) {
      const entry = entries.get(url);
      return entry && isFresh(entry) ? entry.verdict : undefined;
    },
    set: (url, verdict) => entries.set(url, { verdict, at: now().getTime() }),
    text() {
      const kept = [...entries].filter(([, entry]) => isFresh(entry)).sort(([a], [b]) => (a < b ? -1 : 1));
      const links = kept.map(([url, { verdict, at }]) => [
        url,
        { ...verdict, checkedAt: new Date(at).toISOString() },
      ]);
      return `${JSON.stringify({ version: 1, links: Object.fromEntries(links) }, null, 2)}\n`;
    },
  };
}

function entriesOf(text: string, name: string): Map<string, Entry> {
  const value = jsonIn(text);
  if (!isRecord(value) || value.version !== 1 || !isRecord(value.links))
    throw new UsageError(`${name} is not a cache of external links`, {
      code: 'BAD_LINK_CACHE',
      hint: 'name a file that does not exist yet, or one that --cache has written',
    });
  return new Map(Object.entries(value.links).flatMap(([url, one]) => entryOf(url, one)));
}

/** An entry that somebody broke counts as unknown: the link is asked again. */
function entryOf(url: string, one: unknown): [string, Entry][] {
  if (!isRecord(one) || typeof one.reason !== 'string') return [];
  const { status, reason, checkedAt } = one;
  const at = Date.parse(String(checkedAt));
  if (typeof status !== 'string' || !STATUSES.includes(status) || Number.isNaN(at)) return [];
  // Safe: it is one of these.
  return [[url, { verdict: { status: status as Verdict['status'], reason }, at }]];
}
