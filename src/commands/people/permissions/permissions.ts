// docs permissions: who has access to a space, collection or site, and how.

import type { Operation } from '../../../api/operation.ts';
import { listCollectionAccess, listSiteAccess, listSpaceAccess } from '../../../api/people/permissions.ts';
import { LIST } from '../../../domain/access/grants.ts';
import { asItem } from '../../../domain/reversals/reversal.ts';
import { command, group, handmade } from '../../../engine/model/command.ts';
import { type Flags, flagNamed } from '../../../engine/model/command-type.ts';
import { flag } from '../../../engine/model/option.ts';
import { idIn } from '../../../engine/references/named.ts';
import { settleNames } from '../../../engine/references/resolve-names.ts';
import type { Run } from '../../../engine/run/run.ts';
import { fillContext } from '../../../engine/run/scope.ts';
import { printRows, viewOf } from '../../../engine/run/view.ts';
import { DocsError, seeHelp } from '../../../errors.ts';
import { organizationIn } from '../../../jobs/access/access-scope.ts';
import { OPENING_OPERATIONS, readOpenings } from '../../../jobs/access/openings.ts';
import {
  accessRows,
  quoted,
  readThing,
  THING_OPERATIONS,
  WHO_OPERATIONS,
} from '../../../jobs/access/who-can.ts';
import { plural } from '../../../output/format.ts';
import { note, warn } from '../../../output/note.ts';
import { listWriter } from '../../../output/render.ts';
import { grant, revoke, set, thingText } from './grant-jobs.ts';
import { add, teams, users } from './grants.ts';
import { byScope, PARAM, place, readScope, SCOPE_FLAGS, scopeOf } from './scope.ts';

// docs permissions list: members and teams that were given access, in one table.

const COLUMNS = ['kind', 'name', 'email', 'permission', 'id'];

const EFFECTIVE = flag(
  '--effective',
  'everyone with access, with the level in effect and where it comes from',
  { reach: 'platform', group: 'Output:' },
);

const list = handmade('list', {
  aliases: ['ls'],
  summary: 'List the members and teams with direct access',
  uses: [...Object.values(LIST.user), ...Object.values(LIST.team), ...THING_OPERATIONS, ...WHO_OPERATIONS],
  options: [EFFECTIVE, ...SCOPE_FLAGS],
  columns: COLUMNS,
  fields: [...COLUMNS, 'origin'],
  paged: true,
  run: showAll,
  examples: [
    ['Who has direct access to a space', 'docs permissions list --space Guides'],
    ['Who has access in any way, and through what', 'docs permissions list --effective --space Guides'],
    ['Who has direct access to a collection', 'docs permissions list --collection Internal'],
    ['Who has direct access to a site, as JSON', 'docs permissions list --site "Tarnpost Docs" --json'],
  ],
  notes:
    'Shows access given directly to members and teams. docs permissions effective lists everyone with access.',
});

async function showAll(run: Run<Flags<'--effective'>>): Promise<void> {
  if (run.flags.effective === true) return showEffective(run);
  const scope = scopeOf(run.flags);
  const asked: Run = { ...run, operation: LIST.user[scope] };
  await readScope(asked);
  await fillContext(asked);
  await settleNames(asked);
  const writer = await listWriter(run.context.io, viewOf(run));
  let count = 0;
  for (const [kind, operation] of [
    ['user', LIST.user[scope]],
    ['team', LIST.team[scope]],
  ] as const) {
    for await (const rows of pages(asked, kind, operation)) {
      count += rows.length;
      await writer.page(rows);
    }
  }
  await writer.end();
  if (count === 0) note(run.context.io, `no member or team has direct access to ${await place(asked)}`);
}

/** As docs access who-can does it, of every level. */
async function showEffective(run: Run): Promise<void> {
  await readScope({ ...run, input: {} });
  const client = await run.client();
  const organizationId = await organizationIn(run);
  const thing = await readThing(run, client, { organizationId, text: thingText(run) });
  const found = await accessRows(run, client, { organizationId, thing });
  const columns = ['kind', 'name', 'email', 'permission', 'origin', 'id'];
  const rows = found.map(({ level, ...row }) => ({ kind: 'user', ...row, permission: level }));
  await printRows(run, rows, viewOf(run, columns));
  note(run.context.io, `${plural(rows.length, 'person', 'people')} with access to ${quoted(thing)}`);
}

interface PermissionRow {
  kind: 'user' | 'team';
  name: unknown;
  email?: unknown;
  /** A role of null is that of a guest. */
  permission: unknown;
  id: unknown;
}

async function* pages(
  run: Run,
  kind: 'user' | 'team',
  operation: Operation,
): AsyncGenerator<PermissionRow[]> {
  const client = await run.client();
  for await (const { items } of client.pages(operation, run.input)) {
    yield items.map((item) => {
      const { permission, [kind]: who = {} } = asItem(item);
      const { id, displayName, title, email } = asItem(who);
      return {
        kind,
        name: displayName ?? title,
        ...(email !== undefined && { email }),
        permission: permission ?? 'guest',
        id,
      };
    });
  }
}

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
  throw seeHelp(run.path, `--${given} works with --site only`);
}

export default group(
  'permissions',
  'Manage access to spaces, collections and sites',
  [list, effective, grant, set, revoke, add, users, teams],
  [
    ['See the members and teams of a space', 'docs permissions list --space "API reference"'],
    ['See everyone who can administer it', 'docs permissions effective --space "API reference" --role admin'],
    ['Let a member edit a space', 'add'],
    ['Remove a team from a space', 'teams remove'],
  ],
);
