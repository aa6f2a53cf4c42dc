// docs permissions grant, set and revoke: one member or team and a level, in the order in which people say it.
import { getCaller, getTeam, listMembers, listTeams } from '../../../api/people/members.ts';
import { ROLES, type Role } from '../../../api/roles.ts';
import type { Client } from '../../../client/client.ts';
import { ADD, LIST, REMOVE, readGrants, UPDATE } from '../../../domain/access/grants.ts';
import { keyOf, notARole, type Subject, type Thing } from '../../../domain/access/wanted.ts';
import { arg, lineWithoutTargets } from '../../../engine/model/command.ts';
import { type Flags, flagNamed } from '../../../engine/model/command-type.ts';
import { flag } from '../../../engine/model/option.ts';
import { job } from '../../../engine/plan/job.ts';
import type { Wishes } from '../../../engine/plan/job-wishes.ts';
import { readLists, settleOne } from '../../../engine/references/resolve-names.ts';
import type { Run } from '../../../engine/run/run.ts';
import { fromContext } from '../../../engine/run/session.ts';
import { NotFoundError, seeHelp, UsageError } from '../../../errors.ts';
import { shell, shellLine } from '../../../files/shell-word.ts';
import { callerOf, grantChanges, wishOf } from '../../../jobs/access/grant-changes.ts';
import { readPerson, readThing, THING_OPERATIONS } from '../../../jobs/access/who-can.ts';
import { PARAM, readScope, SCOPE_FLAGS, scopeOf } from './scope.ts';

const TEAM = flag('--team <team>', 'a team instead of a member: ID or title');

// The organization is a flag of every job.
const OPTIONS = [TEAM, ...SCOPE_FLAGS.filter(({ flags }) => !flags.startsWith('--org '))] as const;
const USES = [listTeams, getTeam, getCaller, ...THING_OPERATIONS];
const every = ({ user, team }: typeof LIST | typeof UPDATE | typeof REMOVE) => [
  ...Object.values(user),
  ...Object.values(team),
];

type GrantRun = Run<Flags<'--team <team>'>>;

export const grant = job('grant', listMembers, {
  summary: 'Give a member or team a level on a space, collection or site',
  args: [arg('member', false), arg('level', false)],
  options: OPTIONS,
  uses: [...USES, ...every(LIST), ...every(UPDATE), ...Object.values(ADD)],
  examples: [
    ['Let a member edit a space', 'docs permissions grant lucas@tarnpost.example edit --space Handbook'],
    ['Let a team review a collection', 'docs permissions grant review --team Support --collection Internal'],
  ],
  notes: `Levels: ${ROLES.join(', ')}. admin and create need --yes, and so does less than someone has now. docs permissions add takes several at once, and --rows;
docs access plan takes the grants of a file.`,
  wishes: (run: GrantRun) => wishesOf(run, 'grant'),
});

export const set = job('set', listMembers, {
  summary: 'Change the level that a member or team was given',
  args: [arg('member', false), arg('level', false)],
  options: OPTIONS,
  uses: [...USES, ...every(LIST), ...every(UPDATE)],
  examples: [
    ['Let a team comment only', 'docs permissions set comment --team Support --space Guides --yes'],
    [
      'Let a guest review',
      'docs permissions set sofia@marchetti-writes.example review --space "API reference" --yes',
    ],
  ],
  notes:
    'A lower level needs --yes, as admin and create do. Changes direct access to exactly that place. docs access why shows where other access comes from.',
  wishes: (run: GrantRun) => wishesOf(run, 'set'),
});

export const revoke = job('revoke', listMembers, {
  summary: 'End the access that a member or team was given',
  args: [arg('member', false)],
  options: OPTIONS,
  uses: [...USES, ...every(LIST), ...every(REMOVE)],
  examples: [
    [
      'End the access of a guest',
      'docs permissions revoke sofia@marchetti-writes.example --space "API reference" --yes',
    ],
    ['End the access of a team', 'docs permissions revoke --team Support --space Guides --yes'],
  ],
  notes: 'They keep what a team, the collection or the organization gives them.',
  wishes: (run: GrantRun) => wishesOf(run, 'revoke'),
});

type Verb = 'grant' | 'set' | 'revoke';

