// Where a site file belongs: its organization, the sites and spaces there, and which of the sites it is about.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Space } from '../../api/content/spaces.generated.ts';
import { splitInput } from '../../api/operation.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import { getSite, listSites } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { changed } from '../../engine/references/look-up.ts';
import { parseReference } from '../../engine/references/pasted.ts';
import { readerOf } from '../../engine/references/readers.ts';
import { settleNames, settleOne } from '../../engine/references/resolve-names.ts';
import { refuseFaults } from '../../engine/rows/row-faults.ts';
import { readRows } from '../../engine/rows/rows-file.ts';
import { readFileOrStdin } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { fillContext } from '../../engine/run/scope.ts';
import { AmbiguousError, isAbsence, NotFoundError, ProtocolError, UsageError, unless } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { readSites, readSpaces } from '../restore/site-backup.ts';
import { type ParsedSite, parseSite } from './parse.ts';
import { bothHave, tableOf, withTable } from './redirects.ts';

export interface SitePlace {
  organizationId: string;
  sites: readonly Site[];
  spaces: readonly Space[];
}

/** A run about the organization that `--org`, the file or the context names, in this order. */
export async function inOrganization<R extends Run>(run: R, planned?: string): Promise<R> {
  const isPlanned = run.flags.org === undefined && planned !== undefined;
  const named = isPlanned ? await organizationOfFile(run, planned) : run.flags.org;
  const own: R = {
    ...run,
    operation: listSites,
    input: named === undefined ? {} : { organizationId: named },
  };
  await fillContext(own);
  await settleNames(own);
  return own;
}

/** Its ID. Throws NotFoundError with the way on for a file that was written elsewhere. */
async function organizationOfFile(run: Run, text: string): Promise<string> {
  try {
    return await settleOne({ ...run, operation: listSites, input: {} }, 'organizationId', text);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw changed(error, { hint: "docs orgs list; or use another organization than the file's with --org" });
  }
}

export async function readPlace(client: Client, organizationId: string): Promise<SitePlace> {
  const [sites, spaces] = await Promise.all([
    readSites(client, organizationId),
    readSpaces(client, organizationId),
  ]);
  return { organizationId, sites, spaces };
}

/** The site that an argument names: ID, title or URL. */
export async function siteNamed(run: Run, text: string, organizationId: string): Promise<Site> {
  const own: Run = { ...run, operation: getSite, input: { organizationId, siteId: text } };
  await fillContext(own);
  await settleNames(own);
  const client = await own.client();
  return client.call(getSite, {
    organizationId: String(own.input.organizationId),
    siteId: String(own.input.siteId),
  });
}

/** A path, or `-` for standard input. Redirects may be in a table beside it. Throws UsageError. */
export async function readSiteFile(run: Run, path: string): Promise<ParsedSite> {
  const { context } = run;
  const text = await readFileOrStdin(context, path, 'FILE');
  const parsed = await parseSite(text, path === '-' ? 'standard input' : path);
  const name = tableOf(path);
  if (name === path || !existsSync(resolve(context.cwd, name))) return parsed;
  if (parsed.file.redirects) throw new UsageError(bothHave(path, name));
  const read = withTable(parsed, { name, rows: await readRows(run, name, 'FILE') });
  refuseFaults(run, { source: name, all: read.faults });
  return read.parsed;
}

const namesOf = ({ title, basename, hostname }: Site): unknown[] => [title, basename, hostname];

/**
 * The site that --site names, by id, title, address or URL; a site of the context is not meant. Undefined for a new one:
 * without --site, or where it is the title of the plan and there is none of that title yet, so that a first run in CI
 * and a later one are the same command. Throws NotFoundError, AmbiguousError.
 */
export function siteMeant(
  { flags: { site: given } }: Pick<Run, 'flags'>,
  sites: readonly Site[],
  planned?: string,
): Site | undefined {
  if (typeof given !== 'string') return undefined;
  const id = parseReference('siteId', given)?.siteId ?? given;
  const byId = sites.find((site) => site.id === id);
  if (byId) return byId;
  const called = sites.filter((site) => namesOf(site).includes(given));
  if (called.length > 1) throw several(called, `sites are called "${given}"`, 'use the ID');
  if (called[0] || given === planned) return called[0];
  const near = nearest(
    given,
    sites.map(({ title }) => title),
  );
  const meant = near.length === 0 ? '' : `; did you mean ${near.map((title) => `"${title}"`).join(' or ')}?`;
  throw new NotFoundError(`site "${given}" not found${meant}`, { hint: 'docs sites list' });
}

/**
 * The site of a file: the one that --site names, the one that it was pulled from, or the only one of its title.
 * Undefined where there is none yet. Throws NotFoundError, AmbiguousError.
 */
export function siteOf(
  run: Run,
  { file, notes, name }: ParsedSite,
  sites: readonly Site[],
): Site | undefined {
  if (run.flags.site !== undefined) return siteMeant(run, sites, file.title);
  const id = notes.get(file)?.id;
  const pulled = sites.find((site) => site.id === id);
  if (pulled) return pulled;
  const called = sites.filter(({ title }) => title === file.title);
  if (called.length < 2) return called[0];
  throw several(called, `sites are called "${file.title}"`, 'name one with --site', `${name}: `);
}

interface Named {
  kind: 'collection' | 'space' | 'team' | 'site';
  title: string;
  /** As the file has it. */
  id: string;
}

/** What a list leaves out would be made again: a thing with an ID is looked for by that. Throws ProtocolError. */
export async function refuseUnlisted(
  client: Client,
  organizationId: string,
  { kind, title, id }: Named,
): Promise<void> {
  const read = await readerOf(`${kind}Id`, false);
  if (!read) return;
  const { params } = splitInput(read, { organizationId, [`${kind}Id`]: id });
  const found = await unless(isAbsence, () => client.call(read, params));
  const { organization = organizationId, deletedAt } = { ...Object(found) };
  if (found === undefined || organization !== organizationId || deletedAt !== undefined) return;
  throw new ProtocolError(
    `${kind} "${title}" (${id}) is there, and is not in the list of ${kind}s: nothing was sent`,
    { outcome: 'not-sent', hint: 'run the same command again' },
  );
}

const several = (called: readonly Site[], why: string, hint: string, where = ''): AmbiguousError =>
  new AmbiguousError(`${where}${called.length} ${why}: ${called.map(({ id }) => id).join(', ')}`, {
    hint,
    details: { candidates: called.map(({ id, title }) => ({ id, title })) },
  });
