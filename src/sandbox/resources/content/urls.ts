// What a URL of the app or of a published site refers to.
import type { PublishedSiteContentLookup as PublishedPlace } from '../../../api/content/links.generated.ts';
import { lookUpUrl, resolvePublished } from '../../../api/content/links.ts';
import { decoded } from '../../../files/texts.ts';
import { findPageByPath } from '../../content/tree.ts';
import { liveParts, type SiteRow, shareLinks, siteRows, sites } from '../../db/sites/sites.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import type { Call } from '../../sandbox.ts';
import { publicBase, siteAddress } from '../../urls.ts';
import { pageAt } from '../../web/place.ts';
import { bookOf, type Found, type OpenSite, placeAt, variantsOf } from '../../web/site-places.ts';
import { type Claims, claimsIn, showsFor } from '../../web/visitor.ts';
import { sees } from '../../who-sees.ts';
import { badRequest, WireError } from '../../wire-error.ts';
import { changeRequestView } from '../review/comments-view.ts';
import { authOf } from '../sites/published.ts';
import { findRedirect } from '../sites/site-redirects.ts';
import { readCollection } from './collections.ts';
import { currentTree, viewOf, visibleTarget } from './content-target.ts';
import { pageView } from './pages-view.ts';
import { collectionView, spaceView } from './spaces.ts';

// Where a published address leads a reader: a place on a site, or another address.

export interface AtAddress {
  site: SiteRow;
  /** Address of the site, with a slash at its end. */
  root: string;
  /** What is left of the path. */
  words: string[];
}

