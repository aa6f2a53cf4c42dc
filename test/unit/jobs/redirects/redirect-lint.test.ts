import { describe, expect, it } from 'vitest';
import type { Page } from '../../../../src/api/content/content-shapes.ts';
import type {
  SiteRedirect,
  SiteRedirectDestination,
} from '../../../../src/api/sites/site-redirects.generated.ts';
import type { SiteStructure } from '../../../../src/api/sites/site-structure.generated.ts';
import { spacesOf } from '../../../../src/domain/redirect-destination.ts';
import { lintRedirects } from '../../../../src/jobs/redirects/lint.ts';
import { siteMap } from '../../../../src/jobs/redirects/site-map.ts';

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

describe('redirects of a site', () => {
  it('that lead to each other are one loop, and what leads into it is named too', () => {
    const rows = [redirect('/x', '/y'), redirect('/y', '/z'), redirect('/z', '/x'), redirect('/in', '/y')];
    expect(found(rows)).toEqual(['loop /x', 'loop /in']);
    expect(lintRedirects(rows, mapOf())[0]).toMatchObject({ route: ['/x', '/y', '/z', '/x'] });
  });

  it('that lead to themselves, by their path, a wildcard or what it matched', () => {
    expect(found([redirect('/x', '/x')])).toEqual(['self /x']);
    expect(found([redirect('/x/*', '/x/start')])).toEqual(['self /x/*']);
    expect(found([redirect('/x/*', '/x/deeper', capture)])).toEqual(['self /x/*']);
    const guides = { kind: 'site-section', siteSectionId: 'section-guides' } as const;
    expect(found([redirect('/guides/*', guides, capture)])).toEqual(['self /guides/*']);
    expect(found([redirect('/guides/*', guides)])).toEqual([]);
    expect(found([redirect('/guides/*', '/guides/welcome')])).toEqual([]);
  });

  it('that lead to others are chains, up to the one that arrives', () => {
    const rows = [
      redirect('/1', '/2'),
      redirect('/2', '/3'),
      redirect('/3', '/4'),
      redirect('/4', '/guides/welcome'),
    ];
    expect(found(rows)).toEqual(['chain /1', 'chain /2', 'chain /3']);
    expect(lintRedirects(rows, mapOf())[0]?.message).toContain('takes 4 redirects');
  });

  it('by wildcards are chains too, unless pages are on the way', () => {
    const rows = (middle: string) => [
      redirect('/v1/*', `/${middle}`, capture),
      redirect(`/${middle}/*`, 'https://archive.example.com', capture),
    ];
    expect(found(rows('v2'))).toEqual(['chain /v1/*']);
    expect(found(rows('api'))).toEqual([]);
    expect(found([redirect('/v1/*', '/v2', capture), redirect('/v2/*', '/v1', capture)])).toEqual([
      'loop /v1/*',
    ]);
  });

  it('are dead where the section, space, page or path is not on the site', () => {
    const rows = [
      redirect('/1', { kind: 'site-section', siteSectionId: 'gone' }),
      redirect('/2', { kind: 'site-space', siteSpaceId: 'gone' }),
      redirect('/3', { kind: 'site-page', siteSpaceId: 'place-guides', pageId: 'gone' }),
      redirect('/4', '/guides/gone'),
      redirect('/5/*', { kind: 'site-section', siteSectionId: 'gone' }, capture),
    ];
    expect(found(rows)).toEqual(['dead /1', 'dead /2', 'dead /3', 'dead /4', 'dead /5/*']);
  });

  it('are not dead where nobody can tell: files, pages without a path, other sites, share links', () => {
    expect(found([redirect('/1', '/llms.txt'), redirect('/2', '/~gitbook/image')])).toEqual([]);
    expect(found([redirect('/1', 'https://other.example.com/gone')])).toEqual([]);
    const computed = { id: 'c', type: 'computed', title: 'C' } as unknown as Page;
    expect(found([redirect('/1', '/guides/gone')], mapOf([...PAGES, computed]))).toEqual([]);
    const shared = siteMap(structure, { pages: new Map([['space-guides', PAGES]]) });
    expect(found([redirect('/1', '/guides/gone')], shared)).toEqual([]);
  });

  it('are shadowed by a page that everyone sees', () => {
    expect(found([redirect('/guides/a/b', 'https://e.example.com')])).toEqual(['shadowed /guides/a/b']);
    expect(found([redirect('/api', 'https://e.example.com')])).toEqual(['shadowed /api']);
    expect(found([redirect('/welcome', 'https://e.example.com')])).toEqual(['shadowed /welcome']);
    const others = ['/members/a', '/guides/group', '/guides/old', '/guides/a/*'];
    expect(found(others.map((source) => redirect(source, 'https://e.example.com')))).toEqual([]);
  });

  it('are twins by case, a slash or encoding, and never with and without a wildcard', () => {
    const to = 'https://e.example.com';
    const all = ['/Old', '/old', '/old/*', '/Old/*', '/old*', '/%6Fld'].map((source) => redirect(source, to));
    expect(found(all)).toEqual(['twin /old', 'twin /Old/*', 'twin /old*', 'twin /%6Fld']);
    expect(lintRedirects(all, mapOf()).map(({ message }) => message)).toEqual([
      'differs from /Old only in case',
      'differs from /old/* only in case',
      'differs from /old/* only in a slash',
      'differs from /Old only in case or encoding',
    ]);
  });

  it('that are drafts are passed over', () => {
    expect(found([redirect('/x', '/x', { draft: true })])).toEqual([]);
  });

  it('are sound in 5,000 rows without a false alarm, and planted faults are found among them', () => {
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
});

it('knows no spaces in a structure of a new kind', () => {
  // Safe: a newer host may say so.
  const structure = { type: 'islands', structure: [{ object: 'island', id: 'i1' }] } as never;
  expect(spacesOf(structure)).toEqual([]);
});
