// Which site, space and page a published address shows: what readers paste.
import type { PublishedSiteContentLookup as PublishedPlace } from '../../api/content/links.generated.ts';
import { resolvePublished } from '../../api/content/links.ts';
import { listPages } from '../../api/content/pages.ts';
import { listOrganizations } from '../../api/people/organizations.ts';
import { listSiteSpaces } from '../../api/sites/site-structure.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import { listSites } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { DocsError, ForbiddenError, NotFoundError } from '../../errors.ts';
import { decoded, parsedUrl } from '../../files/texts.ts';
import type { Run } from '../model/command-type.ts';
import type { Input } from '../run/input.ts';
import { organizationInHand } from '../run/session.ts';
import { KINDS } from './reference-kinds.ts';
import { candidates, lookUpTitles } from './references.ts';

const ASKED = new WeakMap<Client, Map<string, Promise<Input>>>();

/** The ids of what the address shows, from the outside in; none for an address of no published site. Asked once a run. */
export async function readPublished(run: Run, text: string): Promise<Input> {
  const client = await run.client();
  const asked = ASKED.get(client) ?? new Map<string, Promise<Input>>();
  ASKED.set(client, asked);
  const found = asked.get(text) ?? read(run, client, new URL(text));
  asked.set(text, found);
  return found;
}

async function read(run: Run, client: Client, address: URL): Promise<Input> {
  return (await toldByHost(run, client, address)) ?? findAmongSites(run, client, address);
}

/** As the host itself resolves it; undefined where it cannot, or does not say what readers get. */
async function toldByHost(run: Run, client: Client, address: URL): Promise<Input | undefined> {
  const place = await placeAt(client, address.href);
  // A redirect within the site leads to what was meant.
  const end =
    place && 'target' in place && place.target === 'content' ? await placeAt(client, place.redirect) : place;
  if (!end || 'target' in end) return undefined;
  const { organization: organizationId, site: siteId, siteSpace: siteSpaceId, space: spaceId } = end;
  const given = await organizationInHand(run);
  if (given !== undefined && given !== organizationId) return undefined;
  const found = { organizationId, siteId, siteSpaceId, spaceId };
  const path = withoutSlashes(decoded(end.pathname.replace(/^\//, ''))).replace(/\.md$/, '');
  if (path === '') return found;
  const pageId = await pageAt(client, spaceId, path);
  if (pageId !== undefined) return { ...found, pageId };
  // A host answers for a path that leads nowhere with the space that a site begins with.
  const own = end.basePath.startsWith(end.siteBasePath) ? end.basePath.slice(end.siteBasePath.length) : '';
  const isThere = `${address.pathname}/`.includes(`/${own}`);
  return missing(isThere ? found : { organizationId, siteId }, path);
}

const MISSED = new WeakMap<Input, string>();

function missing(found: Input, path: string): Input {
  MISSED.set(found, path);
  return found;
}

/** The end of an address that was read, where nothing is there: what was found is around it. */
export async function missedIn(run: Run, text: string): Promise<string | undefined> {
  return MISSED.get(await readPublished(run, text));
}

async function placeAt(client: Client, url: string): Promise<PublishedPlace | undefined> {
  try {
    return await client.call(resolvePublished, { url });
  } catch (error) {
    if (error instanceof DocsError && error.http?.status !== undefined && error.http.status !== 401)
      return undefined;
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

async function findAmongSites(run: Run, client: Client, address: URL): Promise<Input> {
  for await (const organizationId of organizations(run, client)) {
    const site = await siteAt(client, organizationId, address);
    if (site) return { organizationId, ...(await insideSite(client, organizationId, site, address)) };
  }
  return {};
}

/** The organization in hand; without one, all that the token has. */
async function* organizations(run: Run, client: Client): AsyncGenerator<string> {
  const given = await organizationInHand(run);
  if (given === undefined) {
    for await (const { items } of client.pages(listOrganizations, {})) yield* items.map(({ id }) => id);
    return;
  }
  const named = await lookUpTitles(client, listSites, { organizationId: given });
  yield String(named?.organizationId ?? given);
}

async function siteAt(client: Client, organizationId: string, address: URL): Promise<Site | undefined> {
  const sites = await allItems(client.pages(listSites, { organizationId }));
  return nearest(sites, address);
}

async function insideSite(client: Client, organizationId: string, site: Site, address: URL): Promise<Input> {
  const found: Input = { siteId: site.id };
  const siteSpaces: Shown[] = [];
  for await (const { items } of client.pages(listSiteSpaces, { organizationId, siteId: site.id }))
    siteSpaces.push(...items);
  const siteSpace = nearest(siteSpaces, address);
  const spaceId = siteSpace?.space?.id;
  if (!siteSpace || spaceId === undefined) return found;
  const inSpace = { ...found, siteSpaceId: siteSpace.id, spaceId };
  const path = restOf(siteSpace, address)?.replace(/\.md$/, '');
  if (!path) return inSpace;
  const pageId = await pageAt(client, spaceId, path);
  return pageId === undefined ? inSpace : { ...inSpace, pageId };
}

async function pageAt(client: Client, spaceId: string, path: string): Promise<string | undefined> {
  const { pageId: kind } = KINDS;
  if (!kind) return undefined;
  try {
    for await (const page of candidates(client, listPages, kind, { spaceId }))
      if (page.path === path) return String(page.id);
  } catch (error) {
    // A site may show what the token may not read.
    if (!(error instanceof NotFoundError || error instanceof ForbiddenError)) throw error;
  }
  return undefined;
}

interface Shown {
  id: string;
  urls?: { published?: string };
  space?: { id: string };
}

/** The one whose address is the longest beginning of this one. */
function nearest<T extends Omit<Shown, 'space'>>(all: readonly T[], address: URL): T | undefined {
  const fitting = all.filter((one) => restOf(one, address) !== undefined);
  const lengthOf = ({ urls }: T) => urls?.published?.length ?? 0;
  return fitting.sort((a, b) => lengthOf(b) - lengthOf(a))[0];
}

/** What comes after the published address, without slashes around it; undefined where it is another address. */
function restOf({ urls }: Omit<Shown, 'space'>, { host, pathname }: URL): string | undefined {
  const base = parsedUrl(urls?.published ?? '');
  if (!base) return undefined;
  const start = `${withoutSlashes(base.pathname)}/`;
  if (base.host !== host || !`${pathname}/`.startsWith(start)) return undefined;
  return withoutSlashes(decoded(pathname.slice(start.length)));
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
