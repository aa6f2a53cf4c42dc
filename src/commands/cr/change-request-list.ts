// docs cr list: one status or all of them, of a space or of the whole organization.
import {
  CHANGE_REQUEST_STATUSES,
  listChangeRequests,
  listOrganizationChangeRequests,
} from '../../api/change-requests.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import { limitOf } from '../../engine/run/limit.ts';
import { type Run, readInput } from '../../engine/run/run.ts';
import { fillContext, resolveFilters } from '../../engine/run/scope.ts';
import { viewOf } from '../../engine/run/view.ts';
import { note } from '../../output/note.ts';
import { listWriter } from '../../output/render.ts';

/** The platform has no value for "all": one list per status, one after the other, in one output. */
export async function listChangeRequestsOf(run: Run): Promise<void> {
  const everywhere = run.flags.allSpaces === true;
  const scoped: Run = { ...run, operation: everywhere ? listOrganizationChangeRequests : listChangeRequests };
  await readInput(scoped);
  await fillContext(scoped);
  const { status } = run.flags;
  const statuses = status === 'all' ? CHANGE_REQUEST_STATUSES : [status];
  if (run.flags.dryRun) {
    const { printRequest } = await import('../../engine/run/dry-run.ts');
    return printRequest(scoped);
  }
  await resolveFilters(scoped);
  const { io } = run.context;
  const columns = everywhere ? ['space', ...run.command.columns] : run.command.columns;
  const writer = await listWriter(io, viewOf(scoped, columns));
  let left = limitOf(run) ?? Number.POSITIVE_INFINITY;
  let shown = 0;
  for (const one of statuses) {
    await withReferences(scoped, async (input) => {
      const client = await run.client();
      const query = one === undefined ? input : { ...input, status: one };
      const options = Number.isFinite(left) ? { limit: left } : {};
      for await (const { items } of client.pages(scoped.operation, query, options)) {
        await writer.page(items);
        shown += items.length;
        left -= items.length;
      }
    });
    if (left <= 0 || io.outClosed) break;
  }
  await writer.end();
  if (status === undefined)
    note(
      io,
      `${shown === 0 ? 'no open change requests' : 'only open ones'}: --status all lists every status`,
    );
}
