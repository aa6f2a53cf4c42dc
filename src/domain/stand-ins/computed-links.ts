// Links of spaces and pages, and what links to a page or file, for hosts that do not list them: worked out from the pages.

import { getCollection } from '../../api/content/collections.ts';
import type { ContentRef } from '../../api/content/content-ref.ts';
import type { Page } from '../../api/content/content-shapes.ts';
import type {
  ContentReferenceUsage as Link,
  ContentLocation as Location,
} from '../../api/content/links.generated.ts';
import { getOpenApiSpec } from '../../api/integrations/openapi.ts';
import type { User } from '../../api/people/members.generated.ts';
import { getUser } from '../../api/people/members.ts';
import type { Client } from '../../client/client.ts';
import { mapAll } from '../../client/pool.ts';
import { isOutOfReach, NotFoundError, unless } from '../../errors.ts';
import {
  type FieldRef,
  type Found,
  hasAnchor,
  joinedLinks,
  type LinkWorld,
  linkIndex,
  type PlacedPage,
  placesLinking,
} from '../../markdown/link-index.ts';
import { type AppLink, appLink } from '../../markdown/link-targets.ts';
import {
  type KeptTexts,
  type LinkedSpace,
  type Neighbor,
  NO_TEXT,
  type PageText,
  type Place,
  readLinkedSpace,
  readNeighbor,
  readTexts,
} from './linked-space.ts';

// What links of a space lead to outside of its own revision: collected as it is asked for, and read all at once.

/** What was read so far; undefined for what is not there. */
interface Known {
  neighbors: Map<string, Neighbor | undefined>;
  /** Users, collections and specifications by reference. */
  things: Map<string, User | true | undefined>;
  /** Texts of pages by space; a change request has its own. */
  texts: Map<string, Map<string, PageText>>;
}

const nothingKnown = (): Known => ({ neighbors: new Map(), things: new Map(), texts: new Map() });

/** What was asked for and is not known yet. */
interface Missing {
  neighbors: Set<string>;
  things: Map<string, ContentRef>;
  /** Pages by space; the empty name is the space itself. */
  texts: Map<string, Map<string, Page>>;
}

export interface AskingWorld extends LinkWorld<Page> {
  /** Reads what was asked for; returns whether anything was. */
  read(client: Client, kept: KeptTexts | undefined): Promise<boolean>;
}

const OWN = '';

/** Texts of the pages of a space, as far as they are known. */
function textsOf(known: Known, name = OWN): Map<string, PageText> {
  const texts = known.texts.get(name) ?? new Map<string, PageText>();
  known.texts.set(name, texts);
  return texts;
}

/** The world around a space. `origin`: the app of a sandbox has the address of its server. */
function worldAround(here: LinkedSpace, known: Known, origin: string): AskingWorld {
  const missing: Missing = { neighbors: new Set(), things: new Map(), texts: new Map() };
  const anchorsOn = (page: Page, name: string): readonly string[] => {
    if (page.type !== 'document') return [];
    const text = textsOf(known, name).get(page.id);
    if (text === undefined)
      missing.texts.set(name, (missing.texts.get(name) ?? new Map()).set(page.id, page));
    return (text ?? NO_TEXT).anchors;
  };
  const neighborOf = (id: string): Neighbor | undefined => {
    if (id === here.space.id) return here;
    if (!known.neighbors.has(id)) missing.neighbors.add(id);
    return known.neighbors.get(id);
  };
  const anchorsIn = (space: string) => (page: Page) => anchorsOn(page, space === here.space.id ? OWN : space);
  return {
    anchorsOf: (page) => anchorsOn(page, OWN),
    refsOf,
    app(url) {
      const link = appLink(url.startsWith(`${origin}/o/`) ? url.slice(origin.length) : url);
      const asWritten = { kind: 'url', url } as const;
      if (!link) return url.startsWith(`${origin}/o/`) ? { status: 'in-app', target: asWritten } : undefined;
      const there = { neighbor: neighborOf(link.space), isOwn: link.space === here.space.id };
      return toApp(link, { ...there, anchorsOf: anchorsIn(link.space), asWritten });
    },
    exists(ref) {
      if ('space' in ref && ref.space !== undefined) {
        const neighbor = neighborOf(ref.space);
        if (!('page' in ref) || ref.page === undefined) return neighbor !== undefined;
        return neighbor?.pageById.has(ref.page) === true;
      }
      const key = keyOf(ref);
      if (!known.things.has(key)) missing.things.set(key, ref);
      return known.things.get(key) !== undefined;
    },
    read: (client, kept) => readMissing(client, missing, { here, known, kept }),
  };
}

const keyOf = (ref: ContentRef): string => JSON.stringify(ref);

interface There {
  neighbor: Neighbor | undefined;
  isOwn: boolean;
  anchorsOf: (page: Page) => readonly string[];
  asWritten: { kind: 'url'; url: string };
}

