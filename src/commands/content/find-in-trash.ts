// Deleted spaces that can be restored: shown, offered, and found by title.

import { getSpace, listSpaces, restoreSpace } from '../../api/content/spaces.ts';
import { isOnlyName } from '../../engine/references/reference-kinds.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import type { Run } from '../../engine/run/run.ts';
import { fillContext } from '../../engine/run/scope.ts';
import { printRows } from '../../engine/run/view.ts';
import { AmbiguousError, messageOf, NotFoundError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import type { DeletedSpace } from './space-trash.ts';

/** What docs spaces trash prints. */
export async function showTrash(run: Run): Promise<void> {
  const { io } = run.context;
  const found = await readTrash(run);
  await printRows(run, found);
  const [first] = found;
  if (first) note(io, `to restore one: ${shell`docs ${restoreSpace.id.split('.')} ${first.id}`}`);
  else note(io, 'no deleted spaces known to this computer or the platform');
}

async function readTrash(run: Run): Promise<DeletedSpace[]> {
  const { deletedSpaces } = await import('./space-trash.ts');
  const client = await run.client();
  const scoped: Run = { ...run, operation: listSpaces, input: {} };
  await fillContext(scoped);
  const entries = await rememberedChanges(run);
  return withReferences(scoped, ({ organizationId }) =>
    deletedSpaces(client, {
      organizationId: String(organizationId),
      entries,
      now: run.context.now(),
    }),
  );
}

/** What docs spaces restore offers: deleted spaces, each with the days left. */
export async function offerTrash(run: Run): Promise<Record<string, unknown>[]> {
  const found = await readTrash(run);
  if (found.length === 0)
    throw new NotFoundError('no space was deleted from this computer in the last 7 days', {
      hint: 'docs spaces restore <space>, with the ID of one that was deleted elsewhere',
    });
  return found.map(({ id, title, daysLeft }) => ({
    id,
    title,
    about: `${plural(daysLeft, 'day')} left`,
  }));
}

/** The title of a deleted space becomes its id; an id stays. Throws NotFoundError, or AmbiguousError when several have the title. */
export async function findInTrash(run: Run): Promise<void> {
  const spaceId = String(run.input.spaceId);
  const client = await run.client();
  const isThere = () =>
    client.call(getSpace, { spaceId }).then(
      () => true,
      (error) => !(error instanceof NotFoundError),
    );
  if (!isOnlyName('spaceId', spaceId) && (await isThere())) return;
  const found = (await readTrash(run)).filter(({ id, title }) => title === spaceId || id === spaceId);
  const [only, second] = found;
  if (only && second) {
    throw new AmbiguousError(`"${spaceId}" is the title of ${found.length} deleted spaces`, {
      details: { candidates: found.map(({ id, title, deletedAt }) => ({ id, title, deletedAt })) },
      hint: 'docs spaces trash, then docs spaces restore <id>',
    });
  }
  if (!only) throw notDeleted(spaceId);
  run.input = { ...run.input, spaceId: only.id };
}

const notDeleted = (spaceId: string) =>
  new NotFoundError(`deleted space "${spaceId}" not found`, { hint: 'docs spaces trash' });

/** Without a home there is no history, and the platform's own list is all there is. */
async function rememberedChanges(run: Run) {
  try {
    const { readHistory } = await import('../../jobs/undo/history.ts');
    const host = run.config().baseUrl.value;
    return readHistory(run).filter((entry) => entry.host === host);
  } catch (error) {
    note(run.context.io, `the history cannot be read: ${messageOf(error)}`);
    return [];
  }
}
