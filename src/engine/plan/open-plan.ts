// A plan in hand: the right host and organization, in time, with operations we know; and what of it undo could not undo.

import { operations as all } from '../../api/index.ts';
import type { Operation } from '../../api/operation.ts';
import { isSandboxUrl } from '../../config/base-url.ts';
import { readSettings } from '../../config/settings.ts';
import { whyNotOnceMade } from '../../domain/journal/journal-entries.ts';
import { DocsError, InteractionError, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import type { Task } from '../many/many-report.ts';
import type { Run } from '../model/command-type.ts';
import { settleOne } from '../references/resolve-names.ts';
import { sandboxFile } from '../run/sandbox-transport.ts';
import { hashOf, type Plan, type PlanRow, type Rows } from './plan.ts';
import { readPlan } from './plan-file.ts';
import { isOnNew, type Live, textsIn } from './row-state.ts';

interface Opening {
  expectHash?: string | undefined;
  /** Only on a clone of the plan's host. */
  rehearse?: boolean;
}

/**
 * Throws UsageError `INVALID_PLAN` (exit 2), InteractionError `FOREIGN_PLAN`, `NOT_A_CLONE`, `EXPIRED_PLAN` or `OTHER_PLAN`
 * (exit 3).
 */
export async function openPlan(
  run: Run,
  file: string,
  { expectHash, rehearse = false }: Opening = {},
): Promise<OpenPlan> {
  const written = await readPlan(run.context, file);
  if (expectHash !== undefined) refuseOther(expectHash, written, file);
  const plan = rehearse ? await rehearsalOf(run, written, file) : written;
  await refuseForeign(run, plan, file);
  refuseExpired(run, plan, file);
  return { run, plan, file, operations: new Map(all.map((operation) => [operation.id, operation])) };
}

function refuseOther(expectHash: string, plan: Plan, file: string): void {
  const wanted = expectHash.toLowerCase();
  // Whoever makes two plans finds some whose hashes begin alike.
  if (!/^[0-9a-f]{64}$/.test(wanted))
    throw new UsageError(`--expect-hash must be the whole hash, 64 hex digits, not "${expectHash}"`, {
      hint: shell`docs plan show ${file} -q`,
    });
  if (hashOf(plan) === wanted) return;
  throw new InteractionError(`${planCalled(file)} is not the expected one: its hash is ${hashOf(plan)}`, {
    code: 'OTHER_PLAN',
    hint: shell`docs plan show ${file}`,
  });
}

async function refuseForeign(run: Run, { origin, organization }: Plan, file: string): Promise<void> {
  const { baseUrl, organization: inHand } = run.config();
  if (!isForHost(origin, baseUrl.value))
    throw new InteractionError(
      `${planCalled(file)} is for ${origin}, and this profile is for ${baseUrl.value}`,
      {
        code: 'FOREIGN_PLAN',
        hint: (await isCloneOf(run, origin)) ? shell`docs apply ${file} --rehearse` : 'docs profiles list',
      },
    );
  if (!organization || !inHand) return;
  const here = await settleOne({ ...run, input: {} }, 'organizationId', inHand.value).catch(unlessKnown);
  if (here === undefined || here === organization.id) return;
  throw new InteractionError(
    `${planCalled(file)} is for organization "${organization.title}" (${organization.id}), not for "${inHand.value}"`,
    { code: 'FOREIGN_PLAN', hint: shell`docs apply ${file} --org ${organization.id}` },
  );
}

/** In a sentence: standard input has no name. */
export const planCalled = (file: string): string => (file === '-' ? 'the plan' : `plan ${file}`);

export const isForHost = (origin: string, here: string): boolean => origin.replace(/#.*/s, '') === here;

/** When the sandbox at this address was filled from that host; undefined where it is something else. */
async function isCloneOf(
  run: Run,
  origin: string,
  here = run.config().baseUrl.value,
): Promise<{ filledAt: string } | undefined> {
  if (!isSandboxUrl(here)) return undefined;
  const { cloneOf } = await (await import('../../sandbox/door.ts')).clones();
  try {
    return cloneOf(sandboxFile(run.context, here), origin);
  } catch (error) {
    return unlessKnown(error);
  }
}

/**
 * The plan as one for the clone. What was sent of it is kept apart from what is sent to the host itself, and each filling of
 * the clone begins anew: the hash of the plan is another one.
 */
async function rehearsalOf(run: Run, plan: Plan, file: string): Promise<Plan> {
  const here = run.config().baseUrl.value;
  const clone = await isCloneOf(run, plan.origin);
  if (!clone) {
    const profile = await profileOfClone(run, plan.origin);
    throw new InteractionError(
      isForHost(plan.origin, here)
        ? `${planCalled(file)} is for ${here} itself: --rehearse applies it to a clone of that`
        : `${here} is not a clone of ${plan.origin}, which ${planCalled(file)} is for`,
      {
        code: 'NOT_A_CLONE',
        hint:
          profile === undefined
            ? 'docs sandbox clone'
            : shell`docs apply ${file} --rehearse --profile ${profile}`,
      },
    );
  }
  return { ...plan, origin: `${here}#${clone.filledAt}` };
}

/** The first profile that is for a clone of that host. */
async function profileOfClone(run: Run, origin: string): Promise<string | undefined> {
  for (const [name, { baseUrl }] of readSettings(run.context.paths()).profiles)
    if (await isCloneOf(run, origin, baseUrl)) return name;
  return undefined;
}

/** What the context names may not exist on this host: then the plan alone counts. */
function unlessKnown(error: unknown): undefined {
  if (!(error instanceof DocsError)) throw error;
  return undefined;
}

/** The command in the file is shown by docs plan show, and offered nowhere: anybody may have put another one there. */
function refuseExpired({ context }: Run, { guards: { expires }, made }: Plan, file: string): void {
  if (Date.parse(expires) > context.now().getTime()) return;
  throw new InteractionError(`${planCalled(file)} expired at ${expires}: it was made at ${made.at}`, {
    code: 'EXPIRED_PLAN',
    hint: shell`docs plan show ${file}`,
  });
}

// A plan in hand, and its rows on their way.

/** A plan that is about to be compared or applied here. */
export interface OpenPlan<R extends Rows = Rows> {
  run: Run;
  plan: Plan<R>;
  /** The file, as it was typed; empty where the plan was never written. */
  file: string;
  /** The command that makes it again, where no file holds it. */
  again?: string;
  /** What the whole is about, where that is one thing. */
  names?: readonly string[];
  operations: ReadonlyMap<string, Operation>;
  /** What is there now, a row each, where the plan has just been made. */
  lives?: readonly Live[];
  /** As in `Wishes`. */
  begin?: () => void;
}

/** A row on its way. A result or failure is there from the start where nothing is left to be sent. */
export interface PlanTask extends Task {
  row: PlanRow;
  /** From 1. */
  number: number;
  /** What is there now, where it was read. */
  live?: Live;
  /** What somebody changed since the plan was made. */
  stale?: string;
  /** It was sent with no answer, and is done: nothing has written that down yet. */
  isFound?: boolean;
}

// Which changes of a plan docs undo could not undo, and why: said before any of them is sent.

/** One line: how many of the changes, and why. Nothing where all of them can be undone. */
export async function sayNotUndone(open: OpenPlan<readonly PlanRow[]>): Promise<void> {
  const { run, plan } = open;
  const reasons = await reasonsIn(open);
  const count = [...reasons.values()].reduce((sum, one) => sum + one, 0);
  if (count === 0) return;
  const [only, second] = reasons.keys();
  const why =
    second === undefined
      ? only
      : [...reasons]
          .sort(([, a], [, b]) => b - a)
          .map(([reason, times]) => `${reason} (${times})`)
          .join(', ');
  const all = plural(plan.rows.length, 'change');
  note(
    run.context.io,
    `${count === plan.rows.length ? '' : `${count} of `}${all} could not be undone by docs undo: ${why}`,
  );
}

async function reasonsIn({
  plan,
  operations,
  lives = [],
}: OpenPlan<readonly PlanRow[]>): Promise<Map<string, number>> {
  const reasons = new Map<string, number>();
  const gone = new Set<unknown>();
  const left: PlanRow[] = [];
  const count = (why: string) => reasons.set(why, (reasons.get(why) ?? 0) + 1);
  for (const [at, row] of plan.rows.entries()) {
    const { operation: id, input } = row;
    const operation = operations.get(id);
    // What is there before a change to what another row creates is known once that is done.
    const isOpen = operation !== undefined && isOnNew(operation, input);
    const before = isOpen ? undefined : (lives[at] ?? null);
    const why = await whyNotOnceMade(id, { input: { ...input }, ...(before !== undefined && { before }) });
    if (why === undefined) left.push(row);
    else {
      count(why);
      if (row.after === null) gone.add(row.target.id);
    }
  }
  for (const { before } of left)
    if (textsIn(before).some((text) => gone.has(text))) count('what it had before is deleted, too');
  return reasons;
}
