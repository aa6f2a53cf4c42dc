// What docs undo is about to do and what it cannot undo, in words, and the question before it.

import type { Ran } from '../../domain/journal/journal-commands.ts';
import type { Entry } from '../../domain/journal/journal-entries.ts';
import { MADE } from '../../domain/reversals/reversal.ts';
import { askYes, place, unconfirmed } from '../../engine/ask/confirm.ts';
import { nameOfChange, thingOf, titleOfRan } from '../../engine/journal/record-change.ts';
import { lineWith } from '../../engine/model/command.ts';
import { type PlannedRequest, plannedRequest } from '../../engine/plan/dry-run.ts';
import { asNamed, type NameOf, namesRead, type PlanTarget, textOfTarget } from '../../engine/plan/plan.ts';
import { organizationOf } from '../../engine/plan/plan-head.ts';
import { lastParam, leavesOf, maskedAt, pairOf } from '../../engine/plan/row-state.ts';
import { rowTargets } from '../../engine/plan/row-target.ts';
import { knownNames, type Names } from '../../engine/references/known-names.ts';
import { inThisContext } from '../../engine/run/next-command.ts';
import type { Run } from '../../engine/run/run.ts';
import { chosenFormat, printRows, viewOf } from '../../engine/run/view.ts';
import { plural } from '../../output/format.ts';
import { canAsk } from '../../output/io.ts';
import { done, note, say } from '../../output/note.ts';
import { safeLine, safeText } from '../../output/safe-text.ts';
import type { Refused, Step, Targets } from './settle.ts';
import { outermost, type Plan } from './undoing.ts';

const MOST_LISTED = 20;

/** Says what will change and what cannot, and asks; returns what it called the targets. Throws InteractionError (exit 3). */
export async function askToUndo(run: Run, ran: Ran, plan: Plan): Promise<Targets> {
  const { io } = run.context;
  const isSure = run.flags.yes === true || run.flags.confirm === ran.id;
  const tell = isSure ? note : say;
  tell(io, titleOfRan(ran));
  // A script that has agreed to many changes already is not slowed down by a request for each.
  const isAgreed = run.flags.yes === true && !io.errTty && plan.steps.length > 1;
  const names = await namesOfChanges(run, plan.steps);
  const targets = await targetsOf(isAgreed ? undefined : run, plan.steps);
  const lines = linesOf(plan.steps, names, targets);
  for (const line of lines.slice(0, MOST_LISTED)) tell(io, `  ${line}`);
  if (lines.length > MOST_LISTED) tell(io, `  and ${lines.length - MOST_LISTED} more`);
  for (const [one, text] of await noteRefused(run, plan)) targets.set(one, text);
  if (isSure) return targets;
  for (const text of new Set(plan.notes)) say(io, `  ${text}`);
  const question = safeLine(`${whatChanges(plan.steps, names, targets)}${await place(run)}`);
  const asked = { act: `undo ${question}` };
  if (!canAsk(run)) {
    const [verb = '', ...words] = run.context.argv;
    // The command to repeat names the change: another one may be the last by then.
    const again = run.args.change === undefined ? [verb, ran.id, ...words] : [verb, ...words];
    throw unconfirmed('--yes', asked, { hint: lineWith(again, '--yes') });
  }
  await askYes(run, asked);
  return targets;
}

/** Says what stays as it is, and why; returns what it called each. */
async function noteRefused(run: Run, plan: Plan): Promise<Map<object, string>> {
  const { io } = run.context;
  const refused = saidOnce(outermost(plan.refused));
  const named = new Map<object, string>();
  for (const one of refused.slice(0, MOST_LISTED)) {
    const { message, hint } = one.error;
    const text = await textOfRefused(run, one);
    named.set(one, text);
    say(io, `  ${text} ${message}`);
    if (hint?.startsWith('docs '))
      say(io, `    ${message.endsWith(MADE) ? 'to remove it' : 'instead'}: ${await hintOfRefused(run, one)}`);
  }
  if (refused.length > MOST_LISTED) say(io, `  and ${refused.length - MOST_LISTED} more cannot be undone`);
  return named;
}

/** Two changes of one thing may read the same. */
const linesOf = (steps: readonly Step[], names: Called, targets: Targets): string[] => [
  ...new Set(steps.flatMap((step) => linesOfStep(step, names, targets))),
];

/** `space "Guides" (id): title: B -> A`. */
const linesOfStep = (step: Step, names: Called, targets: Targets): string[] =>
  step.changes
    .flatMap(({ name, from, to }) => leavesOf(name, called(from, names), called(to, names)))
    .map(({ field, from, to }) => {
      const word = (value: unknown) => asNamed(field, maskedAt(field, value), names);
      // Of several members, each is a field of its own.
      const name = names.named(field)?.title ?? field;
      return `${targets.get(step)}: ${name}: ${pairOf(word(from), word(to))}`;
    });

const called = (value: unknown, { places }: Called): unknown =>
  typeof value === 'string' ? (places.get(value) ?? value) : value;

function whatChanges(steps: readonly Step[], names: Called, targets: Targets): string {
  const [line, second] = linesOf(steps, names, targets);
  if (second === undefined) return line ?? '';
  const things = new Set(steps.map((step) => targets.get(step)));
  const [only, another] = things;
  if (only !== undefined && another === undefined) return `these changes to ${only}`;
  return `these ${plural(steps.length, 'change')}`;
}

