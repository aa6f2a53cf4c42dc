// From a file and the site as it is to the fewest changes that make the one like the other.
import { isDeepStrictEqual } from 'node:util';
import { check, type Problem } from '../../api/check.ts';
import { listOrganizationInstallations } from '../../api/integrations/installed-integrations.ts';
import { OTHER_FIELDS } from '../../api/operation.ts';
import {
  resetSiteSpaceCustomization,
  setCustomization,
  updateSiteSpaceCustomization,
} from '../../api/sites/customization.ts';
import { deleteExternalLink, deleteSiteSectionGroup } from '../../api/sites/site-structure.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import type { Width } from '../../client/pool.ts';
import { NotFoundError } from '../../errors.ts';
import {
  type Installations,
  installationsAfter,
  integrationsToChange,
  planAdaptiveSchema,
  planAuth,
  planIntegrations,
  planShareLinks,
  refuseHidden,
} from './extras.ts';
import { planGroups, planLinks, planNewGroups, planPlaces, planSections } from './fields.ts';
import {
  bareSite,
  type LiveGroup,
  type LiveItem,
  type LiveLink,
  type LiveSite,
  PARTS,
  type Part,
  pagesOfSpace,
  readLive,
  sectionsOn,
} from './live.ts';
import { asTold, type Fields, overridesToSend, wholeLooks } from './looks.ts';
import { matchItems } from './match.ts';
import { deleteShelf, planNavigation, planSpaces, removeFrom } from './navigation.ts';
import { firstIn, heldKey, inWords, type ParsedSite, placeOf, sectionsIn, spacesIn } from './parse.ts';
import { planRedirects, spaceOf, spacesWithPages } from './redirects.ts';
import { removalsOf, type SiteRemoval } from './removals.ts';
import { resolveSpaces } from './resolve-spaces.ts';
import type { SiteFile, SpaceItem } from './schema.ts';
import { createNew, type NamedSite, planPublication, planSettings } from './settings.ts';
import {
  createWishes,
  isRef,
  knowsDrafts,
  type Levels,
  lackedBy,
  misfit,
  NAV,
  type Options,
  planGoingLive,
  propose,
  refuseWithoutDrafts,
  type Shelf,
  type SiteWish,
  type WantedSpace,
  type Wishes,
  type Work,
} from './work.ts';

// What a site has and its file does not name, with --prune: spaces leave the site, and are never deleted themselves.

/** Site spaces, then sections, links and groups, those inside first. */
function pruneItems(work: Work): void {
  if (!work.prune) return;
  const named = new Set([...work.spaces.values()].map(({ id }) => id));
  const kept = new Set(work.sectionIds.values());
  const isRoot = ({ id }: { id: string }) => id === '';
  for (const shelf of [...work.shelves.values()]) {
    const extra = shelf.spaces.filter((one) => !named.has(one));
    if (!isRoot(shelf) && !kept.has(shelf.id)) deleteShelf(work, shelf);
    else for (const id of extra) removeFrom(work, shelf, id);
  }
  for (const item of deepestFirst(work.live.items)) if (!kept.has(item.id)) remove(work, item);
}

function remove(work: Work, item: LiveGroup | LiveLink): void {
  const isGroup = item.kind === 'group';
  propose(work, {
    operation: isGroup ? deleteSiteSectionGroup : deleteExternalLink,
    input: { [isGroup ? 'siteSectionGroupId' : 'siteExternalLinkId']: item.id },
    target: { kind: isGroup ? 'section group' : 'external link', title: item.title },
    raw: item.raw,
    lanes: [NAV],
  });
}

const deepestFirst = (items: readonly LiveItem[]): (LiveGroup | LiveLink)[] =>
  items.flatMap((item) => {
    if (item.kind === 'section') return [];
    return item.kind === 'group' ? [...deepestFirst(item.items), item] : [item];
  });

export interface SitePlan {
  /** ID of the site, or what stands for it. */
  siteId: string;
  rows: readonly SiteWish[];
  /** Things that are as the file says. */
  unchanged: number;
  /** What the site has and its file, of an older version, says nothing of. */
  lacks: readonly string[];
  /** What is a draft until the end of the plan, by its `heldKey`. */
  holds: readonly string[];
  /** What a person may not have meant, each with its line of the file. */
  warnings: readonly string[];
  /** What the file leaves out: --prune takes it away. */
  removals: readonly SiteRemoval[];
}

export interface Given extends Options {
  client: Client;
  organizationId: string;
  parsed: ParsedSite;
  /** Undefined for a new one. */
  site: Site | undefined;
  concurrency: Width;
  /** All of the organization, where they are known. */
  sites?: readonly NamedSite[];
  /** Changes that come before, such as those that create spaces. */
  wishes?: Wishes;
}

