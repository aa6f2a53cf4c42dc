import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { robotsRules } from '../../../../src/jobs/links/ask.ts';
import { askedUrl, publicReach, unknownLinks } from '../../../../src/jobs/links/judge.ts';
import { listening, perFile } from '../../../helpers/lasting.ts';
import { judged, linkCacheAt, openOutside } from '../../../helpers/outside.ts';
import { reached } from '../../../helpers/runs.ts';

const outside = perFile(openOutside, (it) => it.close());

/** For the one that is silent; the others must have answered by then on a busy machine. */
const PATIENCE_MS = 2000;

/** The verdict of each link, as `status reason`. */
async function verdicts(
  links: readonly string[],
  options: Partial<Parameters<typeof judged>[1]> = {},
): Promise<Record<string, string>> {
  const found = await judged(links, { reach: outside.reach, timeoutMs: PATIENCE_MS, ...options });
  const textOf = (at: number) => `${found.verdicts[at]?.status} ${found.verdicts[at]?.reason}`.trim();
  return Object.fromEntries(links.map((link, at) => [link, textOf(at)]));
}

const BEHAVIORS: readonly (readonly [string, string])[] = [
  ['http://fine.example/', 'ok'],
  ['http://missing.example/a', 'broken 404 Not Found'],
  ['http://gone.example/a', 'broken 410 Gone'],
  ['http://no-such-host.invalid/', 'broken no such host'],
  ['http://members.example/', 'unsure 401 Unauthorized'],
  ['http://refusing.example/', 'unsure 403 Forbidden'],
  ['http://busy.example/', 'unsure 429 Too Many Requests'],
  ['http://failing.example/', 'unsure 500 Internal Server Error'],
  ['http://silent.example/', `unsure no answer within ${PATIENCE_MS / 1000} s`],
  ['http://no-head.example/', 'ok'],
  ['http://wrong-head.example/', 'ok'],
  ['http://moved.example/old', 'ok'],
  ['http://moved-away.example/', 'broken redirected: 404 Not Found'],
  ['http://loop.example/', 'unsure redirected more than 5 times'],
  ['http://inward.example/', 'unsure redirected: not asked: leads to a private address'],
  ['http://cut.example/', 'unsure cannot be asked (ECONNRESET)'],
  ['http://garbage.example/', 'unsure cannot be asked (HPE_INVALID_CONSTANT)'],
  ['http://endless.example/', 'ok'],
  ['http://not-for-robots.example/', 'unsure not asked: robots.txt forbids it'],
  ['http://not-for-robots.example/open/page', 'ok'],
  ['http://robots-fails.example/', 'unsure not asked: its robots.txt answers 503'],
];

describe('external links', () => {
  it('are judged by what the other side does', async () => {
    expect(await verdicts(BEHAVIORS.map(([link]) => link))).toEqual(Object.fromEntries(BEHAVIORS));
    reached('H2', 'behaviors', BEHAVIORS.length);
  });

  it('that the cache knows are not asked, until they are too old', async () => {
    const cache = linkCacheAt('2026-11-23T10:00:00Z');
    const links = BEHAVIORS.map(([link]) => link);
    const cold = await verdicts(links, { cache });
    const before = outside.asked.length;
    expect(await verdicts(links, { cache: linkCacheAt('2026-11-24T09:00:00Z', cache.text()) })).toEqual(cold);
    expect(outside.asked.length).toBe(before);
    const urls = links.map((link) => askedUrl(link) ?? '');
    const left = (time: string) =>
      [...unknownLinks(urls, linkCacheAt(time, cache.text())).values()].flat().length;
    const fine = BEHAVIORS.filter(([, verdict]) => verdict === 'ok').length;
    expect(left('2026-11-25T10:00:00Z')).toBe(links.length - fine);
    expect(left('2026-12-08T10:00:00Z')).toBe(links.length);
    // A clock that was wrong makes nothing fine for ever.
    expect(left('2026-11-22T10:00:00Z')).toBe(links.length);
  });

  it('are asked without name, password, fragment, cookie or token', async () => {
    const from = outside.asked.length;
    await verdicts(['http://user:hunter2@secret.example/page?a=1#part', 'http://secret.example/page?a=1']);
    expect(outside.asked.slice(from)).toEqual([
      'GET secret.example/robots.txt',
      'HEAD secret.example/page?a=1',
    ]);
    for (const headers of outside.headers.slice(from))
      expect(Object.keys(headers).sort()).toEqual(['accept', 'connection', 'host', 'user-agent']);
  });

  it('of one host wait for their turn', async () => {
    const waits: number[] = [];
    await verdicts(['http://slow.example/1', 'http://slow.example/2', 'http://slow.example/3'], { waits });
    expect(waits).toHaveLength(3);
    for (const ms of waits) expect(ms).toBeGreaterThanOrEqual(1000);
  });

  it('of a host that does not answer are given up, and none is asked again of one that wants a long pause', async () => {
    const from = outside.asked.length;
    const links = (host: string) => Array.from({ length: 20 }, (_, at) => `http://${host}.example/${at}`);
    const found = await verdicts([...links('cut'), ...links('busy')]);
    expect(outside.asked.length - from).toBeLessThan(10);
    expect(new Set(Object.values(found).map((text) => text.split(' ')[0]))).toEqual(new Set(['unsure']));
  });
});

