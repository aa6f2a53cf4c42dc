// --max-changes and --exit-code: more changes than so many at once are an accident, and any may be a finding.

import type { OperationId } from '../../api/index.ts';
import { FindingsError, InteractionError, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { warn } from '../../output/note.ts';
import type { Run } from '../model/command-type.ts';
import { flag, type Option } from '../model/option.ts';
import type { OpenPlan } from './open-plan.ts';
import type { PlanRow } from './plan.ts';

/** --exit-code: throws FindingsError (exit 6) where a plan or a dry run comes to `count` changes. */
export function refuseChanges({ flags }: Pick<Run, 'flags'>, count: number): void {
  if (flags.exitCode && count > 0) throw new FindingsError(`${plural(count, 'change')} to make`);
}

/** --max-changes 20, or 5% of what the list of these things holds. Before anything is sent. Throws as `checkMaxChanges`. */
export async function refuseTooMany(run: Run, count: number, field?: string): Promise<void> {
  const most = run.flags.maxChanges;
  if (most === undefined) return;
  const isShare = String(most).endsWith('%');
  checkMaxChanges(String(most), count, isShare ? await countListed(run, field) : undefined);
}

async function countListed(run: Run, field: string | undefined): Promise<number | undefined> {
  const { KINDS } = await import('../references/reference-kinds.ts');
  const kind = KINDS[field ?? ''];
  return kind && (await (await import('../references/look-up.ts')).listOf(run, kind))?.length;
}

/**
 * Of a plan file, which could say as it likes how many there are in all: as many as the list holds that its rows are of.
 * Undefined where no one list does.
 */
export async function countInAll({ run, plan, operations }: OpenPlan): Promise<number | undefined> {
  const { aboutOf } = await import('./row-target.ts');
  const lists = new Map<string, [param: string, place: Record<string, unknown>]>();
  for (const { operation: id, input } of plan.rows) {
    const operation = operations.get(id);
    if (!operation) return undefined;
    const { param } = aboutOf({ operation, input });
    const names = Object.keys(operation.params.properties).filter((name) => name !== param);
    const place = Object.fromEntries(names.map((name) => [name, input[name]]));
    lists.set(JSON.stringify([param, place]), [param, place]);
  }
  const [only, another] = lists.values();
  if (!only || another) return undefined;
  const organization = plan.organization && { organizationId: plan.organization.id };
  return countListed({ ...run, input: { ...organization, ...only[1] } }, only[0]);
}

/** What one run changes: each of the things that its last argument or its request lists, or one. */
export function changesOf({ command, operation, input }: Run): number {
  const listed = input[command.args.at(-1)?.field ?? ''];
  return Array.isArray(listed) ? listed.length : thingsIn([{ operation: operation.id, input }]);
}

type Listing = Readonly<Partial<Record<OperationId, string>>>;

/** Where a request lists the people it is about: one row is for each of them. */
const PEOPLE: Listing = {
  'invites.send': 'emails',
  'reviewers.request': 'users',
  'teamMembers.change': 'add',
};

/** Where a request lists what it changes. */
const LISTED: Listing = {
  ...PEOPLE,
  'changeRequestContent.update': 'changes',
  'glossary.update': 'operations',
  'siteRedirects.push': 'redirects',
};

type Sent = Pick<PlanRow, 'operation' | 'input'>;

function countIn(listing: Listing, { operation, input }: Sent): number {
  // Safe: any other text is no key of it.
  const listed = input[listing[operation as OperationId] ?? ''];
  return Array.isArray(listed) ? listed.length : 1;
}

/** How many people a row is about; 1 where it lists none. */
export const peopleIn = (row: Sent): number => countIn(PEOPLE, row);

/** How many things rows change: a thousand redirects may be one row. */
export function thingsIn(rows: Iterable<Sent>): number {
  let count = 0;
  for (const row of rows) count += countIn(LISTED, row);
  return count;
}

/** Throws UsageError for what is neither a number nor a share, InteractionError `TOO_MANY_CHANGES` (exit 3). */
export const checkMaxChanges = (text: string, count: number, total: number | undefined): void =>
  checkLimit('--max-changes', text, { count, total });

/** The same for another flag that says how many are not an accident. */
export function checkLimit(
  flag: string,
  text: string,
  { count, total }: { count: number; total: number | undefined },
): void {
  const [, number = '', percent = ''] = /^(\d{1,9}(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  if (number === '' || (percent === '' && number.includes('.')))
    throw new UsageError(`${flag} must be a whole number or a percentage, not "${text}"`, {
      hint: `${flag} 20`,
    });
  if (percent !== '' && total === undefined)
    throw new UsageError(
      shell`${flag} ${text} needs to know how many there are in all, and no list shows that`,
      {
        hint: `${flag} 20`,
      },
    );
  const limit = percent === '' ? Number(number) : Math.floor(((total ?? 0) * Number(number)) / 100);
  if (count <= limit) return;
  throw new InteractionError(
    count === 1
      ? shell`1 change is more than ${flag} ${text}, and nothing was sent`
      : shell`${String(count)} changes are more than ${flag} ${text}, and nothing was sent`,
    {
      code: 'TOO_MANY_CHANGES',
      hint: 'docs help plans',
      details: { changes: count, limit },
    },
  );
}

/** Of commands that make members equal to a list. */
export const MAX_REMOVE_FLAG = flag(
  '--max-remove <n>',
  'remove at most this many members, or this share of them, such as 20 or 60%',
);

/** Of commands that delete what a file does not name where --prune says so. */
export const MAX_PRUNED_FLAG = {
  ...MAX_REMOVE_FLAG,
  description: 'with --prune, delete at most this many, or this share of them, such as 20 or 60%',
} as const satisfies Option;

/** Of a command that ends access which a file does not list. */
export const MAX_ENDED_FLAG = {
  ...MAX_REMOVE_FLAG,
  description: 'with --only-listed, end at most this many grants, or this share of them, such as 20 or 60%',
} as const satisfies Option;

/** What a file does not list, of what is there. */
export interface Removal {
  count: number;
  total: number;
  /** How many are there afterwards. */
  left: number;
  /** `team.txt would remove 3 of 4 members`. */
  would: string;
}

/**
 * Removing what a file does not list may be the fault of the file: all of it, or half and more, needs --max-remove. One alone
 * is no accident while something is left. A dry run only says what applying it needs. Throws InteractionError `TOO_MANY_CHANGES` (exit 3), UsageError for what is no limit.
 */
export function refuseMostRemoved(run: Run, { count, total, left, would }: Removal): void {
  const { maxRemove } = run.flags as { maxRemove?: unknown };
  if (maxRemove !== undefined) {
    checkLimit('--max-remove', String(maxRemove), { count, total });
    return;
  }
  if (count === 0 || (left > 0 && (count === 1 || count * 2 < total))) return;
  const limit = shell`--max-remove ${String(count)}`;
  if (run.flags.dryRun) {
    warn(run.context.io, `${would}: to apply it, add ${limit}`);
    return;
  }
  const isPlan = run.flags.planOut !== undefined;
  throw new InteractionError(`${would}, and ${isPlan ? 'no plan was written' : 'nothing was sent'}`, {
    code: 'TOO_MANY_CHANGES',
    // Who applies the plan is not asked for this limit again.
    hint: `check the file, or ${isPlan ? 'write the plan' : 'allow it'} with ${limit}`,
  });
}
