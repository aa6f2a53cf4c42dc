// What docs restore does with its flags: reads the backup, finds where it goes, asks, and restores.
import { join, resolve } from 'node:path';
import { listPages } from '../../../api/content/pages.ts';
import { getSpace, listSpaces, type Space } from '../../../api/content/spaces.ts';
import { getOrganization } from '../../../api/people/organizations.ts';
import { requirePath } from '../../../config/paths.ts';
import { canAsk } from '../../../engine/ask/can-ask.ts';
import { askYes, place } from '../../../engine/ask/question.ts';
import { idIn, readNamed } from '../../../engine/references/named.ts';
import { settleOne } from '../../../engine/references/resolve-names.ts';
import { sameCommand } from '../../../engine/run/partial-failure.ts';
import { viewOf } from '../../../engine/run/view.ts';
import { InteractionError, UsageError } from '../../../errors.ts';
import { shell } from '../../../files/shell-word.ts';
import { plural } from '../../../output/format.ts';
import { done, note } from '../../../output/note.ts';
import { startBar } from '../../../output/progress-bar.ts';
import { listWriter } from '../../../output/render.ts';
import type { BackupSpace } from '../../../workflows/restore/backup.ts';
import { lossesOf } from '../../../workflows/restore/page-changes.ts';
import type { Restored, Wanted } from '../../../workflows/restore/restore.ts';
import { idMap } from '../../../workflows/restore/restore-state.ts';
import { readBackup } from './chosen-spaces.ts';
import { heldState } from './held-state.ts';
import { REPLACED } from './replaced.ts';
import type { RestoreRun } from './restore.ts';
import { countPages, printWays } from './restore-how.ts';

/** Throws UsageError, NotFoundError (exit 5), FindingsError for a damaged backup (exit 6), InteractionError (exit 3). */
export async function runRestore(run: RestoreRun): Promise<void> {
  const { context, flags } = run;
  refuseFlags(run);
  const path = resolve(context.cwd, run.args.folder ?? '');
  const backups = await readBackup(run, path);
  if (flags.how === true) return printWays(run, backups);
  await restoreBackups(run, backups, { source: path });
}

/** Where the backups come from, and what to do about titles that are taken, where --as cannot help. */
interface From {
  source: string;
  taken?: string;
}

/** The part that docs migrate shares: from a read backup to what is there in the end. */
export async function restoreBackups(
  run: RestoreRun,
  backups: BackupSpace[],
  { source, taken }: From,
): Promise<void> {
  const { context, flags } = run;
  const organizationId = await organizationOf(run);
  const into =
    flags.into === undefined
      ? undefined
      : await settleOne({ ...run, input: { organizationId } }, 'spaceId', flags.into);
  const target =
    into === undefined ? undefined : await (await run.client()).call(getSpace, { spaceId: into });
  const wanted = backups.map(
    (backup): Wanted => ({
      backup,
      title: target?.title ?? flags.as ?? (backup.entry.title || 'Restored'),
      ...(into !== undefined && { into }),
    }),
  );
  const about = [
    run.config().origin,
    organizationId,
    source,
    flags.as,
    into,
    wanted.map(({ backup }) => backup.entry.id),
  ];
  const folder = join(requirePath(context.paths(), 'data'), 'restores');
  const held = await heldState(folder, about);
  if (held.isOld && flags.resume !== true && flags.fresh !== true && flags.dryRun !== true)
    throw new UsageError(
      'an earlier run was interrupted: add --resume to do the rest, or --fresh to start again',
      {
        code: 'UNFINISHED',
        hint: `${sameCommand(run)} --resume`,
      },
    );
  if (flags.fresh === true) held.reset();
  if (!held.isOld || flags.fresh === true) await refuseTitles(run, organizationId, { wanted, taken });
  const replaced =
    into === undefined
      ? undefined
      : await countPages(await (await run.client()).call(listPages, { spaceId: into }));
  sayLosses(run, backups);
  if (flags.dryRun === true) return showUnsent(run, wanted, replaced);
  await agree(run, wanted, replaced);
  await held.locked(async () => {
    const results = await work(run, { organizationId, wanted, keeper: held });
    if (flags.map !== undefined) await writeMap(run, flags.map, idMap(held.state));
    await held.finish();
    await show(run, results);
  });
}

function refuseFlags({ flags, path, args }: RestoreRun): void {
  const refuse = (message: string) => {
    throw new UsageError(message, { hint: `${path} --help` });
  };
  if (args.folder === undefined) refuse('a folder is required');
  if (flags.as !== undefined && flags.into !== undefined) refuse('--as and --into cannot be used together');
  if (flags.resume === true && flags.fresh === true) refuse('--resume and --fresh cannot be used together');
  if (flags.space !== undefined && flags.allSpaces === true)
    refuse('--space and --all-spaces cannot be used together');
  if (flags.allSpaces === true && (flags.as !== undefined || flags.into !== undefined))
    refuse('--as and --into are for one space, not for --all-spaces');
  if (flags.as !== undefined && (flags.as.trim() === '' || [...flags.as].length > 50))
    refuse(`--as must have 1 to 50 characters, not ${[...flags.as].length}`);
}

