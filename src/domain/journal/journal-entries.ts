// What the journal keeps of a change: enough to show it, to undo it or to say why not, and nothing secret.

import type { OperationId } from '../../api/index.ts';
import { ConflictError, isError } from '../../errors.ts';
import { maskAddress, maskUrl } from '../../files/mask-url.ts';
import { shell, shellLine } from '../../files/shell-word.ts';
import { beginning } from '../../files/texts.ts';
import { maskSecrets, REDACTED, secretPattern } from '../../output/columns.ts';
import { reversalOf } from '../reversals/of-operations.ts';
import {
  asItem,
  type Change,
  cannotUndo,
  changedNothing,
  mergedSince,
  partsOf,
} from '../reversals/reversal.ts';

/** Written before a change is sent. */
export interface Intent {
  v: 1;
  kind: 'intent';
  id: string;
  /** The same for all changes of one command; absent in entries of earlier versions. */
  run?: string;
  /** It is the first of its command, so that who reads from the end need not look further; absent as `run` is. */
  begins?: boolean;
  at: string;
  profile: string;
  /** Where it went: the base URL of the profile. */
  host: string;
  /** What was typed, without what may be secret. */
  command: string;
  /** Operation id; absent for a request of one's own (`docs api`). */
  operation?: string;
  method: string;
  path: string;
  input: Record<string, unknown>;
  /** The state before; null when there was nothing; absent when it could not be read. */
  before?: unknown;
  /** The entry that this one undoes. */
  undoes?: string;
  /** The entry that this one undoes a part of; the last part `undoes` it. */
  undoesPart?: string;
  /** A person undid it with another command, which docs undo can undo like any other. */
  byHand?: true;
  /** What the row of a plan called it: `team member "Ann" (id) in team "Support"`. */
  called?: string;
  /** The command that undoes all that its command did. */
  wayBack?: string;
  /** The hash of the plan that it was a row of, and the number of that row. */
  plan?: string;
  row?: number;
  /** The program that ran the command for somebody: `claude-code 2.1`. */
  actor?: string;
}

/** Written when the answer is there. */
export interface Outcome {
  v: 1;
  kind: 'outcome';
  id: string;
  at: string;
  /** `failed`: the platform took it, worked on it, and then failed. */
  outcome: 'applied' | 'rejected' | 'not-sent' | 'unknown' | 'failed';
  status?: number;
  requestId?: string;
  after?: unknown;
  /** As it was made, it could be undone. Before all that may be long, as the names of an intent are. */
  undo?: true;
}

/** Written when a sandbox is replaced: whatever was changed on that host before it is gone. */
export interface Gone {
  v: 1;
  kind: 'gone';
  host: string;
  at: string;
}

/** An intent and what became of it. `unknown`: it may have taken effect, also when docs was killed before it knew. */
export interface Entry extends Omit<Intent, 'v' | 'kind' | 'begins'> {
  outcome: Outcome['outcome'];
  status?: number;
  requestId?: string;
  after?: unknown;
  /** The command that undid it, as docs history lists it. */
  undoneBy?: string;
  /** The sandbox that it was made in is gone. */
  gone?: true;
  /** The change request that it was made in was merged from here since. */
  merged?: true;
}

/** The entries of records as the journal gives them, oldest first. Records of another form are passed over. */
export function entriesOf(records: readonly Record<string, unknown>[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const record of records) {
    if (isIntent(record)) {
      entries.set(record.id, entryOf(record));
    } else if (isOutcome(record)) {
      const entry = entries.get(record.id);
      if (entry) entries.set(record.id, { ...entry, ...outcomeFacts(record) });
    } else if (isGone(record)) {
      markGone(entries, record);
    }
  }
  markUndone(entries);
  const merges = new Merges();
  for (const entry of [...entries.values()].reverse()) if (merges.merged(entry)) entry.merged = true;
  return [...entries.values()];
}

function markGone(entries: ReadonlyMap<string, Entry>, { host }: Pick<Gone, 'host'>): void {
  for (const entry of entries.values()) if (entry.host === host) entry.gone = true;
}

/** As long as nothing more is known. */
export const entryOf = ({ v: _, kind: __, begins: ___, ...intent }: Intent): Entry => ({
  ...intent,
  outcome: 'unknown',
});

/** What an outcome adds to its entry. */
export const outcomeFacts = ({
  v: _,
  kind: __,
  at: ___,
  undo: ____,
  ...facts
}: Outcome): Omit<Outcome, 'v' | 'kind' | 'at' | 'undo'> => facts;

