// The tools that change something: a plan to look at, then that plan and nothing else, with the consent of a person.

import { randomBytes } from 'node:crypto';
import { splitInput } from '../../api/operation.ts';
import type { Danger } from '../../engine/model/command.ts';
import { thingsIn } from '../../engine/plan/max-changes.ts';
import { dangerOfPlan, hashOf, type Plan, rowsNamedIn } from '../../engine/plan/plan.ts';
import { checkPlan } from '../../engine/plan/plan-file.ts';
import { placeOf } from '../../engine/plan/plan-head.ts';
import { amountOf, followsIn, linesOf } from '../../engine/plan/plan-lines.ts';
import { ConflictError, InteractionError, NotFoundError, UsageError } from '../../errors.ts';
import { shellLine } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { safeLine } from '../../output/safe-text.ts';
import { readHistory } from '../undo/history.ts';
import { type Answer, asData, cut, failure, fitting, say } from './answer.ts';
import { callDocs } from './call-docs.ts';
import { checkWords, planningOnly } from './guard.ts';
import { forPerson, withOffer } from './offers.ts';
import { type Call, forcedFlags, readingIn, type Session, writingIn } from './session.ts';

/** Plans that are kept: the oldest goes first. */
const MOST_PLANS = 100;

export async function plan(session: Session, given: Record<string, unknown>, call: Call): Promise<Answer> {
  const words = checkWords(given.argv);
  const rows = rowsOf(given.rows);
  const judge = planningOnly(session.forced, rows);
  let isCommand = false;
  const { out, err, error } = await callDocs([...words, ...(rows === undefined ? [] : ['--rows', '-'])], {
    ...readingIn(session, call),
    guard: (command, parsed) => {
      isCommand = true;
      return judge(command, parsed);
    },
    ...(rows && { stdin: rows.map((row) => JSON.stringify(row)).join('\n') }),
  });
  if (error) return failure(await withOffer(session, rows ? byColumns(error) : error, call, words), err);
  if (!isCommand) throw new UsageError('argv is not a change', { hint: 'docs_help explains a command' });
  const made = checkPlan(JSON.parse(out), 'the plan');
  await stayInside(session, made);
  const lines = linesOf(made.rows);
  const notes = cut(notesIn(err, lines), 4096);
  const said = notes === '' ? '' : `\n${asData(notes)}`;
  if (made.rows.length === 0) return say(`nothing would change${said}`, { changes: 0 });
  refuseTooMany(session, made);
  const hash = hashOf(made);
  const command = shellLine(['docs', ...words]);
  const [oldest] = session.plans.keys();
  if (session.plans.size >= MOST_PLANS && oldest !== undefined) session.plans.delete(oldest);
  session.plans.set(hash, { plan: made, text: out, command });
  const kept = fitting([...lines, ...followsIn(made.rows)], 24 * 1024);
  const more = kept.length < lines.length ? `\nand ${lines.length - kept.length} more` : '';
  const next = session.allowWrite
    ? 'next: docs_apply with this hash'
    : `this server may not write; ${forPerson(command)}`;
  return say(`${questionOf(made)}?\n${asData(kept.join('\n'))}${more}${said}\nhash ${hash}\n${next}`, {
    hash,
    changes: made.rows.length,
    unchanged: made.unchanged,
    danger: dangerOfPlan(made.rows),
    expires: made.guards.expires,
  });
}

/** What was said beside the plan: its lines are shown anyway. */
const notesIn = (err: string, lines: readonly string[]): string =>
  err
    .trim()
    .split('\n')
    .filter((line) => !lines.includes(line) && !line.startsWith('plan on standard output:'))
    .join('\n');

/** Columns have the names of arguments and flags, which one tool shows. */
const byColumns = (error: Record<string, unknown>): Record<string, unknown> =>
  Object(error.details).column === undefined
    ? error
    : { ...error, hint: 'columns are arguments and flags of the command: docs_help shows them' };

function rowsOf(given: unknown): object[] | undefined {
  if (given === undefined || given === null) return undefined;
  if (
    !Array.isArray(given) ||
    given.length === 0 ||
    given.some((row) => typeof row !== 'object' || row === null)
  )
    throw new UsageError('rows must be a list of at least one object');
  return given;
}

function refuseTooMany({ maxChanges }: Session, { rows }: Plan): void {
  const things = thingsIn(rows);
  if (things <= maxChanges) return;
  throw new InteractionError(
    `this would change ${things} things, and this server may change ${maxChanges} at once`,
    {
      code: 'TOO_MANY_CHANGES',
      hint: 'plan fewer targets, or start docs mcp with --max-changes',
    },
  );
}

/** What would be refused when it is sent is refused here already. Throws NotFoundError. */
async function stayInside({ run, writing: { fence } }: Session, { rows }: Plan): Promise<void> {
  if (!fence) return;
  const client = await run.client();
  const { operations } = await import('../../api/index.ts');
  for (const { operation: id, input } of rows) {
    const operation = operations.find((one) => one.id === id);
    if (!operation) throw fence.refusal();
    // What an earlier row makes has no ID yet.
    const known = JSON.parse(JSON.stringify(input), (_, value) => (isPromised(value) ? undefined : value));
    await fence.check({ operation, ...splitInput(operation, known) }, (one, given) =>
      client.call(one, given),
    );
  }
}

const isPromised = (value: unknown): boolean => rowsNamedIn(value).length > 0 && typeof value === 'string';

/** What the command line would ask. */
const questionOf = (made: Plan): string => `Apply ${amountOf(made)}${placeOf(made)}`;

