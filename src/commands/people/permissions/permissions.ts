// docs permissions: who has access to a space, collection or site, and how.
import { listCollectionAccess } from '../../../api/people/collection-permissions.ts';
import { listSiteAccess } from '../../../api/people/site-permissions.ts';
import { listSpaceAccess } from '../../../api/people/space-permissions.ts';
import { command, group } from '../../../engine/model/command.ts';
import { flagNamed } from '../../../engine/model/run-type.ts';
import { idIn } from '../../../engine/references/named.ts';
import type { Run } from '../../../engine/run/run.ts';
import { DocsError, UsageError } from '../../../errors.ts';
import { warn } from '../../../output/note.ts';
import { OPENING_OPERATIONS, readOpenings } from '../../../workflows/access/openings.ts';
import { organizationIn } from '../access/access-scope.ts';
import { grant, revoke, set } from './grant-jobs.ts';
import { add, teams, users } from './grants.ts';
import { list } from './permission-list.ts';
import { byScope, PARAM, readScope, SCOPE_FLAGS, scopeOf } from './scope.ts';

const ACCESS = { space: listSpaceAccess, collection: listCollectionAccess, site: listSiteAccess };

const effective = command('effective', listSiteAccess, {
  summary: 'List everyone with access, direct or inherited',
  variant: byScope(ACCESS),
  uses: [listSpaceAccess, listCollectionAccess, ...OPENING_OPERATIONS],
  options: SCOPE_FLAGS,
  hidden: ['sort', 'order'],
  refs: { team: 'teamId' },
  prepare: readFilters,
  before: openRows,
  none: 'no member with that access to {}',
  idField: 'user.id',
  columns: [
    'user.id',
    'user.email',
    'permission',
    'origin.type',
    'disabled',
    'lastSeenAt',
    'user.displayName',
  ],
  table: ['user.displayName', 'user.email', 'permission', 'origin.type', 'disabled', 'lastSeenAt', 'user.id'],
  // Of a space or collection the platform tells no more.
  tableOf: ({ flags }) =>
    scopeOf(flags) === 'site' ? undefined : ['user.displayName', 'user.email', 'permission', 'user.id'],
  labels: { 'user.id': 'user id', 'origin.type': 'from' },
  // Without a role a user is a guest.
  present: (access) => ({ ...access, permission: access.permission ?? 'guest' }),
  examples: [
    ['Who may administer a space', 'docs permissions effective --space Guides --role admin'],
    [
      'People of one email domain on a site',
      'docs permissions effective --site "Tarnpost Docs" --search tarnpost.example',
    ],
    [
      'Everyone with access to a collection, as JSON',
      'docs permissions effective --collection Internal --json',
    ],
  ],
  notes:
    'The first rows are who can read it on the web or by a link. For a site, also shows where the access comes from, and supports --search, --team and --role guest.',
});

/** Who can read it on the web or by a link; says so where the caller may not ask for that. */
async function openRows(run: Run): Promise<object[]> {
  const { input, flags } = run;
  const isNarrower = FOR_SITES.some((name) => flagNamed(flags, name) !== undefined);
  if (isNarrower || (input.role !== undefined && input.role !== 'read')) return [];
  const kind = scopeOf(flags);
  try {
    const organizationId = await organizationIn({ ...run });
    const openings = await readOpenings(await run.client(), organizationId, {
      kind,
      id: idIn(input, PARAM[kind]),
    });
    return openings.map(({ who, origin }) => ({
      user: { displayName: `${who}: ${origin}` },
      permission: 'read',
      origin: { type: 'site' },
    }));
  } catch (error) {
    if (!(error instanceof DocsError)) throw error;
    warn(run.context.io, `whether anyone can read it on the web is not known: ${error.message}`);
    return [];
  }
}

const FOR_SITES = ['search', 'team'] as const;

/** Throws UsageError for a filter that only sites have. */
async function readFilters(run: Run): Promise<void> {
  await readScope(run);
  const scope = scopeOf(run.flags);
  if (scope === 'site') return;
  const given = FOR_SITES.find((name) => flagNamed(run.flags, name) !== undefined);
  if (given === undefined) return;
  throw new UsageError(`--${given} works with --site only`, { hint: `${run.path} --help` });
}

export default group(
  'permissions',
  'Manage access to spaces, collections and sites',
  [list, effective, grant, set, revoke, add, users, teams],
  [
    ['See the members and teams of a space', 'docs permissions list --space "API reference"'],
    ['See everyone who can administer it', 'docs permissions effective --space "API reference" --role admin'],
    [
      'Let a member edit a space',
      'docs permissions add --space Handbook --users lucas@tarnpost.example --role edit',
    ],
    ['Remove a team from a space', 'docs permissions teams remove Support --space Guides --yes'],
  ],
);
