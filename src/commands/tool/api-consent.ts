// What docs api asks before a request that changes something: what the command for the same operation asks, by the same rules.

import { mutates, type Operation } from '../../api/operation.ts';
import { parseBase, rawPath } from '../../client/origin.ts';
import type { Danger } from '../../domain/dangers/danger.ts';
import { dangerOfOperation, worstOf } from '../../domain/dangers/of-operations.ts';
import {
  askYes,
  confirmDanger,
  dangerOf,
  isAgreed,
  place,
  refuseOtherName,
  stakesOf,
  unconfirmed,
} from '../../engine/ask/confirm.ts';
import { lineWith, toArg } from '../../engine/model/command.ts';
import { textOfTarget } from '../../engine/plan/plan.ts';
import { type Live, lastParam, readLive } from '../../engine/plan/row-state.ts';
import { organizationIn, rowTargets } from '../../engine/plan/row-target.ts';
import { parseJson } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { CancelledError, UsageError, unless } from '../../errors.ts';
import { paramsIn, type Route, routeFor, segmentsOf } from '../../files/route-of-path.ts';
import { canAsk } from '../../output/io.ts';

/** As it is sent. */
export interface RawRequest {
  method: string;
  path: string;
  body: string | undefined;
}

type Input = Record<string, unknown>;

/** A request that matches no operation: nobody can say what it does. */
const UNKNOWN = 'it matches no known operation, so its effect is unknown';

/**
 * Throws InteractionError (exit 3) where consent is missing or refused, UsageError `CONFIRM_MISMATCH` (exit 3) for the name of
 * something else. What only reads and what changes little asks nobody. A read-only profile refuses the request by itself.
 */
export async function consentTo(run: Run, request: RawRequest): Promise<void> {
  if (request.method === 'GET' || run.config().readOnly.value) return;
  const found = await operationFor(run, request);
  if (!found) return consentToUnknown(run, request);
  if (!mutates(found.operation)) return;
  const typed = await asCommand(run, found);
  if (run.flags.confirm === undefined && (isAgreed(typed) || typed.command.worst === 'mild')) return;
  await confirmDanger(await withTarget(typed, request));
}

/** What it would ask: for --dry-run. `follows` is undefined where nothing says it. */
export interface Foreseen {
  /** Its ID; null for a request that matches none. */
  operation: string | null;
  danger: Danger;
  follows: string | undefined;
}

/** Throws UsageError `CONFIRM_MISMATCH`, and what keeps it from being read. */
export async function foreseen(run: Run, request: RawRequest): Promise<Foreseen> {
  const found = await operationFor(run, request);
  if (!found) {
    const isRead = request.method === 'GET';
    return {
      operation: null,
      danger: isRead ? 'mild' : 'severe',
      follows: isRead ? undefined : UNKNOWN,
    };
  }
  const { id } = found.operation;
  const typed = mutates(found.operation) ? await asCommand(run, found) : undefined;
  if (typed === undefined || (typed.command.worst === 'mild' && run.flags.confirm === undefined))
    return { operation: id, danger: 'mild', follows: undefined };
  const whole = await withTarget(typed, request);
  refuseOtherName(whole);
  const danger = await dangerOf(whole);
  return {
    operation: id,
    danger,
    follows: danger === 'mild' ? undefined : (await stakesOf(whole)).follows,
  };
}

/** It has no name that could be typed: one yes is enough, and nothing less. */
async function consentToUnknown(run: Run, { method, path }: RawRequest): Promise<void> {
  const { confirm, yes } = run.flags;
  if (confirm !== undefined)
    throw new UsageError(`--confirm "${confirm}" names nothing: ${UNKNOWN}`, {
      code: 'CONFIRM_MISMATCH',
      exit: 3,
      hint: 'leave --confirm out, and add --yes',
    });
  if (yes) return;
  const asked = { act: `send ${method} ${path}${await place(run)}`, follows: UNKNOWN };
  if (!canAsk(run)) throw unconfirmed('--yes', asked, { hint: lineWith(run.context.argv, '--yes') });
  await askYes(run, asked);
}

interface Found {
  operation: Operation;
  input: Input;
}

/** The operation that a request is, with its input as a command would have it. Undefined where it is none that docs knows. */
async function operationFor(run: Run, { method, path, body }: RawRequest): Promise<Found | undefined> {
  const { operations } = await import('../../api/index.ts');
  const base = parseBase(run.config().baseUrl.value);
  // As it goes over the wire: `..` and the like are gone.
  const whole = rawPath(base, path);
  if (!whole.startsWith(`${base.prefix}/`)) return undefined;
  const [own = '', query = ''] = whole.slice(base.prefix.length).split('?');
  const segments = segmentsOf(own);
  const routes = operations
    .filter((operation) => operation.method === method)
    .map((operation) => ({ operation, segments: segmentsOf(operation.path) }));
  const route = routeFor(routes, segments);
  const params = route && decodedParams(route, segments);
  if (!params) return undefined;
  const given = body === undefined ? undefined : parseJson(body, '--data');
  const isFields = typeof given === 'object' && given !== null && !Array.isArray(given);
  const fields = isFields ? { ...given } : given === undefined ? {} : { body: given };
  return { operation: route.operation, input: { ...fields, ...queryOf(query), ...params } };
}

/** Undefined for broken percent-encoding. */
function decodedParams(route: Route, segments: readonly string[]): Input | undefined {
  try {
    return paramsIn(route, segments);
  } catch {
    return undefined;
  }
}

const SWITCHES: Readonly<Record<string, boolean>> = { true: true, false: false };

/** A switch is a switch, as in the input of a command. */
const queryOf = (query: string): Input =>
  Object.fromEntries(
    [...new URLSearchParams(query)].map(([name, text]) => [
      name,
      Object.hasOwn(SWITCHES, text) ? SWITCHES[text] : text,
    ]),
  );

/** A run of the command that would send it. */
async function asCommand(run: Run, { operation, input }: Found): Promise<Run> {
  const param = lastParam(operation);
  const command = {
    ...run.command,
    verb: 'send',
    operation,
    args: param === '' ? [] : [toArg(param)],
    danger: 'mild',
    worst: worstOf(await dangerOfOperation(operation.id)),
  } as const;
  return { ...run, command, operation, input };
}

/** With what the host shows of what it is about, and with words for that. */
async function withTarget(run: Run, { method, path }: RawRequest): Promise<Run> {
  const { operation, input } = run;
  const live = await liveOf(run);
  const organizationId = await whereKnown(() => organizationIn(run, input));
  const targets = rowTargets({ run, organizationId, made: () => undefined });
  const about = await whereKnown(() => targets.of({ operation, input, live }));
  const what = `${method} ${path.replace(/\?.*$/s, '')}${about ? ` for ${textOfTarget(about)}` : ''}`;
  const target = live ? { ...live } : undefined;
  return {
    ...run,
    command: { ...run.command, stakes: { what } },
    ...(target && {
      target: target.title === undefined && about?.title ? { ...target, title: about.title } : target,
    }),
  };
}

const liveOf = (run: Run): Promise<Live> =>
  whereKnown(async () => readLive(await run.client(), run.operation, run.input));

/** A read that fails leaves the worst that it may be, and the ID for a name. */
const whereKnown = <T>(work: () => Promise<T>): Promise<T | undefined> =>
  unless((error) => !(error instanceof CancelledError), work);
