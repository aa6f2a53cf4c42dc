// Before a change is sent, or shown by --dry-run, every name in it has become the id of something that is there.
import { mutates } from '../../api/operation.ts';
import { DocsError, NotFoundError, UsageError } from '../../errors.ts';
import { note } from '../../output/note.ts';
import type { Run } from '../model/command-type.ts';
import type { Input } from '../run/input.ts';
import { organizationInHand, organizationsInHand } from '../run/session.ts';
import { describe, isRead, readTarget, targetField } from '../run/target.ts';
import {
  absent,
  finder,
  fitsNothing,
  type Item,
  isAbsent,
  listOf,
  oneOfTwins,
  placeInput,
  refusedList,
} from './look-up.ts';
import { getPath, noteTyped, setPath } from './names.ts';
import { parseReference } from './pasted.ts';
import { noteShown, readerOf } from './readers.ts';
import { isId, KINDS, nounOf, placesOf, type ReferenceKind } from './reference-kinds.ts';
import { placesFor } from './references.ts';

/**
 * Turns names into ids and reads what the command acts on. False where there is nothing to delete and --if-exists
 * allows that. Throws NotFoundError, AmbiguousError.
 */
export async function settle(run: Run): Promise<boolean> {
  try {
    await settleNames(run);
    await settleTarget(run);
  } catch (error) {
    if (run.flags.ifExists !== true || !isAbsent(error)) throw error;
    note(run.context.io, `${describe(run)} does not exist`);
    return false;
  }
  await run.command.settled?.(run);
  return true;
}

/** Names in the path and the body. `leaveOut` is a field that is settled elsewhere. */
export async function settleNames(run: Run, leaveOut?: string): Promise<void> {
  const { command, operation } = run;
  const own = command.find ? targetField(run) : leaveOut;
  await readLists(run, textsOf(run, own));
  for (const param of Object.keys(KINDS)) {
    for (const path of placesOf(param, operation, command.refs ?? {})) {
      const name = path.join('.');
      if (name === own) continue;
      const given = getPath(run.input, path);
      // A field of the body may be called as a parameter of other paths.
      const isField = name !== param || !(param in operation.params.properties);
      const ids = await idsOf(run, { param, name, isField }, given);
      if (ids !== given) run.input = setPath(run.input, path, ids);
    }
  }
}

/** A text for each kind of thing that the input names. */
const textsOf = ({ command, operation, input }: Run, own: string | undefined): Input =>
  Object.fromEntries(
    Object.keys(KINDS).flatMap((param) =>
      placesOf(param, operation, command.refs ?? {})
        .filter((path) => path.join('.') !== own)
        .map((path) => [param, getPath(input, path)]),
    ),
  );

/** Where several names have to be looked up in an organization, their lists are read side by side. */
export async function readLists(run: Run, texts: Input): Promise<void> {
  const asked: ReferenceKind[] = [];
  for (const [param, text] of Object.entries(texts)) {
    const kind = KINDS[param];
    if (!kind || typeof text !== 'string' || isId(param, text) || parseReference(param, text)) continue;
    const { params } = await kind.list(texts.changeRequestId !== undefined);
    if (Object.keys(params.properties).join() === 'organizationId') asked.push(kind);
  }
  // What cannot be read is asked for again by who needs it, which says so.
  if (asked.length > 1) await Promise.all(asked.map((kind) => listOf(run, kind).catch(() => {})));
}

/** The id of what a text names. Throws NotFoundError, AmbiguousError. */
export const settleOne = (run: Run, param: string, text: string): Promise<string> =>
  idOf(run, { param, name: '', isField: true }, text);

/** The organization that is given by ID or title, or the only one, as an ID; undefined where there are several. */
export async function organizationIdInHand(run: Run): Promise<string | undefined> {
  const text = await organizationInHand(run);
  return text === undefined ? undefined : settleOne({ ...run, input: {} }, 'organizationId', text);
}

/** Where a reference stands: a parameter of the path, or a field of the body that names such a thing. */
interface Spot {
  param: string;
  name: string;
  isField: boolean;
}

async function idsOf(run: Run, spot: Spot, given: unknown): Promise<unknown> {
  if (typeof given === 'string') return idOf(run, spot, given);
  if (!Array.isArray(given)) return given;
  const ids: unknown[] = [];
  for (const text of given) ids.push(typeof text === 'string' ? await idOf(run, spot, text) : text);
  // One thing may be named in two ways.
  return [...new Set(ids)];
}

async function idOf(run: Run, spot: Spot, given: string): Promise<string> {
  const { param, isField } = spot;
  if (given.trim() === '') throw blank(param);
  const pasted = parseReference(param, given)?.[param];
  const text = typeof pasted === 'string' ? pasted : given;
  // In the path an id needs no look: the platform tells of one that is not there. In a body it may not.
  if (isId(param, text) && (!isField || (await isThere(run, param, text)))) return text;
  const kind = KINDS[param];
  const items = kind && (await listOf(run, kind));
  // Where nothing can be listed, the platform has the last word.
  if (!items) return text;
  const found = finder(param, items)(text);
  if (found === undefined) {
    if (await mayBeUnlisted(run, spot, text)) return text;
    const error = fitsNothing(param, text, kind, items);
    throw !isField && param === targetField(run) ? absent(error) : error;
  }
  if (!isField) listed(run, param);
  const id =
    typeof found === 'string' ? noteTyped(run, found, text) : await oneOfTwins(run, kind, text, found);
  await noteListed(run, param, items, id);
  return id;
}

