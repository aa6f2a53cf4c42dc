// Several questions in a row, and the last ones: what to do with the answers, and in which file to keep them.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Space } from '../../api/content/spaces.generated.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import { BACK, type Choice, type Prompts, type Question } from '../../context.ts';
import type { Wishes } from '../../engine/plan/job-wishes.ts';
import type { OpenPlan } from '../../engine/plan/open-plan.ts';
import { InteractionError } from '../../errors.ts';
import { statsAt } from '../../files/io-error.ts';
import { writeFileDurably } from '../../files/writer.ts';
import { canAsk } from '../../output/io.ts';
import { done } from '../../output/note.ts';
import type { SiteFile } from '../site-file/schema.ts';
import type { SetupRun } from './setup-flags.ts';

/** A text that is kept under one name, without space around it. */
export const askText = <T>(
  message: string,
  check: (text: string) => true | string,
  take: (answers: T, text: string) => T,
  preset?: string,
): Asked<T> => ({
  question: {
    kind: 'text',
    message,
    check: (text) => check(text.trim()),
    ...(preset !== undefined && { default: preset }),
  },
  take: (answers, text) => take(answers, String(text).trim()),
});

export const askYesNo = <T>(
  message: string,
  take: (answers: T, yes: boolean) => T,
  preset = false,
): Asked<T> => ({
  question: { kind: 'yes-no', message, default: preset },
  take: (answers, yes) => take(answers, yes === true),
});

export const askChoice = <T>(
  message: string,
  choices: readonly Choice[],
  take: (answers: T, value: string) => T,
  preset?: string,
): Asked<T> => ({
  question: { kind: 'choice', message, choices, ...(preset !== undefined && { default: preset }) },
  take: (answers, value) => take(answers, String(value)),
});

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
      // Safe: the values of the choices are those of End.
      ...askChoice<T>('Is this what you want?', endsOf(act, given), (soFar, value) => ({
        ...soFar,
        end: value as End,
      })),
      // Where something is at stake, leaving is what one Enter does.
      before: async (say) => {
        const { text, isRisky } = await show();
        say(text);
        return isLive || isRisky ? 'stop' : undefined;
      },
    };
  }
  if (given !== undefined || (end !== 'both' && end !== 'save')) return undefined;
  if (file === undefined) {
    const isNamed = (text: string) => text !== '' || 'A file name is needed.';
    return askText('File for the site:', isNamed, (soFar, name) => ({ ...soFar, file: name }), 'site.yaml');
  }
  if (mayReplace || !exists(file)) return undefined;
  return askYesNo(`"${file}" exists. Overwrite it?`, (soFar, yes) =>
    yes ? { ...soFar, mayReplace: true } : { ...soFar, file: undefined, mayReplace: undefined },
  );
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

/** A question, and what its answer makes of the answers so far. */
export interface Asked<T> {
  question: Question;
  /** Shows something before the question; returns what that makes it offer first. */
  before?: (say: (text: string) => void) => Promise<string | undefined>;
  /** Asked again and again: what was chosen last is not offered first. */
  isMenu?: boolean;
  take(answers: T, answer: string | boolean): T;
}

/**
 * Asks what `next` wants to know of the answers so far, until it wants to know nothing. Each question offers what was
 * answered to it before, so that going back any number of times loses nothing that still fits. Going back from the first
 * question says how to leave.
 */
export async function interview<T>(
  prompts: Prompts,
  start: T,
  next: (answers: T) => Asked<T> | undefined,
  say: (text: string) => void,
): Promise<T> {
  const history: T[] = [];
  const given = new Map<string, string | boolean>();
  let answers = start;
  for (;;) {
    const asked = next(answers);
    if (!asked) return answers;
    const { question } = asked;
    const offered = await asked.before?.(say);
    const answer = await prompts.ask(withFormer(question, given.get(question.message) ?? offered));
    if (answer === BACK) {
      if (history.length === 0) say('This is the first question. Press Ctrl-C to leave; nothing was sent.\n');
      answers = history.pop() ?? start;
    } else {
      if (!asked.isMenu) given.set(question.message, answer);
      history.push(answers);
      answers = asked.take(answers, answer);
    }
  }
}

/** A question that was answered before offers that answer, unless it is not among the choices any more. */
function withFormer(question: Question, former: string | boolean | undefined): Question {
  if (question.kind === 'yes-no')
    return typeof former === 'boolean' ? { ...question, default: former } : question;
  if (typeof former !== 'string') return question;
  const fits = question.kind === 'text' || question.choices.some(({ value }) => value === former);
  return fits ? { ...question, default: former } : question;
}
