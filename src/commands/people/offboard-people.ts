// Who leaves and who takes over: the member of the command line, or those of a file, and whom of them nobody may remove.

import type { Flags } from '../../engine/model/flag-types.ts';
import { settleOne } from '../../engine/references/resolve-names.ts';
import { readMemberRows } from '../../engine/rows/people-file.ts';
import type { Run } from '../../engine/run/run.ts';
import { ConflictError, ForbiddenError, NotFoundError, UsageError } from '../../errors.ts';
import { nameOf, type Person } from '../../workflows/access/people.ts';
import type { Leaving } from './offboard-wishes.ts';

export type OffboardRun = Run<Flags<'--hand-over <member>' | '--rows <file>' | '--commands'>>;
export type Leaver = Omit<Leaving, 'holdings'>;

const HEIR_COLUMNS = ['hand-over', 'handover', 'hand over', 'hand_over', 'heir'];

/** Throws UsageError, NotFoundError, and for those who must stay ConflictError and ForbiddenError. */
export async function readLeavers(
  run: OffboardRun,
  people: readonly Person[],
  caller: string | undefined,
): Promise<Leaver[]> {
  const leavers = await namedIn(run, people);
  const ids = new Set(leavers.map(({ person }) => person.id));
  for (const leaver of leavers) {
    refuseLeaving(leaver.person, people, { caller, ids });
    refuseHeir(leaver, ids);
  }
  return leavers;
}

async function namedIn(run: OffboardRun, people: readonly Person[]): Promise<Leaver[]> {
  const { rows, handOver } = run.flags;
  // Safe: an argument without several values is a string.
  const user = run.args.user as string | undefined;
  if ((user === undefined) === (rows === undefined))
    throw new UsageError(
      user === undefined
        ? 'say who leaves: a member, or --rows with a file'
        : 'give a member or --rows, not both',
      { hint: `${run.path} --help` },
    );
  const general =
    handOver === undefined ? undefined : personIn(people, await settleOne(run, 'userId', handOver));
  if (user !== undefined)
    return [
      { person: personIn(people, await settleOne(run, 'userId', user)), heir: general, line: undefined },
    ];
  const listed = await readMemberRows(run, { file: String(rows), flag: '--rows', others: HEIR_COLUMNS });
  const found = new Map<string, Leaver>();
  for (const { id, line, other } of listed)
    found.set(id, {
      person: personIn(people, id),
      heir: other === undefined ? (found.get(id)?.heir ?? general) : personIn(people, other),
      line: found.get(id)?.line ?? line,
    });
  if (found.size === 0) throw new UsageError(`${rows} does not name anyone`, { hint: `${run.path} --help` });
  return [...found.values()];
}

function personIn(people: readonly Person[], id: string): Person {
  const person = people.find((one) => one.id === id);
  if (person) return person;
  throw new NotFoundError(`member "${id}" not found`, { hint: 'docs members list' });
}

interface Given {
  caller: string | undefined;
  /** Of all who leave. */
  ids: ReadonlySet<string>;
}

/** Before anything ends: the platform would refuse the removal itself, which comes last. */
function refuseLeaving(person: Person, people: readonly Person[], { caller, ids }: Given): void {
  if (person.id === caller)
    throw new UsageError(`${nameOf(person)} is you: another admin must do this`, {
      hint: 'docs members list --role admin',
    });
  const isAdmin = ({ role, status }: Person) => role === 'admin' && status === 'active';
  if (isAdmin(person) && people.every((one) => !isAdmin(one) || ids.has(one.id)))
    throw new ConflictError(
      `${nameOf(person)} is the only administrator: make someone else an administrator first`,
      { hint: 'docs members update --help' },
    );
  const own = people.find(({ id }) => id === caller);
  if (own && own.role !== 'admin')
    throw new ForbiddenError(`only an admin can remove a member, and ${nameOf(own)} is not an admin`, {
      hint: 'docs members list --role admin',
    });
}

function refuseHeir({ person, heir, line }: Leaver, ids: ReadonlySet<string>): void {
  if (heir === undefined) return;
  const hint = 'docs members list';
  const where = line === undefined ? '--hand-over' : `line ${line}`;
  if (heir.id === person.id || ids.has(heir.id))
    throw new UsageError(
      `${where}: ${nameOf(heir)} is ${heir.id === person.id ? 'the member who leaves' : 'one of those who leave'}`,
      { hint },
    );
  if (heir.status === 'disabled') throw new UsageError(`${where}: ${nameOf(heir)} is disabled`, { hint });
}
