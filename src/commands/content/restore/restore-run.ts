// What docs restore does with its flags: reads the backup, finds where it goes, asks, and restores.
import { join, resolve } from 'node:path';
import { listPages } from '../../../api/content/pages.ts';
import { createSpace, getSpace } from '../../../api/content/spaces.ts';
import { getOrganization } from '../../../api/people/organizations.ts';
import { createChangeRequest } from '../../../api/review/change-requests.ts';
import { createSite } from '../../../api/sites/sites.ts';
import { requirePath } from '../../../config/paths.ts';
import { idIn, readNamed } from '../../../engine/references/named.ts';
import { settleOne } from '../../../engine/references/resolve-names.ts';
import { refuseMissingRight } from '../../../engine/run/missing-right.ts';
import { sameCommand } from '../../../engine/run/partial-failure.ts';
import { UsageError } from '../../../errors.ts';
import { note } from '../../../output/note.ts';
import { startBar } from '../../../output/progress-bar.ts';
import type { BackupSpace } from '../../../workflows/restore/backup.ts';
import { brokenNow } from '../../../workflows/restore/broken-links.ts';
import type { Wanted } from '../../../workflows/restore/restore.ts';
import { type CollectionBackup, pathTo } from '../../../workflows/restore/restore-collections.ts';
import { type SitesJob, sitePlaces } from '../../../workflows/restore/restore-sites.ts';
import { idMap } from '../../../workflows/restore/restore-state.ts';
import { writesOf } from '../../../workflows/restore/restore-writes.ts';
import type { SiteBackup } from '../../../workflows/restore/site-backup.ts';
import { refuseLacking as refuseLackingHost } from '../../../workflows/stand-ins/refuse-lacking.ts';
import { readBackup } from './chosen-spaces.ts';
import { heldState } from './held-state.ts';
import { isRepositoryUrl } from './repository-url.ts';
import type { RestoreRun } from './restore.ts';
import { countPages, printWays } from './restore-how.ts';
import { refuseFlags, refuseLacking, refuseTitles } from './restore-refuse.ts';
import {
  agree,
  type Done,
  lossesOfSites,
  refuseMoreBroken,
  sayLosses,
  show,
  showUnsent,
} from './restore-show.ts';

/** Throws UsageError, NotFoundError (exit 5), FindingsError for a damaged backup (exit 6), InteractionError (exit 3). */
export async function runRestore(run: RestoreRun): Promise<void> {
  const { context, flags } = run;
  refuseFlags(run);
  const path = resolve(context.cwd, run.args.folder ?? '');
  const backup = await readBackup(run);
  if (flags.how === true) return printWays(run, backup.spaces);
  if (isRepositoryUrl(flags.toRepository)) {
    const organizationId = await organizationOf(run);
    const wanted = await wantedOf(run, backup, organizationId);
    return (await import('./restore-by-git.ts')).restoreByGit(run, wanted, organizationId);
  }
  if (flags.toRepository !== undefined)
    return (await import('./restore-repository.ts')).writeRepository(run, backup.spaces);
  if (flags.page !== undefined)
    return (await import('./restore-pages-run.ts')).restorePagesOf(
      run,
      backup.spaces,
      await organizationOf(run),
    );
  await restoreBackup(run, backup, { source: path });
}

/** What was chosen of a backup. */
export interface Backup {
  spaces: BackupSpace[];
  sites: SiteBackup[];
  /** All that there were. */
  collections: CollectionBackup[];
}

/** Where it comes from, and what to do about titles that are taken, where --as cannot help. */
interface From {
  source: string;
  taken?: string;
}

/** The part that docs migrate shares: from a read backup to what is there in the end. */
export async function restoreBackup(run: RestoreRun, backup: Backup, from: From): Promise<void> {
  const { context, flags } = run;
  const { sites } = backup;
  const organizationId = await organizationOf(run);
  const wanted = await wantedOf(run, backup, organizationId);
  const held = stateOf(run, { organizationId, wanted, sites, source: from.source });
  if (flags.resume === true && held.finishedAt !== undefined)
    return note(context.io, `the restore was finished at ${held.finishedAt}: nothing is left to do`);
  const asked = { organizationId, wanted, sites, taken: from.taken };
  if (!held.isOld || flags.fresh === true) await refuseTitles(run, asked);
  const job: SitesJob = {
    ...{ client: await run.client(), organizationId, sites, keeper: held },
    publish: flags.publish === true,
  };
  const places = sites.length === 0 ? undefined : await sitePlaces(job);
  if (places) await refuseLacking(sites, wanted, places);
  await refuseLackingHost(
    job.client,
    await writesOf({
      ...{ client: job.client, organizationId, wanted, sites, places },
      ...{ comments: flags.comments !== false, changeRequests: flags.changeRequests === true },
    }),
  );
  const into = wanted[0]?.into;
  const replaced =
    into === undefined ? undefined : countPages(await job.client.call(listPages, { spaceId: into }));
  sayLosses(run, backup.spaces, places ? await lossesOfSites(sites, places) : []);
  if (flags.dryRun === true) {
    await showUnsent(run, { wanted, sites, replaced });
    return refuseMissingRight(run, changesOf(wanted, sites, organizationId));
  }
  await agree(run, { wanted, sites, replaced });
  await held.locked(async () => {
    const collections = collectionsOf(run, backup, wanted);
    const results = await work(run, job, { wanted, collections });
    if (flags.map !== undefined) await writeMap(run, flags.map, idMap(held.state));
    const compared = wanted.map(({ backup: { entry }, title }) => {
      const { space: id = '', pages } = held.state.spaces[entry.id] ?? {};
      return { entry, space: { id, title }, ...(pages && { pages }) };
    });
    held.finish(context.now());
    await show(run, results, wanted);
    await refuseMoreBroken(run, await brokenNow(job.client, compared));
  });
}

