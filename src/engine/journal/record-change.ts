// Every change through the client is remembered, with the state before it and what it was about: docs history, docs undo.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import type { Answer } from '../../client/client-options.ts';
import { kindOfParam } from '../../client/failure-context.ts';
import { createRedactor, hideSecrets } from '../../client/redact.ts';
import { appendToJournal, journalParts } from '../../config/journal.ts';
import { type Paths, requirePath } from '../../config/paths.ts';
import type { Context } from '../../context.ts';
import type { Ran } from '../../domain/journal/journal-commands.ts';
import {
  commandLine,
  type Entry,
  entryOf,
  type Intent,
  keepable,
  type Outcome,
  whyNot,
} from '../../domain/journal/journal-entries.ts';
import { reversalOf } from '../../domain/reversals/of-operations.ts';
import { asItem, type Item } from '../../domain/reversals/reversal.ts';
import { CancelledError, DocsError, type Outcome as Fate, messageOf, NotFoundError } from '../../errors.ts';
import { agentIn } from '../../output/io.ts';
import { warn } from '../../output/note.ts';
import type { Run, Sent } from '../model/command-type.ts';
import { titleOf } from '../references/names.ts';
import type { Neighbors } from './neighbors.ts';

// What ends the sending of an update that would change nothing.

/** What becomes of it, as a row says it. */
export const SAME = 'already up to date';

/** Everything is as a change would leave it: nothing was sent, and nothing is remembered. */
class SameError extends Error {
  readonly before: unknown;

  constructor(before: unknown) {
    super('nothing to change');
    this.before = before;
  }
}

/** What was not sent, for want of anything to change. Throws any other error. */
export function asSame(error: unknown): Sent {
  if (error instanceof SameError) return { outcome: 'same', result: error.before };
  throw error;
}

type Input = Record<string, unknown>;

/** The folder of the journal. Throws ConfigError `NO_HOME`. */
export const historyFolder = (paths: Paths): string => join(requirePath(paths, 'data'), 'history');

interface Change {
  operation?: Operation;
  method: string;
  path: string;
  input: Input;
}

/** What was read in this run, so that a command that looked before it changes is not read for twice. */
type Known = (operation: Operation, input: Input) => unknown;
type Keep = (operation: Operation, input: Input, result: unknown) => void;

/** Sends a change through `send`, and remembers it. */
export async function remembered<T>(
  run: Run,
  {
    client,
    known,
    keep,
    neighbors,
  }: { client: Client; known: Known; keep: Keep; neighbors: Neighbors | undefined },
  change: Change,
  send: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const around = neighbors?.for(change.operation, change.input, client) ?? client;
  const before = await stateBefore(around, known, change);
  if (run.unlessSame.has(change.input) && (await isSame(change, before))) throw new SameError(before);
  const intent = await writeIntent(run, change, before);
  try {
    const answer = await send();
    // A raw request is answered with a refusal, too; a merge that conflicts with 200.
    const isRefused = answer.status >= 300 || Object(answer.result).result === 'conflicts';
    const outcome = isRefused ? 'rejected' : 'applied';
    if (!isRefused) {
      neighbors?.changed(change.operation, change.input);
      await keepShown(keep, change, answer.result);
    }
    await writeOutcome(run, intent, { outcome, status: answer.status }, answer);
    return answer;
  } catch (error) {
    await writeOutcome(run, intent, failureOf(error));
    throw error;
  }
}

async function keepShown(keep: Keep, { operation, input }: Change, answer: unknown): Promise<void> {
  const shown = operation && (await reversalOf(operation.id))?.shows?.(input, answer);
  if (shown) keep(shown.operation, shown.input, shown.result);
}

/** Only what changes fields: what replaces a thing as a whole may take away what it does not name. */
async function isSame({ operation, input }: Change, before: unknown): Promise<boolean> {
  if (operation?.method !== 'PATCH' || typeof before !== 'object' || before === null) return false;
  return (await import('../plan/row-state.ts')).isAsSent(operation, input, { ...before });
}

/** null when there was nothing; undefined when nobody could tell. */
async function stateBefore(client: Client, known: Known, { operation, input }: Change): Promise<unknown> {
  const read = operation && (await reversalOf(operation.id))?.read;
  if (!read) return undefined;
  try {
    return await read(knowing(client, known), input);
  } catch (error) {
    // A title where an id was expected: the change would be refused for the same reason.
    if (error instanceof CancelledError || (error instanceof NotFoundError && operation.method === 'PATCH')) {
      throw error;
    }
    return error instanceof NotFoundError ? null : undefined;
  }
}

