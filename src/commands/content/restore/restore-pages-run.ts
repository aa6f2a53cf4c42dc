// docs restore --page: single pages of a backup, back into the space that they were in.
import { listPages } from '../../../api/content/pages.ts';
import { getSpace } from '../../../api/content/spaces.ts';
import { canAsk } from '../../../engine/ask/can-ask.ts';
import { askYes, place, unconfirmed } from '../../../engine/ask/question.ts';
import { meant } from '../../../engine/references/names.ts';
import { settleOne } from '../../../engine/references/resolve-names.ts';
import { sameCommand } from '../../../engine/run/partial-failure.ts';
import { viewOf } from '../../../engine/run/view.ts';
import { NotFoundError, UsageError } from '../../../errors.ts';
import { nearest } from '../../../files/nearest.ts';
import { plural } from '../../../output/format.ts';
import { done, note } from '../../../output/note.ts';
import { listWriter } from '../../../output/render.ts';
import { keyOf } from '../../../workflows/link-findings.ts';
import { isNamed } from '../../../workflows/restore/accepted-files.ts';
import type { BackupSpace } from '../../../workflows/restore/backup.ts';
import { pagesThere, restoreSinglePages, type SinglePage } from '../../../workflows/restore/single-pages.ts';
import { brokenOfSpace } from '../../../workflows/space-links.ts';
import { REPLACED } from './replaced.ts';
import type { RestoreRun } from './restore.ts';
import { refuseMoreBroken } from './restore-show.ts';

/** Throws NotFoundError for a page or space that is not there, InteractionError (exit 3), PartialError (exit 7). */
export async function restorePagesOf(
  run: RestoreRun,
  [backup]: readonly BackupSpace[],
  organizationId: string,
): Promise<void> {
  if (!backup)
    throw new UsageError('--page needs a space: name it with --space', { hint: `${run.path} --help` });
  const client = await run.client();
  const space = await targetOf(run, backup, organizationId);
  const { pages: live } = await client.call(listPages, { spaceId: space.id });
  const find = pagesThere(live);
  const pages = chosenPages(run, backup).map((at): SinglePage => {
    const page = backup.pages[at];
    if (!page) throw new Error('no such page');
    return { at, page, there: find(page) };
  });
  if (run.flags.dryRun === true) {
    await show(run, pages, (there) => (there ? 'would be replaced' : 'would be created'));
    return done(
      run.context.io,
      `dry run: ${plural(pages.length, 'page')} of space "${space.title}" would be restored; nothing was sent`,
    );
  }
  await agree(run, pages, space.title);
  const before = new Set((await brokenOfSpace(client, space)).map(keyOf));
  const ids = await restored(run, { backup, pages, space });
  await show(run, pages, (there) => (there ? 'replaced' : 'created'), ids);
  done(
    run.context.io,
    `restored ${plural(pages.length, 'page')} of space "${space.title}"${await place(run)}`,
  );
  const now = await brokenOfSpace(client, space);
  const more = now.filter((finding) => !before.has(keyOf(finding)));
  await refuseMoreBroken(
    run,
    more.length === 0 ? [] : [{ space, before: before.size, now: now.length, more }],
  );
}

interface Target {
  id: string;
  title: string;
}

/** The space of --into, else the one that was backed up. */
async function targetOf(run: RestoreRun, { entry }: BackupSpace, organizationId: string): Promise<Target> {
  const { into } = run.flags;
  const client = await run.client();
  const spaceId =
    into === undefined ? entry.id : await settleOne({ ...run, input: { organizationId } }, 'spaceId', into);
  try {
    const { id, title, deletedAt } = await client.call(getSpace, { spaceId });
    if (deletedAt === undefined) return { id, title };
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
  throw new NotFoundError(
    `space "${entry.title}" is not there: name the space that the pages go to with --into`,
    {
      hint: 'docs spaces list',
    },
  );
}

/** By ID, path, file or title, each once and in reading order. */
function chosenPages({ flags }: RestoreRun, { entry, pages }: BackupSpace): number[] {
  const chosen = new Set<number>();
  const paths = pages.map(({ path }) => path);
  for (const name of flags.page ?? []) {
    const fits = pages.flatMap(({ id, path, file }, at) =>
      id === name || path === name || (file !== undefined && isNamed([name], entry, file)) ? [at] : [],
    );
    const titled = pages.flatMap(({ title }, at) => (title.toLowerCase() === name.toLowerCase() ? [at] : []));
    const found = fits.length > 0 ? fits : titled;
    const hint = `name a page by its path, such as ${pages[found[0] ?? 0]?.path ?? ''}`;
    if (found.length > 1)
      throw new UsageError(
        `the backup has ${plural(found.length, 'page')} called "${name}": name one by its path`,
        { hint },
      );
    const [at] = found;
    if (at === undefined)
      throw new NotFoundError(
        `there is no page "${name}" in space "${entry.title}" of the backup${meant(nearest(name, paths))}`,
        { hint },
      );
    if (pages[at]?.type !== 'document')
      throw new UsageError(`"${name}" is a ${pages[at]?.type}, which has no text to restore`, { hint });
    chosen.add(at);
  }
  return [...chosen].sort((a, b) => a - b);
}

async function restored(
  run: RestoreRun,
  { backup, pages, space }: { backup: BackupSpace; pages: readonly SinglePage[]; space: Target },
): Promise<string[]> {
  let opened: number | undefined;
  let finished = false;
  try {
    const ids = await restoreSinglePages({
      ...{ client: await run.client(), spaceId: space.id, backup, pages },
      onOpen: (number) => {
        opened = number;
      },
    });
    finished = true;
    return ids;
  } finally {
    if (!finished && opened !== undefined)
      note(
        run.context.io,
        `not finished: change request #${opened} of space "${space.title}" is left open: archive it before you try again`,
      );
  }
}

/** What readers see is replaced: for the person to say. */
async function agree(run: RestoreRun, pages: readonly SinglePage[], title: string): Promise<void> {
  const replaced = pages.filter(({ there }) => there !== undefined);
  if (run.flags.yes === true || replaced.length === 0) return;
  const what = replaced.length === 1 ? `page "${replaced[0]?.page.title}"` : plural(replaced.length, 'page');
  const act = `replace ${what} of space "${title}" with what the backup has${await place(run)}`;
  const asked = { act, follows: REPLACED };
  if (!canAsk(run)) throw unconfirmed('--yes', asked, { hint: `${sameCommand(run)} --yes` });
  await askYes(run, asked);
}

async function show(
  run: RestoreRun,
  pages: readonly SinglePage[],
  stateOf: (there: string | undefined) => string,
  ids: readonly string[] = [],
): Promise<void> {
  const writer = await listWriter(run.context.io, viewOf(run));
  await writer.page(
    pages.map(({ page, there }, at) => ({
      ...{ kind: 'page', from: page.id, title: page.title, id: ids[at] ?? there ?? null },
      state: stateOf(there),
    })),
  );
  await writer.end();
}
