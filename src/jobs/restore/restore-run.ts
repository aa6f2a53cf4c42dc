// What docs restore does with its flags: reads the backup, finds where it goes, asks, and restores.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '../../api/content/content-shapes.ts';
import { listPages } from '../../api/content/pages.ts';
import type { Space } from '../../api/content/spaces.generated.ts';
import { createSpace, getSpace } from '../../api/content/spaces.ts';
import type { Organization } from '../../api/people/organizations.generated.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import { createChangeRequest } from '../../api/review/change-requests.ts';
import type { DefaultLevel } from '../../api/roles.ts';
import { createSite } from '../../api/sites/sites.ts';
import { requirePath } from '../../config/paths.ts';
import { refuseLacking as refuseLackingHost } from '../../domain/stand-ins/refuse-lacking.ts';
import { callNamed } from '../../engine/references/named.ts';
import { settleOne } from '../../engine/references/resolve-names.ts';
import { refuseMissingRight } from '../../engine/run/missing-right.ts';
import { endedEarly, sameCommand } from '../../engine/run/partial-failure.ts';
import { printRows, viewOf } from '../../engine/run/view.ts';
import { ConflictError, LocalIoError, UsageError } from '../../errors.ts';
import { statsAt } from '../../files/io-error.ts';
import { readPrivateFile } from '../../files/json-file.ts';
import { sweepLeftovers, sweepOlder, withLock } from '../../files/lock.ts';
import { isRecord, jsonIn } from '../../files/texts.ts';
import { ensureFolder, writeFileDurably } from '../../files/writer.ts';
import { openChangeRequestsOf } from '../../folder/manifest.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { startBar } from '../../output/progress-bar.ts';
import { sayChangeRequests } from '../export/export-verify.ts';
import type { BackupSpace } from './backup.ts';
import { brokenNow } from './backup-links.ts';
import { type Backup, readBackup } from './chosen-spaces.ts';
import { lossesOf, settingsLostOf } from './page-changes.ts';
import type { Wanted } from './restore.ts';
import { type CollectionBackup, isLevel, pathTo } from './restore-collections.ts';
import type { RestoreRun } from './restore-flags.ts';
import {
  isRepositoryUrl,
  offerOf,
  refuseFlags,
  refuseLacking,
  refuseReviewed,
  refuseTitles,
  WAYS,
  type Way,
} from './restore-refuse.ts';
import {
  agree,
  type Done,
  lossesOfSites,
  refuseMoreBroken,
  sayDeleted,
  sayLosses,
  show,
  showUnsent,
} from './restore-show.ts';
import { restoreSites, type SitesJob, sitePlaces } from './restore-sites.ts';
import { idMap, newState, parseState, type StateKeeper } from './restore-state.ts';
import { writesOf } from './restore-writes.ts';
import type { SiteBackup } from './site-backup.ts';

// Where docs restore keeps how far it has come: one file for each backup and place, kept for a while once it is done.

