// Asks before something is lost. Without a terminal nothing waits: exit 3 and the command to repeat.

import { isSandboxUrl } from '../../config/base-url.ts';
import { worse } from '../../domain/dangers/danger.ts';
import { dangerOfChange, followsFrom } from '../../domain/dangers/of-operations.ts';
import { DocsError, type ErrorFacts, InteractionError, UsageError } from '../../errors.ts';
import { withFlags } from '../../files/shell-word.ts';
import { isSecretThing } from '../../output/columns.ts';
import { canAsk } from '../../output/io.ts';
import { capital } from '../../output/note.ts';
import { ciSafe, isTypable, safeLine } from '../../output/safe-text.ts';
import { displayWidth, wrapText } from '../../output/width.ts';
import { type Danger, lineWithConsent, type Stakes } from '../model/command.ts';
import type { Run } from '../model/command-type.ts';
import { getPath, titleOf } from '../references/names.ts';
import { sameCommand } from '../run/partial-failure.ts';
import { fromContext } from '../run/session.ts';
import { describe, targetField } from '../run/target.ts';

/** Throws InteractionError (exit 3) when consent is missing or refused. */
export async function confirmDanger(run: Run): Promise<void> {
  refuseOtherName(run);
  if (isAgreed(run)) return;
  const danger = await dangerOf(run);
  if (danger === 'severe') await needName(run);
  if (danger === 'moderate') await needYes(run);
}

const DANGERS = new WeakMap<Run, Promise<Danger>>();

/** Of what it is about to do, once its target is known; worked out once. */
export function dangerOf(run: Run): Promise<Danger> {
  const known = DANGERS.get(run) ?? workOut(run);
  DANGERS.set(run, known);
  return known;
}

const workOut = async (run: Run): Promise<Danger> => worse(run.command.danger, await dangerOfChange(run));

/** Whether what was typed is enough for the worst that it may come to: then nothing is read for a question. */
export function isAgreed({ command, flags }: Run): boolean {
  const isSevere = command.danger === 'severe' || command.worst === 'severe';
  return flags.confirm !== undefined || (flags.yes === true && !isSevere);
}

/**
 * Throws UsageError `CONFIRM_MISMATCH` (exit 3) where --confirm names something else than the target, also with --yes and
 * where nothing is asked.
 */
export function refuseOtherName(run: Run): void {
  const { confirm } = run.flags;
  if (confirm === undefined || matches(run, confirm)) return;
  const right = typableName(run);
  throw new UsageError(`--confirm "${confirm}" is neither the title nor the ID of ${describe(run)}`, {
    code: 'CONFIRM_MISMATCH',
    exit: 3,
    hint: lineWithConsent(run.context.argv, right),
    details: { confirm: right },
  });
}

/** Where readers find what is acted on. Not for a share link: whoever has its address can read. */
export function publishedAt({ target }: Run): string | undefined {
  if (isSecretThing(target)) return undefined;
  const address = getPath(target, ['urls', 'published']);
  return typeof address === 'string' ? address : undefined;
}

async function needYes(run: Run): Promise<void> {
  if (run.flags.yes) return;
  await refuseForeseen(run);
  const asked = await questionOf(run);
  if (!canAsk(run)) throw await refusal(run, asked, '--yes');
  await askYes(run, asked);
}

/** Nobody is asked about what the platform would refuse. */
async function refuseForeseen(run: Run): Promise<void> {
  const problem = await run.command.foresee?.(run);
  if (problem) throw problem;
}

async function needName(run: Run): Promise<void> {
  await refuseForeseen(run);
  const name = nameOf(run);
  const asked = await questionOf(run);
  if (!canAsk(run)) throw await refusal(run, asked, '--confirm', typableName(run));
  await askName(run, asked, { name, isRight: (typed) => matches(run, typed) });
}

