// One command, from what was typed to what is printed. Read aloud, `execute` is the list of steps.
import { mutates } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import type { NameCache } from '../../config/name-cache.ts';
import type { Resolved } from '../../config/resolve.ts';
import type { Context } from '../../context.ts';
import { DocsError } from '../../errors.ts';
import { canAsk, type Io, type ResultSoFar } from '../../output/io.ts';
import { type JournalClient, withJournal } from '../journal/with-journal.ts';
import { type Catalog, type Command, operationOf } from '../model/command.ts';
import type { Run, RunFlags } from '../model/command-type.ts';
import { type Field, flagFields } from '../model/fields.ts';
import { CONTEXT_FLAGS } from '../model/globals.ts';
import { getPath } from '../references/names.ts';
import { parseReference } from '../references/pasted.ts';
import {
  checkInput,
  fieldsToInput,
  type Input,
  mergeFields,
  mergeInput,
  parseJson,
  readSource,
} from './input.ts';
import { pagerOf, wantsPager } from './output-flags.ts';
import { printTold } from './print.ts';
import { countChanges, type Made, type ReadsClient, withReads } from './reads.ts';
import { refuseBlank, refuseBoth, refuseNeither, refuseNothing } from './refusals.ts';
import { fillContext } from './scope.ts';
import { sendInItsWay } from './send.ts';
import { openClient, openConfig } from './session.ts';
import { printFieldNames, refuseQuiet, refuseUnknownFields } from './view.ts';

export type { Run, RunFlags } from '../model/command-type.ts';

export interface Parsed {
  catalog: Catalog;
  path: string;
  args: readonly string[];
  flags: RunFlags & Record<string, unknown>;
}

/** What judges a call once it is read, and may change its flags. Throws what refuses it. */
export type Guard = (command: Command, parsed: Parsed) => Parsed;

/** Runs one command to its end. Throws the errors of errors.ts; prints the result. */
export async function execute(context: Context, command: Command, parsed: Parsed): Promise<void> {
  if (!wantsPager(context, command, parsed.flags)) return executeWhole(context, command, parsed);
  const { pageOutput } = await import('../../output/pager.ts');
  const paged = pageOutput(context.io, () => context.openPager(pagerOf(context.env)));
  try {
    await executeWhole({ ...context, io: paged.io }, command, parsed);
  } finally {
    await paged.end();
  }
}

async function executeWhole(context: Context, command: Command, parsed: Parsed): Promise<void> {
  const told: ResultSoFar = { hasResult: false };
  const heard = { ...context, io: listening(context.io, told) };
  await withWholeCommands(heard, parsed, async (whole) => {
    const run = startRun(whole, command, parsed);
    await attempt(run);
    await printTold(run, told);
  });
}

/** Hears what is written and said from here on. */
function listening(io: Io, told: ResultSoFar): Io {
  const out: Io['out'] = (...line) => {
    told.hasResult = true;
    return io.out(...line);
  };
  return Object.create(io, { told: { value: told }, out: { value: out } });
}

/** A run that was told where to act says so in every command that it prints: another run would not know. */
export async function withWholeCommands(
  context: Context,
  parsed: Parsed,
  work: (context: Context) => Promise<void>,
): Promise<void> {
  const { profile, baseUrl, org } = parsed.flags;
  if ((profile ?? baseUrl ?? org) === undefined) return work(context);
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isPrinting = false;
  const inTurn = (step: () => void | Promise<void>) => {
    waiting += 1;
    last = last.then(step).finally(() => {
      waiting -= 1;
    });
  };
  const complete: Io['complete'] = (text, print) =>
    inTurn(async () => {
      const whole = await (await import('./next-command.ts')).whereTold(parsed, text);
      isPrinting = true;
      print(whole);
      isPrinting = false;
    });
  // What is printed without a command in it waits for what was said before.
  const err: Io['err'] = (text) => {
    if (waiting === 0 || isPrinting) context.io.err(text);
    else inTurn(() => context.io.err(text));
  };
  const settled = <T>(then: () => Promise<T>): Promise<T> => last.then(then);
  const out: Io['out'] = (...line) => settled(() => context.io.out(...line));
  const io: Io = Object.create(context.io, {
    ...{ complete: { value: complete }, err: { value: err }, out: { value: out } },
  });
  const prompts = () => settled(context.prompts);
  try {
    await work({ ...context, io, prompts });
  } finally {
    await last;
  }
}

