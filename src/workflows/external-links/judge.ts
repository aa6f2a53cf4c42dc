// Whether external links lead somewhere: every host by itself, hosts side by side.

import { mapPool } from '../../client/pool.ts';
import { type Answer, bare } from './ask.ts';
import type { LinkCache } from './cache.ts';
import { type Host, type Manners, openHost, redirectOf, robotsOf } from './host.ts';
import { isFinal, unsure, type Verdict, verdictOfFailure, verdictOfStatus } from './verdict.ts';

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
