// Links of spaces and pages, and what links to a page or file, for hosts that do not list them: worked out from the pages.
import type { Page } from '../../api/content/content.ts';
import type { ContentRef } from '../../api/content/content-ref.ts';
import type { Link, Location } from '../../api/content/locations.ts';
import type { Client } from '../../client/client.ts';
import { NotFoundError } from '../../errors.ts';
import { joinedLinks, linkIndex, type PlacedPage } from '../../markdown/link-index.ts';
import { type Known, keyOf, nothingKnown, textsOf, worldAround } from './link-world.ts';
import { type LinkedSpace, type Neighbor, readLinkedSpace } from './linked-space.ts';
import { type KeptTexts, NO_TEXT, type Place, readTexts } from './page-texts.ts';

export interface ComputedLinks {
  /** In reading order. */
  ofSpace(place: Place): Promise<Link[]>;
  /** Throws NotFoundError. */
  ofPage(place: Place, pageId: string): Promise<Link[]>;
  /** Every place that links to a page (or a section of it) or file. Throws NotFoundError. */
  to(place: Place, target: Target): Promise<Location[]>;
}

export interface Target {
  kind: 'page' | 'file';
  id: string;
}

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
      const links = (await linksOn(both, pages)).filter((link) => leadsTo(link.target, target));
      return placesOf(links).map(({ placed, anchor }) => pageAt(both.here, placed.page, anchor));
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

function leadsTo(ref: ContentRef | undefined, { kind, id }: Target): boolean {
  if (ref === undefined || ('space' in ref && ref.space !== undefined)) return false;
  if (kind === 'file') return ref.kind === 'file' && ref.file === id;
  return (ref.kind === 'page' || ref.kind === 'anchor') && ref.page === id;
}

/** One section that links twice is one place. */
function placesOf(links: readonly PageLink[]): { placed: PlacedPage<Page>; anchor: string }[] {
  const all = links.flatMap(({ placed, places }) => places.map((anchor) => ({ placed, anchor })));
  return [...new Map(all.map((place) => [`${place.placed.page.id} ${place.anchor}`, place])).values()];
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
      return { kind: 'collection', organization: here.organization, collection: { id: ref.collection } };
    case 'openapi':
      return { kind: 'openapi', organization: here.organization, openAPISpec: { id: ref.spec } };
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
