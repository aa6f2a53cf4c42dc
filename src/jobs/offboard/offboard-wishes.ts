// The changes that end what members hold, as rows of a plan: first what others get, the memberships last.

import { revokeLinkInvite } from '../../api/people/invites.ts';
import * as membersApi from '../../api/people/members.ts';
import { removeRequestedReviewer, requestReviewers } from '../../api/review/reviews.ts';
import { highest } from '../../domain/access/levels.ts';
import { nameOf, type Person } from '../../domain/access/people.ts';
import { keyOf, type Subject, type Wanted } from '../../domain/access/wanted.ts';
import type { Wish } from '../../engine/plan/job-wishes.ts';
import { shell } from '../../files/shell-word.ts';
import { wordFor } from '../access/ends.ts';
import { type GrantChange, grantChanges, wishOf } from '../access/grant-changes.ts';
import type { HeldTeam, Holdings, Places } from '../access/holdings.ts';
import type { Traces } from '../access/traces.ts';

export interface Leaving {
  person: Person;
  /** Who gets what is handed over. */
  heir: Person | undefined;
  /** Line of the file that names them. */
  line: number | undefined;
  holdings: Holdings;
}

/** All who leave at once. */
export interface Leavers {
  organizationId: string;
  all: readonly Leaving[];
  places: Places;
  links: Traces['links'];
  /** IDs of change requests that an heir is asked to review already, by the ID of the heir. */
  asked: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A change, and the command that makes it alone. */
export interface Step extends Wish {
  command: string;
}

/** What ends waits for everything that is handed over, and each removal for all that ends of that member. */
export function offboardSteps(leavers: Leavers): Step[] {
  const { organizationId, all } = leavers;
  const access = accessSteps(leavers);
  const first = [...access.gains, ...once(ownerSteps(leavers)), ...once(askSteps(leavers))];
  const needs = first.map((_, at) => at + 1);
  const ends = all.flatMap((leaving) =>
    [
      ...(access.ends.get(leaving.person.id) ?? []),
      ...leaveSteps(leaving, organizationId),
      ...unaskSteps(leaving, leavers.places),
      ...linkSteps(leaving, leavers),
    ].map((step) => ({ person: leaving.person, step: { ...step, ...lineOf(leaving), needs } })),
  );
  const removals = all.map((leaving): Step => {
    const { person } = leaving;
    const own = ends.flatMap((end, at) => (end.person === person ? [first.length + at + 1] : []));
    return {
      operation: membersApi.removeMember,
      input: { organizationId, userId: person.id },
      needs: [...needs, ...own],
      follows: 'their content stays; docs undo cannot add them back',
      command: shell`docs members remove ${nameOf(person)}`,
      ...lineOf(leaving),
    };
  });
  return [...first, ...ends.map(({ step }) => step), ...removals];
}

const lineOf = ({ line }: Leaving) => (line === undefined ? {} : { line });

/** Two who leave may hand the same thing to one heir. */
const once = (steps: readonly Step[]): Step[] => [
  ...new Map(steps.map((step) => [step.command, step])).values(),
];

/** Teams that only this one owns of those who stay. */
export const ownerless = ({ teams }: Holdings, { id }: Person, leaving: ReadonlySet<string>): HeldTeam[] =>
  teams.filter(({ members }) => {
    const owners = members
      .filter(({ team }) => team.role === 'owner')
      .map(({ organization }) => organization.id);
    return owners.includes(id) && owners.every((owner) => leaving.has(owner));
  });

export const leavingIds = (all: readonly Pick<Leaving, 'person'>[]): ReadonlySet<string> =>
  new Set(all.map(({ person }) => person.id));

function accessSteps({ organizationId, all, places: { things, grants } }: Leavers) {
  const wanted = new Map<string, Wanted>();
  const want = (subject: Subject, thing: Wanted['thing'], level: Wanted['level']) =>
    wanted.set(keyOf(subject, thing), { subject, thing, level, where: '' });
  for (const { person, heir, holdings } of all)
    for (const thing of holdings.things) {
      const levelOf = ({ id }: Person) => grants.get(thing.id)?.find((grant) => grant.id === id)?.level;
      want(subjectOf(person), thing, null);
      // An admin reaches everything anyway.
      if (heir === undefined || heir.role === 'admin') continue;
      const sooner = wanted.get(keyOf(subjectOf(heir), thing))?.level ?? undefined;
      const level = highest([sooner, levelOf(heir), levelOf(person)]);
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
  const ends = new Map<string, Step[]>(all.map(({ person }) => [person.id, []]));
  for (const change of changes)
    if (change.after === null) ends.get(change.subject.id)?.push(grantStep(change));
  return { gains: changes.filter(({ after }) => after !== null).map(grantStep), ends };
}

const subjectOf = (person: Person): Subject => ({ kind: 'user', id: person.id, name: nameOf(person) });

function grantStep(change: GrantChange): Step {
  const { subject, thing, after } = change;
  const verb = after === null ? ['revoke', subject.name] : ['grant', subject.name, after];
  return {
    ...wishOf(change),
    command: shell`docs permissions ${verb} ${`--${thing.kind}`} ${wordFor(thing)}`,
  };
}

function ownerSteps({ organizationId, all }: Leavers): Step[] {
  const leaving = leavingIds(all);
  return all.flatMap(({ person, heir, holdings }) =>
    heir === undefined
      ? []
      : ownerless(holdings, person, leaving).map(({ id: teamId, title, members }) => {
          const team = { organizationId, teamId };
          const words = [wordFor({ id: teamId, title }), nameOf(heir)];
          return members.some(({ organization }) => organization.id === heir.id)
            ? {
                operation: membersApi.setTeamMember,
                input: { ...team, userId: heir.id, role: 'owner' },
                command: shell`docs teams members update ${words} --role owner`,
              }
            : {
                operation: membersApi.changeTeamMembers,
                input: { ...team, add: [heir.id], memberships: { [heir.id]: { role: 'owner' } } },
                command: shell`docs teams members add ${words} --role owner`,
              };
        }),
  );
}

/** Nobody reviews a change request of their own, and an archived one waits for nobody. */
const askSteps = ({ all, asked, places }: Leavers): Step[] =>
  all.flatMap(({ heir, holdings }) =>
    heir === undefined
      ? []
      : holdings.reviews
          .filter(
            ({ id, status, createdBy }) =>
              status !== 'archived' && createdBy.id !== heir.id && !asked.get(heir.id)?.has(id),
          )
          .map(({ id, space, number }) => ({
            operation: requestReviewers,
            input: { spaceId: space, changeRequestId: id, users: [heir.id] },
            command: shell`docs cr reviewers request ${number} ${nameOf(heir)} --space ${spaceWord(places, space)}`,
          })),
  );

const leaveSteps = ({ person, holdings }: Leaving, organizationId: string): Step[] =>
  holdings.teams.map(({ id: teamId, title, members }) => {
    const live = members.find(({ organization }) => organization.id === person.id);
    return {
      operation: membersApi.removeTeamMember,
      input: { organizationId, teamId, userId: person.id },
      command: shell`docs teams members remove ${wordFor({ id: teamId, title })} ${nameOf(person)}`,
      ...(live && { live: { ...live } }),
    };
  });

const unaskSteps = ({ person, holdings }: Leaving, places: Places): Step[] =>
  holdings.reviews.map(({ id, space, number }) => ({
    operation: removeRequestedReviewer,
    input: { spaceId: space, changeRequestId: id, userId: person.id },
    command: shell`docs cr reviewers remove ${number} ${nameOf(person)} --space ${spaceWord(places, space)}`,
  }));

/** Whoever made a link may still know it. */
const linkSteps = ({ person }: Leaving, { organizationId, links }: Leavers): Step[] =>
  (links?.get(person.id) ?? []).map((link) => ({
    operation: revokeLinkInvite,
    input: { organizationId, inviteId: link.id },
    live: { ...link },
    command: shell`docs invites links revoke ${link.id}`,
  }));

const spaceWord = ({ things }: Places, id: string): string =>
  wordFor({ id, title: things.find((thing) => thing.id === id)?.title ?? '' });
