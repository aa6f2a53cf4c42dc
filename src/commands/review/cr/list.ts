// docs cr list: change requests of one status or all of them, of a space or of the whole organization.
import type { ChangeRequest } from '../../../api/review/change-requests.generated.ts';
import {
  CHANGE_REQUEST_STATUSES,
  listChangeRequests,
  listOrganizationChangeRequests,
} from '../../../api/review/change-requests.ts';
import { lineWith } from '../../../engine/model/command.ts';
import { type Flags, flagNamed } from '../../../engine/model/command-type.ts';
import { kebab } from '../../../engine/model/fields.ts';
import { settleNamedFilters } from '../../../engine/references/filters.ts';
import { knownNames } from '../../../engine/references/known-names.ts';
import { settle } from '../../../engine/references/resolve-names.ts';
import { withReferences } from '../../../engine/references/with-references.ts';
import { emptyText } from '../../../engine/run/empty-list.ts';
import type { Input } from '../../../engine/run/input.ts';
import { inThisContext } from '../../../engine/run/next-command.ts';
import { type Run, readInput } from '../../../engine/run/run.ts';
import { fillContext } from '../../../engine/run/scope.ts';
import { isForPeople, viewOf } from '../../../engine/run/view.ts';
import { pagesOptions, type SelectedList, selects, withList } from '../../../engine/select/selected-list.ts';
import { shellLine } from '../../../files/shell-word.ts';
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
    const { printRequest } = await import('../../../engine/plan/dry-run.ts');
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
  let total: number | undefined;
  const read = async (opened: SelectedList) => {
    total = await readStatuses(scoped, opened, statuses);
  };
  const list = await withList(scoped, read, options);
  list.sayLimit(total);
  await sayShown(scoped, list.shown, status);
}

/** How many there are, where the platform tells. Once --limit is reached, the others are only counted. */
async function readStatuses(run: Run, list: SelectedList, statuses: readonly unknown[]) {
  let total = 0;
  for (const status of statuses) {
    if (list.isFull && (selects(run) || run.context.io.outClosed)) return undefined;
    const count = await withReferences(run, (input) =>
      readStatus(run, list, status === undefined ? input : { ...input, status }),
    );
    if (count === undefined) return undefined;
    total += count;
  }
  return total;
}

async function readStatus(run: Run, list: SelectedList, query: Input): Promise<number | undefined> {
  const client = await run.client();
  const most = list.isFull ? { limit: 1 } : pagesOptions(run);
  let total: number | undefined;
  for await (const { items, count } of client.pages(run.operation, query, most)) {
    total = count;
    await list.page(items);
    if (list.isFull) return total;
  }
  return total;
}

/** What is hidden unless it is asked for, and that there is nothing. */
async function sayShown(run: Run, shown: number, status: unknown): Promise<void> {
  const { io, argv } = run.context;
  const all = 'allSpaces' in run.flags ? 'docs cr list --all-spaces' : 'docs cr list';
  const every = await inThisContext(run, `${all} --status all`);
  const filters = filtersOf(run);
  if (shown > 0) {
    const same = filters === '' ? every : lineWith(argv, '--status', 'all');
    return status === undefined ? note(io, `only open ones: ${same} lists every status`) : undefined;
  }
  const none = await emptyText(run, status === 'all' ? '' : `${status ?? 'open'} `);
  if (filters !== '') note(io, `${none} with ${filters}; ${every} lists all of them`);
  else note(io, status === undefined ? `${none}; ${every} lists every status` : none);
}

/** The flags that leave rows out, with their values as they were typed: `--topic billing`. */
const filtersOf = ({ flags, operation: { query } }: Run): string =>
  [...Object.keys(query?.properties ?? {}), 'where']
    .filter((name) => !['status', 'orderBy', 'page', 'limit'].includes(name))
    .flatMap((name) => {
      const value = flagNamed(flags, name);
      return typeof value === 'string' ? [shellLine([`--${kebab(name)}`, value])] : [];
    })
    .join(' ');

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