async function organizationOf(run: RestoreRun): Promise<string> {
  const client = await run.client();
  // Looking things up sets the operation in hand. The space that flags name is one of the backup.
  const { id } = await readNamed({ ...run, input: {} }, getOrganization, (input) =>
    client.call(getOrganization, { organizationId: idIn(input, 'organizationId') }),
  );
  return id;
}

/** Two spaces of one title confuse everybody: the second one needs --as. */
async function refuseTitles(
  run: RestoreRun,
  organizationId: string,
  { wanted, taken }: { wanted: readonly Wanted[]; taken: string | undefined },
): Promise<void> {
  const titles = new Set(wanted.filter(({ into }) => into === undefined).map(({ title }) => title));
  if (titles.size === 0) return;
  const client = await run.client();
  const there: Space[] = [];
  for await (const { items } of client.pages(listSpaces, { organizationId }))
    there.push(...items.filter(({ title, deletedAt }) => titles.has(title) && deletedAt === undefined));
  const [first] = there;
  if (!first) return;
  throw new UsageError(`there is a space "${first.title}" already (${first.id})`, {
    code: 'SPACE_EXISTS',
    hint:
      taken ??
      (wanted.length === 1
        ? shell`${run.path.split(' ')} ${run.args.folder ?? ''} --space ${wanted[0]?.backup.entry.id ?? ''} --as ${`${first.title} (restored)`.slice(0, 50)}`
        : 'restore the spaces one by one, with --as or --into'),
  });
}

function sayLosses({ context: { io } }: RestoreRun, backups: readonly BackupSpace[]): void {
  const losses = backups.flatMap(lossesOf);
  for (const { path, lost } of losses.slice(0, 5)) note(io, `${path}: ${lost}`);
  if (losses.length > 5) note(io, `and ${losses.length - 5} more; --how lists them`);
}

async function showUnsent(
  run: RestoreRun,
  wanted: readonly Wanted[],
  replaced: number | undefined,
): Promise<void> {
  const { io } = run.context;
  const rows = wanted.map(({ backup, title, into }) => ({
    from: backup.entry.id,
    title,
    id: into ?? null,
    state: replaced === undefined ? 'would be created' : `would replace ${plural(replaced, 'page')}`,
    pages: backup.pages.length,
    files: backup.files.length,
    comments: run.flags.comments === false ? 0 : backup.comments.length,
  }));
  const writer = await listWriter(io, viewOf(run));
  await writer.page(rows);
  await writer.end();
  done(io, `dry run: ${plural(wanted.length, 'space')} would be restored; nothing was sent`);
}

/** New spaces take nothing away; replacing content asks. Throws InteractionError (exit 3). */
async function agree(
  run: RestoreRun,
  wanted: readonly Wanted[],
  replaced: number | undefined,
): Promise<void> {
  const [first] = wanted;
  if (!first || !replaced || run.flags.yes === true) return;
  const act = `replace ${plural(replaced, 'page')} of space "${first.title}" with ${plural(first.backup.pages.length, 'page')}${await place(run)}`;
  const follows = REPLACED;
  if (!canAsk(run))
    throw new InteractionError(`refusing to ${act} without --yes: ${follows}`, {
      hint: `${sameCommand(run)} --yes`,
    });
  await askYes(run, { act, follows });
}

type Work = Pick<
  Parameters<typeof import('../../../workflows/restore/restore.ts').restore>[0],
  'keeper' | 'organizationId'
> & {
  wanted: readonly Wanted[];
};

async function work(run: RestoreRun, { organizationId, wanted, keeper }: Work): Promise<Restored[]> {
  const { io } = run.context;
  const { restore } = await import('../../../workflows/restore/restore.ts');
  const total = wanted.reduce((sum, { backup }) => sum + backup.pages.length + backup.files.length, 0);
  const bar = startBar(io, 'restoring pages', total);
  let finished = false;
  try {
    const client = await run.client();
    const results = await restore({
      client,
      organizationId,
      spaces: wanted,
      keeper,
      comments: run.flags.comments !== false,
      onStep: (count) => {
        for (let step = 0; step < count; step += 1) bar.step(true);
      },
    });
    finished = true;
    return results;
  } finally {
    bar.stop();
    if (!finished) note(io, 'interrupted: run the same command with --resume to do the rest');
  }
}

async function writeMap(run: RestoreRun, file: string, ids: ReadonlyMap<string, string>): Promise<void> {
  const { writeWhole } = await import('../../../files/safe-write.ts');
  const text = `${JSON.stringify(Object.fromEntries([...ids].sort(([a], [b]) => (a < b ? -1 : 1))), undefined, 2)}\n`;
  const path = resolve(run.context.cwd, file);
  await writeWhole(path, async (write) => write(Buffer.from(text)), { replace: true, shown: file });
}

async function show(run: RestoreRun, results: readonly Restored[]): Promise<void> {
  const { io } = run.context;
  const writer = await listWriter(io, viewOf(run));
  await writer.page(
    results.map(({ isNew, space, ...rest }) => ({
      ...rest,
      id: space,
      state: isNew ? 'created' : 'replaced',
    })),
  );
  await writer.end();
  const pages = results.reduce((sum, one) => sum + one.pages, 0);
  const [only] = results;
  const what = results.length === 1 && only ? `space "${only.title}"` : plural(results.length, 'space');
  done(io, `restored ${what}: ${plural(pages, 'page')}${await place(run)}`);
}
