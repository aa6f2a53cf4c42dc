// Addresses the sandbox tells of its resources.

import type { AsyncLocalStorage } from 'node:async_hooks';
import { nodeCrypto } from '../files/of-node.ts';
import { type Database, metaStore, perDatabase } from './db/database.ts';
import { organizations } from './db/people/organizations.ts';
import { type SiteRow, shareLinks, sitesShowing } from './db/sites/sites.ts';
import type { Sandbox } from './sandbox.ts';

const keys = perDatabase(() => new Map<string, string>());

/** It follows from the sandbox, and cannot be guessed. */
function previewKey(db: Database, space: string): string {
  const known = keys(db).get(space);
  if (known !== undefined) return known;
  const secret = metaStore(db).get('downloadSecret') ?? '';
  const key = nodeCrypto()
    .createHmac('sha256', secret)
    .update(`preview ${space}`)
    .digest('base64url')
    .slice(0, 22);
  keys(db).set(space, key);
  return key;
}

export function isPreviewKey(db: Database, space: string, given: string): boolean {
  const [one, other] = [Buffer.from(previewKey(db, space)), Buffer.from(given)];
  return one.length === other.length && nodeCrypto().timingSafeEqual(one, other);
}

// Where readers find what is published: on a served sandbox its own pages, else a reserved example name, where nothing answers.

type Teller = Pick<Sandbox, 'db' | 'origin'>;

/** Address of a site once it is published; with the key of a share link, the address that link opens. */
export function siteAddress({ db, origin }: Teller, site: SiteRow, shareKey?: string): string {
  const key = shareKey === undefined ? '' : `${encodeURIComponent(shareKey)}/`;
  return `${isServed(origin) ? origin + sitePath(db, site) : `${publicBase(db, site)}/`}${key}`;
}

/** Whether pages answer at the addresses that it tells. */
const isServed = (origin: string): boolean => origin.startsWith('http');

/** Path of a site on a served sandbox: by its basename, unless another organization has a site of that name. */
export function sitePath(db: Database, { id, basename }: SiteRow): string {
  const isAlone = db.all('SELECT 1 FROM sites WHERE basename = ? LIMIT 2', basename).length === 1;
  return `/sites/${encodeURIComponent(isAlone ? basename : id)}/`;
}

/** Address on the host that a site would have on the platform. */
export function publicBase(db: Database, site: SiteRow): string {
  if (site.hostname !== null) return `https://${site.hostname}`;
  if (site.proxy !== null) return `https://${site.proxy}`;
  const host = organizations(db).find({ id: site.organization })?.hostname ?? site.organization.toLowerCase();
  return `https://${host}.docs.example/${encodeURIComponent(site.basename)}`;
}

export interface Published {
  visibility: SiteRow['visibility'];
  /** Absent for a share-link site whose key is not known to the asker. */
  url?: string;
}

/** How a space is published: by the most open of the published sites that show it. */
export function spacePublication(sandbox: Teller, spaceId: string, shareKey?: string): Published | undefined {
  const shown = sitesShowing(sandbox.db, spaceId).filter((site) => site.published === 1);
  const [site] = shown.sort((a, b) => OPENNESS.indexOf(a.visibility) - OPENNESS.indexOf(b.visibility));
  if (!site) return undefined;
  const { visibility } = site;
  const root = siteRoot(sandbox, site, shareKey);
  if (root === undefined) return { visibility };
  const section = site.sectionPath === null ? [] : [site.sectionPath];
  return { visibility, url: root + pathIn(site.isDefault === 1 ? section : [...section, site.path]) };
}

/** Paths of sections and site spaces below the root of a site: any text may be one. */
export const pathIn = (paths: readonly string[]): string =>
  paths.map((path) => `${encodeURIComponent(path)}/`).join('');

/** Address of a published site for whoever holds the key; undefined while it is not published, or without its key. */
export function siteRoot(sandbox: Teller, site: SiteRow, shareKey: string | undefined): string | undefined {
  if (site.published === 0) return undefined;
  return site.visibility === 'share-link' ? openedBy(sandbox, site, shareKey) : siteAddress(sandbox, site);
}

const OPENNESS: SiteRow['visibility'][] = ['public', 'unlisted', 'share-link', 'visitor-auth'];

function openedBy(sandbox: Teller, site: SiteRow, shareKey: string | undefined): string | undefined {
  if (shareKey === undefined || !shareLinks(sandbox.db).find({ site: site.id, key: shareKey, active: 1 }))
    return undefined;
  return siteAddress(sandbox, site, shareKey);
}

/** Where the API answers for a resource; `path` begins with `/v1`. */
export const locationUrl = (sandbox: Pick<Sandbox, 'origin'>, path: string) => `${sandbox.origin}${path}`;

/** The same for a part of a site. */
export const sitePartUrl = (
  sandbox: Pick<Sandbox, 'origin'>,
  { organization, id }: Pick<SiteRow, 'organization' | 'id'>,
  part: string,
) => locationUrl(sandbox, `/v1/orgs/${organization}/sites/${id}/${part}`);

/** Where an app would show it; `path` begins with `/o` or `/u`, and holds whatever people call their pages. */
export const appUrl = (sandbox: Pick<Sandbox, 'origin'>, path: string) =>
  `${sandbox.origin}${encodeURI(path.replace(/\p{Surrogate}/gu, '\uFFFD'))}`;

/**
 * The same for what is in a space. A served sandbox shows it there: with the key that lets a browser in, which is at the
 * front of the path, so that whoever appends the path of a page gets the address of that page.
 */
export const contentUrl = ({ db, origin }: Pick<Sandbox, 'db' | 'origin'>, space: string, path: string) =>
  isServed(origin) ? `${origin}/~key/${previewKey(db, space)}${path}` : `${origin}${path}`;

/** Where a site would be looked at before it is published. The host is a reserved example name: nothing answers there. */
export const previewRoot = ({ id }: { id: string }) => `https://preview.docs.example/${id}/`;

/** Where visitors would reach an integration. The host is a reserved example name: nothing answers there. */
export const integrationEndpoint = (name: string) =>
  `https://integrations.docs.example/${encodeURIComponent(name)}`;

// Ids as the platform makes them: 20 letters and digits, random.
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Largest multiple of 62 in a byte: bytes above it would make the first letters likelier. */
const FAIR = 248;

/** Who names the things that are made during some work: the demo does, so that examples can name them. */
let naming: AsyncLocalStorage<() => string> | undefined;
let named = 0;

/** Does the work, every new id in it taken from `next`. */
export async function withIds<T>(next: () => string, work: () => Promise<T>): Promise<T> {
  const { AsyncLocalStorage } = await import('node:async_hooks');
  naming ??= new AsyncLocalStorage();
  named += 1;
  try {
    return await naming.run(next, work);
  } finally {
    named -= 1;
    // On Node 20 it watches each promise of the process for as long as it is on: all that awaits would be slower.
    if (named === 0) naming.disable();
  }
}

/** A new id of 20 base62 characters (119 bits). */
export function newId(): string {
  const given = naming?.getStore()?.();
  if (given !== undefined) return given;
  let id = '';
  while (id.length < 20) {
    for (const byte of nodeCrypto().randomBytes(32)) {
      if (byte < FAIR && id.length < 20) id += ALPHABET[byte % 62];
    }
  }
  return id;
}
