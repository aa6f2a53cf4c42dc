// docs undo: takes a change of the history back, as far as the platform can.
import { restoreSpace } from '../api/spaces.ts';
import { arg, handmade } from '../engine/model/command.ts';
import { CONFIRM_FLAGS, WRITE_FLAGS } from '../engine/model/globals.ts';
import { confirmDanger } from '../engine/run/confirm.ts';
import type { Run } from '../engine/run/run.ts';
import { chosenFormat, viewOf } from '../engine/run/view.ts';
import { ConflictError, DocsError, UsageError } from '../errors.ts';
import { done, note } from '../output/note.ts';
import { renderItem } from '../output/render.ts';
import type { Entry } from '../workflows/journal-entries.ts';
import { asItem, type Undo } from '../workflows/reversals/reversal.ts';
import { findEntry, lastChange, planUndo } from '../workflows/undo.ts';
import { readHistory } from './history.ts';

export default handmade('undo', {
  summary: 'Take back the last change, or one of the history',
  args: [arg('change', false)],
  options: [
    { flags: '--force', description: 'also when it was changed again since', group: 'Safety:' },
    ...WRITE_FLAGS,
    ...CONFIRM_FLAGS,
  ],
  columns: ['id', 'title'],
  uses: [restoreSpace],
  danger: 'moderate',
  examples: ['docs undo --yes', 'docs undo --dry-run'],
  notes:
    'Updates, moves, publications, roles, settled comments and deleted spaces come back. What the platform cannot reverse is refused, with the reason. Undoing an undo does the change again.',
  run: undo,
});

async function undo(run: Run): Promise<void> {
  const { io } = run.context;
  const entry = chooseEntry(run);
  if (!entry) return note(io, 'nothing to undo: no change of this profile is left to take back');
  const client = await run.client();
  const plan = await planUndo(client, entry, { force: run.flags.force === true }).catch((error) => {
    throw naming(entry, error);
  });
  if (!plan) return note(io, `nothing to undo: all is as it was before ${titleOf(entry)}`);
  const asked = asRequest(run, entry, plan);
  if (run.flags.dryRun) return (await import('../engine/run/dry-run.ts')).printRequest(asked);
  describePlan(run, entry, plan);
  await confirmDanger(asked);
  run.undoes = entry.id;
  const { result } = await client.callWithStatus(plan.operation, plan.input);
  refuseCheckout(result);
  if (result !== undefined && chosenFormat(run) !== undefined) await renderItem(io, result, viewOf(run));
  done(io, `undid ${titleOf(entry)}`);
  if (plan.note) note(io, plan.note);
}

const titleOf = ({ id, command }: Entry) => `change ${id}: ${command}`;

/** Which change it is that cannot be taken back: nobody may have named it. */
function naming(entry: Entry, error: unknown): unknown {
  if (!(error instanceof ConflictError) || error.code !== 'CANNOT_UNDO') return error;
  const { message, code, hint } = error;
  return new ConflictError(`${titleOf(entry)}: ${message}`, { code, hint });
}

function chooseEntry(run: Run): Entry | undefined {
  const entries = readHistory(run);
  const host = run.config().baseUrl.value;
  const { change } = run.args;
  if (change === undefined) return lastChange(entries, host);
  const entry = findEntry(entries, change);
  if (entry.host === host) return entry;
  throw new UsageError(`change ${entry.id} was made on ${entry.host}, and this profile is for ${host}`, {
    hint: `docs undo ${entry.id} --profile ${entry.profile}`,
  });
}

/** The run as if the request itself had been asked for: what --dry-run shows and the question names. */
const asRequest = (run: Run, entry: Entry, { operation, input }: Undo): Run => ({
  ...run,
  context: { ...run.context, argv: spelledOut(run, entry) },
  operation,
  input,
  command: { ...run.command, args: [] },
  target: { ...asItem(entry.before) },
});

/** The command to repeat names the change: another one may be the last by then. */
function spelledOut({ context: { argv }, args }: Run, { id }: Entry): readonly string[] {
  return args.change === undefined ? [...argv.slice(0, 1), id, ...argv.slice(1)] : argv;
}

function describePlan(run: Run, entry: Entry, { original, expected }: Undo): void {
  note(run.context.io, titleOf(entry));
  for (const [name, value] of Object.entries(original)) {
    const now = name in expected ? `${brief(expected[name])} -> ` : '';
    note(run.context.io, `  ${name}: ${now}${brief(value)}`);
  }
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** Publishing anew may want the plan to be paid first. */
function refuseCheckout(result: unknown): void {
  const { type, sessionId } = asItem(result);
  if (type !== 'checkout') return;
  throw new DocsError(
    `not published: the plan of this site must be paid first (checkout ${sessionId})`,
    { code: 'CHECKOUT_REQUIRED', exit: 1 },
    { hint: 'pay in the app, then run the same command again', outcome: 'rejected' },
  );
}
