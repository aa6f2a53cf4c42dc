// The tools that look: commands by words, one command, what a reading command shows, a change request, checks.

import { findAnswers } from '../../engine/find/find-answers.ts';
import { synonyms } from '../../engine/find/synonyms.ts';
import type { Command } from '../../engine/model/command.ts';
import { factsOf } from '../../engine/model/command-facts.ts';
import { optionsOf } from '../../engine/model/flags.ts';
import { allCommands, loadLeaf } from '../../engine/model/load.ts';
import { reachOf } from '../../engine/model/option.ts';
import type { Parsed } from '../../engine/run/run.ts';
import { UsageError } from '../../errors.ts';
import { isRecord, jsonIn } from '../../files/texts.ts';
import { type Answer, asData, cut, failure, fitting, marked, say } from './answer.ts';
import { callDocs } from './call-docs.ts';
import { checkWords, readingOnly } from './guard.ts';
import { forPerson, offerLine, offerOf, toolOf, withOffer } from './offers.ts';
import { type Call, readingIn, type Session } from './session.ts';

const MOST_FOUND = 10;

const lists = new WeakMap<Session['run'], ReturnType<typeof allCommands>>();

/** Loaded once, by the first who looks for one. */
function commandsIn(run: Session['run']): ReturnType<typeof allCommands> {
  const list = lists.get(run) ?? allCommands(run.catalog);
  lists.set(run, list);
  return list;
}

export async function find(session: Session, { words }: Record<string, unknown>): Promise<Answer> {
  if (String(words).trim() === '') throw new UsageError('docs_find: "words" must not be empty');
  const all = await commandsIn(session.run);
  const answers = findAnswers(all, String(words), synonyms).slice(0, MOST_FOUND);
  if (answers.length === 0)
    return say('nothing in docs does this: try other words, or say that it cannot be done');
  const found = answers.flatMap((answer) => (answer.kind === 'command' ? answer.one : []));
  const inApp = answers.flatMap((answer) => (answer.kind === 'app' ? answer.summary : [])).slice(0, 1);
  const lines = found.map(({ path, command }) => offerLine(session, path, command));
  return say([...inApp, 'usage\tsummary\tdanger\twith', ...lines].join('\n'));
}

/** Flags that mean nothing here: what every command has, and what is refused. */
const LEFT_OUT = /^(?:General|Context|Output|Safety|Plans|Many at once|Rows)$/;
const KEPT = ['--org', '--space', '--site', '--cr', '--where', '--sort', '--if-exists'];

export async function help(
  session: Session,
  { command }: Record<string, unknown>,
  call: Call,
): Promise<Answer> {
  const wanted = String(command)
    .trim()
    .replace(/^docs\s+/, '')
    .split(/\s+/);
  const all = await commandsIn(session.run);
  const path = `docs ${wanted.join(' ')}`;
  const found = all.find((one) => one.path === path);
  if (!found)
    return failure({
      code: 'NOT_FOUND',
      exit: 5,
      message: `there is no command "${path}"`,
      hint: `docs_find with words such as "${wanted.join(' ')}"`,
    });
  const { usage, summary, danger, args, flags, examples, notes } = factsOf(path, found.command);
  const tool = toolOf(session, path, found.command);
  if (tool === undefined)
    return say(JSON.stringify({ usage, summary, danger, terminal: forPerson(usage), examples }));
  const lines = [];
  for (const line of examples) if ((await offerOf(session, line, call)) === tool) lines.push(line);
  const refused = new Set(
    optionsOf(found.command).flatMap((option) =>
      reachOf(option) === 'platform' ? [] : (/--[\w-]+/.exec(option.flags)?.[0] ?? []),
    ),
  );
  const fields = found.command.fields ?? found.command.columns;
  const text = JSON.stringify({
    usage,
    summary,
    danger,
    tool,
    args: args.map(({ name, required }) => (required ? name : `${name}?`)),
    flags: flags
      .filter(({ name, group }) => !refused.has(name) && (KEPT.includes(name) || !LEFT_OUT.test(group)))
      .map(({ name, value, choices, required, description }) => ({
        flag: value === null ? name : `${name} <${choices?.join('|') ?? value}>`,
        ...(required && { required }),
        description,
      })),
    fields,
    examples: lines,
    ...(notes !== null && { notes }),
  });
  return say(cut(text));
}

