// What a dry run would change, field by field: the present value beside the new one.
import { maskedBody } from '../run/masked-body.ts';
import type { Run } from '../run/run.ts';
import { type Change, changesOf } from './plan-lines.ts';
import { afterOf, readLive, relevant, wordOf } from './row-state.ts';

/** Undefined for what sets no fields, and where nothing shows them. Throws what keeps them from being read. */
export async function changesBy(run: Run): Promise<Change[] | undefined> {
  const { operation, input, flags } = run;
  if (operation.method !== 'PATCH' && operation.method !== 'PUT') return undefined;
  const live = await readLive(await run.client(), operation, input);
  const before = live ? await relevant(operation, input, live) : undefined;
  if (!before) return undefined;
  const changes = changesOf({ before, after: afterOf(operation, input, before) });
  const shown = ({ field, from, to }: Change) => {
    const mask = (value: unknown): unknown => Object(maskedBody({ [field]: value }))[field];
    return { field, from: mask(from ?? null), to: mask(to) };
  };
  return flags.showSecrets ? changes : changes.map(shown);
}

/** `would change language: en -> fr`. */
export const sentencesOf = (changes: readonly Change[]): string[] =>
  changes.length === 0
    ? ['would change nothing: it is so already']
    : changes.map(({ field, from, to }) => `would change ${field}: ${wordOf(from)} -> ${wordOf(to)}`);
