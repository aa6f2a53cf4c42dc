// The last questions: what to do with the plan, and in which file to keep it.

import { lstatSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Space } from '../../../api/content/spaces.ts';
import type { Site } from '../../../api/sites/sites.ts';
import type { Choice } from '../../../context.ts';
import { canAsk } from '../../../engine/ask/can-ask.ts';
import { InteractionError } from '../../../errors.ts';
import { writeFileDurably } from '../../../files/writer.ts';
import { done } from '../../../output/note.ts';
import type { LiveSite } from '../../../workflows/site-setup/live-site.ts';
import type { SiteDraft } from '../../../workflows/site-setup/plan.ts';
import { planText } from '../../../workflows/site-setup/plan-file.ts';
import type { Organization } from '../../../workflows/site-setup/resolve-plan.ts';
import type { Change, Names } from '../../../workflows/site-setup/step.ts';
import type { Asked } from './prompt-sequence.ts';
import type { SetupRun } from './site-setup.ts';

/** Where a plan is made. */
export interface Place {
  organization: Organization;
  sites: readonly Site[];
  spaces: readonly Space[];
  names: Names;
}

export interface Job extends Planned {
  /** The site as it is; undefined for a new one. */
  live: LiveSite | undefined;
  /** What there is to do, in order. */
  changes: readonly Change[];
  names: Names;
}

/** A plan, and what a person chose at the end; a plan file is meant to be carried out. */
export interface Planned extends FileAnswers {
  draft: SiteDraft;
  end: End;
}

export type End = 'create' | 'both' | 'save' | 'stop';

export interface FileAnswers {
  end?: End;
  /** Where the plan is saved. */
  file?: string;
  /** A file of that name may be replaced. */
  mayReplace?: boolean;
}

/** The plan on the screen. */
export interface Shown {
  text: string;
  /** A command that does the same would ask. */
  isRisky: boolean;
}

export interface EndSurroundings {
  /** What the first choice does: `Create it`. */
  act: string;
  /** Readers notice at once. */
  isLive?: boolean;
  /** The file of --save: then none is asked for. */
  file: string | undefined;
  exists(file: string): boolean;
}

/** What to do, then the file where one is to be written; undefined when all is known. */
export function answerEnd<T extends FileAnswers>(
  answers: T,
  { act, isLive, file: given, exists }: EndSurroundings,
  show: () => Promise<Shown>,
): Asked<T> | undefined {
  const { end, file, mayReplace } = answers;
  if (end === undefined) {
    return {
      question: { kind: 'choice', message: 'Is this what you want?', choices: endsOf(act, given) },
      // Where something is at stake, leaving is what one Enter does.
      before: async (say) => {
        const { text, isRisky } = await show();
        say(text);
        return isLive || isRisky ? 'stop' : undefined;
      },
      // Safe: the values of the choices are those of End.
      take: (soFar, value) => ({ ...soFar, end: value as End }),
    };
  }
  if (given !== undefined || (end !== 'both' && end !== 'save')) return undefined;
  if (file === undefined) {
    return {
      question: {
        kind: 'text',
        message: 'File for the plan:',
        default: 'site.yaml',
        check: (text) => text.trim() !== '' || 'A file name is needed.',
      },
      take: (soFar, text) => ({ ...soFar, file: String(text).trim() }),
    };
  }
  if (mayReplace || !exists(file)) return undefined;
  return {
    question: { kind: 'yes-no', message: `"${file}" exists. Overwrite it?`, default: false },
    take: (soFar, yes) =>
      yes === true ? { ...soFar, mayReplace: true } : { ...soFar, file: undefined, mayReplace: undefined },
  };
}

function endsOf(act: string, file: string | undefined): Choice[] {
  const isGiven = file !== undefined;
  return [
    { value: 'create', name: isGiven ? `${act}, and save the plan to "${file}"` : act },
    ...(isGiven ? [] : [{ value: 'both', name: `${act}, and save the plan to a file` }]),
    { value: 'save', name: 'Only save the plan, and send nothing' },
    { value: 'stop', name: 'Leave, and send nothing' },
  ];
}

// The plan in a file. No file is replaced unless a person agreed to it.

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
