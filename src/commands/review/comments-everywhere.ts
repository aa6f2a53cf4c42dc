// docs comments list --all-spaces: the comments on the main content of every space, one space after another.
import { listSpaces, type Space } from '../../api/content/spaces.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import { listComments } from '../../api/review/comments.ts';
import { mapPool } from '../../client/pool.ts';
import { kebab } from '../../engine/model/fields.ts';
import type { Flags } from '../../engine/model/flag-types.ts';
import { flagNamed } from '../../engine/model/run-type.ts';
import { settleAllFilters } from '../../engine/references/filters.ts';
import { idIn, readNamed } from '../../engine/references/named.ts';
import { concurrencyOf } from '../../engine/run/concurrency.ts';
import { type Run, readInput } from '../../engine/run/run.ts';
import { isForPeople, viewOf } from '../../engine/run/view.ts';
import { pagesOptions, type SelectedList, withList } from '../../engine/select/selected-list.ts';
import { isAbsence, UsageError } from '../../errors.ts';
import { note } from '../../output/note.ts';
import { startProgress } from '../../output/progress.ts';

/** Throws UsageError for what is of one space with --all-spaces, NotFoundError for names, and what the reads throw. */
export async function listCommentsOf(
  run: Run<Flags<'--all-spaces'>>,
  usualSteps: () => Promise<void>,
): Promise<void> {
  const { flags } = run;
  if (flags.allSpaces !== true) return usualSteps();
  const odd = ['space', 'cr', 'targetPage'].find((name) => flagNamed(flags, name) !== undefined);
  if (odd !== undefined)
    throw new UsageError(`--${kebab(odd)} and --all-spaces cannot be used together`, {
      hint: `${run.path} --help`,
    });
  await readInput(run);
  const query = run.input;
  const organizationId = await readNamed({ ...run, input: {} }, getOrganization, async (input) => {
    const id = idIn(input, 'organizationId');
    return (await (await run.client()).call(getOrganization, { organizationId: id })).id;
  });
  const scoped: Run = { ...run, operation: listSpaces, input: { ...query, organizationId } };
  await settleAllFilters(scoped);
  if (flags.dryRun === true) {
    const { printRequest } = await import('../../engine/run/dry-run.ts');
    return printRequest({ ...scoped, input: { organizationId } });
  }
  const list = await withList(scoped, (opened) => readSpaces(scoped, opened), {
    view: viewOf(scoped, columnsOf(scoped)),
  });
  if (list.shown === 0) note(run.context.io, 'no comments on any space that you can see');
  else list.sayLimit(undefined);
}

const columnsOf = (run: Run): readonly string[] => [
  ...(isForPeople(run) ? ['target.space'] : []),
  ...((isForPeople(run) ? run.command.table : undefined) ?? run.command.columns),
  ...(isForPeople(run) ? [] : ['target.space']),
];

/** As many spaces side by side as are read at once; in the order of the spaces. */
async function readSpaces(run: Run, list: SelectedList): Promise<void> {
  const client = await run.client();
  const { organizationId, ...query } = run.input;
  const width = concurrencyOf(run);
  const progress = startProgress(run.context.io, 'reading comments');
  const read = async ({ id: spaceId }: Space): Promise<unknown[]> => {
    const found: unknown[] = [];
    try {
      for await (const { items } of client.pages(listComments, { ...query, spaceId }, pagesOptions(run)))
        found.push(...items);
    } catch (error) {
      // Deleted since it was listed.
      if (!isAbsence(error)) throw error;
    }
    return found;
  };
  try {
    const spaces: Space[] = [];
    for await (const { items } of client.pages(listSpaces, { organizationId: String(organizationId) }))
      spaces.push(...items.filter(({ deletedAt }) => deletedAt === undefined));
    for (let at = 0; at < spaces.length && !list.isFull; at += width) {
      const some = spaces.slice(at, at + width);
      const results = await mapPool(some, width, read, { onRateLimit: client.onRateLimit });
      for (const result of results) {
        if (!result.ok) throw result.error;
        await list.page(result.value);
      }
      progress.update(`${Math.min(at + width, spaces.length)} of ${spaces.length} spaces`);
    }
  } finally {
    progress.stop();
  }
}
