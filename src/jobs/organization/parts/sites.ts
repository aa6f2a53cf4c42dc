// sites/*.yaml: a file a site, by the code of docs sites pull, plan and apply; redirects in a table beside it.
import type { Site } from '../../../api/sites/sites.generated.ts';
import { deleteSite, getSite } from '../../../api/sites/sites.ts';
import { mapAll } from '../../../client/pool.ts';
import { DocsError, ValidationError } from '../../../errors.ts';
import { sortedBy } from '../../../files/lists.ts';
import { type Described, describeSite, fileNames } from '../../site-file/describe.ts';
import { fieldPlace } from '../../site-file/field-place.ts';
import { PARTS, readLive } from '../../site-file/live.ts';
import { asItems, matchBy } from '../../site-file/match.ts';
import { type ParsedSite, parseSite, sectionsIn, spacesIn } from '../../site-file/parse.ts';
import { planSite, type SitePlan } from '../../site-file/plan-site.ts';
import { bothHave, tableOf, tableText, withTable } from '../../site-file/redirects.ts';
import { SiteShape, type SpaceItem, siteJsonSchema } from '../../site-file/schema.ts';
import { READS, WRITES } from '../../site-file/site-operations.ts';
import { BESIDE, type Beside, hintOf, type OrgFile, placeOf, whereText } from '../file.ts';
import type { FaultIn, Part, Work } from '../part.ts';
import * as part from '../part.ts';
import type { Names, Thing, World } from '../world.ts';

async function describe(world: World, files: readonly OrgFile[]): Promise<Described[]> {
  const { client, organizationId, onHidden } = world;
  const [all, spaces, { title: organization }] = await Promise.all([
    world.sites(),
    world.names('space'),
    world.organization(),
  ]);
  const names = fileNames(spaces.things, organization);
  // Whether a host says of each of its redirects where that leads is not known before.
  const isInFile = new Set(
    files.filter((file) => file.beside === undefined && Object(file.value).redirects !== undefined).map(idOf),
  );
  const sorted = sortedBy(all, ({ title, id }) => `${title}\n${id}`);
  const wanted = { parts: new Set(PARTS), looks: () => true, concurrency: 1, onHidden };
  const read = await mapAll(client, sorted, world.width, (site) =>
    readLive(client, organizationId, site, wanted),
  );
  return read.map((found) => {
    const { id } = found.site;
    const { organization: _, ...whole } = describeSite(found, names);
    const { redirects, ...rest } = whole;
    if (!Array.isArray(redirects) || isInFile.has(id)) return whole;
    const hasTable = files.some((file) => idOf(file) === id && file.beside !== undefined);
    return redirects.length > 0 || hasTable ? { ...rest, [BESIDE]: tableText(redirects) } : rest;
  });
}

const idOf = (file: OrgFile): string | undefined => hintOf(file, Object(file.value));

/** As the reader of site files says it: the first fault. */
async function check(file: OrgFile): Promise<FaultIn[]> {
  try {
    const parsed = await parseSite(file.text, file.name);
    if (!file.beside) return [];
    return [...doubleRedirects(file), ...withTable(parsed, tableBeside(file, file.beside)).faults];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return [faultOf(file, error)];
  }
}

function faultOf(file: OrgFile, { message, hint }: DocsError): FaultIn {
  const names = [file.name, tableName(file)];
  const name = names.find((one) => message.startsWith(`${one} `) || message.startsWith(`${one}:`));
  const text = name === undefined ? message : message.slice(name.length).replace(/^:? /, '');
  const [, where, rest = text] = /^(line \d+(?:, column \d+)?): (.*)$/s.exec(text) ?? [];
  return {
    ...(name !== undefined && { file: name }),
    ...(where !== undefined && { where }),
    message: rest,
    hint,
  };
}

function addError(work: Work, file: OrgFile, error: DocsError): void {
  const { file: name = file.name, where, message, hint } = faultOf(file, error);
  if (where === undefined) part.addFault(work, file, Object(file.value), [], message, hint);
  else work.faults.push({ file: name, fault: { where, message, hint } });
}

/** Of two lists of redirects neither can be left out: what it alone has would be removed. */
function doubleRedirects(file: OrgFile): FaultIn[] {
  const whole = Object(file.value);
  if (whole.redirects === undefined) return [];
  const where = whereText(placeOf(file, whole, 'redirects'));
  return [{ where, message: bothHave(file.name, tableName(file)) }];
}

const tableName = ({ name }: OrgFile): string => tableOf(name);

const tableBeside = (file: OrgFile, { rows }: Beside) => ({ name: tableName(file), rows });

