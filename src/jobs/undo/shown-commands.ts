// The commands of the history as docs history shows them, put together change by change: of a large job no more is held
// than what its row says.
import type { LinePlace } from '../../config/journal.ts';
import type { Ran } from '../../domain/journal/journal-commands.ts';
import { type Entry, IDLE, UNDONE, undoneWith, whyNot } from '../../domain/journal/journal-entries.ts';
import { type Change, entryAt, type Step } from '../../domain/journal/journal-from-end.ts';
import { FILES_STAY } from '../../domain/reversals/reversal.ts';
import { nameOfChange } from '../../engine/journal/record-change.ts';
import { json, ndjson } from '../../output/formats/json.ts';
import type { Io } from '../../output/io.ts';
import { wholeNexts } from '../../output/note.ts';
import type { ListWriter, View } from '../../output/render.ts';

/** What is known of the changes of a command so far. */
interface Gathered {
  count: number;
  /** What is the same of all of them. */
  facts?: (Pick<Entry, 'command' | 'profile' | 'host'> & { actor: string | undefined }) | undefined;
  /** Of the one that came last. */
  at: string;
  outcomes: Set<Entry['outcome']>;
  /** What is said of whether they can be undone, as long as it is the same of all. */
  undo?: string | undefined;
  undoable: number;
  undone: number;
  /** What does no harm where it is: a command is undone without it. */
  staying: number;
  /** What changed nothing. */
  idle: number;
  /** Where they are asked for. */
  changes?: KeptChanges;
}

/** The newest first. */
export class ShownCommands {
  private readonly open = new Map<string, Gathered>();
  private readonly steps: Iterator<Step>;
  private readonly keeps: boolean;

  /** `keeps`: with their changes, as they are kept. */
  constructor(steps: Iterator<Step>, keeps: boolean) {
    this.steps = steps;
    this.keeps = keeps;
  }

  async next() {
    for (;;) {
      const { value, done } = this.steps.next();
      if (done === true) return undefined;
      const { command, change } = value;
      const gathered = this.open.get(command) ?? nothing();
      if (change) {
        this.open.set(command, gathered);
        await this.add(gathered, change);
      } else {
        this.open.delete(command);
        const row = rowOf(command, gathered);
        if (row) return row;
      }
    }
  }

  private async add(gathered: Gathered, change: Change): Promise<void> {
    if (change.isUndoable) {
      gathered.facts ??= factsOf(change.entry());
      count(gathered, { at: change.at, outcome: 'applied' }, saidOf(change));
    } else {
      const entry = change.entry();
      if (!entry) return;
      gathered.facts ??= factsOf(entry);
      count(gathered, entry, (await whyNot(entry)) ?? YES);
    }
    if (!this.keeps) return;
    gathered.changes ??= new KeptChanges();
    gathered.changes.keep(change);
  }

  /** Whether there are changes beyond those that were given. */
  hasMore = (): boolean => this.open.size > 0 || this.steps.next().done !== true;
}

/** With all of its changes. */
export async function shownCommand({ id, entries }: Ran) {
  const gathered = nothing();
  const changes: object[] = [];
  for (const entry of entries.toReversed()) {
    const change = await shownWithin(entry);
    gathered.facts ??= factsOf(entry);
    count(gathered, entry, change.undo);
    changes.push(change);
  }
  return { ...rowOf(id, gathered), changes: changes.reverse() };
}

const nothing = (): Gathered => ({
  count: 0,
  at: '',
  outcomes: new Set(),
  undoable: 0,
  undone: 0,
  staying: 0,
  idle: 0,
});

const saidOf = ({ undoneBy }: Change): string => (undoneBy === undefined ? YES : undoneWith(undoneBy));

/** Not the states of the change as well, for as long as the command is open. */
const factsOf = (entry: Entry | undefined): Gathered['facts'] =>
  entry && { command: entry.command, profile: entry.profile, host: entry.host, actor: entry.actor };

function count(gathered: Gathered, { at, outcome }: Pick<Entry, 'at' | 'outcome'>, undo: string): void {
  gathered.undo = gathered.count === 0 || gathered.undo === undo ? undo : undefined;
  gathered.count += 1;
  if (undo === IDLE) gathered.idle += 1;
  gathered.at = at;
  gathered.outcomes.add(outcome);
  if (undo === YES) gathered.undoable += 1;
  if (undo.startsWith(UNDONE)) gathered.undone += 1;
  if (undo === FILES_STAY) gathered.staying += 1;
}

function rowOf(id: string, gathered: Gathered) {
  const { count: targets, at, facts, outcomes, changes } = gathered;
  if (!facts) return undefined;
  const { command, profile, host, actor } = facts;
  const [outcome, another] = outcomes;
  return {
    id,
    at,
    ...(actor !== undefined && { actor }),
    command,
    targets,
    outcome: another === undefined ? outcome : 'partial',
    undo: undoOfAll(gathered),
    profile,
    host,
    ...(changes && { changes }),
  };
}

function undoOfAll({ undo, count, undone, undoable, staying, idle }: Gathered): string {
  if (undo !== undefined) return undo;
  const all = count - idle;
  if (undoable === all) return YES;
  // Each of them by a change of its own.
  if (undone + staying === all) return UNDONE;
  return undoable > 0 ? `${undoable} of ${all}` : 'no';
}

