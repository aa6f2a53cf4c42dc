// Giving, changing and removing access by name: for members and for teams alike.

import { getTeam, getUser } from '../../../api/people/members.ts';
import * as api from '../../../api/people/permissions.ts';
import { ROLES } from '../../../api/roles.ts';
import { ADD, LIST, REMOVE, UPDATE } from '../../../domain/access/grants.ts';
import dangers, { hasMore } from '../../../domain/dangers/people.ts';
import { command, type Stakes, subgroup } from '../../../engine/model/command.ts';
import { type Already, flagNamed } from '../../../engine/model/command-type.ts';
import { flag } from '../../../engine/model/option.ts';
import { knownNames } from '../../../engine/references/known-names.ts';
import { amountOf, nounOf } from '../../../engine/references/reference-kinds.ts';
import { called, calledPerson } from '../../../engine/run/outcome.ts';
import type { Run } from '../../../engine/run/run.ts';
import { seeHelp } from '../../../errors.ts';
import { shellLine } from '../../../files/shell-word.ts';
import { note } from '../../../output/note.ts';
import { hasRole, stateBefore, stateIfSame } from '../../already.ts';
import { byScope, knownPlace, place, placeIn, readScope, SCOPE_FLAGS } from './scope.ts';

// Whom docs permissions add gives something to: how many of each, and for a question by name.

/** The fields that name people, and of what kind their IDs are. */
const REFS = { users: 'userId', teams: 'teamId' } as const;

const listOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

const MOST_NAMED = 3;

/** `member "Ann" and team "Writers"`: a question says who gains something. */
async function named(run: Run): Promise<string> {
  const found: string[] = [];
  for (const [field, param] of Object.entries(REFS)) {
    const ids = Array.isArray(run.input[field]) ? run.input[field].map(String) : [];
    const names = await knownNames(run, param, new Set(ids));
    found.push(...ids.map((id) => `${nounOf(param)} "${names.get(id) ?? id}"`));
  }
  const more = found.length - MOST_NAMED;
  return more > 0
    ? `${found.slice(0, MOST_NAMED).join(', ')} and ${more} more`
    : found.join(', ') || whom(run);
}

/** `2 members and 1 team`. */
function whom({ input }: Run): string {
  const users = listOf(input.users);
  const teams = listOf(input.teams);
  const words = [
    ...(users > 0 ? [amountOf(users, 'userId')] : []),
    ...(teams > 0 ? [amountOf(teams, 'teamId')] : []),
  ];
  return words.join(' and ') || 'no member';
}

/** Who has that role is said, and not given it again. */
async function leaveOutHolders(run: Run): Promise<Already | undefined> {
  const roles = await stateBefore(run);
  const has = (id: string) => roles[id] === run.input.role;
  const split = (holders: boolean) =>
    Object.fromEntries(
      Object.keys(REFS).flatMap((field) => {
        const ids = [run.input[field] ?? []].flat().map(String);
        const kept = ids.filter((id) => has(id) === holders);
        return kept.length > 0 ? [[field, kept]] : [];
      }),
    );
  const holders = { ...run, input: split(true) };
  const others = split(false);
  if (Object.keys(holders.input).length === 0) return undefined;
  const isOne = Object.values(holders.input).flat().length === 1;
  const line = hasRole(await named(holders), run, ` on ${await knownPlace(run)}`, isOne ? 'has' : 'have');
  if (Object.keys(others).length === 0) return line;
  note(run.context.io, line.line);
  const { users, teams, ...rest } = run.input;
  run.input = { ...rest, ...others };
  return undefined;
}

/** `Ann: admin -> read`, of those who have more now. */
async function losses(run: Run): Promise<string | undefined> {
  const { input } = run;
  const before = await stateBefore(run);
  const found: string[] = [];
  for (const [field, param] of Object.entries(REFS)) {
    const ids = [input[field] ?? []].flat().map(String);
    const losing = ids.filter((id) => hasMore(before[id], input.role));
    const names = losing.length > 0 ? await knownNames(run, param, new Set(losing)) : undefined;
    found.push(...losing.map((id) => `${names?.get(id) ?? id}: ${before[id]} -> ${input.role}`));
  }
  return found.length > 0 ? found.join(', ') : undefined;
}

const ROLE = [flag('--role <role>', 'role to give', { choices: ROLES, required: true })] as const;

const withLosses = (follows: string | undefined): Stakes => (follows === undefined ? {} : { follows });

