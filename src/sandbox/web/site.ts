// A published site as web pages: who may read it, which of its places a path means, and what is there.
import { decoded } from '../../files/texts.ts';
import { accessOf } from '../access.ts';
import { liveParts, type SiteRow, shareLinks, siteRows } from '../db/sites/sites.ts';
import { recordEvent } from '../resources/insights/visits.ts';
import { authOf } from '../resources/sites/published.ts';
import { findRedirect } from '../resources/sites/site-redirects.ts';
import type { Call, Sandbox } from '../sandbox.ts';
import { siteAddress, sitePath } from '../urls.ts';
import { WireError } from '../wire-error.ts';
import { cookieIn, cookieOf, type PageAnswer, redirect } from './answer.ts';
import { html } from './html.ts';
import { messagePage } from './layout.ts';
import { siteLook } from './site-look.ts';
import { answerInSite, intoGroup } from './site-pages.ts';
import type { OpenSite, PageRequest } from './site-places.ts';
import { type Claims, claimsIn, showsFor } from './visitor.ts';

const NOT_FOUND = () =>
  messagePage(404, 'Page not found', html`There is no published page at this address.`, {
    site: { title: 'Sandbox', href: '/sites/' },
  });

/** Answers for `/sites/<basename>/...`. */
export async function answerSite(sandbox: Sandbox, request: PageRequest): Promise<PageAnswer> {
  const [, , name = '', ...rest] = request.url.pathname.split('/');
  const site = siteNamed(sandbox, decoded(name));
  if (!site || site.published === 0) return NOT_FOUND();
  const [opened, words] = enter(sandbox, site, rest.map(decoded), request);
  if ('status' in opened) return opened;
  // The first page is at the root: relative links and cookies need its slash.
  if (rest.length === 0) return redirect(308, `${opened.root}${request.url.search}`);
  const answer = await answerInSite(opened, words, request);
  const found = answer ?? moved(opened, words) ?? intoGroup(opened, words);
  if (found) return found;
  if (!request.preview) await recordNotFound(opened, words, request);
  return notFound(opened);
}

/** An address that leads nowhere is counted, as the platform does: a page that only others see by itself. */
async function recordNotFound(
  opened: OpenSite,
  words: readonly string[],
  request: PageRequest,
): Promise<void> {
  const { sandbox, site } = opened;
  const isThere = (await answerInSite({ ...opened, shows: () => true }, words, request)) !== undefined;
  const url = siteAddress(sandbox, site) + words.map(encodeURIComponent).join('/');
  recordEvent(readerOf(sandbox), site, { type: isThere ? 'page_hidden' : 'page_view', url, context: 'site' });
}

/** Whoever reads a published site is nobody in particular. */
const readerOf = (sandbox: Sandbox): Call => ({
  ...sandbox,
  caller: { kind: 'user', userId: '' },
  access: accessOf(sandbox.db, ''),
});

function siteNamed({ db }: Sandbox, name: string): SiteRow | undefined {
  const [site, ...others] = db.all<SiteRow>('SELECT * FROM sites WHERE basename = ? OR id = ?', name, name);
  return others.length === 0 ? site : [site, ...others].find((one) => one?.id === name);
}

/** The site for this visitor, and the words of the path that are left; or what a stranger gets. */
function enter(
  sandbox: Sandbox,
  site: SiteRow,
  words: string[],
  request: PageRequest,
): [OpenSite | PageAnswer, string[]] {
  const { preview } = request;
  const root = preview?.root ?? sitePath(sandbox.db, site);
  const open = (claims: Claims, under = root, shareKey?: string): OpenSite => ({
    ...{ sandbox, site, root: under, shareKey, shows: showsFor(claims) },
    rows: rowsOf(sandbox, site),
    extras: preview?.extras ?? {},
  });
  if (preview) return [open(preview.claims), words];
  if (site.visibility === 'share-link') {
    const [key = '', ...below] = words;
    if (!shareLinks(sandbox.db).find({ site: site.id, key, active: 1 })) return [NOT_FOUND(), []];
    return [open({}, `${root}${encodeURIComponent(key)}/`, key), below];
  }
  const key = authOf(sandbox.db, site);
  if (words[0] === '~signed-out') return [signedOut(root, key.logoutURL), []];
  const given = request.url.searchParams.get('jwt_token');
  if (given !== null && claimsIn(given, key.privateKey, sandbox.now())) {
    const clean = new URL(request.url);
    clean.searchParams.delete('jwt_token');
    // Out of the address, where it could be read or passed on.
    return [redirect(302, clean.pathname + clean.search, cookieOf(COOKIE, given, root)), []];
  }
  const claims = claimsIn(cookieIn(request.cookies, COOKIE) ?? '', key.privateKey, sandbox.now());
  if (site.visibility !== 'visitor-auth' || claims) return [open(claims ?? {}), words];
  if (key.fallbackURL !== null) {
    const fallback = new URL(key.fallbackURL);
    fallback.searchParams.set('location', request.url.pathname.slice(root.length - 1));
    return [redirect(302, fallback.href), []];
  }
  return [signIn(site, root), []];
}

/** What readers of a site are shown of its structure. */
export const rowsOf = ({ db }: Sandbox, { id }: SiteRow): OpenSite['rows'] => liveParts(siteRows(db, id));

const COOKIE = 'visitor';

const signedOut = (root: string, logoutURL: string | null): PageAnswer =>
  redirect(302, logoutURL ?? root, cookieOf(COOKIE, '', root));

function signIn({ title }: SiteRow, root: string): PageAnswer {
  const text = html`Visitors of this site sign in. Open it with a token that is signed with its key (HS256): <code>?jwt_token=&hellip;</code>`;
  return messagePage(401, 'Sign in', text, { site: { title, href: root } });
}

/** A redirect of the site from a path that has no page. */
function moved({ sandbox, site, shareKey }: OpenSite, words: readonly string[]): PageAnswer | undefined {
  const call = readerOf(sandbox);
  try {
    const source = `/${words.map(encodeURIComponent).join('/').replace(/\/$/, '')}`;
    const { row, target } = findRedirect(call, site, source, shareKey);
    const own = target.startsWith(`${sandbox.origin}/`) ? target.slice(sandbox.origin.length) : target;
    return redirect(row.permanent === 1 ? 308 : 307, own);
  } catch (error) {
    if (error instanceof WireError) return undefined;
    throw error;
  }
}

function notFound(opened: OpenSite): PageAnswer {
  const { site, root } = opened;
  const text = html`This site has no page at this address. <a href="${root}">Go to its first page.</a>`;
  return messagePage(404, 'Page not found', text, {
    site: { title: site.title, href: root },
    search: { action: `${root}~search` },
    look: siteLook(opened, undefined),
  });
}
