// The last questions: what to do with the answers, and in which file to keep them.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Space } from '../../api/content/spaces.generated.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import type { Choice } from '../../context.ts';
import type { Wishes } from '../../engine/plan/job-wishes.ts';
import type { OpenPlan } from '../../engine/plan/open-plan.ts';
import { InteractionError } from '../../errors.ts';
import { statsAt } from '../../files/io-error.ts';
import { writeFileDurably } from '../../files/writer.ts';
import { canAsk } from '../../output/io.ts';
import { done } from '../../output/note.ts';
import type { SiteFile } from '../site-file/schema.ts';
import type { Asked } from './prompt-sequence.ts';
import type { SetupRun } from './setup-flags.ts';

/** How a file names a space: by its title where no other has it, else by its ID. */
export type NameOf = (space: Pick<Space, 'id' | 'title'>) => string;

/** A plan, and what is to be done once it is applied. */
export interface Opened extends OpenPlan {
  end: Wishes['end'];
}

/** Where a site is made or changed. */
export interface Place {
  run: SetupRun;
  organization: { id: string; title: string };
  sites: readonly Site[];
  spaces: readonly Space[];
  nameOf: NameOf;
  /** ` [sandbox]`: what every question ends with. */
  where: string;
  /** What a site would change, as rows of a plan. */
  open(site: SiteFile): Promise<Opened>;
  /** What would follow for readers, and what it costs. */
  consequences(site: SiteFile, open?: OpenPlan): Promise<{ lines: string; isRisky: boolean }>;
}

/** What a person wants in the end. */
export interface Ending {
  site: SiteFile;
  end: End;
  file: string | undefined;
}

export type End = 'create' | 'both' | 'save' | 'stop';

export const endOf = ({ end, file }: FileAnswers, site: SiteFile, usual: End): Ending => ({
  site,
  end: end ?? usual,
  file,
});

export interface FileAnswers {
  end?: End;
  /** Where the site is saved. */
  file?: string;
  /** A file of that name may be replaced. */
  mayReplace?: boolean;
}

/** The site on the screen. */
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
        message: 'File for the site:',
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
    { value: 'create', name: isGiven ? `${act}, and save it to "${file}"` : act },
    ...(isGiven ? [] : [{ value: 'both', name: `${act}, and save it to a file` }]),
    { value: 'save', name: 'Only save it to a file, and send nothing' },
    { value: 'stop', name: 'Leave, and send nothing' },
  ];
}

// The site in a file. No file is replaced unless a person agreed to it.

/** Also for a link that leads nowhere. */
export const fileExists = (run: SetupRun, file: string): boolean =>
  statsAt(resolve(run.context.cwd, file), { to: 'write', shown: file }) !== undefined;

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

/** Writes the file; says so unless it holds the same already. Of a site file that is there everything else stays. */
export async function writeSite(run: SetupRun, file: string, site: SiteFile): Promise<void> {
  const { siteText } = await import('../site-file/write.ts');
  const path = resolve(run.context.cwd, file);
  // Only a regular file is read: a pipe would be waited for.
  const isFile = statsAt(path, { to: 'write', shown: file })?.isFile();
  const before = isFile ? readFileSync(path, 'utf8') : undefined;
  const kept = before !== undefined && (await isSiteFile(before)) ? before : undefined;
  const text = await siteText({ ...site }, kept, true);
  if (before === text) return;
  writeFileDurably(path, text, { mode: 0o644 });
  done(run.context.io, `saved the site: ${file}`);
}

async function isSiteFile(text: string): Promise<boolean> {
  const { parseSite } = await import('../site-file/parse.ts');
  return parseSite(text, '').then(
    () => true,
    () => false,
  );
}
