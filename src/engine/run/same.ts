// An update that would change nothing: it is not sent, said as such, and not in the history.
import { SAME, SameError } from '../journal/same-error.ts';
import type { Run, Sent } from '../model/command-type.ts';
import { printAlready } from './outcome.ts';
import { nameThing } from './success.ts';
import { describe } from './target.ts';

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