export interface HeldState extends StateKeeper {
  /** An earlier run was cut off. */
  readonly isOld: boolean;
  /** When an earlier run did all of it. */
  readonly finishedAt: string | undefined;
  reset(): void;
  /** Runs `work` while no other process works on the same. Throws ConfigError `LOCKED`, ConflictError where one did since. */
  locked<T>(work: () => Promise<T>): Promise<T>;
  /** All is done: resuming a run that was killed at the very end says so. */
  finish(now: Date): void;
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** The state of the restore that `about` names; a new one where none was cut off. Throws LocalIoError. */
function heldState(folder: string, about: readonly unknown[]): HeldState {
  const text = JSON.stringify(about);
  const path = join(folder, `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.json`);
  const read = () => readPrivateFile(path) ?? '';
  const before = read();
  const old = parseState(before);
  const finishedAt = old?.finishedAt;
  const isOld = old !== undefined && finishedAt === undefined;
  const save = () => writeFileDurably(path, JSON.stringify(held.state), { ownDir: true });
  const held: HeldState = {
    state: isOld ? old : newState(text),
    isOld,
    finishedAt,
    reset() {
      held.state = newState(text);
    },
    async save() {
      save();
    },
    async locked(work) {
      ensureFolder(folder, true);
      const alone = () => {
        if (read() !== before)
          throw new ConflictError('another run of this restore went on meanwhile; nothing was sent', {
            hint: 'run it again: it begins with what the other one has done',
          });
        sweepLeftovers(folder);
        sweepOlder(folder, KEPT_MS);
        return work();
      };
      return withLock(path, alone, { waitMs: 1000 });
    },
    finish(now) {
      held.state.finishedAt = now.toISOString();
      save();
    },
  };
  return held;
}

// docs restore --how: the ways that content can go back, whether this host has them, and what each cannot carry.

/** Asks the host for each way, and prints below the first what it would lose of this backup, page by page. */
async function printWays(run: RestoreRun, backups: readonly BackupSpace[]): Promise<void> {
  const client = await run.client();
  const rows: object[] = [];
  for (const one of WAYS) {
    const { way, when } = one;
    rows.push({ way, offered: await offerOf(client, one), when, lost: lostOf(one, backups) });
    if (way !== 'change request') continue;
    const losses = [...backups.flatMap(settingsLostOf), ...backups.flatMap(lossesOf)];
    for (const { path, lost: own } of losses) rows.push({ way, when: path, lost: own });
  }
  await printRows(run, rows, viewOf(run, ['way', 'offered', 'when', 'lost']));
  sayChangeRequests(run.context.io, openChangeRequestsOf(backups.map(({ entry }) => entry)));
}

/** With what of it this backup has. */
function lostOf({ way, lost }: Way, backups: readonly BackupSpace[]): string {
  if (way === 'change request') return lost;
  const comments = backups.reduce((sum, one) => sum + one.comments.length, 0);
  const hidden = backups.flatMap(({ pages }) => pages).filter(({ fields }) => fields.hidden === true).length;
  const told = [
    ...(comments > 0 ? [plural(comments, 'comment')] : []),
    ...(hidden > 0 && way === 'content import' ? [plural(hidden, 'hidden page')] : []),
  ];
  return told.length === 0 ? lost : `${lost} (here ${told.join(', ')})`;
}

/** Pages of every type, with those below them. */
const countPages = ({ pages }: { pages: readonly Page[] }): number =>
  pages.reduce((sum, page) => sum + 1 + ('pages' in page ? countPages(page) : 0), 0);

/** Throws UsageError, NotFoundError (exit 5), FindingsError for a damaged backup (exit 6), InteractionError (exit 3). */
export async function runRestore(run: RestoreRun): Promise<void> {
  const { context, flags } = run;
  refuseFlags(run);
  const path = resolve(context.cwd, run.args.folder ?? '');
  const backup = await readBackup(run);
  if (flags.how === true) return printWays(run, backup.spaces);
  if (isRepositoryUrl(flags.toRepository)) {
    const { id: organizationId } = await organizationIn(run);
    const { wanted } = await placed(run, backup, organizationId);
    return (await import('./restore-by-git.ts')).restoreByGit(run, wanted, organizationId);
  }
  if (flags.toRepository !== undefined)
    return (await import('./restore-by-git.ts')).writeRepository(run, backup.spaces);
  if (flags.page !== undefined)
    return (await import('./restore-pages-run.ts')).restorePagesOf(
      run,
      backup.spaces,
      await organizationIn(run),
    );
  await restoreBackup(run, backup, { source: path });
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
  if (flags.map !== undefined) refuseForeignMap(resolve(context.cwd, flags.map), flags.map);
  const organization = await organizationIn(run);
  const organizationId = organization.id;
  const { wanted, target } = await placed(run, backup, organizationId);
  const held = await stateOf(run, { organizationId, wanted, sites, source: from.source });
  if (flags.resume === true && held.finishedAt !== undefined)
    return note(context.io, `already finished at ${held.finishedAt}: nothing is left to do`);
  const asked = { organizationId, wanted, sites, taken: from.taken };
  if (!held.isOld || flags.fresh === true) {
    await refuseTitles(run, asked);
    const made = { organization: organizationId, mergeRules: { type: 'inherit' as const } };
    const filled = wanted.filter(({ backup: { pages, files } }) => pages.length + files.length > 0);
    const into = filled.map(({ title }) => target ?? { title, ...made });
    await refuseReviewed(run, organization, into);
  }
  const job: SitesJob = {
    ...{ client: await run.client(), organizationId, sites, keeper: held },
    publish: flags.publish === true,
  };
  const places = sites.length === 0 ? undefined : await sitePlaces(job);
  if (places) await refuseLacking(sites, wanted, places);
  const into = wanted[0]?.into;
  const writes = await writesOf({
    ...{ client: job.client, organizationId, wanted, sites, places },
    ...{ comments: flags.comments !== false, changeRequests: flags.changeRequests === true },
  });
  const [live] = await Promise.all([
    into === undefined ? undefined : job.client.call(listPages, { spaceId: into }),
    refuseLackingHost(job.client, writes),
  ]);
  const replaced = live && countPages(live);
  await sayDeleted(run, wanted);
  sayLosses(run, wanted, places ? await lossesOfSites(sites, places) : []);
  if (flags.dryRun === true) {
    await showUnsent(run, { wanted, sites, replaced }, flags.resume === true ? held.state : undefined);
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

/** Where each space goes; `target` is the space that is there. */
async function placed(
  run: RestoreRun,
  { spaces, collections }: Backup,
  organizationId: string,
): Promise<{ wanted: Wanted[]; target: Space | undefined }> {
  const { flags } = run;
  const into =
    flags.into === undefined
      ? undefined
      : await settleOne({ ...run, input: { organizationId } }, 'spaceId', flags.into);
  const target =
    into === undefined ? undefined : await (await run.client()).call(getSpace, { spaceId: into });
  const wanted = spaces.map((backup): Wanted => {
    const { parent } = backup.settings;
    const isIn = flags.collections === true && collections.some(({ id }) => id === parent);
    return {
      backup,
      title: target?.title ?? flags.as ?? (backup.entry.title || 'Restored'),
      ...(into !== undefined && { into }),
      ...(isIn && { collection: String(parent) }),
      ...(into === undefined && levelOf(backup, isIn ? [] : pathTo(collections, String(parent)))),
    };
  });
  return { wanted, target };
}

/** Its own default level, or that of the nearest collection that it was in and is in no more. */
function levelOf({ settings }: BackupSpace, above: readonly CollectionBackup[]): { level?: DefaultLevel } {
  const levels = [...above.map(({ defaultLevel }) => defaultLevel), settings.defaultLevel];
  const level = levels.filter((one) => isLevel(one) && one !== 'inherit').at(-1);
  return isLevel(level) ? { level } : {};
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

/** How far an earlier run has come. Throws UsageError `UNFINISHED` where one was cut off, not one that is still at work. */
async function stateOf(run: RestoreRun, { organizationId, wanted, sites, source }: About) {
  const { context, flags } = run;
  const about = [
    ...[run.config().origin, organizationId, source, flags.as, wanted[0]?.into],
    wanted.map(({ backup }) => backup.entry.id),
    ...(sites.length > 0 ? [sites.map(({ id }) => id)] : []),
  ];
  const held = heldState(join(requirePath(context.paths(), 'data'), 'restores'), about);
  if (held.isOld && flags.resume !== true && flags.fresh !== true && flags.dryRun !== true)
    await held.locked(() => {
      throw new UsageError(
        'an earlier run was interrupted: add --resume to do the rest, or --fresh to start again',
        { code: 'UNFINISHED', hint: `${sameCommand(run)} --resume` },
      );
    });
  if (flags.fresh === true) held.reset();
  return held;
}

async function organizationIn(run: RestoreRun): Promise<Organization> {
  const client = await run.client();
  // Looking things up sets the operation in hand. The space that flags name is one of the backup.
  return callNamed({ ...run, input: {} }, getOrganization, client);
}

interface Work {
  wanted: readonly Wanted[];
  collections: readonly CollectionBackup[];
}

async function work(run: RestoreRun, job: SitesJob, { wanted, collections }: Work): Promise<Done> {
  const { io } = run.context;
  const { restore } = await import('./restore.ts');
  const total = wanted.reduce((sum, { backup }) => sum + backup.pages.length + backup.files.length, 0);
  const bar = startBar(io, 'restoring pages', total);
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
    return { spaces, sites: await restoreSites(job) };
  } catch (error) {
    const hint = `${sameCommand(run)}${run.flags.resume === true ? '' : ' --resume'}`;
    throw endedEarly(run, error, `${bar.counted} pages and files ${run.command.done}`, hint);
  } finally {
    bar.stop();
  }
}

/** Before anything is sent: what is there may only be an older map. Throws LocalIoError. */
function refuseForeignMap(path: string, shown: string): void {
  const stats = statsAt(path, { to: 'write', shown });
  if (stats && !(stats.isFile() && isMap(readFileSync(path, 'utf8'))))
    throw new LocalIoError(`${shown} is there, and is not a map of IDs`, {
      hint: 'choose another name for --map',
    });
}

function isMap(text: string): boolean {
  const value = jsonIn(text);
  return isRecord(value) && Object.values(value).every((id) => typeof id === 'string');
}

async function writeMap(run: RestoreRun, file: string, ids: ReadonlyMap<string, string>): Promise<void> {
  const { writeWhole } = await import('../../files/safe-write.ts');
  const text = `${JSON.stringify(Object.fromEntries([...ids].sort(([a], [b]) => (a < b ? -1 : 1))), undefined, 2)}\n`;
  const path = resolve(run.context.cwd, file);
  await writeWhole(path, text, { replace: true, shown: file });
}
