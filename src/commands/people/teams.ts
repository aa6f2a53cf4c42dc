// docs teams: teams of an organization and who is in them.
import {
  changeTeamMembers,
  createTeam,
  deleteTeam,
  getMember,
  getTeam,
  listMembers,
  listTeamMembers,
  listTeams,
  removeTeamMember,
  setTeamMember,
  TEAM_ROLES,
  updateTeam,
} from '../../api/people/members.ts';
import dangers from '../../domain/dangers/people.ts';
import { command, group, subgroup } from '../../engine/model/command.ts';
import type { Already, Flags } from '../../engine/model/command-type.ts';
import { flag } from '../../engine/model/option.ts';
import { job } from '../../engine/plan/job.ts';
import type { Wishes } from '../../engine/plan/job-wishes.ts';
import { MAX_REMOVE_FLAG, refuseMostRemoved } from '../../engine/plan/max-changes.ts';
import { knownNames } from '../../engine/references/known-names.ts';
import { amountOf } from '../../engine/references/reference-kinds.ts';
import { readMembers } from '../../engine/rows/people-file.ts';
import { called, calledPerson } from '../../engine/run/outcome.ts';
import type { Run } from '../../engine/run/run.ts';
import { seeHelp } from '../../errors.ts';
import { compareTeam, warnOwnerless } from '../../jobs/reconcile/reconcile.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { hasRole, stateBefore, stateIfSame } from '../already.ts';
import { titleIn } from '../live-site.ts';
import { TITLED } from '../required-title.ts';

/** A host also takes a body without a role, and changes nothing: here the role must be given. */
const setRole = { ...setTeamMember, body: { ...setTeamMember.body, required: ['role'] } };

// docs teams sync: makes the members of a team equal to a list.

const teamSync = job('sync', getTeam, {
  summary: 'Make the members of a team match a list',
  args: ['teamId'],
  options: [
    flag('--from <file>', 'members, one per line or in a column email; - for stdin', { required: true }),
    MAX_REMOVE_FLAG,
  ],
  uses: [getTeam, listTeamMembers, listMembers, changeTeamMembers, removeTeamMember],
  examples: [
    [
      'See whom a list of emails would add and remove',
      'docs teams sync Documentation --from team.txt --dry-run',
    ],
    [
      'Refuse more changes than expected',
      'docs teams sync Documentation --from team.csv --max-remove 3 --yes',
    ],
  ],
  notes:
    'Members that the list names and the team lacks are added, those the list lacks are removed; roles in the team stay. A line that fits no member is an error, and nothing is sent. A list that would remove all members, or several that are half of them or more, is refused unless --max-remove allows it.',
  wishes: wishesOf,
});

async function wishesOf(run: Run<Flags<'--from <file>' | '--max-remove <n>'>>): Promise<Wishes> {
  const { from } = run.flags;
  if (from === undefined) throw seeHelp(run.path, '--from is required');
  const team = { organizationId: String(run.input.organizationId), teamId: String(run.input.teamId) };
  const names = await readMembers(run, from, '--from');
  const { join, leave, stay } = await compareTeam(await run.client(), team, new Set(names.keys()));
  const total = leave.length + stay.length;
  refuseMostRemoved(run, {
    ...{ count: leave.length, total, left: names.size },
    would: `${from === '-' ? 'the list' : from} would remove ${leave.length} of ${plural(total, 'member')}`,
  });
  await warnOwnerless(run, team, { leave, stay });
  return {
    rows: [
      ...join.map((id) => ({
        operation: changeTeamMembers,
        input: { ...team, add: [id] },
      })),
      ...leave.map((member) => ({
        operation: removeTeamMember,
        input: { ...team, userId: member.organization.id },
        live: { ...member },
      })),
    ],
    unchanged: stay.length,
  };
}

const ROW = ['id', 'title', 'members', 'spaces', 'createdAt'] as const;

const members = subgroup(
  'members',
  'Manage team members',
  [
    command('list', listTeamMembers, {
      idField: 'organization.id',
      args: ['teamId'],
      columns: [
        'organization.id',
        'organization.user.email',
        'team.role',
        'organization.lastSeenAt',
        'organization.user.displayName',
      ],
      table: [
        'organization.user.displayName',
        'organization.user.email',
        'team.role',
        'organization.lastSeenAt',
        'organization.id',
      ],
      examples: ['docs teams members list Documentation'],
    }),
    command('add', changeTeamMembers, {
      summary: 'Add members to a team',
      args: ['teamId', 'add...'],
      hidden: ['remove', 'memberships'],
      options: [flag('--role <role>', 'role in the team', { choices: TEAM_ROLES })],
      refs: { add: 'userId' },
      ...dangers['teamMembers.change'],
      stakes: async (run) => ({
        what: amountOf(idsIn(run).length, 'userId'),
        change: `to team "${await titleIn(run, getTeam, 'teamId')}"`,
      }),
      settled: giveRoles,
      already: leaveOutMembers,
      done: 'added',
      success: sayAdded,
      examples: ['docs teams members add Documentation jonas@tarnpost.example priya@tarnpost.example'],
    }),
    command('update', setRole, {
      args: ['teamId', 'userId'],
      ...dangers['teamMembers.set'],
      stakes: async (run) => ({
        what: `member "${await titleIn(run, getMember, 'userId')}"`,
        change: `to ${run.input.role} of team "${await titleIn(run, getTeam, 'teamId')}"`,
      }),
      where: async (run) => `in ${await team(run)}`,
      already: async (run) =>
        (await stateIfSame(run)) &&
        hasRole(await calledPerson(run, getMember), run, ` in ${await team(run)}`),
      success: async (run) =>
        `changed the role of ${await calledPerson(run, getMember)} in ${await team(run)} to ${run.input.role}`,
      examples: ['docs teams members update Documentation jonas@tarnpost.example --role owner'],
    }),
    command('remove', removeTeamMember, {
      args: ['teamId', 'userId'],
      ...dangers['teamMembers.remove'],
      target: listTeamMembers,
      targetAt: 'organization',
      without: async (run) => `is not in ${await team(run)}`,
      stakes: async (run) => ({
        change: `from team "${await titleIn(run, getTeam, 'teamId')}"`,
      }),
      where: async (run) => `from ${await team(run)}`,
      success: async (run) => `removed ${await calledPerson(run, getMember)} from ${await team(run)}`,
      examples: ['docs teams members remove Documentation jonas@tarnpost.example --yes'],
      notes: 'The user stays a member of the organization.',
    }),
  ],
  [
    ['List the members of a team', 'list'],
    ['Add two people to a team', 'add'],
    ['Make a member an owner of a team', 'update'],
  ],
);

