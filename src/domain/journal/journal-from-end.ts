// The history from its end: what happened last is found without reading all, no more is held than one file of it, and a
// change that docs undo can undo, as most of a large job can be, is counted by the beginnings of its lines.

import { JournalLine, type JournalPart, type LinePlace } from '../../config/journal.ts';
import {
  type Entry,
  entryOf,
  type Intent,
  isGone,
  isIntent,
  isOutcome,
  Merges,
  type Outcome,
  outcomeFacts,
} from './journal-entries.ts';

/** What the beginning of its line says of a change. */
type Head = Pick<Intent, 'id' | 'at'> & { [name in 'run' | 'begins' | 'undoes']: Intent[name] | undefined };

/** A change as it is met from the end. */
export class Change {
  readonly id: string;
  /** Absent in those of earlier versions. */
  readonly run: string | undefined;
  /** It is the first of its run; undefined where it does not say. */
  readonly begins: boolean | undefined;
  readonly at: string;
  /** The command that undid it. */
  readonly undoneBy: string | undefined;
  /** Where it is to be found again, once others were asked for. */
  readonly places: ChangePlaces;
  /** The sandbox that it was made in is gone. */
  readonly gone: boolean;
  /** The change request that it was made in was merged from here since. */
  readonly merged: boolean;
  private readonly told: Told | undefined;
  private readonly intent: Intent | JournalLine;

  constructor(head: Head, intent: Intent | JournalLine, later: LaterFacts) {
    this.id = head.id;
    this.run = head.run;
    this.begins = head.begins;
    this.at = head.at;
    this.undoneBy = later.undoneBy;
    this.places = later.places;
    this.gone = later.gone;
    this.merged = later.merged;
    this.told = later.told;
    this.intent = intent;
  }

  /** It took effect, and the docs that made it could undo it: known without parsing it. */
  get isUndoable(): boolean {
    return !this.gone && !this.merged && isUndoable(this.told);
  }

  /** All of it, before the next is asked for; undefined where its line is broken. */
  entry(): Entry | undefined {
    const { intent } = this;
    const found = intent instanceof JournalLine ? intent.records().find(isIntent) : intent;
    return found && wholeEntry(found, outcomeIn(this.told), this);
  }
}

/** Where the journal has a change. */
export interface ChangePlaces {
  intent: LinePlace;
  /** The newest first. */
  outcomes: readonly LinePlace[];
}

/** The change of a place: the same entry as when it was met. */
export function entryAt(
  { intent, outcomes }: ChangePlaces,
  later: Fate,
  recordsAt: (place: LinePlace) => Record<string, unknown>[],
): Entry | undefined {
  const found = recordsAt(intent).find(isIntent);
  const told = outcomes.flatMap((place) => recordsAt(place).find(isOutcome) ?? []);
  return found && wholeEntry(found, told.reduce<Outcome | undefined>(joined, undefined), later);
}

const wholeEntry = (intent: Intent, told: Outcome | undefined, { undoneBy, gone, merged }: Fate): Entry => ({
  ...entryOf(intent),
  ...(told && outcomeFacts(told)),
  ...(undoneBy !== undefined && { undoneBy }),
  ...(gone && { gone }),
  ...(merged && { merged }),
});

/** What became of a change later. */
interface Fate {
  undoneBy: string | undefined;
  gone: boolean;
  merged: boolean;
}

interface LaterFacts extends Fate {
  told: Told | undefined;
  places: ChangePlaces;
}

/** A change of a command, or the end of one: no older file has more of it. */
export interface Step {
  command: string;
  change?: Change;
}

/** What newer lines say of older changes. */
interface Later {
  /** Those of changes that could be undone are parsed where they are asked for. */
  outcomes: Map<string, Told>;
  /** Where these are. */
  places: Map<string, LinePlace[]>;
  /** The change that took one back, by the one it took back. */
  undone: Map<string, string>;
  /** Hosts that were sandboxes and are gone. */
  gone: Set<string>;
  merges: Merges;
}

type Told = Outcome | JournalLine;

