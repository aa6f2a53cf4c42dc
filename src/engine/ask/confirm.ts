// Asks before something is lost. Without a terminal nothing waits: exit 3 and the command to repeat.
import { worse } from '../../domain/dangers/danger.ts';
import { dangerOfChange, followsFrom } from '../../domain/dangers/of-operations.ts';
import { type InteractionError, UsageError } from '../../errors.ts';
import { shellLine, withFlags } from '../../files/shell-word.ts';
import { isTypable } from '../../output/safe-text.ts';
import { isSecretThing } from '../../output/secrets.ts';
import type { Danger, Stakes } from '../model/command.ts';
import type { Run } from '../model/command-type.ts';
import { lineWithConsent } from '../model/typed-again.ts';
import { getPath, titleOf } from '../references/names.ts';
import { fromContext } from '../run/context-params.ts';
import { withoutSecrets } from '../run/secret-words.ts';
import { describe, targetField } from '../run/target.ts';
import { canAsk } from './can-ask.ts';
import { type Asked, askName, askYes, place, unconfirmed } from './question.ts';

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
  throw new UsageError(`--confirm "${confirm}" is neither the title nor the id of ${describe(run)}`, {
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
  if (!canAsk(run)) throw refusal(run, asked, '--yes');
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
  if (!canAsk(run)) throw refusal(run, asked, '--confirm', typableName(run));
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
function refusal(run: Run, asked: Asked, ...flag: [name: string, value?: string]): InteractionError {
  const field = targetField(run);
  const label = run.command.args.find((arg) => arg.field === field)?.label;
  const typed = label === undefined ? undefined : run.args[label];
  const id = typeof run.target?.id === 'string' ? run.target.id : undefined;
  const words = run.context.argv.map((word) => (word === typed ? (id ?? word) : word));
  const given = flag.filter((part) => part !== undefined);
  const line = ['docs', ...withFlags(words, given)];
  const hint = withoutSecrets(line) ?? shellLine(line);
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