export default group(
  'teams',
  'Manage teams',
  [
    command('list', listTeams, {
      columns: ROW,
      refs: { owner: 'userId' },
      examples: [
        ['List all teams', 'docs teams list'],
        ['Find teams by a part of the title', 'docs teams list --title doc'],
      ],
    }),
    command('create', createTeam, {
      ...TITLED,
      columns: ROW,
      refs: { members: 'userId' },
      examples: ['docs teams create "Release crew" --members jonas@tarnpost.example'],
    }),
    command('get', getTeam, { args: ['teamId'], columns: ROW, examples: ['docs teams get Documentation'] }),
    command('update', updateTeam, {
      args: ['teamId'],
      columns: ROW,
      examples: ['docs teams update Documentation --title "Docs crew"'],
    }),
    command('delete', deleteTeam, {
      args: ['teamId'],
      ...dangers['teams.delete'],
      target: getTeam,
      examples: ['docs teams delete Documentation --yes --dry-run'],
      notes: 'The members stay in the organization, but lose the access of the team.',
    }),
    teamSync,
    members,
  ],
  [
    ['Create a team with a member', 'create'],
    ['Add a member to a team', 'docs teams members add Documentation jonas@tarnpost.example'],
    ['List the members of a team', 'docs teams members list Documentation'],
  ],
);

const team = (run: Run): Promise<string> => called(run, 'teamId', getTeam);
const idsIn = ({ input }: Run): string[] => [input.add ?? []].flat().map(String);

/** Roles go by member ID. */
async function giveRoles(run: Run<Flags<'--role <role>'>>): Promise<void> {
  const { role } = run.flags;
  if (role === undefined) return;
  // Safe: `add` takes the rest of the arguments, which are texts.
  const ids = run.input.add as string[];
  run.input = { ...run.input, memberships: Object.fromEntries(ids.map((id) => [id, { role }])) };
}

/** Those of a run who were in the team before it, with another role. */
const PROMOTED = new WeakMap<Run, readonly string[]>();

/** Who is in the team with that role is said, and not added again. */
async function leaveOutMembers(run: Run<Flags<'--role <role>'>>): Promise<Already | undefined> {
  const { role } = run.flags;
  const roles = await stateBefore(run);
  const isMember = (id: string) => (roles[id] ?? null) !== null;
  const isIn = (id: string) => (role === undefined ? isMember(id) : roles[id] === role);
  const ids = idsIn(run);
  const others = ids.filter((id) => !isIn(id));
  PROMOTED.set(run, others.filter(isMember));
  if (others.length === ids.length) return undefined;
  const who = await namesIn(run, ids.filter(isIn));
  const line = `${who.join(', ')} ${who.length === 1 ? 'is' : 'are'} already in ${await team(run)}`;
  if (others.length === 0) return { outcome: 'already in the team', line };
  note(run.context.io, line);
  run.input = { ...run.input, add: others };
  // What was typed names those who are left out, too.
  run.args = Object.fromEntries(Object.entries(run.args).filter(([label]) => label === 'team'));
  await giveRoles(run);
  return undefined;
}

async function namesIn(run: Run, ids: readonly string[]): Promise<string[]> {
  const names = await knownNames(run, 'userId', new Set(ids));
  return ids.map((id) => names.get(id) ?? id);
}

/** `added 2 members to team "Support" and changed the role of Lucas Ferreira to owner`. */
async function sayAdded(run: Run<Flags<'--role <role>'>>): Promise<string> {
  const promoted = PROMOTED.get(run) ?? [];
  const added = idsIn(run).length - promoted.length;
  const who = promoted.length > 0 && (await namesIn(run, promoted)).join(', ');
  const where = await team(run);
  return [
    ...(added > 0 ? [`added ${amountOf(added, 'userId')} to ${where}`] : []),
    ...(who ? [`changed the role of ${who} to ${run.flags.role}${added > 0 ? '' : ` in ${where}`}`] : []),
  ].join(' and ');
}