function knowing(client: Client, known: Known): Client {
  return {
    ...client,
    async call(operation, input, options) {
      const found = known(operation, { ...Object(input) });
      // Safe: an answer to this very operation and input.
      return (found as never) ?? client.call(operation, input, options);
    },
  };
}

async function writeIntent(run: Run, change: Change, before: unknown): Promise<Intent> {
  const { context } = run;
  const config = run.config();
  const { operation, method, path, input } = change;
  const hide = hideSecrets(context.secrets);
  const kept = keepable(before, hide);
  const id = newId();
  const at = context.now().toISOString();
  const host = config.baseUrl.value;
  const restored = operation?.id === 'spaces.restore' && !run.undoes;
  const byHand = restored
    ? await handUndone(context, { operation: operation.id, host, input, at })
    : undefined;
  const undone = run.undoes?.get(input);
  const undoes = undone?.isPart ? undefined : (undone?.entry ?? byHand);
  const called = calledRequest(run, operation?.id, input);
  const actor = context.actor ?? agentIn(context.env);
  const record: Intent = {
    v: 1,
    kind: 'intent',
    id,
    ...runOf(context),
    ...(undoes !== undefined && { undoes }),
    at,
    profile: config.profile?.value ?? 'environment',
    host,
    command: commandOf(context),
    method,
    path,
    ...(undone?.isPart && { undoesPart: undone.entry }),
    ...(operation && { operation: operation.id }),
    input: inputOf(operation, input, hide),
    ...(kept !== undefined && { before: kept }),
    ...called,
    ...(run.plan !== undefined && { plan: run.plan }),
    ...(run.wayBack !== undefined && { wayBack: run.wayBack }),
    ...(actor !== undefined && { actor }),
    ...(byHand !== undefined && { byHand: true }),
  };
  await write(run, record, true);
  run.entry = id;
  return record;
}

/** A history that cannot be read undoes nothing. */
async function handUndone(
  { paths }: Context,
  change: Pick<Entry, 'operation' | 'host' | 'input' | 'at'>,
): Promise<string | undefined> {
  const { undoneByHand } = await import('../../domain/journal/undone-by-hand.ts');
  try {
    return undoneByHand(journalParts(historyFolder(paths())), change);
  } catch (error) {
    if (error instanceof DocsError) return undefined;
    throw error;
  }
}

const newId = () => randomBytes(5).toString('hex');

const runs = new WeakMap<readonly string[], string>();

/** The same name for all changes of one call of docs, and whether this one is its first. */
function runOf({ argv }: Context): Required<Pick<Intent, 'run' | 'begins'>> {
  const known = runs.get(argv);
  const run = known ?? newId();
  runs.set(argv, run);
  return { run, begins: known === undefined };
}

const commands = new WeakMap<readonly string[], { line: string; secrets: number }>();

/** The same for all targets of a command, as long as no further secret is known. */
function commandOf({ argv, secrets }: Context): string {
  const known = commands.get(argv);
  if (known?.secrets === secrets.size) return known.line;
  const redactor = createRedactor();
  for (const secret of secrets) redactor.add(secret);
  const line = commandLine(argv, redactor.redact);
  commands.set(argv, { line, secrets: secrets.size });
  return line;
}

/** Bodies that may be megabytes, or conversations of people, are not kept. */
function inputOf(operation: Operation | undefined, input: Input, hide: (text: string) => string): Input {
  const whole = operation?.large
    ? Object.fromEntries(Object.entries(input).filter(([name]) => name in operation.params.properties))
    : input;
  // Safe: an object stays one.
  return (keepable(whole, hide) ?? {}) as Input;
}

async function writeOutcome(
  run: Run,
  intent: Intent | { id: string },
  { outcome, ...fate }: Pick<Outcome, 'outcome' | 'status' | 'requestId'>,
  answer?: Answer<unknown>,
): Promise<void> {
  const after = keepable(answer?.result, hideSecrets(run.context.secrets));
  const requestId = answer?.headers['x-request-id'] ?? answer?.headers['request-id'];
  const facts = {
    ...(requestId !== undefined && /^[\w.:-]{1,128}$/.test(requestId) && { requestId }),
    ...fate,
    ...(after !== undefined && after !== null && { after }),
  };
  const record: Outcome = {
    v: 1,
    kind: 'outcome',
    id: intent.id,
    outcome,
    ...((await isUndoable(intent, { outcome, ...facts })) && { undo: true }),
    at: run.context.now().toISOString(),
    ...facts,
  };
  await write(run, record, false);
}

