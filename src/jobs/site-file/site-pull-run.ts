// Runs docs sites pull: reads sites, and writes each into its file.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { getOrganization } from '../../api/people/organizations.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import { inOrder } from '../../client/pool.ts';
import { readingClient } from '../../client/reading-client.ts';
import { readWidthOf } from '../../engine/model/globals.ts';
import { chosenFormat, printDone, printItem } from '../../engine/run/view.ts';
import { ConfigError, UsageError } from '../../errors.ts';
import { statsAt } from '../../files/io-error.ts';
import { fileSlug, safeNames } from '../../files/safe-path.ts';
import { shell } from '../../files/shell-word.ts';
import { isRecord } from '../../files/texts.ts';
import { ensureFolder, writeFileDurably } from '../../files/writer.ts';
import { parseYaml } from '../../files/yaml-file.ts';
import { plural } from '../../output/format.ts';
import { done, note, warn } from '../../output/note.ts';
import { ciSafe, safeText } from '../../output/safe-text.ts';
import { type Described, describeSite, fileNames, ID } from './describe.ts';
import { type LiveSite, PARTS, readLive } from './live.ts';
import { HINT } from './parse.ts';
import { tableOf, tableText } from './redirects.ts';
import { inOrganization, readPlace, type SitePlace, siteNamed } from './site-file-place.ts';
import type { PullRun } from './site-operations.ts';
import { siteText } from './write.ts';

/** Throws UsageError, NotFoundError, LocalIoError. */
export async function pullSites(run: PullRun): Promise<void> {
  const { all, to } = run.flags;
  const named = run.input.siteId ?? run.flags.site;
  refuseOdd(run, named);
  const own: PullRun = await inOrganization(run);
  const organizationId = String(own.input.organizationId);
  const client = readingClient(await run.client());
  const reader: PullRun = { ...own, client: async () => client };
  const place = await readPlace(client, organizationId);
  const sites = all ? place.sites : [await siteNamed(reader, String(named), organizationId)];
  const { title } = await client.call(getOrganization, { organizationId });
  if (to === undefined) {
    for (const site of sites) await print(reader, place, site, title);
    return;
  }
  await writeAll(reader, { place, sites, title, to, all: all === true });
}

/** The file; in another format what it says, with -q the ID of the site. */
async function print(run: PullRun, place: SitePlace, site: Site, title: string): Promise<void> {
  const { io } = run.context;
  if (chosenFormat(run) === undefined) {
    const live = await readAll(run, place, site);
    const text = await siteText(describedOf(run, place, { site, live, organization: title }));
    return io.out(io.outTty ? ciSafe(io, safeText(text, { multiline: true })) : text);
  }
  const described = describeSite(await readAll(run, place, site), namesOf(place, title));
  const plain = JSON.parse(JSON.stringify(described, (key, value) => (key === ID ? undefined : value)));
  await printItem(run, { id: site.id, ...plain });
}

/** Sites at a time; each is some requests at once already. */
const AT_ONCE = 4;

interface Writing {
  place: SitePlace;
  sites: readonly Site[];
  /** Of the organization. */
  title: string;
  to: string;
  all: boolean;
}

async function writeAll(run: PullRun, { place, sites, title, to, all }: Writing): Promise<void> {
  const path = resolve(run.context.cwd, to);
  const folder = all || /[/\\]$/.test(to) || kindOf(path, to) === 'folder' ? path : undefined;
  const files = folder === undefined ? [path] : filesFor(folder, sites);
  const pulled: { file: string; outcome: 'written' | 'unchanged' }[] = [];
  const { onRateLimit } = await run.client();
  const read = inOrder(sites, (site) => readAll(run, place, site), { concurrency: AT_ONCE, onRateLimit });
  let at = 0;
  for await (const result of read) {
    const file = files[at++] ?? path;
    const name = folder === undefined ? to : join(to, basename(file));
    if (folder !== undefined) ensureFolder(folder, false);
    const make = async (before?: string) => {
      if (!result.ok) throw result.error;
      const read = { site: result.item, live: result.value, organization: title };
      return siteText(withoutTable(run, file, name, describedOf(run, place, read)), before);
    };
    const isWritten = await writeOne(run, file, name, make);
    pulled.push({ file: name, outcome: isWritten ? 'written' : 'unchanged' });
  }
  const written = pulled.filter(({ outcome }) => outcome === 'written').length;
  if (sites.length > 1)
    note(
      run.context.io,
      `${plural(sites.length, 'site')}: ${written} written, ${sites.length - written} up to date`,
    );
  await printDone(run, pulled, ['file', 'outcome']);
}