/** People and titles, as plans name them; without a run only those that were read anyway, or that the history knows. */
async function targetsOf(run: Run | undefined, steps: readonly Step[]): Promise<Map<object, string>> {
  const undos = steps.map(({ undo }) => undo);
  const organization = run && (await organizationOf(run, undos));
  const targets = rowTargets({ run, organizationId: organization?.id, made: () => undefined });
  const named = new Map<object, string>();
  for (const step of steps) {
    const { entry } = step;
    const isWhole = steps.every((one) => one === step || one.entry.id !== entry.id);
    const { title } = thingOf(entry);
    const { input, operation, holder = operation } = step.undo;
    const isItself = step.found?.id !== undefined && step.found.id === input[lastParam(holder)];
    const live = isItself ? step.found : undefined;
    const target = await targets.of({ operation: holder, input, live });
    const own = textOfTarget({ ...(title !== undefined && { title }), ...target });
    named.set(
      step,
      (isWhole && calledBefore(entry, target)) || (!run && calledWhenMade(entry, target)) || own,
    );
  }
  return named;
}

/** As a plan called it: a part of what the host names, or what the host has no name for, by the ID that is sent. */
function calledBefore({ called = '' }: Entry, { kind, id = '', title }: PlanTarget): string | undefined {
  const isSame = title === undefined ? called.includes(id) : called.includes(` on ${kind} "${title}"`);
  return isSame ? called : undefined;
}

/** The same of what it created: with the names of then, and the ID that it got. */
function calledWhenMade({ called = '' }: Entry, { kind, id = '', title }: PlanTarget): string | undefined {
  const made = `${kind} "${title}"`;
  return called.startsWith(`${made} `) && !called.includes(id)
    ? called.replace(made, () => `${made} (${id})`)
    : undefined;
}

/** The fields that hold IDs, by the place they belong to: a site or an organization. */
const ON_SITES = ['siteSectionId', 'siteSectionGroupId', 'siteSpaceId'];
const IN_ORGANIZATIONS = ['collectionId', 'spaceId'];
const FIRSTS = ['defaultSiteSection', 'defaultSiteSpace'];
const PLACES = ['parent', 'previous', 'next', 'section', 'sectionGroup', ...FIRSTS];

/** What the values of changes are the IDs of. */
interface Called {
  /** Where things are moved out of and back to. */
  places: Names;
  named: NameOf;
}

async function namesOfChanges(run: Run, steps: readonly Step[]): Promise<Called> {
  const places = await namesOfPlaces(run, steps);
  const states = steps.flatMap(({ changes }) =>
    changes.map(({ name, from, to }) => ({ after: { name, from, to } })),
  );
  return { places, named: await namesRead(run, states) };
}

async function namesOfPlaces(run: Run, steps: readonly Step[]): Promise<Names> {
  const names = new Map<string, string>();
  for (const { undo, changes } of steps) {
    const places = changes.filter(({ name }) => PLACES.includes(name)).flatMap(({ from, to }) => [from, to]);
    const unknown = () =>
      new Set(places.filter((id) => typeof id === 'string' && !names.has(id)).map(String));
    for (const param of 'siteId' in undo.input ? ON_SITES : IN_ORGANIZATIONS) {
      if (unknown().size === 0) break;
      for (const [id, name] of await knownNames({ ...run, ...undo }, param, unknown())) names.set(id, name);
    }
  }
  return names;
}

/** --dry-run: what would be, in the order it would be sent: lines for people, the requests for programs. */
export async function printPlan(run: Run, ran: Ran, plan: Plan): Promise<void> {
  const { io } = run.context;
  note(io, titleOfRan(ran));
  await noteRefused(run, plan);
  const format = chosenFormat(run);
  if (format === 'id') return;
  if (format === undefined || format === 'table') {
    const [names, targets] = [await namesOfChanges(run, plan.steps), await targetsOf(run, plan.steps)];
    const lines = linesOf(plan.steps, names, targets);
    await io.out(`${safeText(lines.map((line) => safeLine(line)).join('\n'), { multiline: true })}\n`);
    for (const text of new Set(plan.notes)) note(io, text);
    return done(
      io,
      `dry run: ${plural(plan.steps.length, 'change')} to undo${await place(run)}; nothing was sent`,
    );
  }
  const requests: PlannedRequest[] = [];
  for (const { undo } of plan.steps)
    for (const input of [...(undo.first ?? []), undo.input])
      requests.push(await plannedRequest({ ...run, ...undo, input }));
  await printRows(run, requests, viewOf(run, ['method', 'url']));
}

// What docs undo says of changes that it cannot undo: what each is about, why, and the command that comes nearest.

/** What it is about. What waits for somebody who is gone is called by their name, which no host tells any more. */
export async function textOfRefused(run: Run, { entry, waits }: Refused): Promise<string> {
  if (!waits || entry.called !== undefined) return nameOfChange(entry);
  const { organizationId } = waits.removal.input;
  const targets = rowTargets({ run, organizationId: String(organizationId), made: () => undefined });
  const { title } = waits.isTheirs ? thingOf(waits.removal) : {};
  return textOfTarget({ ...(title !== undefined && { title }), ...(await targets.of(waits.undo)) });
}

/** Several requests about one thing may be refused for one reason: it is said once. */
export const saidOnce = (refused: readonly Refused[]): Refused[] => [
  ...new Map(refused.map((one) => [`${nameOfChange(one.entry)} ${one.error.message}`, one])).values(),
];

/** The hint as it can be typed: for what waits, that of what it waits for. */
export const hintOfRefused = async (run: Run, { entry, waits, error: { hint } }: Refused) =>
  hint && (await inThisContext(run, hint, (waits?.removal ?? entry).input));