/** From the newest on: an undo that was undone itself has left the change in place. */
function markUndone(entries: ReadonlyMap<string, Entry>): void {
  for (const { id, run = id, undoes, outcome, undoneBy } of [...entries.values()].reverse()) {
    const undone = undoes === undefined ? undefined : entries.get(undoes);
    if (undone && outcome === 'applied' && undoneBy === undefined) undone.undoneBy = run;
  }
}

/** What was merged, where changes are met from the last on. */
export class Merges {
  private readonly known = new Set<string>();

  isEmpty = (): boolean => this.known.size === 0;

  /** Whether it cannot be undone since its change request was merged after it; notes what it merged itself. */
  merged({ host, operation, outcome, input, before, after }: Entry): boolean {
    const keyOf = (request: unknown) => JSON.stringify([host, input.spaceId, String(request)]);
    if (operation === 'changeRequests.merge' && outcome === 'applied')
      this.known.add(keyOf(input.changeRequestId));
    if (!ENDED_BY_MERGE.has(operation ?? '')) return false;
    if (operation === 'changeRequests.update' && input.status === undefined) return false;
    // By its ID or its number, whichever was merged.
    const states = [before, after, Object(after).changeRequest].map(Object);
    const names = [input.changeRequestId, ...states.flatMap(({ id, number }) => [id, number])];
    return names.some((name) => name !== undefined && this.known.has(keyOf(name)));
  }
}

const ENDED_BY_MERGE: ReadonlySet<string> = new Set<OperationId>([
  'changeRequests.create',
  'changeRequests.update',
  'changeRequestContent.update',
]);

/**
 * Whether it changed something, as far as anybody knows. A delete answered by 204 found nothing
 * (src/api/README.md#deletes), unless something was seen there before.
 */
export const tookEffect = ({ outcome, method, status, before }: Entry): boolean =>
  (outcome === 'applied' || outcome === 'unknown') &&
  !(method === 'DELETE' && status === 204 && (before === undefined || before === null));

// Safe: only this program writes the file, and what is read of it here is checked.
export const isIntent = (record: Record<string, unknown>): record is Record<string, unknown> & Intent =>
  record.v === 1 &&
  record.kind === 'intent' &&
  hasTexts(record, 'id', 'at', 'host', 'command', 'method', 'path');
export const isOutcome = (record: Record<string, unknown>): record is Record<string, unknown> & Outcome =>
  record.v === 1 && record.kind === 'outcome' && hasTexts(record, 'id', 'outcome');
export const isGone = (record: Record<string, unknown>): record is Record<string, unknown> & Gone =>
  record.v === 1 && record.kind === 'gone' && hasTexts(record, 'host');
const hasTexts = (record: Record<string, unknown>, ...names: string[]) =>
  names.every((name) => typeof record[name] === 'string');

const LONGEST_TEXT = 64 * 1024;
const LARGEST_STATE = 256 * 1024;
/** Addresses may hold share keys, and rights and counts change by themselves: none of them takes anything back. */
const LEFT_OUT_ANYWHERE = new Set(['permissions', 'downloadURL']);
const LEFT_OUT_OF_URLS = new Set(['published', 'public', 'location', 'app']);

/** A value without secrets, those that `hide` takes out of a text included, and undefined when it is too large to be kept. */
export function keepable(value: unknown, hide: Hide): unknown {
  if (value === undefined || value === null) return value;
  const text = JSON.stringify(value);
  const masked = SECRET.test(text) ? maskSecrets(value) : value;
  // One look at the whole spares one at every text of it. An escaped text may be hidden where the whole is not.
  const isOpen = !text.includes('\\') && hide(text) === text;
  const kept = keptValue('', masked, isOpen ? asItIs : hide);
  return text.length > LARGEST_STATE && JSON.stringify(kept).length > LARGEST_STATE ? undefined : kept;
}

type Hide = (text: string) => string;
const asItIs: Hide = (text) => text;
const SECRET = secretPattern();

function keptValue(key: string, value: unknown, hide: Hide): unknown {
  if (typeof value === 'string') return keptText(value, hide);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => keptValue('', one, hide));
  const kept: Record<string, unknown> = Object.create(null);
  for (const [name, one] of Object.entries(value)) {
    if (LEFT_OUT_ANYWHERE.has(name) || (key === 'urls' && LEFT_OUT_OF_URLS.has(name))) continue;
    kept[name] = keptValue(name, one, hide);
  }
  return kept;
}