const newRole = async (run: Run): Promise<Stakes> => {
  const { permission } = await stateBefore(run);
  const from = permission === undefined ? '' : `from ${permission} `;
  return { change: `${from}to ${run.input.role} on ${await knownPlace(run)}` };
};

const hasNoAccess = async (run: Run): Promise<string> => `has no direct access to ${await place(run)}`;

/** How to give access to whom has none: `--team Support` or `ann@acme.com`, and the place as it was typed. */
const grantHint = (who: (run: Run) => readonly string[]) => (run: Run) => {
  const role = typeof run.input.role === 'string' ? [run.input.role] : [];
  return shellLine(['docs', 'permissions', 'grant', ...who(run), ...role, ...placeWords(run)]);
};

function typed({ command, args, input }: Run, field: string): string {
  const { label = field } = command.args.find((one) => one.field === field) ?? {};
  return args[label] ?? String(input[field]);
}

const userHint = grantHint((run) => [typed(run, 'userId')]);
const teamHint = grantHint((run) => ['--team', typed(run, 'teamId')]);

const teamsHint = (run: Run) => shellLine(['docs', 'permissions', 'teams', 'list', ...placeWords(run)]);

function placeWords({ flags }: Run): string[] {
  const given: Readonly<Record<string, unknown>> = flags;
  return ['space', 'collection', 'site'].flatMap((scope) =>
    typeof given[scope] === 'string' ? [`--${scope}`, given[scope]] : [],
  );
}

/** The role is a choice here: without one there is nothing to give. */
async function readRole(run: Run): Promise<void> {
  await readScope(run);
  const role = flagNamed(run.flags, 'role');
  if (role === undefined && run.flags.data === undefined) throw seeHelp(run.path, '--role is required');
  if (role !== undefined) run.input = { ...run.input, role };
}

export const add = command('add', api.addSpacePermission, {
  summary: 'Give several members or teams access at once (to give one: grant)',
  variant: byScope(ADD),
  uses: [api.addCollectionPermission, api.addSitePermission],
  hidden: ['role'],
  options: [...ROLE, ...SCOPE_FLAGS],
  oneOf: ['--users', '--teams'],
  refs: REFS,
  prepare: readRole,
  ...dangers['spacePermissions.add'],
  stakes: async (run) => ({
    what: await named(run),
    change: `as ${run.input.role} on ${await knownPlace(run)}`,
    ...withLosses(await losses(run)),
  }),
  already: leaveOutHolders,
  success: async (run) => `gave the role ${run.input.role} on ${await knownPlace(run)} to ${whom(run)}`,
  check: 'docs permissions list',
  examples: [
    [
      'Let a member edit a space',
      'docs permissions add --space Handbook --users lucas@tarnpost.example --role edit',
    ],
    ['Let a team review a site', 'docs permissions add --site "Tarnpost Docs" --teams Support --role review'],
    [
      'Give access to a collection without a question',
      'docs permissions add --collection Internal --teams Documentation --role create --yes',
    ],
  ],
  notes: `The roles admin and create need --yes, and so does less than someone has now. Members can get a role in several ways: docs permissions
effective shows the one in effect.`,
});