/** A page of another space counts as it is in main. A space that is not there may be one of another organization. */
function toApp(link: AppLink, { neighbor, isOwn, anchorsOf, asWritten }: There): Found {
  const { space, path, anchor } = link;
  if (!neighbor)
    return /^[a-z][a-z0-9+.-]*:/i.test(asWritten.url)
      ? { status: 'in-app', target: asWritten }
      : { status: 'broken' };
  const shown = shownAt(neighbor, link);
  const isSection = anchor === undefined || (shown !== undefined && hasAnchor(anchorsOf(shown), anchor));
  if ((path !== '' && shown === undefined) || !isSection) return { status: 'broken' };
  if (!link.isShort) return { status: 'in-app', target: asWritten };
  if (shown === undefined) return { status: 'ok', target: { kind: 'space', space } };
  const at = { page: shown.id, ...(!isOwn && { space }) };
  return {
    status: 'ok',
    target: anchor === undefined ? { kind: 'page', ...at } : { kind: 'anchor', anchor, ...at },
  };
}

/** The page that an address of the app shows; a section of a space is one of its first page. */
function shownAt({ content: { pages } }: Neighbor, { path, anchor }: AppLink): Page | undefined {
  if (path === '')
    return anchor === undefined ? undefined : pages.find(({ page }) => page.type === 'document')?.page;
  const id = /^pages\/([^/]+)$/.exec(path)?.[1];
  return (pages.find((one) => one.path === path) ?? pages.find(({ page }) => page.id === id))?.page;
}

/** References in fields: the target of a link page, covers, what computed content is made of. */
function refsOf(page: Page): FieldRef[] {
  const found: FieldRef[] = [];
  if (page.type === 'link') found.push({ ref: page.target, relation: 'reference' });
  if (page.type === 'document' && page.cover) {
    const { ref, refDark } = page.cover;
    for (const one of [ref, refDark]) if (one) found.push({ ref: one, relation: 'reference' });
  }
  const computed = 'computed' in page ? page.computed : undefined;
  for (const { ref } of Object.values(computed?.dependencies ?? {}))
    found.push({ ref, relation: 'dependsOn' });
  return found;
}

const AT_ONCE = 4;

async function readMissing(
  client: Client,
  missing: Missing,
  { here, known, kept }: { here: LinkedSpace; known: Known; kept: KeptTexts | undefined },
): Promise<boolean> {
  await Promise.all([
    mapAll(client, missing.neighbors, AT_ONCE, async (id) =>
      known.neighbors.set(id, await readNeighbor(client, id)),
    ),
    mapAll(client, missing.things, AT_ONCE, async ([key, ref]) =>
      known.things.set(key, await thing(client, ref, here.organization.id)),
    ),
  ]);
  for (const [name, pages] of missing.texts) {
    const place = name === OWN ? here.place : { spaceId: name };
    const revision = name === OWN ? here.revision : String(known.neighbors.get(name)?.space.revision);
    const texts = await readTexts(client, place, [...pages.values()], { kept, revision });
    for (const id of pages.keys()) textsOf(known, name).set(id, texts.get(id) ?? NO_TEXT);
  }
  return missing.neighbors.size + missing.things.size + missing.texts.size > 0;
}

const thing = (client: Client, ref: ContentRef, organization: string): Promise<User | true | undefined> =>
  unless(isOutOfReach, async () => {
    if (ref.kind === 'user') return client.call(getUser, { userId: ref.user });
    if (ref.kind === 'collection') {
      const found = await client.call(getCollection, { collectionId: ref.collection });
      return found.organization === organization ? true : undefined;
    }
    if (ref.kind === 'openapi')
      await client.call(getOpenApiSpec, { organizationId: organization, specSlug: ref.spec });
    return true;
  });

export interface ComputedLinks {
  /** In reading order. */
  ofSpace(place: Place): Promise<Link[]>;
  /** Throws NotFoundError. */
  ofPage(place: Place, pageId: string): Promise<Link[]>;
  /** Every place that links to a page (or a section of it) or file. Throws NotFoundError. */
  to(place: Place, target: Target): Promise<Location[]>;
}

export type Target = Parameters<typeof placesLinking>[1];

interface Read {
  here: LinkedSpace;
  known: Known;
}

type PageLink = ReturnType<typeof joinedLinks>[number] & { placed: PlacedPage<Page> };

