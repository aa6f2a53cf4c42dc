// The commands of the history as docs history shows them, put together change by change: of a large job no more is held
// than what its row says.
import type { Ran } from '../../domain/journal/journal-commands.ts';
import type { Entry } from '../../domain/journal/journal-entries.ts';
import type { Change, Step } from '../../domain/journal/journal-from-end.ts';
import { UNDONE, undoneWith, whyNot } from '../../domain/journal/why-not.ts';
import { KeptChanges, shownWithin, YES } from './kept-changes.ts';

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
});

const saidOf = ({ undoneBy }: Change): string => (undoneBy === undefined ? YES : undoneWith(undoneBy));

/** Not the states of the change as well, for as long as the command is open. */
const factsOf = (entry: Entry | undefined): Gathered['facts'] =>
  entry && { command: entry.command, profile: entry.profile, host: entry.host, actor: entry.actor };

function count(gathered: Gathered, { at, outcome }: Pick<Entry, 'at' | 'outcome'>, undo: string): void {
  gathered.undo = gathered.count === 0 || gathered.undo === undo ? undo : undefined;
  gathered.count += 1;
  gathered.at = at;
  gathered.outcomes.add(outcome);
  if (undo === YES) gathered.undoable += 1;
  if (undo.startsWith(UNDONE)) gathered.undone += 1;
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

function undoOfAll({ undo, count: all, undone, undoable }: Gathered): string {
  if (undo !== undefined) return undo;
  // Each of them by a change of its own.
  if (undone === all) return UNDONE;
  return undoable > 0 ? `${undoable} of ${all}` : 'no';
}
