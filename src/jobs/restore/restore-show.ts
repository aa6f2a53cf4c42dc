// What docs restore prints and asks: what would be lost, what would be done, and what was done.

import { daysLeft, deletedFromHere } from '../../domain/content/deleted-spaces.ts';
import { agreeTo, place } from '../../engine/ask/confirm.ts';
import { lineWith } from '../../engine/model/command.ts';
import { printRows } from '../../engine/run/view.ts';
import { PartialError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { openChangeRequestsOf } from '../../folder/manifest.ts';
import { plural, relativeTime } from '../../output/format.ts';
import { done, note, warn } from '../../output/note.ts';
import { sayChangeRequests } from '../export/export-verify.ts';
import type { LinksNow } from './backup-links.ts';
import { type Loss, levelsSaidOf, lossesOf, settingsLostOf } from './page-changes.ts';
import type { Restored, Wanted } from './restore.ts';
import { countUnwritten } from './restore-comments.ts';
import type { RestoreRun } from './restore-flags.ts';
import type { RestoredSite } from './restore-sites.ts';
import type { RestoreState } from './restore-state.ts';
import { readSiteBackup, type SiteBackup, type SitePlaces, siteLosses } from './site-backup.ts';

// What follows where a restore replaces the content of a space: help and the question say the same.

const NEW_IDS =
  'its pages get new IDs: comments on them, redirects to them and links from other spaces lose them';

export const REPLACED = 'earlier revisions of it stay; its files stay, too';

/** What of the sites will not be as it was. */
export async function lossesOfSites(sites: readonly SiteBackup[], places: SitePlaces): Promise<Loss[]> {
  const found: Loss[] = [];
  for (const site of sites)
    for (const lost of siteLosses(site, await readSiteBackup(site), places))
      found.push({ path: `site "${site.title}"`, lost });
  return found;
}

export function sayLosses(
  { context: { io }, flags }: RestoreRun,
  wanted: readonly Wanted[],
  ofSites: readonly Loss[],
): void {
  const settings = wanted.flatMap(({ backup, into }) =>
    into === undefined ? settingsLostOf(backup) : [{ path: backup.entry.folder, lost: NEW_IDS }],
  );
  const losses = [
    ...levelsSaidOf(wanted),
    ...settings,
    ...ofSites,
    ...wanted.flatMap(({ backup }) => lossesOf(backup)),
  ];
  const most = flags.dryRun ? 50 : 5;
  for (const { path, lost } of losses.slice(0, most)) note(io, `${path}: ${lost}`);
  if (losses.length > most)
    note(io, `and ${losses.length - most} more${flags.dryRun ? '' : '; --dry-run lists them'}`);
}

/** A space that was deleted from here may come back as it was, which a restore cannot do: it makes a new one. */
export async function sayDeleted(run: RestoreRun, wanted: readonly Wanted[]): Promise<void> {
  const { readHistory } = await import('../undo/history.ts');
  const now = run.context.now();
  const host = run.config().baseUrl.value;
  const deleted = deletedFromHere(readHistory(run).filter((one) => one.host === host));
  for (const { backup, into } of wanted) {
    const { id, title } = backup.entry;
    const at = deleted.get(id)?.at;
    if (into !== undefined || at === undefined || daysLeft(at, now) <= 0) continue;
    note(
      run.context.io,
      `space "${title}" was deleted ${relativeTime(at, now)}: ${shell`docs spaces restore ${id}`} restores it as it was`,
    );
  }
}

interface Asked {
  wanted: readonly Wanted[];
  sites: readonly SiteBackup[];
  /** Pages whose place others take. */
  replaced: number | undefined;
}

/** What an earlier run that was cut off has made of a space or site. */
function begun(made: { done?: true; space?: string; site?: string } | undefined): string | undefined {
  if (made?.done) return 'done';
  return made?.space === undefined && made?.site === undefined ? undefined : 'would be finished';
}

/** --dry-run: a row for each space and site. */
export async function showUnsent(
  run: RestoreRun,
  { wanted, sites, replaced }: Asked,
  state: RestoreState | undefined,
): Promise<void> {
  const { io } = run.context;
  const client = await run.client();
  const comments = await Promise.all(
    wanted.map(({ backup, into }) =>
      run.flags.comments === false ? 0 : countUnwritten(client, backup, into),
    ),
  );
  const rows = wanted.map(({ backup, title, into }, at) => ({
    ...{ kind: 'space', from: backup.entry.id, title, id: into ?? null },
    state:
      begun(state?.spaces[backup.entry.id]) ??
      (replaced === undefined ? 'would be created' : `would replace ${plural(replaced, 'page')}`),
    pages: backup.pages.length,
    files: backup.files.length,
    comments: comments[at] ?? 0,
    changeRequests: run.flags.changeRequests === true ? backup.changeRequests.length : 0,
  }));
  const ofSites = await Promise.all(
    sites.map(async (site) => {
      const { file } = await readSiteBackup(site);
      const isOpen = run.flags.publish === true && file.publish === true;
      const made = begun(state?.sites?.[site.id]) ?? `would be ${isOpen ? 'published' : 'created'}`;
      return { kind: 'site', from: site.id, title: site.title, id: null, state: made };
    }),
  );
  const isLeft = (row: { state: string }) => row.state !== 'done';
  await printRows(run, [...rows, ...ofSites]);
  sayRequests(run, wanted);
  const left = counted(rows.filter(isLeft), ofSites.filter(isLeft));
  done(io, `dry run: ${left} would be ${run.command.done}; nothing was sent`);
}

export function sayRequests({ path, context, flags }: RestoreRun, wanted: readonly Wanted[]): void {
  const { io, argv } = context;
  const found = openChangeRequestsOf(wanted.map(({ backup }) => backup.entry));
  // What a migration reads, it reads anew.
  sayChangeRequests(io, found, path === 'docs migrate' ? lineWith(argv, '--change-requests') : undefined);
  if (found.held > 0 && flags.changeRequests !== true)
    note(io, 'they stay there: --change-requests opens them');
}

/** `2 spaces and 1 site`. */
function counted(spaces: readonly unknown[], sites: readonly unknown[]): string {
  const parts = [spaces.length > 0 || sites.length === 0 ? plural(spaces.length, 'space') : ''];
  if (sites.length > 0) parts.push(plural(sites.length, 'site'));
  return parts.filter((part) => part !== '').join(' and ');
}

/** New spaces take nothing away; replacing content and publishing ask. Throws InteractionError (exit 3). */
export async function agree(run: RestoreRun, { wanted, sites, replaced }: Asked): Promise<void> {
  if (run.flags.yes === true) return;
  const [first] = wanted;
  if (first && replaced)
    await agreeTo(run, {
      act: `replace ${plural(replaced, 'page')} of space "${first.title}" with ${plural(first.backup.pages.length, 'page')}`,
      follows: REPLACED,
    });
  if (run.flags.publish === true) {
    const parsed = await Promise.all(sites.map(readSiteBackup));
    const open = parsed.filter(({ file }) => file.publish === true);
    if (open.length > 0)
      await agreeTo(run, {
        act: `publish ${plural(open.length, 'site')}`,
        follows: 'readers can open them as before',
      });
  }
}

/** Lists what leads nowhere now and did not before. Throws PartialError (exit 7) where that is so. */
export async function refuseMoreBroken(run: RestoreRun, spaces: readonly LinksNow[]): Promise<void> {
  const { io } = run.context;
  for (const { space, before, now } of spaces)
    if (before === undefined)
      note(
        io,
        `space "${space.title}" has ${plural(now, 'broken link')}; the backup does not say how many there were`,
      );
  const worse = spaces.filter(({ before, now }) => before !== undefined && now > before);
  const [first] = worse;
  if (!first) return;
  for (const { space, more } of worse)
    for (const { page, target, reason } of more)
      note(io, `${space.title}: ${page.path || page.title}: ${target}: ${reason}`);
  const told = worse.map(
    ({ space, before = 0, now, lacksFiles }) =>
      `space "${space.title}" has ${plural(now, 'broken link')}, ${before} before${lacksFiles ? ': no files are in the backup' : ''}`,
  );
  const again = 'make the backup again with docs export --files, then restore that';
  throw new PartialError(told.join('; '), {
    code: 'MORE_BROKEN_LINKS',
    hint: worse.some(({ lacksFiles }) => lacksFiles)
      ? again
      : shell`docs links check --space ${first.space.id}`,
  });
}

export interface Done {
  spaces: readonly Restored[];
  sites: readonly RestoredSite[];
}

export async function show(
  run: RestoreRun,
  { spaces, sites }: Done,
  wanted: readonly Wanted[],
): Promise<void> {
  const { io } = run.context;
  await printRows(run, [
    ...spaces.map(({ isNew, space, said: _, isOlder: __, ...rest }) => ({
      kind: 'space',
      ...rest,
      id: space,
      state: isNew ? 'created' : 'replaced',
    })),
    ...sites.map(({ site, published, ...rest }) => ({
      kind: 'site',
      ...rest,
      id: site,
      state: published ? 'published' : 'created',
    })),
  ]);
  for (const { title, isOlder } of spaces)
    if (isOlder)
      warn(io, `space "${title}" is what the interrupted run has read: what was changed since is not in it`);
  sayRequests(run, wanted);
  for (const { title, said } of spaces) for (const one of said) note(io, `${title}: change request ${one}`);
  const requests = spaces.reduce((sum, one) => sum + one.changeRequests, 0);
  if (requests > 0)
    note(io, `${plural(requests, 'change request')} opened: authors and reviews are in their first comment`);
  const pages = spaces.reduce((sum, one) => sum + one.pages, 0);
  const [only] = spaces;
  const one = spaces.length === 1 && sites.length === 0 && only ? `space "${only.title}"` : undefined;
  done(
    io,
    `${run.command.done} ${one ?? counted(spaces, sites)}${spaces.length === 0 ? '' : `: ${plural(pages, 'page')}`}${await place(run)}`,
  );
}