/** The published site at an address, as this server gives it or as it would be on its own host. */
function siteAtAddress(call: Call, address: string): AtAddress | undefined {
  for (const site of sites(call.db).all({ published: 1 })) {
    const root = [siteAddress(call, site), `${publicBase(call.db, site)}/`].find((one) =>
      `${address.replace(/\/?(?:[?#].*)?$/s, '')}/`.startsWith(one),
    );
    if (root === undefined || !sees(call, { kind: 'site', row: site })) continue;
    const path = address.slice(root.length).replace(/[?#].*$/s, '');
    return { site, root, words: path.split('/').filter(Boolean).map(decoded) };
  }
  return undefined;
}

const noPlace = (why: string) => new WireError(404, why);

function signIn({ site, words }: AtAddress, fallbackURL: string | null): PublishedPlace {
  if (fallbackURL === null) throw noPlace('visitors of this site sign in: visitor.jwtToken is needed');
  const redirect = new URL(fallbackURL);
  redirect.searchParams.set('location', `/${words.map(encodeURIComponent).join('/')}`);
  return { target: 'external', site: site.id, redirect: redirect.href };
}

/** The site for this reader, past the key of a share link. */
function enter(call: Call, { site, root, words }: AtAddress, claims: Claims) {
  const isShared = site.visibility === 'share-link';
  const key = isShared ? words[0] : undefined;
  if (isShared && (key === undefined || !shareLinks(call.db).find({ site: site.id, key, active: 1 })))
    throw noPlace('this site opens with the key of a share link only');
  const opened: OpenSite = {
    sandbox: call,
    site,
    root: key === undefined ? root : `${root}${encodeURIComponent(key)}/`,
    shareKey: key,
    extras: {},
    shows: showsFor(claims),
    rows: liveParts(siteRows(call.db, site.id)),
  };
  return { opened, words: key === undefined ? words : words.slice(1) };
}

/** Where a redirect of the site leads from a path that has no page. */
function redirected(
  call: Call,
  opened: OpenSite,
  { place, path }: Found,
  words: readonly string[],
): PublishedPlace | undefined {
  const book = bookOf(opened, place);
  // As on the site itself: a redirect comes before the first page of a group.
  if (pageAt(book, path)) return undefined;
  try {
    const source = `/${words.map(encodeURIComponent).join('/')}`;
    const { row, target } = findRedirect(call, opened.site, source, opened.shareKey);
    const redirect = target.startsWith('/') ? new URL(target, opened.root).href : target;
    return row.destination.kind === 'external'
      ? { target: 'external', site: opened.site.id, redirect }
      : { target: 'content', redirect };
  } catch (error) {
    if (error instanceof WireError) return undefined;
    throw error;
  }
}

interface Place {
  at: AtAddress;
  opened: OpenSite;
  found: Found;
  words: readonly string[];
}

function placeOf(call: Call, { at, opened, found: { place, path }, words }: Place): PublishedPlace {
  const { site } = at;
  const { space } = visibleTarget(call, { spaceId: place.space });
  const { root } = bookOf(opened, place);
  const canonical = siteAddress(call, site, opened.shareKey);
  return {
    organization: site.organization,
    site: site.id,
    ...(place.section !== null && { siteSection: place.section }),
    siteSpace: place.id,
    space: space.id,
    revision: space.revision,
    pathname: `/${path}`,
    basePath: pathOf(root),
    siteBasePath: pathOf(opened.root),
    canonicalUrl:
      canonical + root.slice(opened.root.length) + path.split('/').map(encodeURIComponent).join('/'),
    apiToken: NO_TOKEN,
    ...(opened.shareKey !== undefined && { shareKey: opened.shareKey }),
    complete: path !== '' || isComplete(opened, place, words),
    preview: false,
  };
}

/** The sandbox gives readers no token of their own. */
const NO_TOKEN = 'none';

/** No server is at an address that begins with `sandbox:`. */
const pathOf = (address: string): string => new URL(address).pathname;

/** Whether the path names all that can be named of a site before its pages. */
function isComplete(opened: OpenSite, { id, section }: Found['place'], words: readonly string[]): boolean {
  const { sections } = opened.rows;
  const isNamed = sections.length < 2 || sections.some((one) => one.id === section && one.path === words[0]);
  const variants = variantsOf(opened, section);
  return variants.find(({ isDefault }) => isDefault === 1)?.id !== id || (isNamed && variants.length < 2);
}

interface Content {
  spaceId: string;
  changeRequestId?: string | undefined;
  /** Of a page; empty for none. */
  path: string;
}

/** A served sandbox puts the key of the preview before the path of the app. */
const APP = /^(?:\/~key\/[^/]+)?\/o\/[^/]+\/(s|c)\/([^/]+)(?:\/~\/changes\/([^/]+))?(?:\/(.*))?$/;

function show(call: Call, { spaceId, changeRequestId, path }: Content) {
  const target = visibleTarget(call, { spaceId, changeRequestId });
  const tree = currentTree(call, target);
  const found = path === '' ? undefined : findPageByPath(tree, path);
  if (path !== '' && !found) throw nothing();
  return {
    space: spaceView(call, target.space),
    ...(target.changeRequest && { changeRequest: changeRequestView(call, target.changeRequest) }),
    ...(found && { page: pageView(viewOf(call, target, {}), found.page, found.path) }),
  };
}

const nothing = () => new WireError(404, 'nothing that you can see is at this URL');

/** What readers of a published site find at an address. */
function publishedAt(call: Call, address: string): Content | undefined {
  const at = siteAtAddress(call, address);
  if (!at) return undefined;
  const { site, words } = at;
  const { sections, siteSpaces } = liveParts(siteRows(call.db, site.id));
  const named = sections.find(({ path }) => path === words[0]);
  const below = named ? words.slice(1) : words;
  const section = named ?? sections.find(({ isDefault }) => isDefault === 1);
  const spaces = siteSpaces.filter((one) => one.section === (section?.id ?? null));
  const own = spaces.find(({ path, isDefault }) => path === below[0] && isDefault === 0);
  const place = own ?? spaces.find(({ isDefault }) => isDefault === 1) ?? spaces[0];
  return place && { spaceId: place.space, path: (own ? below.slice(1) : below).join('/') };
}

export default [
  handle(lookUpUrl, (call, { url }) => {
    const inApp = url.startsWith('sandbox:/') ? url.slice('sandbox:'.length) : undefined;
    if (inApp === undefined && !URL.canParse(url)) throw badRequest('url must be a URL');
    const path = inApp ?? new URL(url).pathname;
    const [, kind, id = '', changeRequestId, page = ''] = APP.exec(path) ?? [];
    if (kind === 'c') return { collection: collectionView(call, readCollection(call, decoded(id))) };
    if (kind === 's')
      return show(call, {
        spaceId: decoded(id),
        changeRequestId,
        path: page.split('/').map(decoded).join('/'),
      });
    const found = publishedAt(call, url);
    if (!found) throw nothing();
    return show(call, found);
  }),
  // 404 for an address of no published site, a share link without its key, and a token that the site did not sign.
  handle(resolvePublished, (call, { url, redirectOnError, visitor = {} }) => {
    const at = siteAtAddress(call, url);
    if (!at) throw noPlace('no published site that you can see is at this URL');
    const { site } = at;
    const token = visitor.jwtToken ?? new URL(url).searchParams.get('jwt_token') ?? undefined;
    const auth = authOf(call.db, site);
    const signed = token === undefined ? undefined : claimsIn(token, auth.privateKey, call.now());
    if (token !== undefined && !signed && redirectOnError !== true)
      throw noPlace('the token of the visitor is not signed with the key of this site, or has expired');
    if (site.visibility === 'visitor-auth' && !signed) return signIn(at, auth.fallbackURL);
    const claims = { ...signed, ...(visitor.unsignedClaims && { unsigned: visitor.unsignedClaims }) };
    const { opened, words } = enter(call, at, claims);
    const found = placeAt(opened, words);
    if (!found) throw noPlace('this site shows nothing at this URL');
    return redirected(call, opened, found, words) ?? placeOf(call, { at, opened, found, words });
  }),
];

export const fidelity: FidelityOf = {
  'urls.published': 'The API token in the answer opens nothing: the sandbox gives readers none.',
};
