// What a command acts on: read fresh before anything is asked or sent.
import { type Operation, splitInput } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { kindOfParam } from '../../client/failure-context.ts';
import { NotFoundError } from '../../errors.ts';
import type { Run } from '../model/command-type.ts';
import { absent } from '../references/look-up.ts';
import { getPath, titleOf } from '../references/names.ts';
import { KINDS, nounOf } from '../references/reference-kinds.ts';
import type { Input } from './input.ts';
import { findByTitle } from './scope.ts';

function targetOf(run: Run): Operation | undefined {
  const { command, flags } = run;
  // A name that is given to be compared is compared.
  if (flags.confirm === undefined && command.targetIf?.(run) === false) return undefined;
  const chosen = (flags.cr !== undefined && command.crTarget) || command.variant?.(flags)?.target;
  return chosen || command.target;
}

/** Whether the read of the target has shown that what a parameter of the path names is there. */
export function isRead(run: Run, param: string): boolean {
  const target = run.target && targetOf(run);
  if (!target) return false;
  return param in target.params.properties || (target.paging === 'pages' && param === targetField(run));
}

/** By id first, then by title. What it finds is also what is acted on. Throws NotFoundError. */
export async function readTarget(run: Run): Promise<void> {
  const target = targetOf(run);
  if (!target || run.target) return;
  const client = await run.client();
  const read = (input: Input) =>
    target.paging === 'pages' ? findInList(client, target, run, input) : readOne(client, target, input);
  const found = await read(run.input).catch((error: unknown) => unlessMissing(error, run));
  if (found) return take(run, found);
  const named = await findByTitle(run, run.operation);
  if (named) run.input = { ...run.input, ...named };
  const again = named && (await read(run.input).catch((error: unknown) => unlessMissing(error, run)));
  if (again) return take(run, again);
  await requirePlace(run, client);
  throw absent(await missingFrom(run));
}

/** What is there, but not in the place that it is to leave, is called by its name. */
export async function missingFrom(run: Run): Promise<NotFoundError> {
  const field = targetField(run);
  const id = String(run.input[field]);
  const why = await withoutOf(run);
  const { knownNames } = await import('../references/known-names.ts');
  const name = why && (await knownNames(run, field, new Set([id]))).get(id);
  if (!name) return targetNotFound(run, run.target && why);
  const isPerson = nounOf(field) === nounOf('userId');
  return new NotFoundError(`${isPerson ? name : `${nounOf(field)} "${name}"`} ${why}`, {
    details: { kind: nounOf(field), name: id },
    hint: run.command.withoutHint?.(run),
  });
}

/** `is not in the group`; undefined for a thing that is deleted, and not only taken out. */
export async function withoutOf(run: Run): Promise<string | undefined> {
  const { without } = run.command;
  return typeof without === 'function' ? without(run) : without;
}

/** A space that was deleted can be read for as long as it can be restored: there is nothing to delete. */
function take(run: Run, target: Record<string, unknown>): void {
  if (run.operation.method === 'DELETE' && target.deletedAt !== undefined) throw absent(targetNotFound(run));
  run.target = target;
}

export function targetNotFound(run: Run, why = 'not found'): NotFoundError {
  const field = targetField(run);
  return new NotFoundError(`${describe(run)} ${why}`, {
    details: { kind: nounOf(field), name: String(run.input[field] ?? '') },
  });
}

/** Undefined where it is the target that is missing; throws on for its place. */
function unlessMissing(error: unknown, run: Run): undefined {
  if (!isTargetMissing(error, run)) throw error;
}

/** Whether it is the target that was not found, as far as the platform tells. */
export function isTargetMissing(error: unknown, run: Run): error is NotFoundError {
  if (!(error instanceof NotFoundError)) return false;
  const kind = error.details?.kind;
  const field = targetField(run);
  return kind === undefined || kind === kindOfParam(field) || kind === nounOf(field);
}

/** Something is missing only from a place that is there. Throws NotFoundError for a space or change request that is not. */
async function requirePlace(run: Run, client: Client): Promise<void> {
  const field = targetField(run);
  const { spaceId, changeRequestId } = run.input;
  if (field === 'spaceId' || typeof spaceId !== 'string') return;
  if (field === 'changeRequestId' || typeof changeRequestId !== 'string') {
    const { getSpace } = await import('../../api/content/spaces.ts');
    await client.call(getSpace, { spaceId });
    return;
  }
  const { getChangeRequest } = await import('../../api/review/change-requests.ts');
  await client.call(getChangeRequest, { spaceId, changeRequestId });
}

const readOne = async (client: Client, target: Operation, input: Input): Promise<Record<string, unknown>> =>
  asRecord(await client.call(target, splitInput(target, input).params));

/** Where nothing reads a single one, it is found in the list it is in. Throws NotFoundError. */
async function findInList(client: Client, list: Operation, { command, operation }: Run, input: Input) {
  const id = input[Object.keys(operation.params.properties).at(-1) ?? ''];
  const at = command.targetAt?.split('.') ?? [];
  const all: Record<string, unknown>[] = [];
  // To its end: what is kept of a list is the whole of it.
  for await (const { items } of client.pages(list, splitInput(list, input).params))
    all.push(...items.map((item) => asRecord(getPath(item, at) ?? {})));
  const found = all.find((item) => item.id === id);
  if (found) return found;
  throw new NotFoundError(`"${id}" not found`);
}

// Safe: the result of a get is an object; its fields are read as unknown.
const asRecord = (value: unknown) => value as Record<string, unknown>;

/** `space "Guides" (id)`. */
export function describe(run: Run): string {
  const field = targetField(run);
  const given = String(run.input[field] ?? '');
  const noun = nounOf(field);
  const title = titleOf(run.target);
  const number = run.target?.number === undefined ? '' : ` #${run.target.number}`;
  if (title === undefined) return `${noun}${number} "${given}"`;
  const id = run.target?.[KINDS[field]?.key ?? 'id'] ?? given;
  return title === id ? `${noun}${number} "${title}"` : `${noun}${number} "${title}" (${id})`;
}

/** What a command acts on: the last thing its path names. */
export function targetField({ command, operation }: Run): string {
  const params = Object.keys(operation.params.properties);
  const given = command.args.map(({ field }) => field).filter((field) => params.includes(field));
  return given.at(-1) ?? params.at(-1) ?? '';
}