const UNDOABLE = /^\{"v":1,"kind":"outcome","id":"(\w+)","outcome":"applied","undo":true,/;
const OF_RUN =
  /^\{"v":1,"kind":"intent","id":"(\w+)","run":"(\w+)","begins":(true|false),(?:"undoes":"(\w+)",)?"at":"([\w:.-]+)"/;

const OF_REQUEST = '"operation":"changeRequest';

/**
 * The changes that are wanted, the newest first, each as it is read. When all of a command are given, it says so: in the
 * order of their oldest ones.
 */
export function* changesFromEnd(
  parts: readonly JournalPart[],
  isWanted: (change: Change) => boolean = () => true,
): Generator<Step, void, undefined> {
  const begun = new Map<string, boolean>();
  const oldestOf = beginnings(parts);
  const changesOf = changesReader();
  const open: Open = { last: undefined, commands: new Map() };
  for (const [at, part] of parts.entries()) {
    for (const change of changesOf(part)) {
      const { run, begins } = change;
      const command = run ?? change.id;
      if (run !== undefined && begins !== undefined && (begins || !begun.has(run))) begun.set(run, begins);
      if (isWanted(change)) {
        putLast(open, command, run !== undefined);
        yield { command, change };
      }
      if (begins === true) yield* wholeOnes(open, (id) => begun.get(id) === true);
    }
    // Only the end of a file tells of a run that does not say where it begins.
    const isLastPart = at === parts.length - 1;
    yield* wholeOnes(open, (id) => isLastPart || (begun.get(id) ?? oldestOf(id) <= at));
  }
}

/** By their oldest change so far; whether they are runs, and not changes of earlier versions. */
interface Open {
  last: string | undefined;
  commands: Map<string, boolean>;
}

function putLast(open: Open, command: string, isRun: boolean): void {
  if (command !== open.last) open.commands.delete(command);
  open.commands.set(command, isRun);
  open.last = command;
}

/** In the order of the oldest change that is known of each, the newest first: up to one of which older files have more. */
function* wholeOnes({ commands }: Open, isWhole: (run: string) => boolean): Generator<Step, void, undefined> {
  for (const [command, isRun] of commands) {
    if (isRun && !isWhole(command)) return;
    commands.delete(command);
    yield { command };
  }
}

/** The oldest file that has something of a run that does not say where it begins. They are looked through when that is first asked. */
function beginnings(parts: readonly JournalPart[]): (run: string) => number {
  let oldest: Map<string, number> | undefined;
  return (run) => {
    oldest ??= new Map(parts.flatMap((part, at) => [...part.runs()].map((id) => [id, at] as const)));
    return oldest.get(run) ?? -1;
  };
}

/** Reads the files one after the other: what newer ones say of older changes is known by then. */
function changesReader(): (part: JournalPart) => Generator<Change, void, undefined> {
  const later: Later = {
    outcomes: new Map(),
    places: new Map(),
    undone: new Map(),
    gone: new Set(),
    merges: new Merges(),
  };
  let given = new Set<string>();
  return function* (part) {
    const ids = new Set<string>();
    for (const line of part.lines()) {
      const change = changeIn(line, later);
      // A file that gets its next number while this is read comes twice.
      if (!change || given.has(change.id)) continue;
      ids.add(change.id);
      yield change;
    }
    given = ids;
    for (const [id, told] of later.outcomes) keepOutcome(later, id, outcomeIn(told));
  };
}

/** Undefined for what is no change. */
function changeIn(line: JournalLine, later: Later): Change | undefined {
  const head = line.head();
  const told = UNDOABLE.exec(head)?.[1];
  if (told !== undefined) {
    notePlace(later, told, line);
    if (later.outcomes.has(told)) noteOutcome(later, told, outcomeIn(line));
    else later.outcomes.set(told, line);
    return undefined;
  }
  const found = OF_RUN.exec(head);
  const id = found?.[1] ?? '';
  if (!found || !isUndoable(later.outcomes.get(id))) return parsedChange(line, later);
  const facts = { id, run: found[2], begins: found[3] === 'true', undoes: found[4], at: found[5] ?? '' };
  return settled(later, facts, line, line);
}

function parsedChange(line: JournalLine, later: Later): Change | undefined {
  const [record] = line.records();
  if (record === undefined) return undefined;
  if (isOutcome(record)) {
    notePlace(later, record.id, line);
    noteOutcome(later, record.id, record);
  }
  if (isGone(record)) later.gone.add(record.host);
  if (!isIntent(record)) return undefined;
  const { id, run, begins, undoes, at } = record;
  return settled(later, { id, run, begins, undoes, at }, line, record);
}

const isUndoable = (told: Told | undefined): boolean =>
  told instanceof JournalLine || (told?.outcome === 'applied' && told.undo === true);

const outcomeIn = (told: Told | undefined): Outcome | undefined =>
  told instanceof JournalLine ? told.records().find(isOutcome) : told;

/** Of several that tell of one change the newest counts. */
function noteOutcome(later: Later, id: string, older: Outcome | undefined): void {
  keepOutcome(later, id, joined(outcomeIn(later.outcomes.get(id)), older));
}

function joined(newer: Outcome | undefined, older: Outcome | undefined): Outcome | undefined {
  const { undo: _, ...facts } = { ...older };
  return newer ? { ...facts, ...newer } : older;
}

function notePlace({ places }: Later, id: string, line: JournalLine): void {
  const known = places.get(id);
  if (known) known.push(line.place);
  else places.set(id, [line.place]);
}

function keepOutcome({ outcomes }: Later, id: string, told: Outcome | undefined): void {
  if (told) outcomes.set(id, told);
  else outcomes.delete(id);
}

/** Its line is parsed where any host is gone. */
function isOnOneOf(gone: ReadonlySet<string>, intent: Intent | JournalLine): boolean {
  if (gone.size === 0) return false;
  const found = intent instanceof JournalLine ? intent.records().find(isIntent) : intent;
  return found !== undefined && gone.has(found.host);
}

/** The line of one that can be undone is parsed where it is about a change request, and one was merged later. */
function isMerged(merges: Merges, intent: Intent | JournalLine, told: Told | undefined): boolean {
  if (intent instanceof JournalLine && (merges.isEmpty() || !intent.includes(OF_REQUEST))) return false;
  const found = intent instanceof JournalLine ? intent.records().find(isIntent) : intent;
  return found !== undefined && merges.merged({ ...entryOf(found), ...outcomeIn(told) });
}

/** With what newer lines say of it. */
function settled(
  { outcomes, places, undone, gone, merges }: Later,
  head: Head,
  line: JournalLine,
  intent: Intent | JournalLine,
): Change {
  const { id, run, undoes } = head;
  const told = outcomes.get(id);
  const undoneBy = undone.get(id);
  const found = { intent: line.place, outcomes: places.get(id) ?? [] };
  outcomes.delete(id);
  places.delete(id);
  // An undo that was undone itself has left the change in place.
  if (
    undoes !== undefined &&
    undoneBy === undefined &&
    (isUndoable(told) || outcomeIn(told)?.outcome === 'applied')
  )
    undone.set(undoes, run ?? id);
  const merged = isMerged(merges, intent, told);
  return new Change(head, intent, { undoneBy, told, places: found, gone: isOnOneOf(gone, intent), merged });
}