/** So that docs history need not look into each change of a large job. */
const isUndoable = async (
  intent: Intent | { id: string },
  told: Pick<Entry, 'outcome' | 'status' | 'after'>,
) =>
  told.outcome === 'applied' &&
  'v' in intent &&
  (await whyNot({ ...entryOf(intent), ...told })) === undefined;

/** What the platform took and then failed to do is no change that was made. */
export async function markFailed(run: Run): Promise<void> {
  if (run.entry !== undefined) await writeOutcome(run, { id: run.entry }, { outcome: 'failed' });
}

function failureOf(error: unknown): Pick<Outcome, 'outcome' | 'status' | 'requestId'> {
  if (!(error instanceof DocsError)) return { outcome: 'unknown' };
  const { status, requestId } = error.http ?? {};
  const outcome: Fate = error.outcome;
  return { outcome, ...(status !== undefined && { status }), ...(requestId !== undefined && { requestId }) };
}

/** A home that cannot be written is no reason to refuse the work: it is said once, and the work goes on. */
async function write(run: Run, record: Intent | Outcome, durable: boolean): Promise<void> {
  const { context, warned } = run;
  try {
    await appendToJournal(historyFolder(context.paths()), { ...record }, { durable });
  } catch (error) {
    if (warned.has('history')) return;
    warned.add('history');
    const why = messageOf(error);
    warn(context.io, `not recorded in the history, so docs undo cannot undo it: ${why}`);
  }
}

// What an entry of the history is about, in words: `space "Guides" (id)`.

export interface Thing {
  /** `space`. */
  noun: string;
  title?: string;
  id?: string;
}

/** By what was there before, else by what came of it, else by the request alone. */
export function thingOf({ operation, method, path, input, before, after }: Entry): Thing {
  const param = [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] ?? '';
  const own = ownId(param, input, asItem(before));
  const made = asItem(after);
  const items = [asItem(before), made].filter(({ object }) => typeof object === 'string');
  const isMaking = method === 'POST' || operation?.endsWith('.create') === true;
  const isMade = isMaking && before === undefined && /s$|\/duplicate$/.test(path);
  const found = items.find((item) => item.id === own) ?? (isMade ? items[0] : undefined);
  const described: Item = found ?? items[0] ?? asItem(before);
  const title = textOf(titleOf(described) ?? titleOf(made));
  const id = isMade ? (textOf(made.id) ?? own) : own;
  const noun = typeof found?.object === 'string' ? wordOf(found.object) : kindOfParam(param);
  return { noun: noun || 'request', ...(title !== undefined && { title }), ...(id !== undefined && { id }) };
}

/** What is sorted is named in the body, and so is what goes into a group: the path names the group. */
function ownId(param: string, input: Item, { id }: Item): string | undefined {
  const isNamed = textOf(id) !== undefined && Object.values(input).includes(id);
  return textOf(asItem(input.item).id) ?? textOf(isNamed ? id : input[param]);
}

/** `site-section` is a section, as commands and plans call it. */
const wordOf = (object: string): string =>
  object
    .replace(/^site-(?=section|external|mcp)/, '')
    .replace(/^mcp\b/, 'MCP')
    .replaceAll('-', ' ');

/** As the row of a plan called it, else in words of what is kept of it. */
export const nameOfChange = (entry: Entry): string => entry.called ?? textOfThing(thingOf(entry));

/** What rows are called that are on their way, by what all copies of a run share. */
const CALLED = new WeakMap<object, Map<string, CalledRow>>();

type CalledRow = Required<Pick<Entry, 'called' | 'row'>>;

const keyOf = (operation: string | undefined, input: object): string =>
  JSON.stringify([operation, Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** Until the request was sent, it is called so; returns what ends that. */
export function callRequest({ warned, operation, input }: Run, row: CalledRow): () => void {
  const called = CALLED.get(warned) ?? new Map<string, CalledRow>();
  CALLED.set(warned, called);
  const key = keyOf(operation.id, input);
  called.set(key, row);
  return () => void called.delete(key);
}

const calledRequest = (
  { warned }: Run,
  operation: string | undefined,
  input: object,
): CalledRow | undefined => CALLED.get(warned)?.get(keyOf(operation, input));

/** `space "Guides" (id)`, `space "id"`. */
export function textOfThing({ noun, title, id }: Thing): string {
  if (title === undefined) return id === undefined ? noun : `${noun} "${id}"`;
  return `${noun} "${title}"${id === undefined || id === title ? '' : ` (${id})`}`;
}

/** `change 0a1b2c3d4e: docs spaces update ...`. */
export const titleOfRan = ({ id, entries: [{ command }] }: Ran): string => `change ${id}: ${command}`;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
