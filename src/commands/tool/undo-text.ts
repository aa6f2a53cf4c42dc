// What docs undo is about to do, in words, and the question before it.

import { canAsk } from '../../engine/ask/can-ask.ts';
import { askYes, place } from '../../engine/ask/question.ts';
import { reasonOf, textOfThing, thingOf, titleOfRan } from '../../engine/journal/changed-thing.ts';
import { linesOf, type PlannedRequest, plannedRequest } from '../../engine/run/dry-run.ts';
import { inThisContext } from '../../engine/run/next-command.ts';
import type { Run } from '../../engine/run/run.ts';
import { chosenFormat, viewOf } from '../../engine/run/view.ts';
import { InteractionError } from '../../errors.ts';
import { shellLine } from '../../files/shell-word.ts';
import { say } from '../../output/note.ts';
import { listWriter } from '../../output/render.ts';
import { safeLine, safeText } from '../../output/safe-text.ts';
import type { Ran } from '../../workflows/journal-commands.ts';
import type { Plan } from '../../workflows/undo.ts';
import type { Step } from '../../workflows/undo-order.ts';

const MOST_LISTED = 20;

/** Says what will change and what cannot, and asks. Throws InteractionError (exit 3). */
export async function askToUndo(run: Run, ran: Ran, plan: Plan): Promise<void> {
  const { io } = run.context;
  say(io, titleOfRan(ran));
  const lines = plan.steps.flatMap(linesOfStep);
  for (const line of lines.slice(0, MOST_LISTED)) say(io, `  ${line}`);
  if (lines.length > MOST_LISTED) say(io, `  and ${lines.length - MOST_LISTED} more`);
  await noteRefused(run, plan);
  if (run.flags.yes || run.flags.confirm === ran.id) return;
  const question = safeLine(`${whatChanges(plan.steps)}${await place(run)}`);
  if (!canAsk(run)) {
    const [verb = '', ...words] = run.context.argv;
    // The command to repeat names the change: another one may be the last by then.
    const again = run.args.change === undefined ? [verb, ran.id, ...words] : [verb, ...words];
    throw new InteractionError(`refusing to undo ${question} without --yes`, {
      hint: shellLine(['docs', ...again, '--yes']),
    });
  }
  await askYes(run, { act: `undo ${question}` });
}

/** Says what stays as it is, and why. */
async function noteRefused(run: Run, { refused }: Plan): Promise<void> {
  const { io } = run.context;
  for (const { entry, error } of refused.slice(0, MOST_LISTED)) {
    say(io, `  ${reasonOf(entry, error)}`);
    if (error.hint?.startsWith('docs '))
      say(io, `    instead: ${await inThisContext(run, error.hint, entry.input)}`);
  }
  if (refused.length > MOST_LISTED) say(io, `  and ${refused.length - MOST_LISTED} more cannot be undone`);
}

/** `space "Guides" (id): title "B" -> "A"`. */
export const linesOfStep = ({ entry, changes }: Step): string[] =>
  changes.map(
    ({ name, from, to }) => `${textOfThing(thingOf(entry))}: ${name}: ${brief(from)} -> ${brief(to)}`,
  );

function whatChanges(steps: readonly Step[]): string {
  const [line, second] = steps.flatMap(linesOfStep);
  if (second === undefined) return line ?? '';
  const things = [...new Set(steps.map(({ entry }) => textOfThing(thingOf(entry))))];
  return things.length === 1 ? `these changes to ${things[0]}` : `these changes to ${things.length} things`;
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** --dry-run: the requests, in the order they would be sent. */
export async function printPlan(run: Run, plan: Plan): Promise<void> {
  const { io } = run.context;
  await noteRefused(run, plan);
  const requests: PlannedRequest[] = [];
  for (const { undo } of plan.steps) requests.push(await plannedRequest({ ...run, ...undo }));
  const format = chosenFormat(run);
  if (format === 'id') return;
  if (format === undefined || format === 'table')
    return io.out(`${safeText(requests.map(linesOf).join('\n'), { multiline: true })}\n`);
  const writer = await listWriter(io, viewOf(run, ['method', 'url']));
  await writer.page(requests);
  await writer.end();
}
