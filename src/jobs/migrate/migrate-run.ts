// What docs migrate does with its flags: exports from one profile, restores to another.
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { listCollections } from '../../api/content/collections.ts';
import type { Space } from '../../api/content/spaces.generated.ts';
import { listOrganizations } from '../../api/people/organizations.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { mapAll } from '../../client/pool.ts';
import { readingClient } from '../../client/reading-client.ts';
import { requirePath } from '../../config/paths.ts';
import type { Context } from '../../context.ts';
import { endedEarly } from '../../engine/run/partial-failure.ts';
import { startRun } from '../../engine/run/run.ts';
import { openClient, openConfig } from '../../engine/run/session.ts';
import { NotFoundError, PartialError, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { itemsByComma } from '../../files/texts.ts';
import { MANIFEST, parseManifest } from '../../folder/manifest.ts';
import { plural } from '../../output/format.ts';
import { note, warn } from '../../output/note.ts';
import { startBar } from '../../output/progress-bar.ts';
import { exportTo } from '../export/export.ts';
import { type ExportFolder, openExportFolder } from '../export/folder.ts';
import { siteFileText, spaceNames } from '../export/scope.ts';
import { type BackupSpace, readSpace } from '../restore/backup.ts';
import { pickSites } from '../restore/chosen-spaces.ts';
import type { CollectionBackup } from '../restore/restore-collections.ts';
import type { RestoreRun } from '../restore/restore-flags.ts';
import { restoreBackup } from '../restore/restore-run.ts';
import { readSites, readSpaces, type SiteBackup } from '../restore/site-backup.ts';
import type { MigrateRun } from './migrate-flags.ts';

const SPACES_AT_A_TIME = 2;
/** Of all of them together. */
const REQUESTS_AT_A_TIME = 8;

/** Throws UsageError, NotFoundError (exit 5) for names, PartialError (exit 7) when not all could be read. */
export async function runMigrate(run: MigrateRun): Promise<void> {
  const { flags } = run;
  refuseFlags(run);
  const context = withoutContext(run.context);
  const target = targetRun(run, context);
  // What cannot be written to need not be read for.
  await target.client();
  const source = await openSource(run, context);
  const { spaces, all } = await chosen(run, source);
  const key = createHash('sha256')
    .update(JSON.stringify([source.origin, source.organizationId]))
    .digest('hex')
    .slice(0, 16);
  const root =
    flags.keep === undefined
      ? join(requirePath(context.paths(), 'data'), 'migrations', key)
      : resolve(context.cwd, flags.keep);
  if (flags.keep === undefined && flags.fresh === true && flags.dryRun !== true)
    await rm(root, { recursive: true, force: true });
  const folders: ExportFolder[] = [];
  let finished = false;
  try {
    note(context.io, `reading ${plural(spaces.length, 'space')} of profile "${flags.from}"`);
    const backups = await readBackups(run, source.client, spaces, async (space) => {
      const folder = await openExportFolder(join(root, space.id));
      folders.push(folder);
      return folder;
    });
    const sites = await siteBackups(run, source, all);
    const isIn = backups.some(({ settings }) => settings.parent !== undefined);
    const collections = isIn || run.flags.collections === true ? await collectionsIn(source) : [];
    await restoreBackup(
      target,
      { spaces: backups, sites, collections },
      {
        source: root,
        taken: 'rename it, or choose other spaces with --spaces',
      },
    );
    finished = true;
  } finally {
    // The log of a run that was cut off says whose the files are that no manifest has yet.
    for (const folder of folders) await folder.close({ finished });
  }
  // Those of a run that was cut off are read again by the next one. Windows removes no folder with an open file.
  if (flags.keep === undefined && flags.dryRun !== true) await rm(root, { recursive: true, force: true });
}

/** What an earlier run read is not read again. */
async function readBackups(
  run: MigrateRun,
  client: Client,
  spaces: readonly Space[],
  folderOf: (space: Space) => Promise<ExportFolder>,
): Promise<BackupSpace[]> {
  const bar = startBar(run.context.io, 'reading spaces', spaces.length);
  const concurrency = REQUESTS_AT_A_TIME / Math.min(SPACES_AT_A_TIME, spaces.length);
  try {
    return await mapAll(client, spaces, SPACES_AT_A_TIME, async (space) => {
      const backup = await exported(run, client, space, { folder: await folderOf(space), concurrency });
      bar.step(true);
      return backup;
    });
  } catch (error) {
    throw endedEarly(run, error, `${bar.counted} spaces read`);
  } finally {
    bar.stop();
  }
}

function refuseFlags({ flags, path, context: { env } }: MigrateRun): void {
  const hint = `${path} --help`;
  for (const name of ['from', 'to'] as const)
    if (flags[name] === undefined) throw new UsageError(`--${name} is required`, { hint });
  for (const name of ['DOCS_TOKEN', 'DOCS_TOKEN_FILE', 'DOCS_BASE_URL'])
    if (env[name])
      throw new UsageError(`${name} is set: it would count for both profiles`, {
        code: 'ONE_TOKEN_FOR_TWO',
        hint: `unset ${name}`,
      });
  if (flags.resume === true && flags.fresh === true)
    throw new UsageError('--resume and --fresh cannot be used together', { hint });
  const isSame = flags.from === flags.to && (flags.fromOrg ?? '') === (flags.toOrg ?? '');
  if (isSame)
    throw new UsageError('--from and --to are the same place', { hint: 'docs spaces duplicate --help' });
}

/** What the environment says of organizations and spaces is about one host: here are two. */
function withoutContext(context: Context): Context {
  const own = /^DOCS_(?:ORG|SPACE|SITE|PROFILE)$/;
  const env = Object.fromEntries(Object.entries(context.env).filter(([name]) => !own.test(name)));
  return { ...context, env };
}

interface Source {
  client: Client;
  origin: string;
  organizationId: string;
}

/** A client that cannot write, with the token of its profile. */
async function openSource({ flags }: MigrateRun, context: Context): Promise<Source> {
  const { profile: _, baseUrl: __, ...rest } = { profile: undefined, baseUrl: undefined, ...flags };
  const own = {
    ...rest,
    profile: String(flags.from),
    ...(flags.fromOrg !== undefined && { org: flags.fromOrg }),
  };
  const config = openConfig(context, own);
  const client = readingClient(await openClient(context, config, own, true));
  const wanted = config.organization?.value;
  const found: { id: string; title: string }[] = await allItems(client.pages(listOrganizations, {}));
  const fits = found.filter(
    ({ id, title }) => wanted === undefined || id === wanted || title.toLowerCase() === wanted.toLowerCase(),
  );
  const [only, second] = fits;
  if (!only)
    throw new NotFoundError(`organization "${wanted ?? ''}" not found with profile "${flags.from}"`, {
      hint: shell`docs orgs list --profile ${String(flags.from)}`,
    });
  if (second)
    throw new UsageError(
      `profile "${flags.from}" has ${plural(fits.length, 'organization')}: name one with --from-org`,
      {
        hint: shell`docs orgs list --profile ${String(flags.from)}`,
      },
    );
  return { client, origin: config.origin, organizationId: only.id };
}

/** The sites of --sites, read as files. Throws NotFoundError. */
async function siteBackups(
  run: MigrateRun,
  { client, organizationId }: Source,
  spaces: readonly Space[],
): Promise<SiteBackup[]> {
  if (run.flags.sites === undefined && !run.flags.allSites) return [];
  const there = await readSites(client, organizationId);
  const picked = pickSites(run, there, shell`docs sites list --profile ${String(run.flags.from)}`);
  const names = spaceNames(spaces);
  const onHidden = (line: string) => warn(run.context.io, line);
  return mapAll(client, picked, SITES_AT_ONCE, async (site) => {
    const text = await siteFileText(client, { organizationId, site, names }, { concurrency: 4, onHidden });
    return { id: site.id, title: site.title, text, domain: site.hostname, names };
  });
}

const SITES_AT_ONCE = 2;

const collectionsIn = async ({ client, organizationId }: Source): Promise<CollectionBackup[]> =>
  allItems(client.pages(listCollections, { organizationId }));

/** The spaces of --spaces, in that order, all without it; and all that there are. Throws NotFoundError, UsageError for a title of several. */
async function chosen(
  { flags }: MigrateRun,
  { client, organizationId }: Source,
): Promise<{ spaces: Space[]; all: Space[] }> {
  const all = await readSpaces(client, organizationId);
  if (flags.spaces === undefined) return { spaces: all, all };
  const spaces = [...new Set(itemsByComma(flags.spaces))].map((name) => {
    const byId = all.find(({ id }) => id === name);
    const titled = all.filter(({ title }) => title.toLowerCase() === name.toLowerCase());
    const [found] = byId ? [byId] : titled;
    if (!found)
      throw new NotFoundError(`space "${name}" not found with profile "${flags.from}"`, {
        hint: shell`docs spaces list --profile ${String(flags.from)}`,
      });
    if (!byId && titled.length > 1)
      throw new UsageError(`${plural(titled.length, 'space')} are called "${name}": name one by its ID`, {
        hint: shell`docs spaces list --profile ${String(flags.from)}`,
      });
    return found;
  });
  return { spaces, all };
}

/** One space into its folder, only what is not in it yet. */
async function exported(
  { flags }: MigrateRun,
  client: Client,
  space: Space,
  { folder, concurrency }: { folder: ExportFolder; concurrency: number },
): Promise<BackupSpace> {
  const report = await exportTo({
    client,
    folder,
    target: { kind: 'space', id: space.id },
    options: {
      ...{ files: true, comments: flags.comments !== false, settings: true },
      changeRequests: flags.changeRequests === true,
    },
    concurrency,
  });
  const [failure] = report.failures;
  if (failure)
    throw new PartialError(`space "${space.title}" could not be read: ${failure.path}`, {
      hint: shell`docs spaces get ${space.id} --profile ${String(flags.from)}`,
    });
  const manifest = parseManifest((await folder.read(MANIFEST)) ?? new Uint8Array());
  const [entry] = manifest.spaces;
  if (!entry)
    throw new NotFoundError(`space "${space.title}" is no longer there`, { hint: 'docs spaces list' });
  return readSpace(folder, entry);
}

/** The same run on the other profile: nothing of the first one is in it. */
function targetRun(run: MigrateRun, context: Context): RestoreRun {
  const { toOrg, to, ...flags } = run.flags;
  const own = {
    ...flags,
    profile: String(to),
    org: toOrg,
    space: undefined,
    allSpaces: flags.spaces === undefined,
  };
  const parsed = { catalog: run.catalog, path: run.path, args: [], flags: own };
  // Safe: the flags of a restore that a migration does not have are absent.
  return startRun(context, run.command, parsed as never) as RestoreRun;
}
