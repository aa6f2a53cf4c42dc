// From a file and the site as it is to the fewest changes that make the one like the other.
import { listOrganizationInstallations } from '../../api/integrations/installed-integrations.ts';
import type { Site } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import type { Width } from '../../client/pool.ts';
import { NotFoundError } from '../../errors.ts';
import { planLooks } from './customization.ts';
import {
  type Installations,
  integrationsToChange,
  planAdaptiveSchema,
  planAuth,
  planIntegrations,
  planShareLinks,
} from './extras.ts';
import { planGroups, planLinks, planNewGroups, planPlaces, planSections } from './fields.ts';
import { knowsDrafts, lackedBy, planGoingLive, refuseWithoutDrafts } from './going-live.ts';
import { bareSite, type LiveSite, PARTS, type Part, readLive, sectionsOn } from './live.ts';
import { pagesOfSpace } from './live-pages.ts';
import { type Matches, matchItems } from './match.ts';
import { planNavigation } from './navigation.ts';
import type { ParsedSite } from './parse.ts';
import { pruneItems } from './prune.ts';
import { planRedirects, spaceOf, spacesWithPages } from './redirects.ts';
import { sectionsIn, spacesIn } from './refuse.ts';
import { resolveSpaces } from './resolve-spaces.ts';
import type { SiteFile, SpaceItem } from './schema.ts';
import { createNew, planPublication, planSettings } from './settings.ts';
import { planSpaces } from './site-spaces.ts';
import { createWishes, isRef, type SiteWish } from './wishes.ts';
import { type Levels, misfit, type Options, type Shelf, type Work } from './work.ts';

export interface SitePlan {
  rows: readonly SiteWish[];
  /** Things that are as the file says. */
  unchanged: number;
  /** What the site has and its file, of an older version, says nothing of. */
  lacks: readonly string[];
}

export interface Given extends Options {
  client: Client;
  organizationId: string;
  parsed: ParsedSite;
  /** Undefined for a new one. */
  site: Site | undefined;
  concurrency: Width;
}

/** Reads only. Throws what the reads throw, and ValidationError `PLAN_MISFIT` for what the platform cannot do. */
export async function planSite(given: Given): Promise<SitePlan> {
  const { client, organizationId, parsed, site, prune, createSpaces, spaces, concurrency } = given;
  const { file, notes } = parsed;
  const wishes = createWishes();
  const live = site
    ? await readLive(client, organizationId, site, {
        parts: partsOf(file),
        looks: looksOf(given),
        concurrency,
      })
    : bareSite(newSite(file));
  const siteId = site?.id ?? createNew(wishes, file, organizationId, notes.get(file)?.line);
  const found = resolveSpaces({
    name: parsed.name,
    file,
    notes,
    live,
    organizationId,
    spaces,
    createSpaces,
    wishes,
  });
  const matches = matchItems(file.sections ?? [], live.items, notes, ({ spaces: [first] }) =>
    first ? found.get(first)?.live : undefined,
  );
  const work: Work = {
    ...{ wishes, file, notes, live, prune, matches, spaces: found, goingLive: [] },
    drafts: knowsDrafts(live),
    older: file.version === 1 && given.whole !== true,
    pages: await pagesNamed(client, file, found),
    isNew: !site,
    place: { organizationId, siteId },
    shelves: shelvesOf(live, file),
    levels: levelsOf(live),
    sectionIds: new Map(),
    unchanged: 0,
  };
  refuseMisfit(work);
  refuseWithoutDrafts(work);
  keepIds(work, matches);
  planStructure(work);
  planSettings(work, styleguideOf(file, given.spaces));
  const installed = planIntegrations(work, await installationsFor(given, work));
  planAuth(work, installed);
  planAdaptiveSchema(work);
  planShareLinks(work);
  planLooks(work);
  planRedirects(work, work.pages);
  planGoingLive(work);
  planPublication(work);
  return { rows: wishes.rows, unchanged: work.unchanged, lacks: site ? lackedBy(file, live) : [] };
}

/** Of spaces that redirects lead into, or that open with a page of their own. */
function pagesNamed(client: Client, file: SiteFile, spaces: Work['spaces']): Promise<Work['pages']> {
  const named = spacesWithPages(file).flatMap((name) => spaceOf({ spaces }, name) ?? []);
  const opening = [...spaces.values()].filter(({ item }) => item.home !== undefined);
  const ids = [...named, ...opening].map(({ spaceId }) => spaceId);
  return pagesOfSpace(
    client,
    ids.filter((id) => !isRef(id)),
  );
}