/** Every form in which a private address can be written, and names that lead to one. */
const PRIVATE = `
  127.0.0.1 127.1 2130706433 0x7f000001 0177.0.0.1 127.0.0.1. 0.0.0.0 10.0.0.1 172.16.0.1 192.168.1.1
  169.254.169.254 100.64.0.1 224.0.0.1 255.255.255.255 %31%32%37.0.0.1 １２７.0.0.1 127。0。0。1
  [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:10.0.0.1] [::127.0.0.1] [64:ff9b::7f00:1]
  [2002:7f00:1::] [2001::1] [fe80::1] [fc00::1] [fd00:ec2::254] [ff02::1]
  loopback.example intranet.example metadata.example mapped.example localhost localhost.`
  .trim()
  .split(/\s+/);

/** What a name leads to. */
const named = (addressesOf: (name: string) => string[]) =>
  ((name: string, _: unknown, callback: (...all: unknown[]) => void) =>
    callback(
      null,
      addressesOf(name).map((address) => ({ address, family: 4 })),
    )) as never;

describe('an address inside', () => {
  it('is never asked, however it is written and wherever a name leads', async () => {
    let connections = 0;
    const inside = createServer(() => {
      connections += 1;
    });
    const { port } = new URL(await listening(inside));
    const resolve = named((name) => [name.startsWith('mapped') ? '::ffff:7f00:1' : '127.0.0.1']);
    const links = PRIVATE.map((host) => `http://${host}:${port}/`);
    const found = await verdicts(links, { reach: publicReach(resolve) });
    await new Promise((done) => inside.close(done));
    expect(links.filter((link) => !/private address$/.test(found[link] ?? ''))).toEqual([]);
    expect(connections).toBe(0);
    reached('H2', 'private addresses', PRIVATE.length);
  });

  it('is not reached by a name that changes its address after it was judged', async () => {
    // Public at first, then inside, and both at once.
    const first = [['203.0.113.7', '127.0.0.1']];
    const resolve = named(() => first.pop() ?? ['127.0.0.1']);
    const links = ['http://rebind.example/a', 'http://rebind.example/b'];
    const found = await verdicts(links, { reach: publicReach(resolve) });
    expect(Object.values(found)).toEqual(Array(2).fill('unsure not asked: leads to a private address'));
  });
});

it.each([
  ['User-agent: *\nDisallow: /private', '/private/x', false],
  ['User-agent: *\nDisallow: /private', '/public', true],
  ['User-agent: *\nDisallow:', '/x', true],
  ['User-agent: *\nDisallow: /\nUser-agent: Docs-Links-Check\nDisallow: /a', '/b', true],
  ['User-agent: a\nUser-agent: docs-links-check\nDisallow: /a', '/a', false],
  ['User-agent: *\r\nDisallow: /*.pdf$ # no files', '/x/y.pdf', false],
  ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf?z', true],
  ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
  ['User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
  ['Disallow: /', '/x', true],
])('robots.txt %j says of %s: %s', (text, path, allowed) => {
  expect(robotsRules(text)(new URL(path, 'http://x.example'))).toBe(allowed);
});

it('a cache of another kind is refused, and a broken entry is asked again', () => {
  for (const text of ['', '{', '[]', '{"version":2,"links":{}}', 'secret'])
    expect(() => linkCacheAt('2026-11-23T10:00:00Z', text)).toThrow(
      'links.json is not a cache of external links',
    );
  const text =
    '{"version":1,"links":{"http://a/":{"status":"fine","reason":"","checkedAt":"x"},"http://b/":1}}';
  expect(linkCacheAt('2026-11-23T10:00:00Z', text).get('http://a/')).toBeUndefined();
});