export async function apply(session: Session, given: Record<string, unknown>, call: Call) {
  const hash = String(given.hash);
  const planned = session.plans.get(hash);
  if (!planned)
    throw new NotFoundError('no plan of this session has this hash', {
      hint: 'make a plan with docs_plan first',
    });
  const { plan: made, command } = planned;
  if (session.applied.some((one) => one.hash === hash))
    return say('already applied: nothing was sent now\nundo: docs_undo');
  const danger = dangerOfPlan(made.rows);
  const amount = plural(made.rows.length, 'change');
  const lines = fitting(linesOf(made.rows).map(safeLine), 4096);
  const more = lines.length < made.rows.length ? [`and ${made.rows.length - lines.length} more`] : [];
  const follows = made.rows.find((row) => row.danger === danger)?.follows;
  const message = [`${questionOf(made)}?`, ...lines, ...more, ...(follows ? [`${safeLine(follows)}.`] : [])];
  const asked = consent(session, call, {
    about: `apply ${hash}`,
    danger,
    amount,
    message: message.join('\n'),
    command,
  });
  if (asked !== undefined) return asked;
  // What nobody was asked about is not agreed to: a danger that is found only now refuses the plan.
  const agreed = { mild: [], moderate: ['--yes'], severe: ['--confirm', amount] }[danger];
  const flags = [
    ...forcedFlags(session.forced),
    '--expect-hash',
    hash,
    '--max-changes',
    String(session.maxChanges),
  ];
  const { out, err, error } = await callDocs(['apply', '-', ...agreed, ...flags, '-o', 'tsv'], {
    ...writingIn(session, call),
    stdin: planned.text,
  });
  const run = readHistory(session.run).findLast((entry) => entry.plan === hash)?.run;
  if (run !== undefined && !session.applied.some((one) => one.run === run))
    session.applied.push({ run, hash: error ? '' : hash, danger });
  if (error) return failure(await withOffer(session, error, call), `${out}${err}`);
  return say(
    `applied ${amount}\n${asData(fitting(out.trim().split('\n'), 24 * 1024).join('\n'))}\nundo: docs_undo`,
  );
}

export async function undo(session: Session, _given: Record<string, unknown>, call: Call) {
  const last = session.applied.at(-1);
  const ran = readHistory(session.run).filter((entry) => entry.run === last?.run);
  if (last === undefined || ran.length === 0)
    throw new ConflictError('nothing to undo: this session has changed nothing');
  const command = shellLine(['docs', 'undo', last.run]);
  const message = `Undo the last change of this session (${plural(ran.length, 'change')})?`;
  const asked = consent(session, call, {
    about: `undo ${last.run}`,
    // What was done without asking is taken back without asking.
    danger: last.danger === 'mild' ? 'mild' : 'moderate',
    amount: plural(ran.length, 'change'),
    message,
    command,
  });
  if (asked !== undefined) return asked;
  const flags = forcedFlags(session.forced);
  const { out, err, error } = await callDocs(
    ['undo', last.run, '--yes', ...flags, '-o', 'tsv'],
    writingIn(session, call),
  );
  if (error) return failure(await withOffer(session, error, call), `${out}${err}`);
  session.applied.pop();
  return say(`undone\n${asData(fitting(out.trim().split('\n'), 24 * 1024).join('\n'))}`);
}

/** A question to the person behind the client: its form, and the mark that comes back with the answer. */
export interface AskFor {
  message: string;
  schema: Record<string, unknown>;
  state: string;
}

interface About {
  /** What is asked about, so that an answer cannot be given to another question. */
  about: string;
  danger: Danger;
  amount: string;
  message: string;
  /** For a terminal. */
  command: string;
}

/** Undefined where there is consent. Throws InteractionError where there is none, and nobody to ask. */
function consent(
  session: Session,
  call: Call,
  { about, danger, amount, message, command }: About,
): AskFor | undefined {
  if (danger === 'mild' && session.allow !== 'nothing') return undefined;
  if (danger === 'moderate' && session.allow === 'moderate') return undefined;
  if (!call.canElicit) {
    if (danger === 'mild') return undefined;
    throw new InteractionError(`this is a ${danger} change, and this client cannot ask anyone`, {
      hint: forPerson(command),
      details: { danger, ...(danger === 'moderate' && { allow: 'docs mcp --allow-write --allow moderate' }) },
    });
  }
  if (call.state !== undefined && session.asked.get(call.state) === about) {
    // Once: the same answer is no consent to a second time.
    session.asked.delete(call.state);
    checkAnswer(call.responses?.consent, danger, amount);
    return undefined;
  }
  const state = randomBytes(16).toString('hex');
  session.asked.set(state, about);
  const word = { type: 'string', title: `Type "${amount}"`, description: 'to continue' };
  const yes = { type: 'boolean', title: 'Continue', description: 'yes: it is done now' };
  return {
    message,
    state,
    schema: {
      type: 'object',
      properties: { consent: danger === 'severe' ? word : yes },
      required: ['consent'],
    },
  };
}

/** Throws InteractionError `DECLINED`. */
function checkAnswer(response: unknown, danger: Danger, amount: string): void {
  const { action, content } = Object(response);
  const given: unknown = Object(content).consent;
  const isYes = danger === 'severe' ? String(given).trim() === amount : given === true;
  if (action === 'accept' && isYes) return;
  const why =
    action === 'accept'
      ? danger === 'severe'
        ? `"${amount}" was not typed`
        : 'the person answered no'
      : action === 'decline'
        ? 'the person declined'
        : 'the person closed the question';
  throw new InteractionError(`canceled: ${why}. Nothing was sent`, {
    code: 'DECLINED',
    hint: 'ask the person what they want instead',
  });
}
