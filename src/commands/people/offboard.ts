// docs members offboard: ends what a member has, or hands it over, and removes the member last.

import { getMember, listMembers, removeMember } from '../../api/people/members.ts';
import { changeTeamMembers, removeTeamMember, setTeamMember } from '../../api/people/team-members.ts';
import { getCaller } from '../../api/people/users.ts';
import { removeRequestedReviewer, requestReviewers } from '../../api/review/reviewers.ts';
import type { Flags } from '../../engine/model/flag-types.ts';
import { job } from '../../engine/plan/job.ts';
import type { Wish, Wishes } from '../../engine/plan/job-wishes.ts';
import { settleOne } from '../../engine/references/resolve-names.ts';
import { concurrencyOf } from '../../engine/run/concurrency.ts';
import type { Run } from '../../engine/run/run.ts';
import { ConflictError, ForbiddenError, NotFoundError, UsageError } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { ADD, REMOVE, UPDATE } from '../../workflows/access/grant-operations.ts';
import { HOLDINGS_OPERATIONS, readHoldings, readReviews } from '../../workflows/access/holdings.ts';
import { nameOf, type Person, readPeople } from '../../workflows/access/people.ts';
import { callerOf } from './access/grant-wish.ts';
import { type Leaving, offboardWishes, ownerless } from './offboard-wishes.ts';

export const offboard = job('offboard', getMember, {
  summary: 'End everything a member has, or hand it over, and remove the member',
  args: ['userId'],
  options: [
    {
      flags: '--hand-over <member>',
      description: 'member who gets their access and review requests, and owns teams left without an owner',
      group: 'Fields:',
    },
  ],
  uses: [
    listMembers,
    getCaller,
    ...HOLDINGS_OPERATIONS,
    ...Object.values(ADD),
    ...Object.values(UPDATE.user),
    ...Object.values(REMOVE.user),
    changeTeamMembers,
    setTeamMember,
    removeTeamMember,
    requestReviewers,
    removeRequestedReviewer,
    removeMember,
  ],
  examples: [
    ['See what would end', 'docs members offboard mei@tarnpost.example --confirm "3 changes" --dry-run'],
    [
      'Hand it over to someone else',
      'docs members offboard mei@tarnpost.example --hand-over jonas@tarnpost.example --dry-run',
    ],
    [
      'Write the changes to a plan, for a review',
      'docs members offboard mei@tarnpost.example --plan-out leaver.json',
    ],
  ],
  notes: `Ends access given by name to spaces, collections and sites, teams, and requests for a review, then removes the member.
Handing over comes first: if that fails, nothing ends. A member who already has a higher level keeps it, and admins, who
have all access, are not given any by name. Content, comments and change requests stay. You cannot offboard yourself or
the last admin.
Without a terminal, --confirm takes the number of changes that --dry-run shows, such as "3 changes".`,
  wishes: wishesOf,
});

async function wishesOf(run: Run<Flags<'--hand-over <member>'>>): Promise<Wishes> {
  const client = await run.client();
  const organizationId = String(run.input.organizationId);
  const [people, caller] = await Promise.all([readPeople(client, organizationId), callerOf(client)]);
  const person = personIn(people, String(run.input.userId));
  refuseLeaving(person, people, caller);
  const heir = await heirOf(run, person, people);
  const width = concurrencyOf(run);
  const [holdings, asked] = await Promise.all([
    readHoldings(client, { organizationId, userId: person.id, width }),
    heir === undefined
      ? []
      : Promise.all(
          (['draft', 'open'] as const).map((status) =>
            readReviews(client, { organizationId, userId: heir.id, status }),
          ),
        ),
  ]);
  const leaving: Leaving = {
    organizationId,
    person,
    heir,
    holdings,
    asked: new Set(asked.flat().map(({ id }) => id)),
  };
  sayWhatStays(run, leaving);
  const rows: Wish[] = offboardWishes(leaving);
  return { rows };
}

function personIn(people: readonly Person[], id: string): Person {
  const person = people.find((one) => one.id === id);
  if (person) return person;
  throw new NotFoundError(`member "${id}" not found`, { hint: 'docs members list' });
}

/** Before anything ends: the platform would refuse the removal itself, which comes last. */
function refuseLeaving(person: Person, people: readonly Person[], caller: string | undefined): void {
  if (person.id === caller)
    throw new UsageError(`${nameOf(person)} is you: another admin must do this`, {
      hint: 'docs members list --role admin',
    });
  const isAdmin = ({ role, status }: Person) => role === 'admin' && status === 'active';
  if (isAdmin(person) && people.filter(isAdmin).length === 1)
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

async function heirOf(
  run: Run<Flags<'--hand-over <member>'>>,
  person: Person,
  people: readonly Person[],
): Promise<Person | undefined> {
  const { handOver } = run.flags;
  if (handOver === undefined) return undefined;
  const heir = personIn(people, await settleOne(run, 'userId', handOver));
  const hint = 'docs members list';
  if (heir.id === person.id)
    throw new UsageError(`--hand-over: ${nameOf(heir)} is the member who leaves`, { hint });
  if (heir.status === 'disabled') throw new UsageError(`--hand-over: ${nameOf(heir)} is disabled`, { hint });
  return heir;
}

/** What no request of the plan can change. */
function sayWhatStays(run: Run, { person, heir, holdings }: Leaving): void {
  const { io } = run.context;
  const { own } = holdings;
  if (own.length > 0)
    note(
      io,
      `${plural(own.length, 'change request')} by ${nameOf(person)} will stay: ${own.map(({ subject }) => `"${subject}"`).join(', ')}`,
    );
  if (heir !== undefined) return;
  for (const { title } of ownerless(holdings, person))
    note(io, `team "${title}" will have no owner: --hand-over names another one`);
}
