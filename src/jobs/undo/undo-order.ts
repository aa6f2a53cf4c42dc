// The order in which the changes of one command are undone: the last first, and neighbors before what is placed by them.

import type { Entry } from '../../domain/journal/journal-entries.ts';
import type { FieldChange, Item, Undo } from '../../domain/reversals/reversal.ts';

/** A change and the request that undoes it. */
export interface Step {
  entry: Entry;
  undo: Undo;
  /** What its read has shown: the thing as it is now, or what holds it. */
  found?: Item;
  /** What differs from the state before the change: each field with what it is and what it will be. */
  changes: readonly FieldChange[];
}

/** What steps are about, by their requests as they will be sent, and what cannot be undone. */
export type Targets = ReadonlyMap<object, string>;

/**
 * Takes the steps in the order of the changes. What is placed next to a thing that is not back yet waits for it, and a site
 * that shows a space again for what that was called.
 */
export function inUndoOrder(steps: readonly Step[]): Step[] {
  const ordered = byPlace(steps);
  const isShown = ({ undo }: Step) => undo.operation.id === 'siteSpaces.update' && 'spaceId' in undo.input;
  return [...ordered.filter((step) => !isShown(step)), ...ordered.filter(isShown)];
}

function byPlace(steps: readonly Step[]): Step[] {
  const waiting = new Map<unknown, Step>();
  for (const step of steps) if (step.undo.place) waiting.set(step.undo.place.id, step);
  const ordered: Step[] = [];
  const taken = new Set<Step>();
  for (const step of [...steps].reverse()) {
    const chain: Step[] = [];
    for (let at: Step | undefined = step; at && !taken.has(at); at = waiting.get(at.undo.place?.previous)) {
      taken.add(at);
      chain.push(at);
    }
    for (const one of chain.reverse()) {
      ordered.push(placed(one, waiting));
      const id = one.undo.place?.id;
      if (waiting.get(id) === one) waiting.delete(id);
    }
  }
  return ordered;
}

/** The first of several in a row has only what comes after it to be placed by: the next one that is in its place. */
function placed(step: Step, waiting: ReadonlyMap<unknown, Step>): Step {
  const { undo } = step;
  const { place } = undo;
  if (!place || place.previous !== undefined) return step;
  let { next } = place;
  const passed = new Set<unknown>();
  while (next !== undefined && waiting.has(next) && !passed.has(next)) {
    passed.add(next);
    next = waiting.get(next)?.undo.place?.next;
  }
  return next === place.next ? step : { ...step, undo: { ...undo, input: place.before(next) } };
}

/** Whether the requests may be sent side by side: they are about different things, and none depends on another. */
export function areIndependent(steps: readonly Step[]): boolean {
  if (steps.some(({ undo }) => undo.place !== undefined)) return false;
  const things = steps.map(({ undo: { operation, input } }) =>
    JSON.stringify(Object.keys(operation.params.properties).map((name) => input[name] ?? null)),
  );
  const operations = new Set(steps.map(({ undo }) => undo.operation.id));
  // Of parts of one change the last one says that it is undone.
  if (new Set(steps.map(({ entry }) => entry.id)).size < steps.length) return false;
  return operations.size === 1 && new Set(things).size === things.length;
}
