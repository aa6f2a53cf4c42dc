// The order in which the changes of a command are undone, and what stays as it is: what somebody who is gone has held or
// handed over, and edits from before a sync.

import type { OrganizationMember } from '../../api/people/members.generated.ts';
import { getMember } from '../../api/people/members.ts';
import { ROLES } from '../../api/roles.ts';
import type { Client } from '../../client/client.ts';
import type { Entry } from '../../domain/journal/journal-entries.ts';
import {
  asItem,
  cannotUndo,
  type FieldChange,
  type Item,
  type Undo,
} from '../../domain/reversals/reversal.ts';
import { type DocsError, ForbiddenError, NotFoundError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';

/** What cannot be sent before somebody is back, and what took them away. */
interface Waits {
  undo: Undo;
  removal: Entry;
  /** It is about whoever is gone. */
  isTheirs: boolean;
}

export interface Refused {
  entry: Entry;
  error: DocsError;
  waits?: Waits;
}

interface Parts {
  /** In the order of the changes. */
  steps: readonly Step[];
  refused: readonly Refused[];
}

/** `entries`: all of the command, the oldest first. Without removals of members who have joined again as what they were. */
export async function settle(
  client: Client,
  found: Parts,
  entries: readonly Entry[],
): Promise<{ steps: Step[]; refused: Refused[] }> {
  const { there, gone } = await removals(client, found.refused);
  const theirs = waiting(found.steps, (step) => goneIn(step, gone), {
    why: 'they are no longer a member',
    isTheirs: true,
  });
  const handed = waiting(theirs.steps, (step) => giverOf(step, theirs.refused), {
    why: 'it was handed over by a former member',
    isTheirs: false,
  });
  const own = found.refused.flatMap((one) => (there.has(one) ? (there.get(one) ?? []) : one));
  const refused = [...own, ...theirs.refused, ...handed.refused];
  return withoutDecided({ steps: handed.steps, refused }, entries);
}

// Members who were removed by the same command: only an invitation brings them back.

async function removals(client: Client, refused: readonly Refused[]) {
  const there = new Map<Refused, Refused | undefined>();
  const gone = new Map<unknown, Refused>();
  for (const one of refused) {
    const { operation, input } = one.entry;
    if (operation !== 'members.remove') continue;
    const { organizationId, userId } = input;
    const now = await memberNow(client, { organizationId: String(organizationId), userId: String(userId) });
    if (now === null) gone.set(userId, one);
    else if (now) there.set(one, withOtherRole(one, now));
  }
  return { there, gone };
}

/** Null: is no member. Undefined where the token may not see it. */
async function memberNow(client: Client, input: { organizationId: string; userId: string }) {
  try {
    return await client.call(getMember, input);
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    if (error instanceof ForbiddenError) return undefined;
    throw error;
  }
}

/** Who joined again may have another role than before: undefined where it is the same. */
function withOtherRole({ entry }: Refused, { id, role }: OrganizationMember): Refused | undefined {
  const { role: before } = asItem(entry.before);
  if (before === undefined || before === role) return undefined;
  const [was, is] = [before, role].map((one) => String(one ?? 'guest'));
  return {
    entry,
    error: cannotUndo(
      `they joined again as ${is}, and were ${was} before`,
      shell`docs members update ${id} --role ${was ?? ''}`,
    ),
  };
}

type Removal = Pick<Refused, 'entry' | 'error'>;

function waiting(
  steps: readonly Step[],
  removalOf: (step: Step) => Removal | undefined,
  { why, isTheirs }: { why: string; isTheirs: boolean },
): { steps: Step[]; refused: Refused[] } {
  const refused = steps.flatMap((step) => {
    const removal = removalOf(step);
    if (removal === undefined) return [];
    const waits = { undo: step.undo, removal: removal.entry, isTheirs };
    return [{ entry: step.entry, error: cannotUndo(why, removal.error.hint), waits }];
  });
  return { steps: steps.filter((step) => removalOf(step) === undefined), refused };
}

const goneIn = ({ undo }: Step, gone: ReadonlyMap<unknown, Refused>): Removal | undefined =>
  Object.values(undo.input)
    .flat()
    .map((value) => gone.get(value))
    .find((removal) => removal !== undefined);

/** Who is gone, and held something in the same place until this gave it to somebody else. */
function giverOf({ entry, changes }: Step, theirs: readonly Refused[]): Removal | undefined {
  const place = placeOf(entry);
  if (place === undefined || !changes.some(takesAway)) return undefined;
  const held = theirs.find((one) => placeOf(one.entry) === place);
  return held?.waits && { entry: held.waits.removal, error: held.error };
}

/** From the highest on, also of teams. */
const LEVELS: readonly unknown[] = ['owner', ...ROLES, 'member'];

const takesAway = ({ from, to }: FieldChange): boolean =>
  LEVELS.includes(from) && (to === null || to === undefined || LEVELS.indexOf(from) < LEVELS.indexOf(to));

const PLACES: readonly (readonly [operations: string, param: string])[] = [
  ['teamMembers.', 'teamId'],
  ['spacePermissions.', 'spaceId'],
  ['collectionPermissions.', 'collectionId'],
  ['sitePermissions.', 'siteId'],
];

/** What the member or the access that a change is about belongs to. */
function placeOf({ operation = '', input }: Entry): string | undefined {
  const found = PLACES.find(([operations]) => operation.startsWith(operations));
  return found && JSON.stringify([found[1], input[found[1]]]);
}

// A sync takes over main for good: what a page was before it knows nothing of what main has.

const EDIT = 'changeRequestContent.update';
const requestOf = ({ input: { spaceId, changeRequestId } }: Entry): string =>
  JSON.stringify([spaceId, changeRequestId]);

/** By change request: its first edit, where the same command synced it later. */
function editsBeforeSync(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  const edited = new Map<string, Entry>();
  const found = new Map<string, Entry>();
  for (const entry of entries) {
    const request = requestOf(entry);
    const edit = edited.get(request);
    if (entry.operation === EDIT && !edit) edited.set(request, entry);
    if (entry.operation === 'changeRequests.sync' && edit) found.set(request, edit);
  }
  return found;
}

/** What was decided between the two sides stays decided: a request with its old pages would overwrite main. */
function withoutDecided(
  { steps, refused }: { steps: Step[]; refused: Refused[] },
  entries: readonly Entry[],
): { steps: Step[]; refused: Refused[] } {
  const edits = editsBeforeSync(entries);
  const firstEdit = ({ entry }: Step) => (entry.operation === EDIT ? edits.get(requestOf(entry)) : undefined);
  const stay = steps.flatMap((step) => {
    const edit = firstEdit(step);
    return edit ? [{ entry: step.entry, error: decided(edit) }] : [];
  });
  return { steps: steps.filter((step) => !firstEdit(step)), refused: [...refused, ...stay] };
}

function decided({ input: { spaceId, changeRequestId }, before }: Entry): DocsError {
  const request = [String(changeRequestId), '--space', String(spaceId)];
  const look = shell`docs cr diff ${request} --against main`;
  const back = shell`docs cr edit ${request} --revert-page <page> --revision ${String(asItem(before).revision)}`;
  return cannotUndo(
    'it resolved conflicts, and merging the old pages after the sync would overwrite main',
    `${look}, then ${back}`,
  );
}

// The order in which the changes of one command are undone: the last first, and neighbors before what is placed by them.

/** A change and the request that undoes it. */
export interface Step {
  entry: Entry;
  undo: Undo;
  /** What its read has shown: the thing as it is now, or what holds it. */
  found?: Item;
  /** What differs from the state before the change: each field with what it is and what it will be. */
  changes: readonly FieldChange[];
}

/** What steps are about, by their requests as they will be sent, and what cannot be undone. */
export type Targets = ReadonlyMap<object, string>;

/**
 * Takes the steps in the order of the changes. What is placed next to a thing that is not back yet waits for it, and a site
 * that shows a space again for what that was called.
 */
export function inUndoOrder(steps: readonly Step[]): Step[] {
  const ordered = byPlace(steps);
  const isShown = ({ undo }: Step) => undo.operation.id === 'siteSpaces.update' && 'spaceId' in undo.input;
  return [...ordered.filter((step) => !isShown(step)), ...ordered.filter(isShown)];
}

function byPlace(steps: readonly Step[]): Step[] {
  const waiting = new Map<unknown, Step>();
  for (const step of steps) if (step.undo.place) waiting.set(step.undo.place.id, step);
  const ordered: Step[] = [];
  const taken = new Set<Step>();
  for (const step of [...steps].reverse()) {
    const chain: Step[] = [];
    for (let at: Step | undefined = step; at && !taken.has(at); at = waiting.get(at.undo.place?.previous)) {
      taken.add(at);
      chain.push(at);
    }
    for (const one of chain.reverse()) {
      ordered.push(placed(one, waiting));
      const id = one.undo.place?.id;
      if (waiting.get(id) === one) waiting.delete(id);
    }
  }
  return ordered;
}

/** The first of several in a row has only what comes after it to be placed by: the next one that is in its place. */
function placed(step: Step, waiting: ReadonlyMap<unknown, Step>): Step {
  const { undo } = step;
  const { place } = undo;
  if (!place || place.previous !== undefined) return step;
  let at: typeof place | undefined = place;
  const passed = new Set<unknown>();
  while (at && at.next !== undefined && waiting.has(at.next) && !passed.has(at.next)) {
    passed.add(at.next);
    at = waiting.get(at.next)?.undo.place;
  }
  return at === place ? step : { ...step, undo: { ...undo, input: place.before(at?.next, at?.nextType) } };
}

/** Whether the requests may be sent side by side: they are about different things, and none depends on another. */
export function areIndependent(steps: readonly Step[]): boolean {
  if (steps.some(({ undo }) => undo.place !== undefined)) return false;
  const things = steps.map(({ undo: { operation, input } }) =>
    JSON.stringify(Object.keys(operation.params.properties).map((name) => input[name] ?? null)),
  );
  const operations = new Set(steps.map(({ undo }) => undo.operation.id));
  // Of parts of one change the last one says that it is undone.
  if (new Set(steps.map(({ entry }) => entry.id)).size < steps.length) return false;
  return operations.size === 1 && new Set(things).size === things.length;
}