/** The ID of the space that the file names. Throws NotFoundError. */
function styleguideOf({ styleguide }: SiteFile, spaces: Given['spaces']): string | null | undefined {
  if (styleguide === undefined || styleguide === null) return styleguide;
  const found =
    spaces.find(({ id }) => id === styleguide) ?? spaces.find(({ title }) => title === styleguide);
  if (found) return found.id;
  throw new NotFoundError(`"styleguide": space "${styleguide}" not found`, { hint: 'docs spaces list' });
}

function planStructure(work: Work): void {
  const { file, shelves, sectionIds } = work;
  if (file.sections) planNavigation(work);
  const sections: { shelf: Shelf; items: readonly SpaceItem[] }[] = file.sections
    ? sectionsIn(file.sections).flatMap((item) => {
        const shelf = shelves.get(sectionIds.get(item) ?? '');
        return shelf ? [{ shelf, items: item.spaces }] : [];
      })
    : [{ shelf: root(work), items: file.spaces ?? [] }];
  planSpaces(work, sections);
  pruneItems(work);
  for (const { shelf, items } of sections)
    planPlaces(
      work,
      shelf,
      items.flatMap((item) => work.spaces.get(item) ?? []),
    );
  planSections(work);
  planGroups(work);
  planNewGroups(work);
  planLinks(work);
}

const root = ({ shelves }: Work): Shelf => {
  const shelf = shelves.get('') ?? { id: '', title: '', spaces: [], paths: new Map(), first: undefined };
  shelves.set('', shelf);
  return shelf;
};

/** Items that are there keep their IDs, before anything asks which sections may go. */
function keepIds({ sectionIds }: Work, { sections, groups, links }: Matches): void {
  for (const [item, { id }] of [...sections, ...groups, ...links]) sectionIds.set(item, id);
}

/** Throws ValidationError where the file has sections and the site none, or the other way round. */
function refuseMisfit({ file, live }: Work): void {
  const { title } = live.site;
  if (file.sections && live.spaces.length > 0)
    throw misfit(
      `site "${title}" shows its spaces without sections, and the file has sections`,
      'list the spaces under "spaces" in the file, or create the first section with docs sites sections create',
      true,
    );
  if (file.spaces && live.items.length > 0)
    throw misfit(
      `site "${title}" has sections, and the file lists spaces without them`,
      'list the spaces under "sections" in the file',
      true,
    );
}

/** What a file leaves out is not read. */
const partsOf = (file: SiteFile): Set<Part> => new Set(PARTS.filter((part) => file[part] !== undefined));

/** With --prune all that spaces have of their own, else only what the file names. */
function looksOf({ parsed: { file, notes }, prune, spaces }: Given) {
  if (prune) return () => true;
  const named = spacesIn(file).filter(({ customization }) => customization !== undefined);
  const hints = new Set(named.map((item) => notes.get(item)?.id));
  const names = new Set(named.map(({ space }) => space));
  const ids = new Set(
    spaces.filter(({ id, title }) => names.has(id) || names.has(title)).map(({ id }) => id),
  );
  return ({ id, spaceId }: { id: string; spaceId: string }) => hints.has(id) || ids.has(spaceId);
}

const newSite = ({ title, type = 'basic', visibility = 'public' }: SiteFile): Site => ({
  ...{ object: 'site', id: '', type, title, visibility, published: false, siteSpaces: 0, createdAt: '' },
  ...{ agentsContext: 'included', features: [], urls: { location: '', app: '' } },
});

function shelvesOf({ spaces, items }: LiveSite, file: SiteFile): Map<string, Shelf> {
  const shelf = (id: string, title: string, own: LiveSite['spaces']): [string, Shelf] => [
    id,
    {
      ...{ id, title, spaces: own.map((one) => one.id) },
      paths: new Map(own.map((one) => [one.id, one.path])),
      first: own.find(({ isDefault }) => isDefault)?.id,
    },
  ];
  return new Map([
    ...(file.spaces ? [shelf('', '', spaces)] : []),
    ...sectionsOn(items).map((section) => shelf(section.id, section.title, section.spaces)),
  ]);
}

function levelsOf({ items }: LiveSite): Levels {
  const levels: Levels = new Map();
  const add = (parent: string, own: LiveSite['items']) => {
    levels.set(
      parent,
      own.map(({ kind, id }) => ({ kind, id })),
    );
    for (const item of own) if (item.kind === 'group') add(item.id, item.items);
  };
  add('', items);
  return levels;
}

/** Read only where an integration is to be added or removed. */
async function installationsFor({ client, organizationId }: Given, work: Work): Promise<Installations> {
  const { add, remove } = integrationsToChange(work);
  const found = new Map<string, { id: string; all: boolean }>();
  if (add.length + remove.length === 0) return found;
  for await (const { items } of client.pages(listOrganizationInstallations, { organizationId }))
    for (const { installation, integration } of items)
      found.set(integration.name, { id: installation.id, all: installation.site_selection === 'all' });
  return found;
}