export const users = subgroup(
  'users',
  'Manage access given to members',
  [
    command('list', api.listSpaceUsers, {
      summary: 'List the members with direct access (with teams: permissions list)',
      variant: byScope(LIST.user),
      uses: [api.listCollectionUsers, api.listSiteUsers],
      options: SCOPE_FLAGS,
      prepare: readScope,
      none: 'no one has direct access to {}',
      idField: 'user.id',
      columns: ['user.id', 'user.email', 'permission', 'user.displayName'],
      table: ['user.displayName', 'user.email', 'permission', 'user.id'],
      labels: { 'user.id': 'user id' },
      examples: [
        ['On a space', 'docs permissions users list --space "API reference"'],
        ['On a site, as JSON', 'docs permissions users list --site "Tarnpost Docs" --json'],
      ],
    }),
    command('update', api.updateSpaceUser, {
      summary: 'Change the role of a member with direct access (for teams, too: set)',
      args: ['userId'],
      variant: byScope(UPDATE.user, LIST.user),
      uses: [api.updateCollectionUser, api.updateSiteUser],
      hidden: ['role'],
      options: [...ROLE, ...SCOPE_FLAGS],
      prepare: readRole,
      target: api.listSpaceUsers,
      targetAt: 'user',
      ...dangers['spacePermissions.updateUser'],
      without: hasNoAccess,
      withoutHint: userHint,
      stakes: newRole,
      where: async (run) => `on ${await placeIn(run)}`,
      already: async (run) =>
        (await stateIfSame(run)) && hasRole(await calledPerson(run, getUser), run, ` on ${await place(run)}`),
      success: async (run) =>
        `changed the role of ${await calledPerson(run, getUser)} on ${await place(run)} to ${run.input.role}`,
      check: 'docs permissions users list',
      examples: [
        'docs permissions users update sofia@marchetti-writes.example --space "API reference" --role review --yes',
      ],
      notes: 'Access that comes from a team or collection is not changed.',
    }),
    command('remove', api.removeSpaceUser, {
      summary: 'Remove the direct access of a member (for teams, too: revoke)',
      args: ['userId'],
      variant: byScope(REMOVE.user, LIST.user),
      uses: [api.removeCollectionUser, api.removeSiteUser],
      options: SCOPE_FLAGS,
      prepare: readScope,
      ...dangers['spacePermissions.removeUser'],
      target: api.listSpaceUsers,
      targetAt: 'user',
      without: hasNoAccess,
      stakes: async (run) => ({ change: `from ${await knownPlace(run)}` }),
      done: 'removed',
      where: async (run) => `from ${await placeIn(run)}`,
      success: async (run) => `removed ${await calledPerson(run)} from ${await place(run)}`,
      examples: [
        'docs permissions users remove sofia@marchetti-writes.example --space "API reference" --yes',
      ],
    }),
  ],
  [
    ['See members with direct access', 'list'],
    ['Remove a member from a space', 'remove'],
  ],
);

const team = (run: Run): Promise<string> => called(run, 'teamId', getTeam);

export const teams = subgroup(
  'teams',
  'Manage access given to teams',
  [
    command('list', api.listSpaceTeams, {
      summary: 'List the teams with access (with members: permissions list)',
      variant: byScope(LIST.team),
      uses: [api.listCollectionTeams, api.listSiteTeams],
      options: SCOPE_FLAGS,
      prepare: readScope,
      none: 'no team has a role in {}',
      idField: 'team.id',
      columns: ['team.id', 'team.title', 'permission', 'team.members'],
      labels: { 'team.id': 'team id' },
      examples: ['docs permissions teams list --space Guides'],
    }),
    command('update', api.updateSpaceTeam, {
      summary: 'Change the role of a team with access (for members, too: set)',
      args: ['teamId'],
      variant: byScope(UPDATE.team, LIST.team),
      uses: [api.updateCollectionTeam, api.updateSiteTeam],
      hidden: ['role'],
      options: [...ROLE, ...SCOPE_FLAGS],
      prepare: readRole,
      target: api.listSpaceTeams,
      targetAt: 'team',
      ...dangers['spacePermissions.updateTeam'],
      without: hasNoAccess,
      withoutHint: teamHint,
      stakes: newRole,
      where: async (run) => `on ${await placeIn(run)}`,
      already: async (run) =>
        (await stateIfSame(run)) && hasRole(await team(run), run, ` on ${await place(run)}`),
      success: async (run) =>
        `changed the role of ${await team(run)} on ${await place(run)} to ${run.input.role}`,
      check: 'docs permissions teams list',
      examples: ['docs permissions teams update Support --space Guides --role comment --yes'],
    }),
    command('remove', api.removeSpaceTeam, {
      summary: 'Remove access a team was given (for members, too: revoke)',
      args: ['teamId'],
      variant: byScope(REMOVE.team, LIST.team),
      uses: [api.removeCollectionTeam, api.removeSiteTeam],
      options: SCOPE_FLAGS,
      prepare: readScope,
      ...dangers['spacePermissions.removeTeam'],
      target: api.listSpaceTeams,
      targetAt: 'team',
      without: hasNoAccess,
      withoutHint: teamsHint,
      stakes: async (run) => ({ change: `from ${await knownPlace(run)}` }),
      done: 'removed',
      where: async (run) => `from ${await placeIn(run)}`,
      success: async (run) => `removed ${await team(run)} from ${await place(run)}`,
      examples: ['docs permissions teams remove Support --space Guides --yes'],
    }),
  ],
  [
    ['See which teams were given access', 'list'],
    ['Let a team comment only', 'update'],
  ],
);
