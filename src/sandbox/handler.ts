// How an operation of the contract is bound to what the sandbox does for it.
import type { OperationId } from '../api/index.ts';
import type { InputOf, Operation, ResultOf } from '../api/operation.ts';
import type { Call, Sandbox } from './sandbox.ts';

/** A sentence: it does the job, but for what that names. `simulated`: the result has the platform's form, and comes about in another way. */
export type Fidelity = string | { simulated: string };

/** Of operations that do not do all that the platform does. */
export type FidelityOf = Readonly<Partial<Record<OperationId, Fidelity>>>;

const REPLY = Symbol('reply');

/** An answer with its own status; a plain result means the operation's usual one. */
interface Reply<R> {
  readonly [REPLY]: true;
  readonly status: number;
  readonly result?: R;
  readonly headers: Record<string, string>;
}

type Answer<O extends Operation> = ResultOf<O> | Reply<ResultOf<O>>;

export interface Handler {
  readonly operation: Operation;
  /** Answers without a token. */
  readonly open: boolean;
  run(call: Call, input: Record<string, unknown>): unknown;
}

/** What finds where an operation works: it throws for who may not work there, 404 and 403. */
type PlaceOf<O extends Operation, Place> = (call: Call, input: InputOf<O>) => Place;
type Work<O extends Operation, R, Place = void> = (call: Call, input: InputOf<O>, place: Place) => R;

/** Binds an operation to its work. `run` gets the caller and the checked, flat input, and what its place found. */
export function handle<O extends Operation>(
  operation: O,
  run: Work<O, Answer<O> | Promise<Answer<O>>>,
): Handler;
export function handle<O extends Operation, Place>(
  operation: O,
  place: PlaceOf<O, Place>,
  run: Work<O, Answer<O> | Promise<Answer<O>>, Place>,
): Handler;
export function handle<O extends Operation, Place>(
  operation: O,
  first: PlaceOf<O, Place>,
  then?: Work<O, unknown, Place>,
): Handler {
  const run = (call: Call, input: InputOf<O>) => {
    const found = first(call, input);
    return then ? then(call, input, found) : found;
  };
  // The app has checked the input against the operation's own schemas, which is what InputOf says.
  return { operation, open: false, run: (call, input) => run(call, input as InputOf<O>) };
}

/** Likewise for what changes something: all of it, or nothing. */
export function handleChange<O extends Operation>(operation: O, run: Work<O, Answer<O>>): Handler;
export function handleChange<O extends Operation, Place>(
  operation: O,
  place: PlaceOf<O, Place>,
  run: Work<O, Answer<O>, Place>,
): Handler;
export function handleChange<O extends Operation, Place>(
  operation: O,
  first: PlaceOf<O, Place>,
  then?: Work<O, Answer<O>, Place>,
): Handler {
  // Safe: without a second step, the first one answers.
  const { run } = then ? handle(operation, first, then) : handle(operation, first as never);
  return { operation, open: false, run: (call, input) => call.db.transaction(() => run(call, input)) };
}

/** The place of what any organization has: 404 for who does not see the organization, 403 without the right. */
export const may =
  (right: Parameters<Call['access']['requireOrganization']>[1]) =>
  ({ access }: Call, { organizationId }: { organizationId: string }): void =>
    access.requireOrganization(organizationId, right);

/** Binds an operation that anybody may call: there is no caller. */
export function handleOpen<O extends Operation>(
  operation: O,
  run: (sandbox: Sandbox, input: InputOf<O>) => Answer<O> | Promise<Answer<O>>,
): Handler {
  return { ...handle(operation, run), open: true };
}

/** An answer whose status is not the operation's usual one. */
export function reply<R>(status: number, result?: R, headers: Record<string, string> = {}): Reply<R> {
  return result === undefined
    ? { [REPLY]: true, status, headers }
    : { [REPLY]: true, status, result, headers };
}

/** 201 with a `location` header, where the platform sends one: where the answer does not say it itself, it is given. */
export function created<R extends { urls: { location: string } }>(result: R): Reply<R>;
export function created<R>(result: R, location: string): Reply<R>;
export function created<R>(
  result: R & { urls?: { location: string } },
  location = result.urls?.location ?? '',
): Reply<R> {
  return reply(201, result, { location });
}

/** 205 when something was deleted, 204 when there was nothing (src/api/README.md#deletes). */
export function deleted(wasThere: boolean): Reply<undefined> {
  return reply<undefined>(wasThere ? 205 : 204);
}

export function isReply(value: unknown): value is Reply<unknown> {
  return typeof value === 'object' && value !== null && REPLY in value;
}
