// Tells a fault of ours from an answer that is not what the platform describes.
import { type KeptAnswer, misfitOf } from '../client/misfit.ts';
import { DocsError, ProtocolError } from '../errors.ts';
import type { Run } from './run.ts';

/**
 * Takes any error of a run; returns it, or a ProtocolError that names what the last answers lack, where the error is
 * one of the language: something was read that is not there.
 */
export function asMisfit({ context }: Run, error: unknown): unknown {
  if (error instanceof DocsError || !isOfLanguage(error)) return error;
  for (const answer of context.answers.toReversed()) {
    const misfit = misfitOf(answer);
    if (misfit === undefined) continue;
    const changed = context.answers.some(changes);
    return new ProtocolError(`the answer of ${answer.operation.id} ${misfit}`, {
      outcome: changed ? 'applied' : 'rejected',
      hint: changed
        ? 'what was asked for is done, only its answer is not readable: look before you run it again'
        : 'the host may not be the one you mean, or of another version: docs context',
      cause: error,
    });
  }
  return error;
}

const isOfLanguage = (error: unknown): boolean => error instanceof TypeError || error instanceof RangeError;

const changes = ({ operation: { method, retry } }: KeptAnswer): boolean =>
  method !== 'GET' && retry !== 'safe';
