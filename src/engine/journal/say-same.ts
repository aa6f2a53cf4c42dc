// An update that would change nothing: it is not sent, said as such, and not in the history.

import type { Run, Sent } from '../model/command-type.ts';
import { printAlready } from '../run/outcome.ts';
import { nameThing } from '../run/success.ts';
import { describe } from '../run/target.ts';
import { SAME, SameError } from './same-error.ts';

/** Throws any other error. */
export function asSame(error: unknown): Sent {
  if (error instanceof SameError) return { outcome: 'same', result: error.before };
  throw error;
}

export async function saySame(run: Run, before: unknown): Promise<void> {
  const thing = typeof before === 'object' && before !== null ? { ...before } : {};
  const line = `${nameThing(thing) ?? describe(run)} is ${SAME}`;
  const isAnswer = run.operation.result !== undefined;
  await printAlready(run, { outcome: SAME, line, ...(isAnswer && { thing }) });
}
