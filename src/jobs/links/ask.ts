// One request to a stranger: no token, no cookie, no proxy, bounded in time and size.
import type { IncomingMessage } from 'node:http';
import type { Reach } from '../../files/private-address.ts';
import { wildcardMatches } from './link-ignores.ts';

export interface Asking {
  reach: Reach;
  signal: AbortSignal;
  /** From the first byte sent to the last one read. */
  timeoutMs: number;
  userAgent: string;
}

export interface Answer {
  status: number;
  location: string | undefined;
  retryAfter: string | undefined;
  /** The beginning of the body, where it was asked for. */
  text: string;
}

export class NoAnswer extends Error {}

/** At most 512 KiB of each body are read: what the robots.txt standard wants its readers to accept at least. */
const MOST_BYTES = 512 * 1024;

/** Throws PrivateAddress, NoAnswer when time is up, and whatever a connection fails with. The body is read only on request. */
export async function ask(
  url: URL,
  method: 'HEAD' | 'GET',
  asking: Asking,
  { body = false }: { body?: boolean } = {},
): Promise<Answer> {
  const response = await send(url, method, asking);
  try {
    const { statusCode: status = 0, headers } = response;
    const text = body && status < 300 ? await beginningOf(response) : '';
    return { status, location: headers.location, retryAfter: headers['retry-after'], text };
  } finally {
    response.destroy();
  }
}

async function send(
  url: URL,
  method: string,
  { reach, signal, timeoutMs, userAgent }: Asking,
): Promise<IncomingMessage> {
  const { request } = url.protocol === 'http:' ? await import('node:http') : await import('node:https');
  const headers = { Accept: '*/*', 'User-Agent': userAgent };
  // Without an agent, no proxy and no connection of before: each one is looked up and judged anew.
  const options = { ...reach(url), method, headers, signal, agent: false as const };
  return new Promise((resolve, reject) => {
    const asked = request(bare(url), options, resolve);
    const timer = setTimeout(
      () => asked.destroy(new NoAnswer(`no answer within ${timeoutMs / 1000} s`)),
      timeoutMs,
    );
    asked.on('error', reject).on('close', () => {
      clearTimeout(timer);
      reject(new NoAnswer('the connection was closed without an answer'));
    });
    asked.end();
  });
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.length;
    if (size >= MOST_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, MOST_BYTES);
}

/** What may be sent of a URL: a name and password in it would be a secret, and a fragment is the reader's own. */
export function bare(url: URL): URL {
  const copy = new URL(url);
  copy.username = '';
  copy.password = '';
  copy.hash = '';
  return copy;
}

// What a site asks of robots (RFC 9309): which of its paths they may fetch.

/** How a robots.txt can name this program. */
export const ROBOT = 'docs-links-check';

export type Allowed = (url: URL) => boolean;

interface Rule {
  allow: boolean;
  path: string;
}

/** A file of somebody else's: so many rules, and so many characters of each and of a path, are looked at. */
const MOST_RULES = 1000;
const LONGEST_RULE = 250;
const LONGEST_PATH = 1000;

/** The rules for this program, or else those for all; the longest that fits decides, and between equals the allowing one. */
export function robotsRules(text: string): Allowed {
  const groups = readGroups(text);
  const rules = (groups.get(ROBOT) ?? groups.get('*') ?? []).slice(0, MOST_RULES);
  return (url) => {
    const path = (url.pathname + url.search).slice(0, LONGEST_PATH);
    let best: Rule = { allow: true, path: '' };
    for (const rule of rules) {
      const { length } = rule.path;
      const wins = length > best.path.length || (length === best.path.length && rule.allow);
      if (wins && fits(rule.path, path)) best = rule;
    }
    return best.allow;
  };
}

function fits(rule: string, path: string): boolean {
  if (rule.endsWith('$')) return wildcardMatches(rule.slice(0, -1), path);
  return rule.includes('*') ? wildcardMatches(`${rule}*`, path) : path.startsWith(rule);
}

/** Of the two groups that may count: a file that names thousands of robots costs nothing. */
function readGroups(text: string): Map<string, Rule[]> {
  const groups = new Map<string, Rule[]>();
  let agents = new Set<string>();
  let isHead = false;
  for (const { key, value } of linesOf(text)) {
    if (key === 'user-agent') {
      if (!isHead) agents = new Set();
      if (OURS.includes(value.toLowerCase())) agents.add(value.toLowerCase());
    }
    isHead = key === 'user-agent';
    for (const agent of agents) {
      const rules = groups.get(agent) ?? [];
      groups.set(agent, rules);
      if (countsAsRule(key, value)) rules.push({ allow: key === 'allow', path: value });
    }
  }
  return groups;
}

const OURS: readonly string[] = [ROBOT, '*'];

/** An empty one says nothing. */
const countsAsRule = (key: string, value: string): boolean =>
  key !== 'user-agent' && value !== '' && value.length <= LONGEST_RULE;

const KEYS: readonly string[] = ['user-agent', 'allow', 'disallow'];

const linesOf = (text: string): { key: string; value: string }[] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .flatMap((line) => {
      const [name = '', ...rest] = (line.split('#', 1)[0] ?? '').split(':');
      const key = name.trim().toLowerCase();
      return KEYS.includes(key) ? [{ key, value: rest.join(':').trim() }] : [];
    });
