// The changes that end what a member holds, as rows of a plan: first what another one gets, the membership last.

import { removeMember } from '../../api/people/members.ts';
import { changeTeamMembers, removeTeamMember, setTeamMember } from '../../api/people/team-members.ts';
import { removeRequestedReviewer, requestReviewers } from '../../api/review/reviewers.ts';
import type { Wish } from '../../engine/plan/job-wishes.ts';
import { grantChanges } from '../../workflows/access/grant-changes.ts';
import type { HeldTeam, Holdings } from '../../workflows/access/holdings.ts';
import { highest } from '../../workflows/access/levels.ts';
import { nameOf, type Person } from '../../workflows/access/people.ts';
import { keyOf, type Subject, type Wanted } from '../../workflows/access/wanted.ts';
import { wishOf } from './access/grant-wish.ts';

export interface Leaving {
  organizationId: string;
  person: Person;
  /** Who gets what is handed over. */
  heir: Person | undefined;
  holdings: Holdings;
  /** IDs of change requests that the heir is asked to review already. */
  asked: ReadonlySet<string>;
}

/** What ends waits for everything that is handed over, and the removal for all of it. */
export function offboardWishes(leaving: Leaving): Wish[] {
  const { organizationId, person } = leaving;
  const access = accessWishes(leaving);
  const first = [...access.gains, ...ownerWishes(leaving), ...askWishes(leaving)];
  const ends = [...access.ends, ...leaveWishes(leaving), ...unaskWishes(leaving)];
  const needs = first.map((_, at) => at + 1);
  const all = [...first, ...ends.map((wish) => ({ ...wish, needs }))];
  const removal: Wish = {
    operation: removeMember,
    input: { organizationId, userId: person.id },
    target: { kind: 'member', id: person.id, title: nameOf(person) },
    needs: all.map((_, at) => at + 1),
    follows: 'their content stays; docs undo cannot add them back',
  };
  return [...all, removal];
}

/** Teams that nobody else owns. */
export const ownerless = ({ teams }: Holdings, { id }: Person): HeldTeam[] =>
  teams.filter(({ members }) => {
    const owners = members.filter(({ team }) => team.role === 'owner');
    return owners.length === 1 && owners[0]?.organization.id === id;
  });

function accessWishes({ organizationId, person, heir, holdings }: Leaving) {
  const { things, grants } = holdings;
  const wanted = new Map<string, Wanted>();
  const want = (subject: Subject, thing: Wanted['thing'], level: Wanted['level']) =>
    wanted.set(keyOf(subject, thing), { subject, thing, level, where: '' });
  for (const thing of things) {
    const levelOf = ({ id }: Person) => grants.get(thing.id)?.find((grant) => grant.id === id)?.level;
    want(subjectOf(person), thing, null);
    // An admin reaches everything anyway.
    if (heir === undefined || heir.role === 'admin') continue;
    const level = highest([levelOf(heir), levelOf(person)]);
    if (level !== undefined) want(subjectOf(heir), thing, level);
  }
  const { changes } = grantChanges({
    organizationId,
    wanted,
    things,
    grants,
    onlyListed: false,
    caller: undefined,
  });
  return {
    gains: changes.filter(({ after }) => after !== null).map(wishOf),
    ends: changes.filter(({ after }) => after === null).map(wishOf),
  };
}

const subjectOf = (person: Person): Subject => ({ kind: 'user', id: person.id, name: nameOf(person) });

function ownerWishes({ organizationId, person, heir, holdings }: Leaving): Wish[] {
  if (heir === undefined) return [];
  return ownerless(holdings, person).map(({ id: teamId, title, members }) => {
    const target = { kind: 'team member', id: heir.id, title: `${nameOf(heir)} of team ${title}` };
    const team = { organizationId, teamId };
    return members.some(({ organization }) => organization.id === heir.id)
      ? { operation: setTeamMember, input: { ...team, userId: heir.id, role: 'owner' }, target }
      : {
          operation: changeTeamMembers,
          input: { ...team, add: [heir.id], memberships: { [heir.id]: { role: 'owner' } } },
          target,
        };
  });
}

/** Nobody reviews a change request of their own, and an archived one waits for nobody. */
function askWishes({ heir, holdings, asked }: Leaving): Wish[] {
  if (heir === undefined) return [];
  return holdings.reviews
    .filter(
      ({ id, status, createdBy }) => status !== 'archived' && createdBy.id !== heir.id && !asked.has(id),
    )
    .map(({ id, space, subject }) => ({
      operation: requestReviewers,
      input: { spaceId: space, changeRequestId: id, users: [heir.id] },
      target: { kind: 'review request', id: heir.id, title: `${nameOf(heir)} for ${subject}` },
    }));
}

const leaveWishes = ({ organizationId, person, holdings }: Leaving): Wish[] =>
  holdings.teams.map(({ id: teamId, title, members }) => {
    const live = members.find(({ organization }) => organization.id === person.id);
    return {
      operation: removeTeamMember,
      input: { organizationId, teamId, userId: person.id },
      target: { kind: 'team member', id: person.id, title: `${nameOf(person)} of team ${title}` },
      ...(live && { live: { ...live } }),
    };
  });

const unaskWishes = ({ person, holdings }: Leaving): Wish[] =>
  holdings.reviews.map(({ id, space, subject }) => ({
    operation: removeRequestedReviewer,
    input: { spaceId: space, changeRequestId: id, userId: person.id },
    target: { kind: 'review request', id: person.id, title: `${nameOf(person)} for ${subject}` },
  }));
