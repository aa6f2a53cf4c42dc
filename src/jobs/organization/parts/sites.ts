// sites/*.yaml: a file a site, by the code of docs sites pull, plan and apply; redirects in a table beside it.
import type { Site } from '../../../api/sites/sites.generated.ts';
import { deleteSite, getSite } from '../../../api/sites/sites.ts';
import { mapAll } from '../../../client/pool.ts';
import { DocsError, ValidationError } from '../../../errors.ts';
import { type Described, describeSite, fileNames, sortedBy } from '../../site-file/describe.ts';
import { PARTS, readLive } from '../../site-file/live.ts';
import { asItems, matchBy } from '../../site-file/match.ts';
import { type ParsedSite, parseSite } from '../../site-file/parse.ts';
import { planSite, type SitePlan } from '../../site-file/plan-site.ts';
import { bothHave, tableOf, tableText, withTable } from '../../site-file/redirects.ts';
import { SiteShape, siteJsonSchema } from '../../site-file/schema.ts';
import { READS, WRITES } from '../../site-file/site-operations.ts';
import { BESIDE, type Beside, hintOf, type OrgFile, placeOf, whereText } from '../file.ts';
import { type Names, namesOf, type Thing } from '../names.ts';
import {
  addFault,
  type FaultIn,
  namesIn,
  type Part,
  refuseSame,
  refuseTwins,
  removeGone,
  type Work,
} from '../part.ts';
import type { World } from '../world.ts';
import { meanBySpaceId } from './renamed-spaces.ts';

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
  if (where === undefined) addFault(work, file, Object(file.value), [], message, hint);
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
  const spaces = await namesIn(work, 'space');
  const items = files.map((file) => ({ file, item: Object(file.value) }));
  refuseTwins(work, items);
  refuseSame(work, items, ({ item }) => item.basename ?? undefined, [
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
  const kept = new Set([...found.values()].map(({ id }) => id));
  const others = prune ? [] : live.filter(({ id }) => !kept.has(id));
  work.names.set('site', namesOf([...things, ...others]));
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
  const live = await work.world.sites();
  const named = new Set((await namesIn(work, 'site')).things.map(({ id }) => id));
  removeGone(
    work,
    { name: 'sites/' },
    {
      what: 'sites',
      live,
      isNamed: ({ id }) => named.has(id),
      remove: ({ id, title }) => ({
        operation: deleteSite,
        input: { organizationId, siteId: id },
        target: { kind: 'site', id, title },
      }),
    },
  );
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