async function noteListed(run: Run, param: string, items: readonly Item[], id: string): Promise<void> {
  const shown = items.find((item) => item[KINDS[param]?.key ?? 'id'] === id);
  if (shown) await noteShown(run, param, shown, placeInput(run, param));
}

/**
 * What may be an id that the list does not show: of a thing that was deleted, or that one sees alone. In the path it is
 * read before anything is sent.
 */
const mayBeUnlisted = async (run: Run, { param, isField }: Spot, text: string): Promise<boolean> =>
  !isField || ((await readerOf(param, false)) !== undefined && (await isThere(run, param, text)));

/** What a list has shown need not be read to know that it is there. */
const LISTED = new WeakMap<Run, Set<string>>();

export function listed(run: Run, param: string): void {
  LISTED.set(run, (LISTED.get(run) ?? new Set()).add(param));
}

export const blank = (param: string): UsageError =>
  new UsageError(`the ${nounOf(param)} must not be empty`, {
    hint: 'docs help references',
  });

/** True also where nothing reads it, or where it may not be read. */
const isThere = async (run: Run, param: string, id: string): Promise<boolean> =>
  (await missing({ ...run, input: { ...run.input, [param]: id } }, param)) === undefined;

/** The error of a thing that is not there, or whose name may not be looked up; undefined when it is, or when nobody can tell. */
async function missing(run: Run, param: string): Promise<DocsError | undefined> {
  const { input } = run;
  const reader = await readerOf(param, input.changeRequestId !== undefined);
  // A read may be of another revision, whose pages no list of today holds.
  if (!reader) return mutates(run.operation) ? missingInList(run, param) : undefined;
  const client = await run.client();
  const organizations = () => organizationsInHand(run);
  const [place, another] = await placesFor(client, reader, { input: placeInput(run, param), organizations });
  // Of several organizations the request itself will say which.
  if (!place || another) return undefined;
  try {
    await client.call(reader, place);
    return undefined;
  } catch (error) {
    if (error instanceof NotFoundError) return (await refusalOf(run, param)) ?? error;
    if (isVerdict(error)) return undefined;
    throw error;
  }
}

/** For what may be a name: the one who may not see the list does not learn what it is the name of. */
async function refusalOf(run: Run, param: string): Promise<DocsError | undefined> {
  const kind = KINDS[param];
  return kind && !isId(param, String(run.input[param])) ? refusedList(run, kind) : undefined;
}

/** The platform has answered, for whatever reason not with the thing. */
function isVerdict(error: unknown): boolean {
  const status = error instanceof DocsError ? (error.http?.status ?? 0) : 0;
  return status === 501 || (status >= 400 && status < 500 && status !== 401 && status !== 429);
}

async function missingInList(run: Run, param: string): Promise<NotFoundError | undefined> {
  const kind = KINDS[param];
  const items = kind && (await listOf(run, kind));
  const text = String(run.input[param]);
  const isListed = !items || finder(param, items)(text) !== undefined;
  return isListed ? undefined : fitsNothing(param, text, kind, items);
}

/** What it acts on is there, as far as that is not sure: a request by ids alone is left to the platform. */
export async function settleTarget(run: Run): Promise<void> {
  if (run.command.find) return run.command.find(run);
  await readTarget(run);
  await requirePlaces(run);
}

/** Throws NotFoundError for the first parameter of the path that names nothing. */
export async function requirePlaces(run: Run): Promise<void> {
  const last = targetField(run);
  for (const param of Object.keys(run.operation.params.properties)) {
    if (isRead(run, param) || !isUnsure(run, param, last)) continue;
    const error = await missing(run, param);
    if (error) throw param === last && error instanceof NotFoundError ? absent(error) : error;
  }
}

function isUnsure(run: Run, param: string, last: string): boolean {
  const { command, operation, flags, input } = run;
  const text = input[param];
  if (typeof text !== 'string' || LISTED.get(run)?.has(param)) return false;
  if (param === last && command.mayBeNew) return false;
  if (param === last && flags.dryRun === true && mutates(operation)) return true;
  return !isId(param, text);
}

/** `--org Nope` is refused also where the command itself names an id: somebody means another place. */
export async function requireOrganization(run: Run): Promise<void> {
  const { value, source } = { ...run.config().organization };
  if (value === undefined || (source !== 'flag' && source !== 'env')) return;
  const param = 'organizationId';
  // The request itself is made with it, or only reads by an id.
  if (param in run.operation.params.properties) return;
  // A variable is set for many commands: an ID in it is not looked up before each change.
  if (isId(param, value) && (source === 'env' || !mutates(run.operation))) return;
  await settleOne({ ...run, input: {} }, param, value);
}
