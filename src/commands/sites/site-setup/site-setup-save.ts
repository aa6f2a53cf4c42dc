// The plan in a file. No file is replaced unless a person agreed to it.

import { lstatSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { canAsk } from '../../../engine/ask/can-ask.ts';
import { InteractionError } from '../../../errors.ts';
import { writeFileDurably } from '../../../files/writer.ts';
import { done } from '../../../output/note.ts';
import type { SiteDraft } from '../../../workflows/site-setup/plan.ts';
import { planText } from '../../../workflows/site-setup/plan-file.ts';
import type { SetupRun } from './site-setup.ts';

/** Also for a link that leads nowhere. */
export const fileExists = (run: SetupRun, file: string): boolean =>
  lstatSync(resolve(run.context.cwd, file), { throwIfNoEntry: false }) !== undefined;

/** Agrees on the file of --save before anything else is asked or sent. Throws InteractionError (exit 3). */
export async function agreeToReplace(run: SetupRun): Promise<void> {
  const { save } = run.flags;
  if (typeof save !== 'string' || run.flags.dryRun || !fileExists(run, save)) return;
  const hint = 'choose another file for --save, or remove this one';
  if (!canAsk(run))
    throw new InteractionError(`refusing to overwrite "${save}"`, { code: 'FILE_EXISTS', hint });
  const prompts = await run.context.prompts();
  if (await prompts.confirm(`"${save}" exists. Overwrite it?`)) return;
  throw new InteractionError(`canceled: "${save}" stays as it is`, { code: 'DECLINED', hint });
}

/** Writes the plan; says so unless the file holds it already. */
export async function writePlan(
  run: SetupRun,
  file: string,
  draft: SiteDraft,
  isUnique: (title: string) => boolean,
): Promise<void> {
  const path = resolve(run.context.cwd, file);
  // Only a regular file is read: a pipe would be waited for.
  const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile();
  const before = isFile ? readFileSync(path, 'utf8') : undefined;
  const text = await planText(draft, isUnique, before);
  if (before === text) return;
  writeFileDurably(path, text, { mode: 0o644 });
  done(run.context.io, `saved the plan: ${file}`);
}