/** What has to be allowed for any of it. */
const changesOf = (wanted: readonly Wanted[], sites: readonly SiteBackup[], organizationId: string) => [
  ...wanted.map(({ into }) =>
    into === undefined
      ? { operation: createSpace, input: { organizationId } }
      : { operation: createChangeRequest, input: { spaceId: into } },
  ),
  ...sites.map(() => ({ operation: createSite, input: { organizationId } })),
];

async function wantedOf(
  run: RestoreRun,
  { spaces, collections }: Backup,
  organizationId: string,
): Promise<Wanted[]> {
  const { flags } = run;
  const into =
    flags.into === undefined
      ? undefined
      : await settleOne({ ...run, input: { organizationId } }, 'spaceId', flags.into);
  const target =
    into === undefined ? undefined : await (await run.client()).call(getSpace, { spaceId: into });
  return spaces.map((backup): Wanted => {
    const { parent } = backup.settings;
    const isIn = flags.collections === true && collections.some(({ id }) => id === parent);
    return {
      backup,
      title: target?.title ?? flags.as ?? (backup.entry.title || 'Restored'),
      ...(into !== undefined && { into }),
      ...(isIn && { collection: String(parent) }),
    };
  });
}

/** Those that the spaces go into, of all spaces also empty ones, and those above them, the outermost first. */
function collectionsOf(
  { flags: { collections: asked, allSpaces } }: RestoreRun,
  { collections }: Backup,
  wanted: readonly Wanted[],
): CollectionBackup[] {
  if (asked !== true) return [];
  const ids = allSpaces ? collections.map(({ id }) => id) : wanted.map(({ collection }) => collection);
  const found = new Map<string, CollectionBackup>();
  for (const id of ids) for (const one of pathTo(collections, id)) found.set(one.id, one);
  return [...found.values()];
}

interface About {
  organizationId: string;
  wanted: readonly Wanted[];
  sites: readonly SiteBackup[];
  source: string;
}

/** How far an earlier run has come. Throws UsageError `UNFINISHED` where one was cut off and nothing says what to do. */
function stateOf(run: RestoreRun, { organizationId, wanted, sites, source }: About) {
  const { context, flags } = run;
  const about = [
    ...[run.config().origin, organizationId, source, flags.as, wanted[0]?.into],
    wanted.map(({ backup }) => backup.entry.id),
    ...(sites.length > 0 ? [sites.map(({ id }) => id)] : []),
  ];
  const held = heldState(join(requirePath(context.paths(), 'data'), 'restores'), about);
  if (held.isOld && flags.resume !== true && flags.fresh !== true && flags.dryRun !== true)
    throw new UsageError(
      'an earlier run was interrupted: add --resume to do the rest, or --fresh to start again',
      { code: 'UNFINISHED', hint: `${sameCommand(run)} --resume` },
    );
  if (flags.fresh === true) held.reset();
  return held;
}

async function organizationOf(run: RestoreRun): Promise<string> {
  const client = await run.client();
  // Looking things up sets the operation in hand. The space that flags name is one of the backup.
  const { id } = await readNamed({ ...run, input: {} }, getOrganization, (input) =>
    client.call(getOrganization, { organizationId: idIn(input, 'organizationId') }),
  );
  return id;
}

interface Work {
  wanted: readonly Wanted[];
  collections: readonly CollectionBackup[];
}

async function work(run: RestoreRun, job: SitesJob, { wanted, collections }: Work): Promise<Done> {
  const { io } = run.context;
  const { restore } = await import('../../../workflows/restore/restore.ts');
  const { restoreSites } = await import('../../../workflows/restore/restore-sites.ts');
  const total = wanted.reduce((sum, { backup }) => sum + backup.pages.length + backup.files.length, 0);
  const bar = startBar(io, 'restoring pages', total);
  let finished = false;
  try {
    const { client, organizationId, keeper } = job;
    const spaces = await restore({
      ...{ client, organizationId, spaces: wanted, collections, keeper },
      comments: run.flags.comments !== false,
      changeRequests: run.flags.changeRequests === true,
      onStep: (count) => {
        for (let step = 0; step < count; step += 1) bar.step(true);
      },
    });
    const sites = await restoreSites(job);
    finished = true;
    return { spaces, sites };
  } finally {
    bar.stop();
    if (!finished) note(io, 'not finished: run the same command with --resume to do the rest');
  }
}

async function writeMap(run: RestoreRun, file: string, ids: ReadonlyMap<string, string>): Promise<void> {
  const { writeWhole } = await import('../../../files/safe-write.ts');
  const text = `${JSON.stringify(Object.fromEntries([...ids].sort(([a], [b]) => (a < b ? -1 : 1))), undefined, 2)}\n`;
  const path = resolve(run.context.cwd, file);
  await writeWhole(path, async (write) => write(Buffer.from(text)), { replace: true, shown: file });
}
