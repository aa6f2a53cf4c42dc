// Refusals of the sandbox as errors of the program, for calls that do not go through the client.
import {
  AuthError,
  ConflictError,
  type ErrorFacts,
  ForbiddenError,
  NotFoundError,
  ServerError,
  ValidationError,
} from '../errors.ts';
import { WireError } from './wire-error.ts';

const CLASSES: Record<number, new (message: string, facts: ErrorFacts) => Error> = {
  400: ValidationError,
  401: AuthError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  412: ConflictError,
};

/** Any other error is returned as it is. */
export function asDocsError(error: unknown): unknown {
  if (!(error instanceof WireError)) return error;
  const { status, message, hint } = error;
  return new (CLASSES[status] ?? ServerError)(message, { hint, outcome: 'rejected' });
}