/** Reads only. Throws what the reads throw, and ValidationError `PLAN_MISFIT` for what the platform cannot do. */
export async function planSite(given: Given): Promise<SitePlan> {
  const { client, organizationId, parsed, site, prune, createSpaces, spaces, concurrency } = given;
  const { file, notes } = parsed;
  const { wishes = createWishes() } = given;
  const warnings: string[] = [];
  const live = site
    ? await readLive(client, organizationId, site, {
        parts: partsOf(file),
        looks: looksOf(given),
        concurrency,
      })
    : bareSite(newSite(file));
  const siteId = site?.id ?? createNew(wishes, file, organizationId, notes.get(file)?.line);
  const found = resolveSpaces({ parsed, live, organizationId, spaces, createSpaces, wishes, warnings });
  const matches = matchItems(file.sections ?? [], live.items, notes, ({ spaces: [first] }) =>
    first ? found.get(first)?.live : undefined,
  );
  const work: Work = {
    ...{ wishes, file, notes, live, prune, matches, spaces: found, goingLive: [], held: given.held, parsed },
    drafts: knowsDrafts(live),
    older: file.version === 1 && given.whole !== true,
    pages: await pagesNamed(client, file, found),
    isNew: !site,
    place: { organizationId, siteId },
    shelves: shelvesOf(live, file),
    levels: levelsOf(live),
    sectionIds: new Map(),
    freed: new Map(),
    ...{ warnings, unchanged: 0 },
  };
  refuseMisfit(work);
  refuseHidden(work);
  refuseWithoutDrafts(work);
  // Items that are there keep their IDs, before anything asks which sections may go.
  for (const [item, { id }] of [...matches.sections, ...matches.groups, ...matches.links])
    work.sectionIds.set(item, id);
  planStructure(work);
  planSettings(work, styleguideOf(parsed, given.spaces), given.sites);
  const installed = planIntegrations(work, await installationsFor(given, work));
  planAuth(work, installed);
  planAdaptiveSchema(work);
  planShareLinks(work);
  planLooks(work);
  planRedirects(work, work.pages);
  planGoingLive(work);
  planPublication(work);
  return {
    siteId,
    rows: wishes.rows,
    unchanged: work.unchanged,
    lacks: site ? lackedBy(file, live) : [],
    holds: work.goingLive.filter(({ fields }) => fields.draft === false).map(heldKey),
    warnings,
    removals: removalsOf(work),
  };
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
function styleguideOf(
  { file: { styleguide }, name, nodes }: ParsedSite,
  spaces: Given['spaces'],
): string | null | undefined {
  if (styleguide === undefined || styleguide === null) return styleguide;
  const found =
    spaces.find(({ id }) => id === styleguide) ?? spaces.find(({ title }) => title === styleguide);
  if (found) return found.id;
  const { line } = placeOf(nodes, 'styleguide');
  throw new NotFoundError(`${name} line ${line}: "styleguide": space "${styleguide}" not found`, {
    hint: 'docs spaces list',
  });
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

/**
 * Throws ValidationError where the file has sections and the site none, or the other way round, and where the site would be
 * left without any space: the platform keeps the last one.
 */
function refuseMisfit({ file, live, prune }: Work): void {
  const { title } = live.site;
  if (prune && file.spaces?.length === 0 && live.spaces.length > 0)
    throw misfit(
      `--prune cannot remove the last space of site "${title}", and the file lists none`,
      'name at least one space under "spaces" in the file, or leave "spaces" out',
    );
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
  if (add.length + remove.length === 0) return new Map();
  const all = await allItems(client.pages(listOrganizationInstallations, { organizationId }));
  const found = all.map(
    ({ installation: { id, site_selection }, integration: { name } }) =>
      [name, { id, all: site_selection === 'all' }] as const,
  );
  return installationsAfter(work.wishes, new Map(found));
}

// The looks of a site, and what its spaces have of their own, as its file has them.

function inText({ parsed: { name, nodes } }: Work, problem: Problem): string {
  const { line, col } = placeOf(nodes, problem.path);
  return `${name} line ${line}, column ${col}: ${inWords(problem)}`;
}

/** Throws ValidationError for a part of the looks where the whole is not known. */
function planLooks(work: Work): void {
  const { file, live, place, prune, isNew } = work;
  const now = live.customization ?? {};
  let after = now;
  if (file.customization) {
    const wanted: Fields = file.customization;
    const whole = live.customization ? wholeLooks(live.customization, wanted, prune) : wanted;
    after = whole;
    const input = asTold(setCustomization, { ...place, ...whole }, now);
    const told = Object.keys(Object(input[OTHER_FIELDS]));
    const problem = firstIn(
      check(setCustomization.body, whole).filter(({ path }) => !told.includes(path.split('.')[0] ?? '')),
    );
    if (problem)
      throw misfit(
        inText(work, { ...problem, path: `customization.${problem.path}` }),
        isNew
          ? 'remove "customization" from the file, apply it, then docs sites pull shows the whole of it'
          : 'docs customization get --help',
      );
    if (live.customization && isDeepStrictEqual(whole, live.customization)) work.unchanged += 1;
    else
      propose(work, {
        operation: setCustomization,
        input,
        target: { kind: 'customization of site', title: file.title },
        raw: live.customization,
        lanes: ['looks'],
      });
  }
  for (const one of work.spaces.values()) planOverrides(work, one, { now, after });
}

function planOverrides(work: Work, one: WantedSpace, site: { now: Fields; after: Fields }): void {
  const { live, prune, place } = work;
  const { item, isNew, id = '' } = one;
  if (item.customization === undefined && !prune && !isNew) return;
  const known = (one.live && live.looks.get(one.live.id)) ?? {};
  // What is added again has lost what it had.
  const now = isNew ? {} : known;
  const wanted: Fields = item.customization ?? (isNew && !prune ? known : {});
  const changes = overridesToSend(now, wanted, { prune, site });
  if (changes === undefined) return;
  const about = {
    target: { kind: 'customization of site space', title: one.title },
    lanes: [`customization of ${id}`],
    item,
  };
  // The platform has no way to clear an announcement alone.
  const resets = changes === 'reset' || changes.announcement === null;
  if (resets) propose(work, { ...about, operation: resetSiteSpaceCustomization, input: { siteSpaceId: id } });
  const fields = resets ? wanted : changes;
  if (Object.keys(fields).length > 0)
    propose(work, {
      ...about,
      operation: updateSiteSpaceCustomization,
      input: asTold(updateSiteSpaceCustomization, { ...place, siteSpaceId: id, ...fields }, site.now),
    });
}
