// What is already as a command would leave it: said as such, and not sent, so that there is nothing to undo.

import { asItem, type Item } from '../domain/reversals/reversal.ts';
import type { Already } from '../engine/model/command-type.ts';
import type { Run } from '../engine/run/run.ts';
import { describe } from '../engine/run/target.ts';
import { CancelledError, DocsError, unless } from '../errors.ts';

/** `change request #4 "Labels" (id) is already merged`. */
export const isAlready = (run: Run, state: string, thing?: object): Already => ({
  outcome: `already ${state}`,
  line: `${describe(run)} is already ${state}`,
  thing,
});

/** Of a command that gives a role: `Jonas Weber already has the role edit on space "Guides"`. */
export const hasRole = (whose: string, run: Run, place = '', has = 'has'): Already => ({
  outcome: 'already up to date',
  line: `${whose} already ${has} the role ${run.input.role ?? 'guest'}${place}`,
});

/** The state that the journal is about to read, where the change would leave it so. What cannot be read is sent. */
export async function stateIfSame(run: Run): Promise<Item | undefined> {
  const { isAsSent, readLive } = await import('../engine/plan/row-state.ts');
  const { operation, input } = run;
  return unlessRefused(async () => {
    const live = await readLive(await run.client(), operation, input);
    return live && (await isAsSent(operation, input, live)) ? live : undefined;
  });
}

/** The state that the journal is about to read; without any field where it cannot be read. */
export async function stateBefore(run: Run): Promise<Item> {
  const { reversalOf } = await import('../domain/reversals/of-operations.ts');
  const read = (await reversalOf(run.operation.id))?.read;
  return asItem(await unlessRefused(async () => read?.(await run.client(), run.input)));
}

/** Undefined where the host refuses the read. */
export const unlessRefused = <T>(read: () => Promise<T>): Promise<T | undefined> =>
  unless((error) => error instanceof DocsError && !(error instanceof CancelledError), read);