function keptText(text: string, hide: Hide): string {
  // Whole or not at all: a part of a text must not be written back.
  if (hide(text) !== text) return REDACTED;
  if (text.length > LONGEST_TEXT) return `[${text.length} characters]`;
  return maskAddress(text);
}

/** True when a value that was kept is not the whole value. */
export function isMutilated(value: unknown): boolean {
  const text = JSON.stringify(value) ?? '';
  return (
    text.includes(`"${REDACTED}"`) ||
    /"\[\d+ characters\]"|(?:"|:\/\/)\*\*\*@|=\*\*\*|:\/\/(?:(?!:\/\/)[^"])*\/\*\*\*/.test(text)
  );
}

/** Flags whose values are bodies or may be secret. */
const UNSAFE_FLAG = /^--(data|secrets|body|url|certificate|script)\b/;

/** The words of a command line as they may be kept: no bodies, no credentials in URLs, nothing long. */
export function commandLine(words: readonly string[], redact: (text: string) => string): string {
  const shown = words.map((word, at) => {
    const [flag = ''] = word.split('=', 1);
    if (UNSAFE_FLAG.test(flag) && word.includes('=')) return `${flag}=...`;
    const before = words[at - 1] ?? '';
    if (UNSAFE_FLAG.test(before) && !before.includes('=') && !/^[@-]/.test(word)) return '...';
    const safe = redact(maskUrl(word));
    return beginning(safe, 200);
  });
  return shellLine(['docs', ...shown]);
}

// Whether a change can be undone, as far as what the history keeps of it tells.

/** What is done already, before what did it. */
export const UNDONE = 'it was already undone';
export const undoneWith = (command: string): string => `${UNDONE} by ${command}`;
/** What left everything as it was: a command is undone without it. */
export const IDLE = 'it changed nothing';
export const NO_WAY = 'changes made with docs api cannot be undone';

/** Throws ConflictError `CANNOT_UNDO` for what was undone, and for what changed nothing. */
export function refuseFutile(entry: Entry): void {
  const { undoneBy, input, after } = entry;
  if (undoneBy !== undefined) {
    throw cannotUndo(undoneWith(undoneBy), shell`docs undo ${undoneBy}`);
  }
  if (entry.gone) throw cannotUndo('the sandbox it was made in is gone');
  if (!tookEffect(entry)) throw cannotUndo('it never took effect');
  if (entry.merged) throw mergedSince(input.changeRequestId ?? asItem(after).id, input.spaceId);
  if (entry.wayBack !== undefined) throw cannotUndo('another command undoes it', entry.wayBack);
}

/** Whether `docs undo` can try: a reason when it cannot. */
export async function whyNot(entry: Entry): Promise<string | undefined> {
  try {
    refuseFutile(entry);
    return (await reasonOf(entry.operation, entry)) ?? (await idleReason(entry));
  } catch (error) {
    return isError(error) ? textOf(error) : String(error);
  }
}

/**
 * The same of a change that is not made yet. `before`: what the history will keep of what is there; where that is
 * absent, nothing can be said but what holds for every such change.
 */
export async function whyNotOnceMade(operation: string, change: Change): Promise<string | undefined> {
  const reversal = await reversalOf(operation);
  if (!reversal?.undo) return reversal?.why ?? NO_WAY;
  if (change.before === undefined) return undefined;
  try {
    return await reasonOf(operation, { ...change, before: keepable(change.before, (text) => text) });
  } catch (error) {
    if (error instanceof ConflictError) return textOf(error);
    throw error;
  }
}

const textOf = ({ message }: Error): string => message.replace(/^cannot be undone: /, '');

async function idleReason(entry: Entry): Promise<string | undefined> {
  const reversal = entry.operation === undefined ? undefined : await reversalOf(entry.operation);
  const undos = reversal?.undo ? partsOf(reversal, entry).map(reversal.undo) : [];
  return undos.length > 0 && undos.every(changedNothing) ? IDLE : undefined;
}

/** Throws ConflictError `CANNOT_UNDO`. */
async function reasonOf(operation: string | undefined, change: Change): Promise<string | undefined> {
  const reversal = operation === undefined ? undefined : await reversalOf(operation);
  if (!reversal?.undo) return reversal?.why ?? NO_WAY;
  const { undo } = reversal;
  return partsOf(reversal, change).some((part) => isMutilated(undo(part).input))
    ? 'it had a value that the history does not keep'
    : undefined;
}