/** What is read is remembered for as long as this is: after a change another one is needed. */
export function computeLinks(client: Client, kept: KeptTexts | undefined): ComputedLinks {
  const neighbors: Pick<Known, 'neighbors' | 'things'> = nothingKnown();
  const spaces = new Map<string, Promise<Read>>();
  const read = (place: Place): Promise<Read> => {
    const key = `${place.spaceId} ${place.changeRequestId ?? ''}`;
    const reading =
      spaces.get(key) ??
      readLinkedSpace(client, place).then((here) => ({
        here,
        known: { ...neighbors, texts: new Map() },
      }));
    spaces.set(key, reading);
    reading.catch(() => spaces.delete(key));
    return reading;
  };
  const linksOn = async ({ here, known }: Read, pages: readonly PlacedPage<Page>[]): Promise<PageLink[]> => {
    await addTexts(client, { here, known, kept, pages });
    for (;;) {
      const world = worldAround(here, known, client.origin);
      const index = linkIndex(here.content, world);
      const texts = textsOf(known);
      const links = pages.flatMap((placed) =>
        joinedLinks(index.of(placed, texts.get(placed.page.id))).map((link) => ({ placed, ...link })),
      );
      // What was asked for on the way is read, and then all are judged anew.
      if (!(await world.read(client, kept))) return links;
    }
  };
  return {
    async ofSpace(place) {
      const both = await read(place);
      const links = await linksOn(both, both.here.content.pages);
      return links.map((link) => linkOf(both, link));
    },
    async ofPage(place, pageId) {
      const both = await read(place);
      const page = both.here.content.pages.find((one) => one.page.id === pageId);
      if (!page) throw notFound('page', pageId);
      return (await linksOn(both, [page])).map((link) => linkOf(both, link));
    },
    async to(place, target) {
      const both = await read(place);
      const { pageById, content } = both.here;
      const { pages, files } = content;
      const isThere =
        target.kind === 'page' ? pageById.has(target.id) : files.some(({ id }) => id === target.id);
      if (!isThere) throw notFound(target.kind, target.id);
      const links = await linksOn(both, pages);
      return placesLinking(links, target).map(({ placed, anchor }) => pageAt(both.here, placed.page, anchor));
    },
  };
}

const notFound = (kind: string, id: string) =>
  new NotFoundError(`${kind} "${id}" not found`, { details: { kind, name: id } });

async function addTexts(
  client: Client,
  { here, known, kept, pages }: Read & { kept: KeptTexts | undefined; pages: readonly PlacedPage<Page>[] },
): Promise<void> {
  const texts = textsOf(known);
  const missing = pages.map(({ page }) => page).filter(({ id }) => !texts.has(id));
  const found = await readTexts(client, here.place, missing, { kept, revision: here.revision });
  for (const { id } of missing) texts.set(id, found.get(id) ?? NO_TEXT);
}

function linkOf({ here, known }: Read, { placed, status, relation, target, href, places }: PageLink): Link {
  // What leads nowhere is told as it is written: somebody has to find it.
  const leads = target ? locationOf({ here, known }, target) : ({ kind: 'url', url: href } as const);
  return {
    status,
    relation,
    ...(leads && { targetReference: leads }),
    locationReferences: places.map((anchor) => pageAt(here, placed.page, anchor)),
  };
}

/** A reference names the page itself, without those under it. */
const pageAlone = (page: Page): Page => ('pages' in page ? { ...page, pages: [] } : page);

function inSpace({ organization, space, changeRequest }: LinkedSpace) {
  const versionContext = changeRequest && { type: 'changeRequest' as const, changeRequest };
  return { organization, space, ...(versionContext && { versionContext }) };
}

const pageAt = (here: LinkedSpace, page: Page, anchor: string): Location => ({
  kind: 'page',
  ...inSpace(here),
  page: pageAlone(page),
  ...(anchor !== '' && { internalLocation: { type: 'anchor' as const, anchor } }),
});

/** Absent where the caller may not see it. */
function locationOf({ here, known }: Read, ref: ContentRef): Location | undefined {
  if ('space' in ref && ref.space !== undefined) return elsewhere(known.neighbors.get(ref.space), ref);
  const { files, reusableContents } = here.content;
  switch (ref.kind) {
    case 'page':
    case 'anchor': {
      const page = here.pageById.get(ref.page ?? '');
      return page && pageAt(here, page, ref.kind === 'anchor' ? ref.anchor : '');
    }
    case 'file': {
      const file = files.find(({ id }) => id === ref.file);
      return file && { kind: 'file', ...inSpace(here), file };
    }
    case 'reusable-content': {
      const found = reusableContents.find(({ id }) => id === ref.reusableContent);
      return (
        found && {
          kind: 'reusable-content',
          ...inSpace(here),
          reusableContent: { id: found.id, title: found.title },
        }
      );
    }
    case 'url':
      return { kind: 'url', url: ref.url };
    case 'user': {
      const user = known.things.get(keyOf(ref));
      return typeof user === 'object' ? { kind: 'user', user } : undefined;
    }
    case 'collection':
      return {
        kind: 'collection',
        organization: here.organization,
        collection: { id: ref.collection },
      } as Location;
    case 'openapi':
      return { kind: 'openapi', organization: here.organization, openAPISpec: { id: ref.spec } } as Location;
    default:
      return undefined;
  }
}

function elsewhere(neighbor: Neighbor | undefined, ref: ContentRef): Location | undefined {
  if (!neighbor) return undefined;
  const { organization, space, pageById } = neighbor;
  if (ref.kind !== 'page' && ref.kind !== 'anchor') return { kind: 'space', organization, space };
  const found = pageById.get(ref.page ?? '');
  return found && { kind: 'page', organization, space, page: pageAlone(found) };
}
