// sites/*.yaml: a file a site, by the code of docs sites pull, plan and apply; redirects in a table beside it.

import { stringify } from 'csv-stringify/sync';
import type { Site } from '../../../api/sites/sites.generated.ts';
import { deleteSite, getSite } from '../../../api/sites/sites.ts';
import { mapAll } from '../../../client/pool.ts';
import { spaceAndPage } from '../../../domain/redirect-destination.ts';
import { DocsError, UsageError, ValidationError } from '../../../errors.ts';
import { changeOf } from '../../redirects/redirect-rows.ts';
import { type Described, describeSite, fileNames, sortedBy } from '../../site-file/describe.ts';
import { siteJsonSchema } from '../../site-file/json-schema.ts';
import { PARTS, readLive } from '../../site-file/live.ts';
import { asItems, matchBy } from '../../site-file/match.ts';
import { type Note, type ParsedSite, parseSite, spacesIn } from '../../site-file/parse.ts';
import { planSite, type SitePlan } from '../../site-file/plan-site.ts';
import { type RedirectItem, type SiteFile, SiteShape } from '../../site-file/schema.ts';
import { TABLE } from '../../site-file/site-file-place.ts';
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
  const { client, organizationId } = world;
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
  const wanted = { parts: new Set(PARTS), looks: () => true, concurrency: 1 };
  const read = await mapAll(client, sorted, world.width, (site) =>
    readLive(client, organizationId, site, wanted),
  );
  return read.map((found) => {
    const { id } = found.site;
    const { organization: _, ...whole } = describeSite(found, names);
    const { redirects, ...rest } = whole;
    if (!Array.isArray(redirects) || isInFile.has(id)) return whole;
    const hasTable = files.some((file) => idOf(file) === id && file.beside !== undefined);
    return redirects.length > 0 || hasTable ? { ...rest, [BESIDE]: tableOf(redirects) } : rest;
  });
}

const idOf = (file: OrgFile): string | undefined => hintOf(file, Object(file.value));

/** As the reader of site files says it: the first fault. */
async function check(file: OrgFile): Promise<FaultIn[]> {
  try {
    const parsed = await parseSite(file.text, file.name);
    if (!file.beside) return [];
    return [...doubleRedirects(file), ...redirectsIn(file, file.beside, parsed.file).faults];
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
  const message = `${file.name} and ${tableName(file)} both have redirects of this site: keep one of the two lists`;
  return [{ where, message }];
}

const tableName = ({ name }: OrgFile): string => name.replace(/\.ya?ml$/, TABLE);

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
  const parsed = withTable(file, await parseSite(file.text, file.name));
  meanBySpaceId(work, file, parsed, spaces);
  return parsed;
}

function withTable(file: OrgFile, parsed: ParsedSite): ParsedSite {
  if (!file.beside) return parsed;
  const { redirects, notes } = redirectsIn(file, file.beside, parsed.file);
  const found: SiteFile = { ...parsed.file, redirects };
  const own = parsed.notes.get(parsed.file);
  return {
    ...parsed,
    file: found,
    notes: new Map([...parsed.notes, ...notes, ...(own ? [[found, own] as const] : [])]),
  };
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

// Redirects of a site as the table beside its file: the columns of docs redirects push, names for where they lead.

const COLUMNS = ['source', 'destination', 'permanent', 'captureWildcard', 'draft'] as const;

/** A spreadsheet would take these for a formula, or drop the space. */
const QUOTED = /^[\s=+\-@]|\s$/;

/** `redirects` of a described site as a table. */
const tableOf = (redirects: readonly Described[]): string =>
  stringify(
    redirects.map(({ from, to, ...flags }) => [
      String(from),
      destinationText(Object(to)),
      ...COLUMNS.slice(2).map((name) => (flags[name] ? 'true' : '')),
    ]),
    { header: true, columns: [...COLUMNS], quoted_match: QUOTED },
  );

function destinationText({ url, section, space, page }: Readonly<Record<string, unknown>>): string {
  if (url !== undefined) return String(url);
  if (section !== undefined) return `section:${section}`;
  return page === undefined ? `space:${space}` : `space:${space}/${page}`;
}

interface Table {
  redirects: RedirectItem[];
  notes: Map<object, Note>;
  faults: FaultIn[];
}

/** The redirects of a table as a site file has them, and what is wrong with its rows. */
function redirectsIn(of: OrgFile, { rows }: Beside, site: SiteFile): Table {
  const file = tableName(of);
  const names = spacesIn(site).map(({ space }) => space);
  const notes = new Map<object, Note>();
  const faults: FaultIn[] = rows.faults.map((fault) => ({ file, ...fault }));
  const redirects = rows.rows.flatMap(({ cells, where }): RedirectItem[] => {
    try {
      const item = redirectOf(cells, names);
      const [, line] = /^line (\d+)/.exec(where) ?? [];
      if (line !== undefined) notes.set(item, { line: Number(line), file });
      return [item];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      faults.push({ file, where, message: error.message });
      return [];
    }
  });
  return { redirects, notes, faults };
}

function redirectOf(cells: Parameters<typeof changeOf>[0], names: readonly string[]): RedirectItem {
  const change = changeOf(cells, { draft: false });
  if (change.intent === 'publish' || change.destination === null)
    throw new UsageError('intent must be live or draft in this table');
  const { source: from, permanent, captureWildcard } = change;
  const [, written] = cells.find(([name]) => /^(destination|to|target|new)$/i.test(name.trim())) ?? [];
  const to = placeNamed(String(written ?? '').trim(), names);
  return {
    ...{ from, to },
    ...(permanent && { permanent }),
    ...(captureWildcard && { captureWildcard }),
    ...(change.intent === 'draft' && { draft: true }),
  };
}

function placeNamed(text: string, names: readonly string[]): RedirectItem['to'] {
  const [, kind, name = ''] = /^(section|space):(.+)$/s.exec(text) ?? [];
  if (kind === 'section') return { section: name };
  if (kind === 'space') return spaceAndPage(name, names);
  if (/^https?:\/\//i.test(text)) return { url: text };
  throw new UsageError(
    `destination "${text}" is not a URL, section:Guides, space:Handbook or space:Handbook/install`,
  );
}