/** What a question is about, what changes, where, and what follows. */
async function questionOf(run: Run): Promise<Asked> {
  const { what = describe(run), change, follows } = await stakesOf(run);
  const published = publishedAt(run);
  const address =
    published !== undefined && !follows?.includes(published) ? `, published at ${published}` : '';
  // Where it is published, not where it goes: that comes behind it.
  const then = change === undefined ? '' : `${address === '' ? '' : ','} ${change}`;
  return {
    act: `${run.command.verb.replaceAll('-', ' ')} ${what}${address}${then}${await place(run)}`,
    follows,
  };
}

/** What is at stake: as the command calls it, with what follows from its operation. Also for each one of many. */
export async function stakesOf(run: Run): Promise<Stakes> {
  const { stakes = {} } = run.command;
  const own = typeof stakes === 'function' ? await stakes(run) : stakes;
  const follows = own.follows ?? (await followsFrom(run));
  return { ...own, ...(follows !== undefined && { follows }) };
}

const idOf = (run: Run): string => String(run.target?.id ?? run.input[targetField(run)] ?? '');

const nameOf = (run: Run): string => String(titleOf(run.target) ?? run.input[targetField(run)] ?? '');

/** What cannot be typed cannot be pasted either: then it is the ID. */
const typableName = (run: Run): string => (isTypable(nameOf(run)) ? nameOf(run) : idOf(run));

/** The title, or the id, name or e-mail by which the platform knows it. */
const matches = (run: Run, confirm: string): boolean =>
  [nameOf(run), run.target?.id, run.target?.name, emailOf(run), ...typedNames(run)].includes(confirm);

/** What was typed for the target has been found, and is a name of it. Of what is made, its title. */
function typedNames(run: Run): unknown[] {
  const { command, args, input } = run;
  const field = targetField(run);
  const label = command.args.find((arg) => arg.field === field)?.label;
  const typed = label === undefined ? undefined : args[label];
  return [input[field], typed ?? fromContext(run, field), input.title, input.name];
}

/** A member is named by e-mail, which is in the user. */
function emailOf({ target }: Run): unknown {
  const user = target?.user;
  return typeof user === 'object' && user !== null && 'email' in user ? user.email : undefined;
}

/** The hint is the command as it was typed, with the target by its id. */
async function refusal(
  run: Run,
  asked: Asked,
  ...flag: [name: string, value?: string]
): Promise<InteractionError> {
  const field = targetField(run);
  const label = run.command.args.find((arg) => arg.field === field)?.label;
  const typed = label === undefined ? undefined : run.args[label];
  const id = typeof run.target?.id === 'string' ? run.target.id : undefined;
  const words = run.context.argv.map((word) => (word === typed ? (id ?? word) : word));
  const given = flag.filter((part) => part !== undefined);
  const line = ['docs', ...withFlags(words, given)];
  const { lineToRepeat } = await import('../run/secret-words.ts');
  const hint = lineToRepeat(line);
  return unconfirmed(flag[0], asked, { hint, yes: run.flags.yes });
}

// --confirm that is not the number of what would be done.

/** UsageError `CONFIRM_MISMATCH` (exit 3); the hint has the right number in place of what was typed. */
export const otherConsent = (
  { context, flags }: Run,
  amount: string,
  what = 'what it would do',
): UsageError =>
  new UsageError(`--confirm "${flags.confirm}" is not "${amount}", ${what}`, {
    code: 'CONFIRM_MISMATCH',
    exit: 3,
    hint: lineWithConsent(context.argv, amount),
    details: { confirm: amount },
  });

// How a person is asked: what happens and where, what follows, and on a line of its own what to type.

export interface Asked {
  /** `delete space "Guides" (id) [sandbox]`. */
  act: string;
  /** `it can be restored for 7 days`. */
  follows?: string | undefined;
}

/**
 * For a call that nobody can be asked in: `add --yes to delete space "Guides" [sandbox]: it can be restored for 7 days`.
 * `yes` is --yes of that call, where it does not do.
 */