async function attempt(run: Run): Promise<void> {
  try {
    if (run.flags.watch === undefined) await takeSteps(run);
    else await (await import('../watch/watch.ts')).watch(run, takeSteps);
  } catch (error) {
    const known =
      error instanceof DocsError ? error : (await import('./unexpected-failure.ts')).asMisfit(run, error);
    const { afterChanges, withWayOn } = await import('./not-found-hint.ts');
    throw await withWayOn(run, afterChanges(known, run.made));
  }
}

async function takeSteps(given: Run): Promise<void> {
  const { command } = given;
  const missing = command.args.filter(({ field, required }) => required && given.input[field] === undefined);
  // Only where there is a person to ask: elsewhere the parser has refused it.
  const run =
    missing.length === 0
      ? given
      : await (await import('../ask/choose.ts')).askForArgs(given, missing, fillContext);
  if (run.flags.fields === true) return printFieldNames(run);
  refuseQuiet(run);
  refuseUnknownFields(run);
  if (run.flags.where !== undefined || run.flags.sort !== undefined || run.flags.shard !== undefined)
    await (await import('../select/selected-list.ts')).checkSelection(run);
  refuseBlank(run);
  if (namesPlace(run)) await (await import('../references/resolve-names.ts')).requireOrganization(run);
  if (command.run) return command.run(run, () => takeUsualSteps(run));
  await takeUsualSteps(run);
}

/** From the flags to the output, for a command over an operation. */
async function takeUsualSteps(run: Run): Promise<void> {
  const { command } = run;
  await readInput(run);
  await fillContext(run);
  await askForFields(run);
  const shows = run.flags.dryRun === true;
  if (shows || mutates(run.operation)) {
    if (!(await (await import('../references/resolve-names.ts')).settle(run)))
      return run.flags.planOut === undefined
        ? (await import('./outcome.ts')).printOutcome(run, 'absent')
        : (await import('../plan/make-plan.ts')).planOne(run, true);
  }
  if (run.flags.confirm !== undefined) (await import('../ask/confirm.ts')).refuseOtherName(run);
  const already = await command.already?.(run);
  if (run.flags.planOut !== undefined)
    return (await import('../plan/make-plan.ts')).planOne(run, already !== undefined);
  if (already !== undefined) return (await import('./say-changed.ts')).printAlready(run, already);
  if (run.flags.maxChanges !== undefined) await refuseTooManyAtOnce(run);
  if (shows) return (await import('../plan/dry-run.ts')).printRequest(run);
  if (command.danger !== 'mild' || command.asksIf !== undefined)
    await (await import('../ask/confirm.ts')).confirmDanger(run);
  await sendInItsWay(run);
}

async function refuseTooManyAtOnce(run: Run): Promise<void> {
  const { changesOf, refuseTooMany } = await import('../plan/max-changes.ts');
  await refuseTooMany(run, changesOf(run), run.command.args.at(-1)?.field);
}

/** Whether a flag or variable names an organization, for a command that looks things up in one. */
function namesPlace({ command, flags, context: { env } }: Run): boolean {
  if (flags.org === undefined && !env.DOCS_ORG) return false;
  return (
    command.operation !== undefined || command.options.some((one) => one === CONTEXT_FLAGS.organizationId)
  );
}