const USUAL_ROWS = 50;
const MOST_ROWS = 1000;

interface Page {
  fields?: string | undefined;
  limit: number;
  after: number;
}

export async function read(session: Session, given: Record<string, unknown>, call: Call): Promise<Answer> {
  const { argv, fields, limit, after } = given;
  return readWords(session, checkWords(argv), call, {
    fields: typeof fields === 'string' && fields !== '' ? fields : undefined,
    limit: count('limit', limit, USUAL_ROWS, { least: 1, most: MOST_ROWS }),
    after: count('after', after, 0, { least: 0, most: MOST_SKIPPED }),
  });
}

const MOST_SKIPPED = 1_000_000;

function count(
  name: string,
  value: unknown,
  usual: number,
  { least, most }: { least: number; most: number },
): number {
  if (value === undefined || value === null) return usual;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new UsageError(`"${name}" must be a whole number from ${least} to ${most}, not ${String(value)}`);
}

export async function readWords(
  session: Session,
  words: readonly string[],
  call: Call,
  page: Page,
): Promise<Answer> {
  let expected: readonly string[] | undefined;
  const guard = readingOnly(session.forced, (command, flags) => {
    expected = columnsOf(command, page.fields ?? fieldsIn(flags));
    return formOf(command, flags, expected, page);
  });
  const { out, error, columns = expected } = await callDocs(words, { ...readingIn(session, call), guard });
  if (error) return failure(await withOffer(session, error, call, words));
  if (columns === undefined || expected === undefined) return shown(out, page);
  const lines = out.split('\n').filter((line) => line !== '');
  const rows = lines.slice(page.after, page.after + page.limit);
  const kept = fitting(rows);
  const isMore = kept.length < rows.length || lines.length > page.after + page.limit;
  const next = page.after + kept.length;
  const body = rows.length === 0 ? 'no rows' : asData([columns.join('\t'), ...kept].join('\n'));
  return say(isMore ? `${body}\nmore rows: the same call with after: ${next}` : body, {
    rows: kept.length,
    ...(isMore && { next, truncated: true }),
  });
}

const fieldsIn = ({ fields }: Parsed['flags']): string | undefined =>
  typeof fields === 'string' ? fields : undefined;

/** The columns of a list; undefined for a single thing. */
function columnsOf(command: Command, fields: string | undefined): readonly string[] | undefined {
  const isList =
    optionsOf(command).some(({ flags }) => flags.startsWith('--limit')) ||
    (command.operation === undefined && command.columns.length > 0);
  if (!isList) return undefined;
  return fields === undefined ? command.columns : fields.split(',').map((name) => name.trim());
}

function formOf(
  command: Command,
  flags: Parsed['flags'],
  columns: readonly string[] | undefined,
  { fields, limit, after }: Page,
): Record<string, unknown> {
  const chosen = fields === undefined ? {} : { fields };
  if (columns === undefined) return { ...chosen, output: 'json' };
  const isLong = optionsOf(command).some((option) => option.flags.startsWith('--limit'));
  const most = Math.min(Number(flags.limit ?? Number.POSITIVE_INFINITY), after + limit + 1);
  return { ...chosen, output: 'tsv', ...(isLong && flags.limit !== '0' && { limit: String(most) }) };
}

/** A single thing as it is, or as much of its text as fits, from `after` on. */
function shown(out: string, { after }: Page): Answer {
  const item = parsed(out);
  const both = item && say(asData(JSON.stringify(item)), { item: marked(item) });
  if (both && after === 0 && Buffer.byteLength(JSON.stringify(both)) <= 30 * 1024) return both;
  const rest = out.slice(after);
  const text = cut(rest, 30 * 1024);
  const isMore = text.length < rest.length;
  const next = after + text.length;
  return say(
    isMore ? `${asData(text)}\nmore text: the same call with after: ${next}, or fewer fields` : asData(text),
    isMore ? { truncated: true, next } : {},
  );
}

