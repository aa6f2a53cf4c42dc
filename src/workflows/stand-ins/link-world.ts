// What links of a space lead to outside of its own revision: collected as it is asked for, and read all at once.
import { getCollection } from '../../api/content/collections.ts';
import type { Page } from '../../api/content/content.ts';
import type { ContentRef } from '../../api/content/content-ref.ts';
import { getOpenApiSpec } from '../../api/integrations/openapi.ts';
import { getUser, type User } from '../../api/people/users.ts';
import type { Client } from '../../client/client.ts';
import { ForbiddenError, isAbsence } from '../../errors.ts';
import { type AppLink, appLink } from '../../markdown/app-link.ts';
import { type FieldRef, type Found, hasAnchor, type LinkWorld } from '../../markdown/link-index.ts';
import { type LinkedSpace, type Neighbor, readNeighbor } from './linked-space.ts';
import { type KeptTexts, NO_TEXT, type PageText, readTexts } from './page-texts.ts';

/** What was read so far; undefined for what is not there. */
export interface Known {
  neighbors: Map<string, Neighbor | undefined>;
  /** Users, collections and specifications by reference. */
  things: Map<string, User | true | undefined>;
  /** Texts of pages by space; a change request has its own. */
  texts: Map<string, Map<string, PageText>>;
}

export const nothingKnown = (): Known => ({ neighbors: new Map(), things: new Map(), texts: new Map() });

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
export function textsOf(known: Known, name = OWN): Map<string, PageText> {
  const texts = known.texts.get(name) ?? new Map<string, PageText>();
  known.texts.set(name, texts);
  return texts;
}

/** The world around a space. `origin`: the app of a sandbox has the address of its server. */
export function worldAround(here: LinkedSpace, known: Known, origin: string): AskingWorld {
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

export const keyOf = (ref: ContentRef): string => JSON.stringify(ref);

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

interface Reading {
  here: LinkedSpace;
  known: Known;
  kept: KeptTexts | undefined;
}

async function readMissing(
  client: Client,
  missing: Missing,
  { here, known, kept }: Reading,
): Promise<boolean> {
  for (const id of missing.neighbors) known.neighbors.set(id, await readNeighbor(client, id));
  for (const [key, ref] of missing.things)
    known.things.set(key, await thing(client, ref, here.organization.id));
  for (const [name, pages] of missing.texts) {
    const place = name === OWN ? here.place : { spaceId: name };
    const revision = name === OWN ? here.revision : String(known.neighbors.get(name)?.space.revision);
    const texts = await readTexts(client, place, [...pages.values()], { kept, revision });
    for (const id of pages.keys()) textsOf(known, name).set(id, texts.get(id) ?? NO_TEXT);
  }
  return missing.neighbors.size + missing.things.size + missing.texts.size > 0;
}

async function thing(
  client: Client,
  ref: ContentRef,
  organization: string,
): Promise<User | true | undefined> {
  try {
    if (ref.kind === 'user') return await client.call(getUser, { userId: ref.user });
    if (ref.kind === 'collection') {
      const found = await client.call(getCollection, { collectionId: ref.collection });
      return found.organization === organization ? true : undefined;
    }
    if (ref.kind === 'openapi')
      await client.call(getOpenApiSpec, { organizationId: organization, specSlug: ref.spec });
    return true;
  } catch (error) {
    if (error instanceof ForbiddenError || isAbsence(error)) return undefined;
    throw error;
  }
}
