// What the caller may not do, as far as the platform says so itself, before anything is sent.
import type { Operation } from '../../api/operation.ts';
import { ROLES, type Role } from '../../api/roles.ts';
import { type NeededRight, neededRight } from '../../domain/access/needed-rights.ts';
import { DocsError, ForbiddenError } from '../../errors.ts';
import type { Run } from '../model/command-type.ts';
import { rowsNamedIn } from '../plan/plan.ts';
import { titleOf } from '../references/names.ts';
import { readerOf } from '../references/readers.ts';
import { nounOf } from '../references/reference-kinds.ts';
import { organizationIdInHand } from '../references/resolve-names.ts';
import type { Input } from './input.ts';

type Thing = Readonly<Record<string, unknown>>;

export interface Change {
  operation: Operation;
  input: Input;
}

/**
 * The refusal that would come, of the first change that would be refused. One read for each thing, of what most commands
 * have read anyway; undefined where nothing says it.
 */
export async function missingRight(
  run: Run,
  changes: readonly Change[] = [run],
): Promise<ForbiddenError | undefined> {
  const judged = new Set<string>();
  for (const { operation, input } of changes) {
    const own = { ...run, operation, input };
    own.input = await withPlace(own);
    const needed = neededRight(operation, own.input);
    const key = JSON.stringify([needed, own.input[needed?.param ?? '']]);
    if (!needed || judged.has(key)) continue;
    judged.add(key);
    const placed = needed.param === 'organizationId' ? await withOrganization(own) : own;
    const refusal = await refusalOf(placed, needed);
    if (refusal) return refusal;
  }
  return undefined;
}

/** Throws ForbiddenError (exit 4) for the first change that would be refused. */
export async function refuseMissingRight(run: Run, changes: readonly Change[]): Promise<void> {
  const refusal = await missingRight(run, changes);
  if (refusal) throw refusal;
}

/** The thing that says what one may do: the collection that a new space goes into, a copy next to its original. */
async function withPlace(run: Run): Promise<Input> {
  const { operation, input } = run;
  if (operation.id === 'spaces.create') return { ...input, collectionId: input.parent };
  if (operation.id === 'installationSpaces.add') return { ...input, spaceId: input.space };
  if (operation.id !== 'spaces.duplicate') return input;
  const copied = await readThing(run, await readerOf('spaceId', false));
  return {
    ...input,
    ...{ organizationId: copied?.organization, parent: copied?.parent, collectionId: copied?.parent },
  };
}

/** Where the path does not name it, the organization in hand is the one. */
async function withOrganization(run: Run): Promise<Run> {
  if (typeof run.input.organizationId === 'string') return run;
  const organizationId = await organizationIdInHand(run);
  return { ...run, input: { ...run.input, ...(organizationId !== undefined && { organizationId }) } };
}

async function refusalOf(run: Run, needed: NeededRight): Promise<ForbiddenError | undefined> {
  const { param, right } = needed;
  const { has, thing } = await rightOf(run, needed);
  // What one may not even read.
  if (thing instanceof ForbiddenError) return param in run.operation.params.properties ? thing : undefined;
  if (has !== false) return undefined;
  const name = titleOf(thing ?? {}) ?? run.input[param];
  return new ForbiddenError(
    `you may not do this: the right "${right}" on ${nounOf(param)} "${name}" is missing`,
    { outcome: 'not-sent', hint: 'docs auth status' },
  );
}

/** Whether the caller has a right, undefined where nothing tells; and the thing it is on, as far as it can be read. */
export async function rightOf(
  run: Run,
  { param, right }: NeededRight,
): Promise<{ has: boolean | undefined; thing: Thing | ForbiddenError | undefined }> {
  const reader = await readerOf(param, run.input.changeRequestId !== undefined);
  const thing = await readThing(run, reader).catch(unlessForbidden);
  if (thing instanceof ForbiddenError) return { has: undefined, thing };
  if (param === 'siteId') return { has: await reaches(run, right === 'admin' ? 'admin' : 'create'), thing };
  const given: unknown = Object(thing?.permissions)[right];
  return { has: typeof given === 'boolean' ? given : undefined, thing };
}

/** Whether the caller has a level on a site, or a higher one. A site lists the level of everyone. */
async function reaches(run: Run, wanted: Role): Promise<boolean | undefined> {
  const reader = await readerOf('organizationId', false);
  const organization = await readThing(run, reader).catch(unlessForbidden);
  if (organization instanceof ForbiddenError) return undefined;
  // What one may do everywhere one may do on a site.
  const { admin, createContent } = Object(organization?.permissions);
  if (admin === true || (wanted === 'create' && createContent === true)) return true;
  const level = await ownLevel(run);
  return level === null ? false : level && ROLES.indexOf(level) <= ROLES.indexOf(wanted);
}

/** null: that of a guest, who may not list it; undefined where nothing tells. */
async function ownLevel(run: Run): Promise<Role | null | undefined> {
  const { listSiteAccess } = await import('../../api/people/permissions.ts');
  const { getCaller } = await import('../../api/people/members.ts');
  const { organizationId, siteId } = run.input;
  if (typeof organizationId !== 'string' || typeof siteId !== 'string') return undefined;
  const client = await run.client();
  const { id, email } = await client.call(getCaller, {});
  const place = { organizationId, siteId, ...(email && { search: email }) };
  try {
    for await (const { items } of client.pages(listSiteAccess, place))
      for (const { user, permission } of items) if (user.id === id) return permission;
    return undefined;
  } catch (error) {
    if (statusOf(error) === 403) return null;
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

/** Undefined for what a row of a plan or a step is to make, too: whoever makes it may do everything with it. */
async function readThing(run: Run, reader: Operation | undefined): Promise<Thing | undefined> {
  const params = Object.keys(reader?.params.properties ?? {});
  const named = Object.fromEntries(params.map((param) => [param, run.input[param]]));
  const isThere = (id: unknown) =>
    typeof id === 'string' && !/^<.*>$/.test(id) && rowsNamedIn(id).length === 0;
  if (!reader || !Object.values(named).every(isThere)) return undefined;
  try {
    // Safe: the parameters of its path are there; what is read are objects.
    return Object(await (await run.client()).call(reader, named as never));
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

function unlessForbidden(error: unknown): ForbiddenError {
  if (error instanceof ForbiddenError) return error;
  throw error;
}

const statusOf = (error: unknown): number => (error instanceof DocsError && error.http?.status) || 0;