function parsed(text: string): Record<string, unknown> | undefined {
  const value = jsonIn(text);
  if (Array.isArray(value)) return { items: value };
  return isRecord(value) ? value : undefined;
}

/** Commands that find problems. One that is there is offered; a new one needs a line here. */
const CHECKS: Readonly<Record<string, readonly string[]>> = {
  links: ['links', 'check'],
  git: ['git', 'status'],
  audit: ['audit'],
  access: ['access', 'matrix'],
};

export async function checksIn({ catalog }: Session['run']): Promise<string[]> {
  const found: string[] = [];
  for (const [name, words] of Object.entries(CHECKS))
    if ((await loadLeaf(catalog, words)).command) found.push(name);
  return found;
}

/** One word of argv: a value that begins with a dash stays a value. */
const flagOf = (flag: string, value: string): string => `${flag}=${value}`;

export async function check(session: Session, given: Record<string, unknown>, call: Call): Promise<Answer> {
  const { space, site, after } = given;
  const words = CHECKS[String(given.check)];
  if (!words || !(await loadLeaf(session.run.catalog, words)).command)
    throw new UsageError(`unknown check "${String(given.check)}"`, {
      hint: `use one of ${(await checksIn(session.run)).join(', ')}`,
    });
  const place = [
    ...(typeof space === 'string' ? [flagOf('--space', space)] : []),
    ...(typeof site === 'string' ? [flagOf('--site', site)] : []),
  ];
  const wide = place.length === 0 && (await takes(session, words, '--all-spaces')) ? ['--all-spaces'] : [];
  return readWords(session, checkWords([...words, ...place, ...wide]), call, {
    limit: MOST_ROWS,
    after: count('after', after, 0, { least: 0, most: MOST_SKIPPED }),
  });
}

async function takes({ run }: Session, words: readonly string[], flag: string): Promise<boolean> {
  const { command } = await loadLeaf(run.catalog, words);
  return command !== undefined && optionsOf(command).some(({ flags }) => flags === flag);
}

/** Room for each part of a review, in bytes. */
const PARTS: readonly (readonly [title: string, most: number, words: readonly string[]])[] = [
  ['change request', 3000, ['cr', 'get', '{cr}']],
  ['diff', 12_000, ['cr', 'diff', '{cr}']],
  ['comments', 6000, ['comments', 'list', '--cr={cr}', '--format=markdown']],
  ['reviews', 2500, ['cr', 'reviews', 'list', '{cr}', '--format=markdown']],
  ['links that it breaks', 3500, ['links', 'check', '--cr={cr}', '--new-only']],
];

export async function review(session: Session, given: Record<string, unknown>, call: Call): Promise<Answer> {
  const { cr, space } = given;
  if (typeof cr !== 'string' || cr.startsWith('-'))
    throw new UsageError('"cr" must be a number, an ID or a text such as Guides#4');
  const texts: string[] = [];
  for (const [title, most, words] of PARTS) {
    const argv = [
      ...words.map((word) => word.replace('{cr}', () => cr)),
      ...(typeof space === 'string' ? [flagOf('--space', space)] : []),
    ];
    const guard = readingOnly(session.forced, (command) =>
      columnsOf(command, undefined) === undefined && title !== 'diff' ? { output: 'yaml' } : {},
    );
    const { out, error } = await callDocs(checkWords(argv), { ...readingIn(session, call), guard });
    if (error && title === 'change request') return failure(await withOffer(session, error, call));
    const text = error ? `not shown: ${String(error.message)}` : out.trim() || 'none';
    const short = cut(text, most);
    texts.push(`${title}:\n${asData(short)}${short.length < text.length ? '\n(cut)' : ''}`);
  }
  return say(texts.join('\n\n'));
}
