// Lists in which names are looked up, each read once a run, and the errors for a name that matches nothing.

import { DocsError, type ErrorFacts, ForbiddenError, NotFoundError, unless } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import type { Run } from '../model/command-type.ts';
import type { Input } from '../run/input.ts';
import { chooserOf } from '../run/scope.ts';
import { organizationsInHand } from '../run/session.ts';
import { meant } from './names.ts';
import { KINDS, namesOfItem, nounOf, type ReferenceKind } from './reference-kinds.ts';
import { ambiguous, candidates, placesFor, twinsOf } from './references.ts';

export type Item = Record<string, unknown>;

/** All things of a kind, in the place that the input of a run names; undefined where there is no list to read. */
export const listOf = (run: Run, kind: ReferenceKind): Promise<Item[] | undefined> =>
  whereOffered(() => readList(run, kind));

/** The same one by one, the later where one comes twice; nothing where there is no list to read. */
export const eachOf = (run: Run, kind: ReferenceKind, take: (item: Item) => void): Promise<unknown> =>
  whereOffered(() => readEach(run, kind, take));

/** Throws what keeps it from being read. */
async function readList(run: Run, kind: ReferenceKind): Promise<Item[] | undefined> {
  // Whoever belongs to several organizations is in the list of each.
  const items = new Map<unknown, Item>();
  const isRead = await readEach(run, kind, (item) => items.set(item.id ?? Symbol(), item));
  return isRead ? [...items.values()] : undefined;
}

/** False where there is no list to read. */
async function readEach(run: Run, kind: ReferenceKind, take: (item: Item) => void): Promise<boolean> {
  const input = placeInput(run);
  const client = await run.client();
  const list = await kind.list(input.changeRequestId !== undefined);
  const places = await placesFor(client, list, { input, organizations: () => organizationsInHand(run) });
  for (const place of places) for await (const item of candidates(client, list, kind, place)) take(item);
  return places.length > 0;
}

/** Why no name can be looked up; undefined where the list may be read. Organizations one is in by being in them. */
export async function refusedList(run: Run, kind: ReferenceKind): Promise<ForbiddenError | undefined> {
  try {
    if (kind.listId !== 'orgs.list') await readList(run, kind);
  } catch (error) {
    if (error instanceof ForbiddenError) return error;
  }
  return undefined;
}

/** What says where to look: an organization in the body is where something goes, and not where anything else is. */
export function placeInput({ input, operation }: Pick<Run, 'input' | 'operation'>, param?: string): Input {
  if (param === 'organizationId' || 'organizationId' in operation.params.properties) return input;
  const { organizationId, ...others } = input;
  return others;
}

/** A list that one may not read, or that a host does not offer, leaves every text what it is: an id. */
export const whereOffered = <T>(work: () => Promise<T>): Promise<T | undefined> =>
  unless((error) => error instanceof DocsError && [403, 404, 501].includes(error.http?.status ?? 0), work);

/** Finds the id that a text names, or the things that are all called so. What is an id is no name. */
export function finder(
  param: string,
  items: readonly Item[],
): (text: string) => string | readonly Item[] | undefined {
  const kind = KINDS[param];
  const key = kind?.key ?? 'id';
  const ids = new Set(items.map((item) => item[key]));
  const byName = new Map<unknown, Item[]>();
  for (const item of items) {
    for (const name of new Set(kind ? namesOfItem(kind, item).map(plainEmail) : []))
      byName.set(name, [...(byName.get(name) ?? []), item]);
  }
  return (text) => {
    if (ids.has(text)) return text;
    const fits = byName.get(plainEmail(text)) ?? [];
    const [only, second] = fits;
    return second ? fits : only && String(only[key]);
  };
}

/** An email names the same person however it is capitalized: directories write it as people typed it. */
const plainEmail = (name: unknown): unknown =>
  typeof name === 'string' && /^[^\s@]+@[^\s@]+$/.test(name) ? name.toLowerCase() : name;

/** The one of several things of a name that a person chooses. Throws AmbiguousError where nobody can. */
export async function oneOfTwins(run: Run, kind: ReferenceKind, text: string, items: readonly Item[]) {
  const { organizationId } = placeInput(run);
  const organizations =
    typeof organizationId === 'string' ? [organizationId] : await organizationsInHand(run);
  const twins = await twinsOf(await run.client(), kind, items, organizations);
  const choose = await chooserOf(run);
  if (choose) return choose(kind.noun, text, twins);
  throw ambiguous(kind.noun, text, twins);
}

// The errors for a name that matches nothing.

const MOST_NEAR = 3;

const ABSENT = new WeakSet<NotFoundError>();

/** Marks the error that says that the very target of a command is not there. */
export function absent(error: NotFoundError): NotFoundError {
  ABSENT.add(error);
  return error;
}

/** Whether it is the target that is not there, and not the place where it was looked for. */
export const isAbsent = (error: unknown): error is NotFoundError =>
  error instanceof NotFoundError && ABSENT.has(error);

/** For a text that names none of `items`. A list shows no more than the token may see. */
export function fitsNothing(param: string, text: string, kind?: ReferenceKind, items: readonly Item[] = []) {
  const noun = nounOf(param);
  const near = kind ? nearestNames(text, kind, items) : [];
  return new NotFoundError(`${noun} "${text}" not found, or not visible to you${meant(near)}`, {
    details: { kind: noun, name: text, suggestions: near },
  });
}

export function nearestNames(text: string, kind: ReferenceKind, items: readonly Item[]): string[] {
  const owners = new Map<string, Item>();
  for (const item of items)
    for (const name of [...namesOfItem(kind, item), item[kind.key ?? 'id']])
      if (typeof name === 'string') owners.set(name, owners.get(name) ?? item);
  // One thing has several names: its nearest one is enough.
  const seen = new Set<Item | undefined>();
  const near = nearest(text, owners.keys(), Number.POSITIVE_INFINITY).filter((name) => {
    const owner = owners.get(name);
    return !seen.has(owner) && seen.add(owner);
  });
  return near.slice(0, MOST_NEAR);
}

/** The same error with other words. */
export function changed(
  error: NotFoundError,
  { message = error.message, ...more }: { message?: string } & Pick<ErrorFacts, 'hint' | 'details'>,
): NotFoundError {
  const { code, exit, retryable, outcome, http, hint, details, cause } = error;
  const facts: ErrorFacts = {
    code,
    exit,
    retryable,
    outcome,
    ...(http && { http }),
    ...(hint !== undefined && { hint }),
    ...(details && { details }),
    ...(cause !== undefined && { cause }),
    ...more,
  };
  return new NotFoundError(message, facts);
}
