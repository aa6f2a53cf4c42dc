// Webs of chance: each link is judged as a plain model of its pages says, and nobody is asked who must not be.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { perFile } from '../../../helpers/lasting.ts';
import { judged, linkCacheAt, openOutside } from '../../../helpers/outside.ts';
import { reached, runs } from '../../../helpers/runs.ts';

type Page = { head: number; get: number } | { code: number; to: string };
interface Site {
  robots: 'none' | 'closed' | 'failing';
  pages: readonly Page[];
}
/** Public sites by their place: `h2.example`. */
type Web = readonly Site[];

const SITES = 4;
const PAGES = 4;
/** `/closed/0` is what some robots.txt forbids. */
const place = fc
  .tuple(fc.nat(SITES - 1), fc.nat(PAGES - 1), fc.boolean())
  .map(([site, page, isClosed]) => `http://h${site}.example/${isClosed ? 'closed/' : ''}${page}`);
const inside = fc.constantFrom(
  'http://intranet.example/x',
  'http://169.254.169.254/latest',
  'http://[::1]/',
  'http://2130706433/',
);
const nowhere = fc.constant('http://no-such-host.invalid/');
const link = fc.oneof({ weight: 8, arbitrary: place }, inside, nowhere);
const page: fc.Arbitrary<Page> = fc.oneof(
  fc.record({
    head: fc.constantFrom(200, 204, 403, 404, 405, 500),
    get: fc.constantFrom(200, 401, 403, 404, 410, 451, 500, 503),
  }),
  fc.record({ code: fc.constantFrom(301, 302, 307), to: fc.oneof(link, fc.constant('mailto:a@b.example')) }),
);
const web: fc.Arbitrary<Web> = fc.array(
  fc.record({
    robots: fc.constantFrom('none', 'none', 'closed', 'failing'),
    pages: fc.array(page, { minLength: PAGES, maxLength: PAGES }),
  }),
  { minLength: SITES, maxLength: SITES },
);

const siteOf = (all: Web, { hostname }: URL): Site | undefined =>
  all[Number(/^h(\d)\.example$/.exec(hostname)?.[1] ?? -1)];
const isForbidden = (site: Site, { pathname }: URL): boolean =>
  site.robots === 'closed' && pathname.startsWith('/closed');

/** What one address says: a verdict, or where it leads. */
function step(all: Web, at: URL): string | URL {
  if (at.protocol === 'mailto:') return 'unsure';
  if (at.hostname.endsWith('.invalid')) return 'broken';
  const site = siteOf(all, at);
  const found = site?.pages[Number(at.pathname.split('/').at(-1))];
  if (!site || !found || site.robots === 'failing' || isForbidden(site, at)) return 'unsure';
  if ('to' in found) return new URL(found.to);
  const status = found.head < 400 ? found.head : found.get;
  if (status < 300) return 'ok';
  return status === 404 || status === 410 ? 'broken' : 'unsure';
}

/** What is true of a link: whether readers find something within five redirects. */
function model(all: Web, start: string): string {
  let at = new URL(start);
  for (let hop = 0; hop <= 5; hop += 1) {
    const next = step(all, at);
    if (typeof next === 'string') return next;
    at = next;
  }
  return 'unsure';
}

let now: Web = [];
const outside = perFile(
  () =>
    openOutside((response, request, path) => {
      const url = new URL(path, `http://${request.headers.host}`);
      const site = siteOf(now, url);
      if (path === '/robots.txt') {
        const robots = site?.robots ?? 'none';
        response.writeHead({ none: 404, closed: 200, failing: 503 }[robots]);
        return void response.end(robots === 'closed' ? 'User-agent: *\nDisallow: /closed\n' : '');
      }
      const found = site?.pages[Number(url.pathname.split('/').at(-1))] ?? { head: 200, get: 200 };
      if ('to' in found) return void response.writeHead(found.code, { Location: found.to }).end();
      response.writeHead(request.method === 'HEAD' ? found.head : found.get).end();
    }),
  (it) => it.close(),
);

it('links are judged as the model says, forbidden and private places are not asked, and a warm run asks nothing', async () => {
  const wanted = runs('H2', 'links', 60);
  let count = 0;
  await fc.assert(
    fc.asyncProperty(web, fc.array(link, { minLength: 6, maxLength: 10 }), async (all, links) => {
      now = all;
      outside.asked.length = 0;
      const { cache, verdicts } = await judged(links, { reach: outside.reach });
      expect(links.map((one, at) => [one, verdicts[at]?.status])).toEqual(
        links.map((one) => [one, model(all, one)]),
      );
      for (const line of outside.asked) {
        const url = new URL(`http://${line.split(' ')[1]}`);
        const site = siteOf(all, url);
        expect([line, site === undefined]).toEqual([line, false]);
        if (site && url.pathname !== '/robots.txt')
          expect([line, isForbidden(site, url), site.robots === 'failing']).toEqual([line, false, false]);
      }
      outside.asked.length = 0;
      const warm = linkCacheAt('2026-11-23T10:00:00Z', cache.text());
      await judged(links, { reach: outside.reach, cache: warm });
      expect(outside.asked).toEqual([]);
      count += links.length;
    }),
    { numRuns: Math.ceil(wanted / 6) },
  );
  reached('H2', 'links', count);
});
