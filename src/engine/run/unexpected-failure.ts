// Decides whether a failure is a bug in docs or an answer that does not match the platform's description.
import type { TSchema } from '@sinclair/typebox';
import { mutates } from '../../api/operation.ts';
import { LOOK_FIRST } from '../../client/failure-context.ts';
import { type KeptAnswer, misfitOf } from '../../client/unexpected-response.ts';
import { type DocsError, type Outcome, ProtocolError } from '../../errors.ts';
import { unexpected } from '../../output/errors.ts';
import type { Run } from '../model/command-type.ts';

/**
 * Takes any error of a run; returns it, or a ProtocolError that names what the newest answers lack, where the error is
 * one of the language: something was read that is not there.
 */
export function asMisfit(run: Run, error: unknown): unknown {
  if (!isOfLanguage(error)) return error;
  const answers = [...run.context.answers.values()].reverse();
  // A host may answer some changes without a body: that is strange only where nothing else is.
  for (const strange of [misfitOf, emptiness])
    for (const answer of answers) {
      const misfit = strange(answer);
      if (misfit === undefined) continue;
      const outcome = outcomeAfter(run, answer);
      const message = `the response of ${answer.operation.id} ${misfit}`;
      return new ProtocolError(message, { outcome, hint: HINTS[outcome], cause: error });
    }
  return error;
}

/** Throws ProtocolError for an answer that is not what the operation has, or of a creation without its ID. */
export function refuseAnswer(answer: KeptAnswer, changed: 'applied' | 'unknown'): void {
  const { operation, value } = answer;
  const isEmpty = Object.keys(Object(value)).length === 0;
  const forms: TSchema[] = operation.result?.anyOf ?? [operation.result ?? {}];
  const needsId = forms.every(({ required }) => required?.includes('id'));
  const misfit = isEmpty ? misfitOf(answer) : needsId ? 'lacks "id"' : undefined;
  if (misfit === undefined) return;
  const outcome = operation.method === 'GET' ? 'rejected' : changed;
  throw new ProtocolError(`the response of ${operation.id} ${misfit}`, { outcome, hint: HINTS[outcome] });
}

const emptiness = ({ operation, value }: KeptAnswer): string | undefined =>
  operation.result && value === undefined ? 'is empty' : undefined;

/** What became of one target of many: the answers of all of them are kept together, so whether it is done stays open. */
export function asTaskFailure(run: Run, error: unknown): DocsError {
  const found = asMisfit(run, error);
  if (!(found instanceof ProtocolError)) return unexpected(error, HINTS.unknown);
  return new ProtocolError(found.message, { outcome: 'unknown', hint: HINTS.unknown, cause: error });
}

/** Done is only what was asked for, where its own answer is the strange one. */
function outcomeAfter({ context, operation }: Run, strange: KeptAnswer): 'applied' | 'unknown' | 'rejected' {
  if (mutates(strange.operation) && strange.operation.id === operation.id) return 'applied';
  return [...context.answers.values()].some((answer) => mutates(answer.operation)) ? 'unknown' : 'rejected';
}

export const HINTS = {
  applied: 'the request succeeded, but its response is not readable: check before you run it again',
  unknown: LOOK_FIRST,
  rejected: 'this may be the wrong host, or another version of it: docs context',
} satisfies Partial<Record<Outcome, string>>;

const isOfLanguage = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof RangeError && error.message === 'Invalid time value');
