// docs cr list: one status or all of them, of a space or of the whole organization.

import {
  CHANGE_REQUEST_STATUSES,
  type ChangeRequest,
  listChangeRequests,
  listOrganizationChangeRequests,
} from '../../../api/review/change-requests.ts';
import type { Flags } from '../../../engine/model/flag-types.ts';
import { settleNamedFilters } from '../../../engine/references/filters.ts';
import { knownNames } from '../../../engine/references/known-names.ts';
import { settle } from '../../../engine/references/resolve-names.ts';
import { withReferences } from '../../../engine/references/with-references.ts';
import { emptyText } from '../../../engine/run/empty-list.ts';
import { inThisContext } from '../../../engine/run/next-command.ts';
import { type Run, readInput } from '../../../engine/run/run.ts';
import { fillContext } from '../../../engine/run/scope.ts';
import { isForPeople, viewOf } from '../../../engine/run/view.ts';
import { pagesOptions, type SelectedList, withList } from '../../../engine/select/selected-list.ts';
import { note } from '../../../output/note.ts';

/** The platform has no value for "all": one list per status, one after the other, in one output. */
export async function listChangeRequestsOf(
  run: Run<Flags<'--status <status>' | '--all-spaces'>>,
): Promise<void> {
  const everywhere = run.flags.allSpaces === true;
  const scoped: Run = { ...run, operation: everywhere ? listOrganizationChangeRequests : listChangeRequests };
  await readInput(scoped);
  await fillContext(scoped);
  const { status } = run.flags;
  const statuses = status === 'all' ? CHANGE_REQUEST_STATUSES : [status];
  if (run.flags.dryRun) {
    const { printRequest } = await import('../../../engine/run/dry-run.ts');
    await settle(scoped);
    return printRequest(scoped);
  }
  await settleNamedFilters(scoped);
  const columns = everywhere ? ['space', ...run.command.columns] : run.command.columns;
  const forPeople = everywhere && isForPeople(run);
  const view = viewOf(scoped, columns);
  // Safe: both operations list change requests.
  const show = async (items: readonly unknown[]) =>
    forPeople ? withReference(scoped, items as readonly ChangeRequest[]) : items;
  const options = { view: forPeople ? { ...view, table: REFERENCE_FIRST } : view, show };
  const read = async (list: SelectedList) => {
    for (const one of statuses) {
      if (list.isFull) return;
      await withReferences(scoped, async (input) => {
        const client = await run.client();
        const query = one === undefined ? input : { ...input, status: one };
        for await (const { items } of client.pages(scoped.operation, query, pagesOptions(run))) {
          await list.page(items);
          if (list.isFull) return;
        }
      });
    }
  };
  const { shown } = await withList(scoped, read, options);
  await sayShown(scoped, shown, status);
}

/** What is hidden unless it is asked for, and that there is nothing. */
async function sayShown(run: Run, shown: number, status: unknown): Promise<void> {
  const { io } = run.context;
  const all = 'allSpaces' in run.flags ? 'docs cr list --all-spaces' : 'docs cr list';
  const hint =
    status === undefined
      ? `${await inThisContext(run, `${all} --status all`)} lists every status`
      : undefined;
  if (shown > 0) return hint === undefined ? undefined : note(io, `only open ones: ${hint}`);
  const none = await emptyText(run, status === 'all' ? '' : `${status ?? 'open'} `);
  note(io, hint === undefined ? none : `${none}; ${hint}`);
}

const REFERENCE_FIRST = [
  'reference',
  'status',
  'subject',
  'createdBy.displayName',
  'comments',
  'outdated',
  'updatedAt',
];

/** `Guides#4`: what every command takes for it. */
async function withReference(run: Run, items: readonly ChangeRequest[]): Promise<readonly unknown[]> {
  const names = await knownNames(run, 'spaceId', new Set(items.map(({ space }) => space)));
  return items.map((item) => ({
    ...item,
    reference: `${names.get(item.space) ?? item.space}#${item.number}`,
  }));
}