// The changes of a command as they are printed: where the journal has them is kept, and what they say is read again, some at
// a time, when the command is written.

/** What is said of a change that can be undone. */
const YES = 'yes';

export const shown = async (entry: Entry) => ({
  ...entry,
  target: nameOfChange(entry),
  undo: (await whyNot(entry)) ?? YES,
});

/** Within its command, which says the rest. */
async function shownWithin(entry: Entry) {
  const { command: _, profile: __, host: ___, actor: ____, ...facts } = await shown(entry);
  return facts;
}

/** Gives what the journal has in a place. */
type RecordsAt = (place: LinePlace) => Record<string, unknown>[];

/** So many bytes of the journal are read, shown and written at once. */
const AT_ONCE = 256 * 1024;
/** Numbers that say where a line is. */
const OF_LINE = 3;
/** And so many that say what became of a change. */
const OF_FATE = 4;

interface Kept {
  lines: LinePlace[];
  undoneBy: string | undefined;
  gone: boolean;
  merged: boolean;
}

/** Those of one command; they are given with the newest first. Numbers in one list: there may be tens of thousands. */
class KeptChanges {
  /** Of each change its lines, the intent first, then how many these are, what undid it, whether its sandbox is gone, and whether it was merged. */
  private readonly numbers: number[] = [];
  private readonly words = new Map<string, number>();

  keep({ places: { intent, outcomes }, undoneBy = '', gone, merged }: Change): void {
    for (const { file, begin, end } of [intent, ...outcomes])
      this.numbers.push(this.numberOf(file), begin, end);
    this.numbers.push(1 + outcomes.length, this.numberOf(undoneBy), Number(gone), Number(merged));
  }

  /** As they are shown, the oldest first. */
  async *shown(recordsAt: RecordsAt): AsyncGenerator<object[], void, undefined> {
    let some: object[] = [];
    let bytes = 0;
    for (const { lines, ...later } of this.kept()) {
      const [intent, ...outcomes] = lines;
      const entry = intent && entryAt({ intent, outcomes }, later, recordsAt);
      if (!entry) continue;
      some.push(await shownWithin(entry));
      for (const { begin, end } of lines) bytes += end - begin;
      if (bytes < AT_ONCE) continue;
      yield some;
      some = [];
      bytes = 0;
    }
    if (some.length > 0) yield some;
  }

  private *kept(): Generator<Kept, void, undefined> {
    const words = [...this.words.keys()];
    const { numbers } = this;
    for (let end = numbers.length; end > 0; ) {
      const last = end - OF_FATE;
      const [count = 0, undoneBy = 0, gone, merged] = numbers.slice(last, end);
      end = last - count * OF_LINE;
      const lines: LinePlace[] = [];
      for (let at = end; at < last; at += OF_LINE) {
        const [file = 0, begin = 0, after = 0] = numbers.slice(at, at + OF_LINE);
        lines.push({ file: words[file] ?? '', begin, end: after });
      }
      yield { lines, undoneBy: words[undoneBy] || undefined, gone: gone === 1, merged: merged === 1 };
    }
  }

  private numberOf(word: string): number {
    const known = this.words.get(word) ?? this.words.size;
    this.words.set(word, known);
    return known;
  }
}

type Row = Record<string, unknown>;

/** The row with a list of its changes. */
export async function withChanges<T extends object>(row: T, recordsAt: RecordsAt): Promise<T> {
  const { changes } = row as Row;
  if (!(changes instanceof KeptChanges)) return row;
  const all: object[] = [];
  for await (const some of changes.shown(recordsAt)) all.push(...some);
  return { ...row, changes: all };
}

/** Whether a format can be written without all changes of a command at once. */
export const comesInParts = ({ format, jq }: View): boolean =>
  jq === undefined && (format === 'json' || format === 'ndjson');

/** Writes rows in such a format, each of them as its changes are read. */
export function writerInParts(io: Io, view: View, recordsAt: RecordsAt): ListWriter {
  const make = view.format === 'json' ? json : ndjson;
  const renderer = make(io, view);
  const partOf = (changes: readonly unknown[]) =>
    make(io, { ...view, fields: undefined }).page([{ changes }]);
  const [before = '', after = ''] = partOf([PLACE]).split(QUOTED);
  const gap = `,${/\s*$/.exec(before)?.[0]}`;
  const writeRow = async (row: Row) => {
    const { changes } = row;
    const isKept = changes instanceof KeptChanges;
    const [shell] = await wholeNexts(io, [isKept ? { ...row, changes: [PLACE] } : row]);
    const [head = '', tail] = renderer.page([shell]).split(QUOTED);
    await io.out(head);
    if (tail === undefined) return;
    let isFirst = true;
    for await (const some of isKept ? changes.shown(recordsAt) : []) {
      await io.out((isFirst ? '' : gap) + partOf(some).slice(before.length, -after.length));
      isFirst = false;
      if (io.outClosed) return;
    }
    await io.out(tail);
  };
  return {
    async page(rows) {
      for (const row of rows) await writeRow(row as Row);
    },
    end: () => io.out(renderer.end()),
  };
}

/** Stands for the changes in the text of a row: in a text of the journal its quotes would be escaped. */
const PLACE = 'the changes of this command';
const QUOTED = `"${PLACE}"`;