/** Returns whether the file was another one. */
async function writeOne(
  { context: { io } }: PullRun,
  file: string,
  name: string,
  make: (before?: string) => Promise<string>,
): Promise<boolean> {
  const before = kindOf(file) === 'file' ? readFileSync(file, 'utf8') : undefined;
  if (before !== undefined) refuseForeign(await parseYaml(before, name), name);
  const text = await make(before);
  if (text === before) note(io, `${name} is up to date`);
  else {
    writeFileDurably(file, text, { mode: 0o644 });
    done(io, `wrote ${name}`);
  }
  return text !== before;
}

/** Redirects go into the table beside the file where there is one, and then are not in the file. */
function withoutTable(
  { context: { io } }: PullRun,
  file: string,
  name: string,
  described: Described,
): Described {
  const table = tableOf(file);
  const { redirects, ...rest } = described;
  if (table === file || kindOf(table) !== 'file' || !Array.isArray(redirects)) return described;
  const before = readFileSync(table, 'utf8');
  const text = tableText(redirects);
  const made = before.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
  if (made !== before) {
    writeFileDurably(table, made, { mode: 0o644 });
    done(io, `wrote ${tableOf(name)}`);
  }
  return rest;
}

/** A site file stays, but for what has changed; nothing else is replaced. Throws ConfigError `FILE_EXISTS`. */
function refuseForeign(value: unknown, name: string): void {
  // Of comments only, or of nothing: nothing is lost.
  if (value === null || value === undefined || (isRecord(value) && 'title' in value)) return;
  throw new ConfigError(`refusing to overwrite "${name}": it is not a site file`, {
    code: 'FILE_EXISTS',
    hint: 'choose another file for --to, or remove this one',
  });
}

function refuseOdd(run: PullRun, named: unknown): void {
  const { all, to } = run.flags;
  if (all && named !== undefined)
    throw new UsageError('--all and a site cannot be used together', {
      hint: `${run.path} --all --to sites/`,
    });
  if (all && to === undefined)
    throw new UsageError('--all needs a folder: --to', { hint: `${run.path} --all --to sites/` });
  if (!all && named === undefined)
    throw new UsageError('a site or --all is required', { hint: 'docs sites list' });
}

interface Read {
  site: Site;
  live: LiveSite;
  organization: string;
}

function describedOf(run: PullRun, place: SitePlace, { site, live, organization }: Read): Described {
  const described = describeSite(live, namesOf(place, organization));
  const lost = (live.redirects ?? []).length - [described.redirects ?? []].flat().length;
  if (lost > 0)
    warn(
      run.context.io,
      `${plural(lost, 'redirect')} of site "${site.title}" left out: what they lead to no longer exists; ${shell`docs redirects list --site ${site.id}`}`,
    );
  return described;
}

const readAll = async (run: PullRun, { organizationId }: SitePlace, site: Site) =>
  readLive(await run.client(), organizationId, site, {
    ...{ parts: new Set(PARTS), looks: () => true, concurrency: readWidthOf(run) },
    onHidden: (line) => warn(run.context.io, line),
  });

const namesOf = ({ spaces }: SitePlace, organization: string) => fileNames(spaces, organization);

function kindOf(path: string, shown = path): 'file' | 'folder' | undefined {
  const stats = statsAt(path, { to: 'write', shown });
  if (stats && !stats.isFile() && !stats.isDirectory())
    throw new UsageError(`cannot write ${path}: it is not a regular file or a folder`, {
      hint: 'choose another path for --to',
    });
  return stats?.isFile() ? 'file' : stats ? 'folder' : undefined;
}

/** A site keeps the file that has its ID, whatever its title is now. */
function filesFor(folder: string, sites: readonly Site[]): string[] {
  const own = new Map<string, string>();
  for (const name of kindOf(folder) === 'folder' ? readdirSync(folder) : []) {
    const path = join(folder, name);
    if (!/\.ya?ml$/.test(name) || kindOf(path) !== 'file') continue;
    const title = /^title:.*$/m.exec(readFileSync(path, 'utf8'))?.[0] ?? '';
    const id = HINT.exec(title.replace(/^.*#/, ''))?.[1];
    if (id !== undefined && !own.has(id)) own.set(id, path);
  }
  const names = safeNames(
    sites.map(({ id, title, basename: base }) => ({ id, name: base ?? fileSlug(title, 'site') })),
  );
  return sites.map(({ id }, at) => own.get(id) ?? join(folder, `${names[at] ?? id}.yaml`));
}