/** `many`: it will send many requests side by side. */
export function startRun(
  context: Context,
  command: Command,
  { catalog, path, args, flags: given }: Parsed,
  many = false,
): Run {
  const flags = withPastedPlace(command, args, given);
  let config: Resolved | undefined;
  let client: Promise<Client> | undefined;
  let reads: ReadsClient | undefined;
  let journal: JournalClient | undefined;
  let names: NameCache | undefined;
  const made: Made = { changes: 0 };
  const run: Run = {
    context,
    command,
    catalog,
    path,
    flags,
    args: Object.fromEntries(
      command.args.flatMap(({ label }, at) => (args[at] === undefined ? [] : [[label, args[at]]])),
    ),
    operation: operationOf(command, flags),
    input: positional(command, args),
    many,
    made,
    unlessSame: new WeakSet(),
    warned: new Set(),
    config: () => {
      config ??= openConfig(context, flags);
      return config;
    },
    names: async () => {
      const { profile, origin } = run.config();
      // Kept names are not only those within a fence.
      if (!profile || context.fence) return undefined;
      const { openNameCache } = await import('../../config/name-cache.ts');
      names ??= openNameCache(context.paths(), profile.value, origin, context.now, context.settleWith);
      return names;
    },
    client: () => {
      client ??= openClient(context, run.config(), flags, many).then((opened) => {
        reads = withReads(opened);
        journal = withJournal(run, reads);
        return countChanges(journal, made);
      });
      return client;
    },
    forgetReads: () => reads?.forgetReads(),
    shownSoFar: () => reads?.shownSoFar() ?? [],
    noteRead: (...read) => {
      reads?.noteRead(...read);
      journal?.noteRead(...read);
    },
    keepReads: () => journal?.keepReads(),
  };
  return run;
}

/** The URL of a page says in which space and on which change request it is, as --space and --cr do. */
function withPastedPlace(command: Command, args: readonly string[], flags: Parsed['flags']): Parsed['flags'] {
  const page = args[command.args.findIndex(({ label }) => label === 'page')];
  const { spaceId, changeRequestId } = (page !== undefined && parseReference('pageId', page)) || {};
  if (spaceId === undefined) return flags;
  const { space = String(spaceId), cr = changeRequestId } = flags;
  return { ...flags, space, ...(cr !== undefined && { cr: String(cr) }) };
}

function positional(command: Command, args: readonly string[]): Input {
  const input: Input = {};
  command.args.forEach(({ field, variadic }, at) => {
    const rest = args.slice(at);
    if (rest[0] !== undefined) input[field] = variadic ? rest : rest[0];
  });
  return input;
}

/** What --data gives, with the fields that the operation does not have kept apart. */
export async function readData(run: Run): Promise<unknown> {
  if (run.flags.data === undefined) return undefined;
  const data = parseJson(await readSource(run.context, run.flags.data, '--data'), '--data');
  (await import('../fields/other-fields.ts')).takeOtherFields(run, data);
  return data;
}

/** Positional arguments, flags and --data become the input; its query and body are checked at once. */
export async function readInput(run: Run): Promise<void> {
  const { context, command, flags, operation } = run;
  refuseNeither(run);
  const fields = flagFields(command, operation);
  const data = await readData(run);
  // Of an object that a row gives, what the row leaves out comes from the flags.
  const flagged = await fieldsToInput(context, fields, flags);
  run.input = mergeInput(data, mergeFields(flagged, run.input), operation);
  await command.prepare?.(run);
  refuseBoth(run);
  if (await askForRequired(run, fields)) await command.prepare?.(run);
  // What only --data gives is called as it is there.
  const isInData = ({ path }: Field) =>
    getPath(flagged, path) === undefined && getPath(data, path) !== undefined;
  const named = fields.filter((field) => !isInData(field));
  await checkInput(run.operation, run.input, named, run.path);
  refuseNothing(run);
}

/** Required fields that nobody gave, where there is a person to ask. */
async function askForRequired(run: Run, fields: readonly Field[]): Promise<boolean> {
  const missing = fields.filter(({ required, path }) => required && getPath(run.input, path) === undefined);
  if (missing.length === 0 || run.flags.data !== undefined || run.many || !canAsk(run)) return false;
  return (await import('../ask/choose.ts')).askForFlags(run, missing);
}

/** What a platform would make up by itself: a person who gave nothing is asked first. */
async function askForFields(run: Run): Promise<void> {
  const { command, flags, input } = run;
  const missing = (command.askFor ?? []).filter((name) => input[name] === undefined);
  if (missing.length === 0 || flags.data !== undefined || run.many || !canAsk(run)) return;
  await (await import('../ask/choose.ts')).askForNamed(run, missing);
}