export function unconfirmed(
  flag: string,
  { act, follows }: Asked,
  { yes, ...facts }: ErrorFacts & { yes?: boolean | undefined },
): InteractionError {
  const lacks = yes === true ? '--yes is not enough' : `add ${flag}`;
  return new InteractionError(`${lacks} to ${act}${follows === undefined ? '' : `: ${follows}`}`, facts);
}

/** How often a name may be typed before the command ends. */
const TRIES = 3;
/** Room for `? ` before a question and ` (y/N) ` after it. */
const FRAME = 10;
const WIDEST = 100;

/** Throws InteractionError (exit 3) when the answer is no. */
export async function askYes(run: Run, asked: Asked): Promise<void> {
  const prompts = await run.context.prompts();
  const short = `${capital(safeLine(asked.act))}?`;
  const fits = asked.follows === undefined && displayWidth(short) + FRAME <= run.context.io.columns;
  if (!fits) explain(run, asked);
  if (await prompts.confirm(fits ? short : 'Continue?')) return;
  throw new InteractionError('canceled: you answered no', { code: 'DECLINED' });
}

/** Consent to a job that is not one operation of the platform, unless --yes gives it. Throws InteractionError (exit 3). */
export async function agreeTo(run: Run, { act, follows }: Asked): Promise<void> {
  if (run.flags.yes === true) return;
  const asked = { act: `${act}${await place(run)}`, follows };
  if (!canAsk(run)) throw unconfirmed('--yes', asked, { hint: `${sameCommand(run)} --yes` });
  await askYes(run, asked);
}

/** What is typed wrongly is asked for again. Throws InteractionError (exit 3) after three tries. */
export async function askName(
  run: Run,
  asked: Asked,
  { name, isRight }: { name: string; isRight: (typed: string) => boolean },
): Promise<void> {
  const prompts = await run.context.prompts();
  explain(run, asked);
  let tries = 0;
  await prompts.input(`Type "${safeLine(name)}" to continue:`, (text) => {
    run.context.signal.throwIfAborted();
    const typed = text.trim();
    if (isRight(typed)) return true;
    tries += 1;
    if (tries === TRIES)
      throw new InteractionError(`canceled: "${name}" was not typed`, { code: 'DECLINED' });
    return `"${typed}" does not match. Ctrl-C leaves.`;
  });
}

function explain({ context: { io } }: Run, { act, follows }: Asked): void {
  const width = Math.min(io.columns, WIDEST) - 1;
  const sentences = [act, follows].filter((text) => text !== undefined);
  for (const sentence of sentences)
    for (const line of wrapText(`${capital(safeLine(sentence))}.`, width)) io.err(`${ciSafe(io, line)}\n`);
}

/** ` [sandbox]`, or profile, host and organization: where it will happen. */
export async function place(run: Run): Promise<string> {
  const { profile, origin } = run.config();
  const name = profile?.value;
  if (isSandboxUrl(origin))
    return ` [${name === undefined || name === 'sandbox' ? 'sandbox' : `${name}, sandbox`}]`;
  const words = [name, new URL(origin).host, await organizationTitle(run)];
  return ` [${words.filter((word) => word !== undefined).join(', ')}]`;
}

/** Undefined where nothing names it, or nothing tells how it is called: a question must not fail. */
async function organizationTitle(run: Run): Promise<string | undefined> {
  const { target, input } = run;
  const organizationId = input.organizationId ?? target?.organization;
  if (typeof organizationId !== 'string') return undefined;
  const { getOrganization } = await import('../../api/people/organizations.ts');
  const client = await run.client();
  try {
    const { title } = await client.call(getOrganization, { organizationId }, { attempts: 1 });
    return typeof title === 'string' ? title : undefined;
  } catch (error) {
    if (!(error instanceof DocsError)) throw error;
    return undefined;
  }
}
