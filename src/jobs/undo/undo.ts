// docs undo: undoes a command of the history, all of its changes, as far as the platform can.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { restoreSpace } from '../../api/content/spaces.ts';
import {
  entriesAbout,
  findCommand,
  findPlan,
  lastCommands,
  leftOf,
  type Ran,
} from '../../domain/journal/journal-commands.ts';
import type { Entry } from '../../domain/journal/journal-entries.ts';
import { nameOfChange, textOfThing, thingOf, titleOfRan } from '../../engine/journal/record-change.ts';
import { handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONFIRM_FLAGS, WRITE_FLAGS } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { ConflictError, NotFoundError, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { note, warn } from '../../output/note.ts';
import { canBeUndone, historyParts, undoArg } from './history.ts';
import { outermost, type Plan, planUndo } from './undoing.ts';

const UNDO_FLAGS = [
  flag('--force', 'also undo what was changed again since', { reach: 'machine', group: 'Safety:' }),
  flag('--plan <plan>', 'undo everything an applied plan changed: its file or hash', { group: 'Safety:' }),
  ...WRITE_FLAGS,
  ...CONFIRM_FLAGS,
] as const satisfies readonly Option[];

export type UndoRun = Run<FlagsOf<typeof UNDO_FLAGS>>;

export default handmade('undo', {
  summary: 'Undo the last command, or one from the history',
  args: [undoArg],
  options: UNDO_FLAGS,
  columns: ['target', 'id', 'outcome', 'change'],
  fields: ['target', 'id', 'ok', 'outcome', 'change', 'changed', 'result', 'error'],
  uses: [restoreSpace],
  danger: 'moderate',
  check: 'docs history',
  exits: [7],
  stakes: { follows: 'undoing the undo makes the changes again' },
  examples: [
    ['Undo the last command without a question', 'docs undo --yes'],
    ['See what undoing it would do', 'docs undo --dry-run'],
  ],
  notes: `Undoes everything the command changed, the last change first. An ID from docs history names a command, or one of
its changes. Updates, moves, publications, roles, resolved comments and deleted spaces come back. What the platform
cannot reverse is listed with the reason before anything is sent, and makes it exit 7 (1 if nothing can be undone,
5 if nothing exists any more).
Undoing an undo repeats the changes.`,
  run: async (run: UndoRun) => {
    if (run.flags.dryRun) return undo(run);
    const { aloneWith } = await import('../../engine/run/one-at-a-time.ts');
    // What one has undone is not what the next one begins with.
    await aloneWith(run, ['undo'], () => undo(run));
  },
});

async function undo(run: UndoRun): Promise<void> {
  const { io } = run.context;
  const chosen = await chooseCommand(run);
  const steps = () => import('./undo-steps.ts');
  const none = async () => (await (await steps()).openReport(run)).end();
  if (!chosen) {
    note(
      io,
      `nothing to undo: no change made from this machine on ${run.config().baseUrl.value} is left to undo`,
    );
    return none();
  }
  const { ran, plan } = chosen;
  if (plan.steps.length === 0) {
    await nothingToUndo(run, ran, plan);
    return none();
  }
  if (run.flags.dryRun) return (await import('./undo-text.ts')).printPlan(run, ran, plan);
  const targets = await (await import('./undo-text.ts')).askToUndo(run, ran, plan);
  run.keepReads();
  // It throws where some of it stays.
  await (await steps()).undoSteps(run, { ran, plan, targets }).finally(() => forgetUndone(run, ran));
}

/** What is undone of a plan can be applied again: it is not done any more. */
async function forgetUndone(run: UndoRun, { entries }: Ran): Promise<void> {
  const [{ plan }] = entries;
  if (plan === undefined) return;
  const whole = findPlan(entriesAbout(historyParts(run), plan), plan);
  if (!whole) return;
  const { forgetPlan, forgetRows } = await import('../../engine/plan/plan-progress.ts');
  if (leftOf(whole).length === 0) return forgetPlan(run.context, plan);
  const own = new Set(entries.map(({ id }) => id));
  const undone = whole.entries.filter(({ id, undoneBy }) => own.has(id) && undoneBy !== undefined);
  forgetRows(
    run,
    plan,
    undone.flatMap(({ row }) => row ?? []),
  );
}

interface Chosen {
  ran: Ran;
  plan: Plan;
}

/** The command that was named, else the last one that changed anything. */
async function chooseCommand(run: UndoRun): Promise<Chosen | undefined> {
  const named = await namedCommand(run);
  if (named) return { ran: named, ...(await planOf(run, named)) };
  let idle: Chosen | undefined;
  for (const ran of lastCommands(historyParts(run), run.config().baseUrl.value)) {
    const { plan, isUndone } = await planOf(run, ran);
    if (isUndone) continue;
    if (!plan.isIdle) return { ran, plan };
    idle ??= { ran, plan };
  }
  return idle;
}

async function planOf(run: UndoRun, ran: Ran): Promise<{ plan: Plan; isUndone: boolean }> {
  const left = leftOf(ran);
  const rest = ran.entries.filter((entry) => !left.includes(entry));
  const force = run.flags.force === true;
  if (left.length > 0) {
    const plan = await planUndo(run, left, { force });
    // What stays behind was said when the rest was undone.
    if (!plan.isStaying || rest.every(({ undoneBy }) => undoneBy === undefined))
      return { plan, isUndone: false };
  }
  // With nothing left to undo, the reason is that of the changes themselves.
  return { plan: await planUndo(run, rest, { force }), isUndone: true };
}

/**
 * The hash of the plan, given as one or as its file. Throws UsageError for a plan beside the ID of a change, and for a
 * hash that is too short to be sure.
 */
async function hashGiven({ args, context, flags: { plan } }: UndoRun): Promise<string | undefined> {
  if (plan === undefined) return undefined;
  if (args.change !== undefined)
    throw new UsageError('use the ID of a change or --plan, not both', { hint: 'docs history' });
  if (/^[0-9a-f]{12,64}$/.test(plan)) return plan;
  if (existsSync(resolve(context.cwd, plan))) {
    const [{ readPlan }, { hashOf }] = await Promise.all([
      import('../../engine/plan/plan-file.ts'),
      import('../../engine/plan/plan.ts'),
    ]);
    return hashOf(await readPlan(context, plan));
  }
  throw new UsageError(`--plan must be a plan file or at least 12 hex digits of its hash, not "${plan}"`, {
    hint: 'docs history',
  });
}

/** Throws NotFoundError, AmbiguousError, and UsageError for a change made on another host. */
async function namedCommand(run: UndoRun): Promise<Ran | undefined> {
  const host = run.config().baseUrl.value;
  const plan = await hashGiven(run);
  const wanted = plan ?? run.args.change;
  if (wanted === undefined) return undefined;
  const entries = entriesAbout(historyParts(run), String(wanted));
  const ran =
    plan === undefined ? findCommand(entries, run.args.change ?? '') : await changesOf(run, plan, entries);
  const [{ host: there, profile }] = ran.entries;
  if (there === host) return ran;
  throw new UsageError(`change ${ran.id} was made on ${there}, and this profile is for ${host}`, {
    hint: shell`docs undo ${ran.id} --profile ${profile}`,
  });
}

/** The changes that a plan made, by its hash or the beginning of it; says what of them is forgotten. Throws NotFoundError. */
async function changesOf(run: UndoRun, hash: string, entries: readonly Entry[]): Promise<Ran> {
  const { context } = run;
  const { appliedRows, forgottenText } = await import('../../engine/plan/plan-progress.ts');
  const ran = findPlan(entries, hash);
  const forgotten = forgottenText(appliedRows(context, ran?.entries[0].plan ?? hash, entries));
  if (!ran)
    throw new NotFoundError(
      `the history has no change of plan ${run.flags.plan}${forgotten === undefined ? '' : `: ${forgotten}`}`,
      { hint: 'docs history' },
    );
  if (forgotten !== undefined) warn(context.io, forgotten);
  return ran;
}

const MOST_NAMED = 5;
/** Commands that are looked at for one that can be undone. */
const MOST_TRIED = 5;

/** All is as it was before, or none of it can be undone. Throws the reason of the last change. */
async function nothingToUndo(run: UndoRun, ran: Ran, plan: Plan): Promise<void> {
  const refused = outermost(plan.refused);
  const last = refused.findLast(({ waits }) => !waits) ?? refused.at(-1);
  if (!last) return await nothingLeft(run, ran, plan);
  const { message, code } = last.error;
  const { hintOfRefused, saidOnce, textOfRefused } = await import('./undo-text.ts');
  const instead = await hintOfRefused(run, last);
  const before = await wayToTheOneBefore(run, ran);
  const again = refused.some(({ waits }) => waits) ? shell`, then docs undo ${ran.id}` : '';
  const own = code === 'CHANGED_SINCE' ? shell`docs undo ${ran.id} --force` : instead && instead + again;
  const others = saidOnce(refused.filter(({ error }) => error.message !== message));
  const alike = refused.filter(({ error }) => error.message === message).length;
  const named: string[] = [];
  for (const one of others.slice(-MOST_NAMED).reverse())
    named.push(`${await textOfRefused(run, one)} ${one.error.message}`);
  const more = others.length > MOST_NAMED ? [`and ${others.length - MOST_NAMED} more`] : [];
  const same = alike > 1 ? ` (${alike} changes)` : '';
  // A hint is what was meant: to undo another command is for a person to decide.
  const next = before === undefined ? [] : [`the last one that can be undone: ${before}`];
  const hint = own ?? (before && 'docs history');
  const also = same + [...named, ...more, ...next].map((text) => `; ${text}`).join('');
  const listed = refused.length > 1 && { refused: refused.map(refusalOf) };
  if (refused.every(({ error }) => error instanceof NotFoundError)) {
    const thing = thingOf(last.entry);
    throw new NotFoundError(`${titleOfRan(ran)}: ${textOfThing(thing)} ${message}${also}`, {
      details: { kind: thing.noun, name: thing.id, suggestions: [], ...listed },
    });
  }
  throw new ConflictError(`${titleOfRan(ran)}: ${message}${also}`, {
    code,
    hint,
    ...(listed && { details: listed }),
  });
}

/** An undo of what came before is for a person to decide. Where all commands changed nothing there is none. */
async function nothingLeft(run: UndoRun, ran: Ran, { isIdle }: Plan): Promise<void> {
  const { io } = run.context;
  note(io, `nothing to undo: everything is as it was before ${titleOfRan(ran)}`);
  const before = isIdle ? undefined : await wayToTheOneBefore(run, ran);
  if (before !== undefined) note(io, `to undo the command before it: ${before}`);
}

/** The command that undoes the last one before `ran` that can be undone, where nobody has named one. */
async function wayToTheOneBefore(run: UndoRun, { id }: Ran): Promise<string | undefined> {
  if (run.args.change !== undefined || run.flags.plan !== undefined) return undefined;
  let isPast = false;
  let tried = 0;
  for (const ran of lastCommands(historyParts(run), run.config().baseUrl.value)) {
    if (isPast && (await canBeUndone(ran))) {
      // The history does not tell what was changed, merged or removed since.
      if ((await planUndo(run, leftOf(ran), { force: false })).steps.length === 0) {
        tried += 1;
        if (tried === MOST_TRIED) return undefined;
        continue;
      }
      const { whereTold } = await import('../../engine/run/next-command.ts');
      return whereTold(run, shell`docs undo ${ran.id}`);
    }
    isPast ||= ran.id === id;
  }
  return undefined;
}

const refusalOf = ({ entry, error: { message, code, hint } }: Plan['refused'][number]) => ({
  change: entry.id,
  target: nameOfChange(entry),
  code,
  message,
  ...(hint !== undefined && { hint }),
});