async function wishesOf(run: GrantRun, verb: Verb): Promise<Wishes> {
  const { member, level } = readWords(run, verb);
  const asked: Run = { ...run, input: {} };
  await readScope(asked);
  const client = await run.client();
  const organizationId = String(run.input.organizationId);
  const scope = scopeOf(run.flags);
  const [, name] = /^\w+:(.*)$/s.exec(thingText(run)) ?? [];
  await readLists(
    { ...run, input: { organizationId } },
    { [PARAM[scope]]: name, userId: member, teamId: run.flags.team },
  );
  const thing = await thingOf(run, client, organizationId);
  const subject = await subjectOf(run, client, { organizationId, member });
  const [grants, caller] = await Promise.all([
    readGrants(client, { ...thing, organizationId }),
    callerOf(client),
  ]);
  const before = grants.find(({ kind, id }) => kind === subject.kind && id === subject.id);
  if (!before && verb !== 'grant')
    throw new NotFoundError(
      `${subject.kind === 'team' ? `team "${subject.name}"` : subject.name} has no direct access to ${thing.kind} "${thing.title}"`,
      { hint: verb === 'set' ? grantHint(run, thing) : listHint(thing) },
    );
  const wanted = new Map([[keyOf(subject, thing), { subject, thing, level, where: '' }]]);
  const { changes, unchanged, total } = grantChanges({
    organizationId,
    wanted,
    things: [thing],
    grants: new Map([[thing.id, grants]]),
    onlyListed: false,
    caller,
  });
  return { rows: changes.map(wishOf), unchanged, total };
}

/** The same words as they were typed. */
function grantHint({ args, flags }: GrantRun, { kind, title }: Thing): string {
  const words = [args.member, args.level].filter((word) => word !== undefined);
  const team = flags.team === undefined ? [] : ['--team', flags.team];
  return shellLine(['docs', 'permissions', 'grant', ...words, ...team, `--${kind}`, title]);
}

function listHint({ kind, title }: Thing): string {
  if (kind === 'collection') return shell`docs permissions list --collection ${title}`;
  return kind === 'site'
    ? shell`docs permissions list --site ${title}`
    : shell`docs permissions list --space ${title}`;
}

/** `grant ann@acme.com edit`, or with --team the level alone. Throws UsageError. */
function readWords(
  { args, flags, path, context: { argv } }: GrantRun,
  verb: Verb,
): { member: string | undefined; level: Role | null } {
  const hint = `${path} --help`;
  const words = [args.member, args.level].filter((word) => word !== undefined);
  const wanted = (flags.team === undefined ? 1 : 0) + (verb === 'revoke' ? 0 : 1);
  if (words.length > wanted)
    throw new UsageError('name a member, or a team with --team, not both', {
      hint: words[0] === undefined ? hint : `for the team: ${lineWithoutTargets(argv, [words[0]])}`,
    });
  if (flags.team === undefined && words.length === 0)
    throw new UsageError('no member given: name one, or a team with --team', { hint });
  if (words.length < wanted) throw new UsageError(`a level is missing: ${ROLES.join(', ')}`, { hint });
  const member = flags.team === undefined ? words[0] : undefined;
  if (verb === 'revoke') return { member, level: null };
  const word = words.at(-1);
  const level = ROLES.find((role) => role === word);
  if (level !== undefined) return { member, level };
  const isReversed = ROLES.some((role) => role === words[0]);
  const reversed = argv.map((one) => (one === word ? words[0] : one === words[0] ? word : one) ?? '');
  throw new UsageError(notARole(String(word)), {
    hint: isReversed && member !== undefined ? shellLine(['docs', ...reversed]) : hint,
  });
}

/** `collection:Internal`, by the flags or the context. Throws UsageError where nothing is named. */
export function thingText(run: Run): string {
  const scope = scopeOf(run.flags);
  const text = scope === 'collection' ? flagNamed(run.flags, 'collection') : fromContext(run, PARAM[scope]);
  if (typeof text === 'string') return `${scope}:${text}`;
  throw seeHelp(run.path, '--space, --collection or --site is required');
}

async function thingOf(run: Run, client: Client, organizationId: string): Promise<Thing> {
  const { kind, id, title } = await readThing(run, client, { organizationId, text: thingText(run) });
  return { kind, id, title };
}

async function subjectOf(
  run: GrantRun,
  client: Client,
  { organizationId, member }: { organizationId: string; member: string | undefined },
): Promise<Subject> {
  if (member !== undefined) {
    const { id, email, name } = await readPerson(run, client, { organizationId, text: member });
    return { kind: 'user', id, name: email ?? name };
  }
  const asked: Run = { ...run, input: { organizationId } };
  const teamId = await settleOne(asked, 'teamId', String(run.flags.team));
  const { id, title } = await client.call(getTeam, { organizationId, teamId });
  return { kind: 'team', id, name: title };
}