async function plan(work: Work, files: readonly OrgFile[]): Promise<void> {
  const { world, wishes, prune } = work;
  const { client, organizationId, width: concurrency } = world;
  const live = await world.sites();
  const spaces = await part.namesIn(work, 'space');
  const items = files.map((file) => ({ file, item: Object(file.value) }));
  part.refuseTwins(work, items);
  part.refuseSame(work, items, ({ item }) => item.basename ?? undefined, [
    (name) => `the base name "${name}"`,
    '',
  ]);
  const found = match(files, live);
  const things: Thing[] = [];
  for (const file of files) {
    const site = found.get(file);
    const item = Object(file.value);
    if (site) work.matches.push({ file, item, id: site.id });
    const parsed = await parsedIn(work, file, spaces);
    const from = wishes.rows.length;
    try {
      const done = await planSite({
        ...{ client, organizationId, parsed, site, prune, concurrency, wishes },
        ...{ spaces: spaces.things, sites: live },
      });
      tell(work, file, parsed, done);
      things.push({ id: done.siteId, title: parsed.file.title, hint: hintOf(file, item) });
    } catch (error) {
      if (!(error instanceof DocsError) || error.http) throw error;
      addError(work, file, error);
    }
    for (const row of wishes.rows.slice(from)) row.file ??= file.name;
  }
  await part.nameThings(work, 'site', things, found.values());
}

/** What of a site stays, what goes, and of how many. */
function tell(work: Work, { name: file }: OrgFile, parsed: ParsedSite, done: SitePlan): void {
  work.unchanged += done.unchanged;
  for (const { many, count, total } of work.prune ? done.removals : [])
    work.removals.push({
      what: `${many.replace(/ on the site$/, '')} of site "${parsed.file.title}"`,
      count,
      total,
    });
  for (const warning of done.warnings) work.kept.push(`${file} ${warning}`);
}

function match(files: readonly OrgFile[], live: readonly Site[]): Map<OrgFile, Site> {
  const found = new Map<OrgFile, Site>();
  matchBy(found, asItems(files), asItems(live), [
    ({ item }, { item: site }) => idOf(item) === site.id,
    ({ item }, { item: site }) => Object(item.value).title === site.title,
  ]);
  return found;
}

/** With the redirects of the table, and spaces that the folder calls by the IDs of another organization. */
async function parsedIn(work: Work, file: OrgFile, spaces: Names): Promise<ParsedSite> {
  const own = await parseSite(file.text, file.name);
  const parsed = file.beside ? withTable(own, tableBeside(file, file.beside)).parsed : own;
  meanBySpaceId(work, file, parsed, spaces);
  return parsed;
}

async function prune(work: Work): Promise<void> {
  const { organizationId } = work.world;
  await part.removeUnnamed(work, 'sites/', 'site', await work.world.sites(), ({ id: siteId }) => ({
    operation: deleteSite,
    input: { organizationId, siteId },
  }));
}

export const sites: Part = {
  name: 'sites',
  summary: 'sites with their structure and settings',
  files: ['sites/'],
  schema: SiteShape,
  jsonSchema: siteJsonSchema,
  loose: ['shareLinks', 'redirects', 'integrations'],
  reads: [...READS, getSite],
  writes: [...WRITES, deleteSite],
  ...{ describe, check, plan, prune },
};

/** Gives each space of the file its ID where it is called otherwise than the space will be, and says where. */
function meanBySpaceId(work: Work, file: OrgFile, parsed: ParsedSite, spaces: Names): void {
  const { file: site, notes, nodes } = parsed;
  const lineOf = (item: object) => notes.get(item)?.line;
  const lineOfField = (field: string) => fieldPlace(nodes, undefined, field).line;
  const idOf = (word: string, line: number | undefined, name = file.name): string => {
    const [only, second] = spaces.find(word);
    if (!only || second || only.title === word) return word;
    part.sayOldName(work, { file: { name }, line, kind: 'space', word }, only);
    return only.id;
  };
  const sections = sectionsIn(site.sections);
  const isSection = (word: string) => sections.some(({ title, path }) => title === word || path === word);
  if (typeof site.styleguide === 'string') site.styleguide = idOf(site.styleguide, lineOfField('styleguide'));
  const isShown = names(spacesIn(site));
  if (site.default !== undefined && isShown(site.default) && !isSection(site.default))
    site.default = idOf(site.default, lineOfField('default'));
  for (const section of sections) {
    const isInside = names(section.spaces);
    if (section.default !== undefined && isInside(section.default))
      section.default = idOf(section.default, lineOf(section));
  }
  for (const item of site.redirects ?? [])
    if ('space' in item.to && isShown(item.to.space))
      item.to = { ...item.to, space: idOf(item.to.space, lineOf(item), notes.get(item)?.file) };
  for (const item of spacesIn(site)) item.space = idOf(item.space, lineOf(item));
}

function names(items: readonly SpaceItem[]): (word: string) => boolean {
  const all = new Set(items.map(({ space }) => space));
  return (word) => all.has(word);
}
