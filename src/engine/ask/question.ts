// How a person is asked: what happens and where, what follows, and on a line of its own what to type.

import { isSandboxUrl } from '../../config/base-url.ts';
import { DocsError, type ErrorFacts, InteractionError } from '../../errors.ts';
import { capital } from '../../output/note.ts';
import { ciSafe, safeLine } from '../../output/safe-text.ts';
import { displayWidth, wrapText } from '../../output/width.ts';
import type { Run } from '../model/command-type.ts';

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

/** Undefined where nothing names it, or nothing tells how it is called: a question is no reason to fail. */
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
