// What the tools may name: a command that they run, or else a line for a person at a terminal. Nothing that is suggested is refused.

import type { Command } from '../../engine/model/command.ts';
import { factsOf } from '../../engine/model/command-facts.ts';
import { optionsOf } from '../../engine/model/flags.ts';
import { loadLeaf } from '../../engine/model/load.ts';
import { isHarmless, reachOf } from '../../engine/model/option.ts';
import type { Guard } from '../../engine/run/run.ts';
import { DocsError } from '../../errors.ts';
import { shellLine, wordsOfCommand } from '../../files/shell-word.ts';
import { isPlain } from './answer.ts';
import { callDocs } from './call-docs.ts';
import { canBePlanned, canBeRead, FOR_PERSON, planningOnly, readingOnly } from './guard.ts';
import { type Call, forcedFlags, readingIn, type Session } from './session.ts';

export type Offer = 'docs_read' | 'docs_plan';

/** The tool that runs a command of this name; undefined for what is left to a person. */
export function toolOf({ run: { catalog } }: Session, path: string, command: Command): Offer | undefined {
  const needsMore =
    command.args.some(({ required, reach }) => required && !isHarmless(reach)) ||
    optionsOf(command).some((option) => option.required === true && !isHarmless(reachOf(option)));
  if (needsMore) return undefined;
  if (canBeRead(command, { catalog, path })) return 'docs_read';
  return canBePlanned(command, { catalog, path }) ? 'docs_plan' : undefined;
}

export const forPerson = (line: string): string =>
  line.startsWith(FOR_PERSON) ? line : `${FOR_PERSON}${line}`;

const FITS = 'FITS_HERE';
/** A line of one command, without a pipe, a variable or a place to fill in. */
const ONE_COMMAND = /^docs (?:'[^']*'|"[^"$`]*"|\\.|,(?! )|[^'"\\,;|<>$`])+$/;

/** The tool that takes the line as it is. Nothing is sent. */
export async function offerOf(session: Session, line: string, call: Call): Promise<Offer | undefined> {
  if (!ONE_COMMAND.test(line)) return undefined;
  const words = argvOf(line);
  if (words.includes('--help')) return undefined;
  const { tool } = (await namedIn(session, words)) ?? {};
  if (tool === undefined) return undefined;
  const judge = tool === 'docs_read' ? readingOnly(session.forced, () => ({})) : planningOnly(session.forced);
  const guard: Guard = (one, parsed) => {
    judge(one, parsed);
    throw new DocsError('it fits', { code: FITS, exit: 2 });
  };
  const { error } = await callDocs(words, { ...readingIn(session, call), guard });
  return error?.code === FITS ? tool : undefined;
}

/** The command that a line names, and the tool that runs it. */
async function namedIn(session: Session, words: readonly string[]) {
  const { command, trail } = await loadLeaf(session.run.catalog, words);
  if (!command) return undefined;
  const last = trail.at(-1)?.own === command ? [] : [command.verb];
  const path = shellLine(['docs', ...trail.map(({ name }) => name), ...last]);
  return { path, tool: toolOf(session, path, command) };
}

/** Of a line that no tool takes as it is: help is a tool of its own, and `<space>` is for the agent to fill in. */
async function otherOffer(session: Session, line: string): Promise<Record<string, unknown>> {
  const words = line.startsWith('docs ') ? line.split(' ').slice(1) : [];
  const { path = '', tool } = (await namedIn(session, words)) ?? {};
  if (words.length > 1 && words.at(-1) === '--help')
    return path === ''
      ? { next: { tool: 'docs_find', words: words.slice(0, -1).join(' ') } }
      : { next: { tool: 'docs_help', command: path.replace('docs ', '') } };
  return { hint: tool !== undefined && /<\w/.test(line) ? `${tool} takes ${line}` : forPerson(line) };
}

/** The words after `docs`, as a shell would read them. */
export const argvOf = (line: string): string[] =>
  wordsOfCommand(line.replace(/"([^"'$`\\]*)"/g, "'$1'")).slice(1);

/**
 * The command that a sentence suggests first: of `did you mean docs cr list or docs cr get?` and of
 * `docs spaces list, then docs use --space <space>` the first one.
 */
const firstCommand = (hint: string): string =>
  /^(?:did you mean|[a-z][a-z ]*:) (docs .*?)(?:(?:, docs .*)? or docs .*)?\??$/.exec(hint)?.[1] ??
  hint.replace(/, then docs .*$/, '');

/**
 * The error with what can be done next: a call of a tool, or a line for a person. A call is made of what the agent itself
 * has typed and of plain words: a text of the platform in it would be one that nothing marks.
 */
export async function withOffer(
  session: Session,
  error: Record<string, unknown>,
  call: Call,
  typed: readonly string[] = [],
): Promise<Record<string, unknown>> {
  const { hint: given, next: _, ...rest } = error;
  if (typeof given !== 'string' || !/\bdocs [a-z]/.test(given))
    return { ...rest, ...(given !== undefined && { hint: given }) };
  const line = firstCommand(given);
  // The profile of this server is given to every call anyway, and is not for the agent to say.
  const forced = forcedFlags(session.forced);
  const hint = forced.length === 0 ? line : line.replace(` ${shellLine(forced)}`, '');
  const tool = await offerOf(session, hint, call);
  if (tool === undefined) return { ...rest, ...(await otherOffer(session, line)) };
  const argv = argvOf(hint);
  const isOwn = argv.every((word) => isPlain(word) || typed.includes(word));
  return isOwn ? { ...rest, next: { tool, argv } } : { ...rest, hint: `${tool} takes ${hint}` };
}

/** Its facts, as far as an agent is concerned. */
export function offerLine(session: Session, path: string, command: Command): string {
  const { usage, summary, danger } = factsOf(path, command);
  const worst = command.asksIf !== undefined && danger !== 'severe' ? `${danger} or worse` : danger;
  return [
    usage.replace(/^docs /, ''),
    summary,
    worst,
    toolOf(session, path, command) ?? 'a person, in a terminal',
  ].join('\t');
}
