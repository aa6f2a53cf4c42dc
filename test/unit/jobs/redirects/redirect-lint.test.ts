import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Page } from '../../../../src/api/content/content-shapes.ts';
import type {
  SiteRedirect,
  SiteRedirectDestination,
} from '../../../../src/api/sites/site-redirects.generated.ts';
import type { SiteStructure } from '../../../../src/api/sites/site-structure.generated.ts';
import { spacesOf } from '../../../../src/domain/redirect-destination.ts';
import { lintRedirects } from '../../../../src/jobs/redirects/lint.ts';
import { siteMap } from '../../../../src/jobs/redirects/site-map.ts';
import { textCases } from '../../../helpers/text-cases.ts';

const HOST = 'https://docs.example.com';
const page = (path: string, more: object = {}) =>
  // Safe: what the lint reads of a page.
  ({ id: `page-${path}`, type: 'document', title: path, path, pages: [], ...more }) as unknown as Page;
const siteSpace = (path: string, more: object = {}) => ({
  ...{ object: 'site-space', id: `place-${path}`, path, title: path, space: { id: `space-${path}` } },
  ...more,
});
const section = (path: string, more: object = {}) => ({
  ...{ object: 'site-section', id: `section-${path}`, path, title: path },
  siteSpaces: [siteSpace(path, { default: true }), siteSpace(`${path}-old`)],
  ...more,
});

/** Sections guides (the first) and api, and members behind a condition; each with pages. */
const structure = {
  type: 'sections',
  structure: [
    section('guides', { default: true }),
    section('api'),
    section('members', { condition: 'visitor.claims.member' }),
  ],
} as unknown as SiteStructure;
const PAGES = [page('welcome'), page('a', { pages: [page('a/b')] }), page('group', { type: 'group' })];

const mapOf = (pages: readonly Page[] = PAGES, published: string | undefined = `${HOST}/`) =>
  siteMap(structure, {
    published,
    pages: new Map(
      ['guides', 'api', 'members', 'guides-old', 'api-old'].map((name) => [`space-${name}`, pages]),
    ),
  });

const redirect = (
  source: string,
  to: string | SiteRedirectDestination,
  more: Partial<SiteRedirect> = {},
): SiteRedirect => ({
  ...{ object: 'site-redirect', id: `id${source}`, source, draft: false, permanent: false },
  captureWildcard: false,
  destination: typeof to === 'string' ? { kind: 'external', url: to.startsWith('/') ? HOST + to : to } : to,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...more,
});
const capture = { captureWildcard: true };
const found = (redirects: readonly SiteRedirect[], map = mapOf()) =>
  lintRedirects(redirects, map).map(({ problem, source }) => `${problem} ${source}`);

/** `/x/* -> section:guides (captures, draft)`. */
function redirectOf(line: string): SiteRedirect {
  const [, source = '', to = '', words = ''] = /^(\S+) -> (\S+)(?: \((.*)\))?$/.exec(line) ?? [];
  const [kind, id = '', pageId = ''] = to.split(':');
  const destinations: Record<string, SiteRedirectDestination> = {
    section: { kind: 'site-section', siteSectionId: id },
    space: { kind: 'site-space', siteSpaceId: id },
    page: { kind: 'site-page', siteSpaceId: id, pageId },
  };
  const more = { captureWildcard: words.includes('captures'), draft: words.includes('draft') };
  return redirect(source, destinations[kind ?? ''] ?? to, more);
}
const redirectsIn = (text = '') => text.trim().split('\n').map(redirectOf);

textCases(join(import.meta.dirname, 'lint'), async (_, { redirects }) => ({
  found: lintRedirects(redirectsIn(redirects), mapOf())
    .map(({ problem, source, message, route = [] }) =>
      [
        `${problem} ${source}: ${message}\n`,
        ...(problem === 'loop' ? route.map((one) => `  ${one}\n`) : []),
      ].join(''),
    )
    .join(''),
}));

it('calls nothing dead where a page has no path, or the site is not published', () => {
  const computed = { id: 'c', type: 'computed', title: 'C' } as unknown as Page;
  expect(found([redirect('/1', '/guides/gone')], mapOf([...PAGES, computed]))).toEqual([]);
  const shared = siteMap(structure, { pages: new Map([['space-guides', PAGES]]) });
  expect(found([redirect('/1', '/guides/gone')], shared)).toEqual([]);
});

it('redirects are sound in 5,000 rows without a false alarm, and planted faults are found among them', () => {
  const pages = Array.from({ length: 500 }, (_, n) => page(`p${n}`));
  const map = mapOf(pages);
  const rows = Array.from({ length: 5000 }, (_, n) => {
    const kinds = [
      () => redirect(`/old/${n}`, `/guides/p${n % 500}`),
      () => redirect(`/old/${n}`, { kind: 'site-section', siteSectionId: 'section-api' }),
      () => redirect(`/old/${n}`, { kind: 'site-space', siteSpaceId: 'place-api-old' }),
      () =>
        redirect(`/old/${n}`, { kind: 'site-page', siteSpaceId: 'place-api', pageId: `page-p${n % 500}` }),
      () => redirect(`/v${n}/*`, { kind: 'site-section', siteSectionId: 'section-api' }, capture),
      () => redirect(`/v${n}*`, `/api/p${n % 500}`),
      () => redirect(`/v${n}`, `https://e.example.com/${n}`),
      () => redirect(`/guides/was-${n}`, `/api/p${n % 500}?from=old#top`),
    ];
    return (kinds[n % kinds.length] ?? kinds[0])?.() ?? redirect(`/old/${n}`, '/api');
  });
  expect(found(rows, map)).toEqual([]);
  const planted = [
    redirect('/x', '/y'),
    redirect('/y', '/z'),
    redirect('/z', '/x'),
    redirect('/OLD/8', '/api'),
  ];
  expect(found([...rows, ...planted], map)).toEqual(['loop /x', 'twin /OLD/8']);
});

it('knows no spaces in a structure of a new kind', () => {
  // Safe: a newer host may say so.
  const structure = { type: 'islands', structure: [{ object: 'island', id: 'i1' }] } as never;
  expect(spacesOf(structure)).toEqual([]);
});
