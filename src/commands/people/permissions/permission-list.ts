// docs permissions list: members and teams that were given access, in one table.
import type { Operation } from '../../../api/operation.ts';
import { handmade, type Option } from '../../../engine/model/command.ts';
import type { Flags } from '../../../engine/model/flag-types.ts';
import { settleNames } from '../../../engine/references/resolve-names.ts';
import type { Run } from '../../../engine/run/run.ts';
import { fillContext } from '../../../engine/run/scope.ts';
import { viewOf } from '../../../engine/run/view.ts';
import { plural } from '../../../output/format.ts';
import { note } from '../../../output/note.ts';
import { listWriter } from '../../../output/render.ts';
import { LIST } from '../../../workflows/access/grant-operations.ts';

import { organizationIn } from '../access/access-scope.ts';
import { quoted, readThing, THING_OPERATIONS } from '../access/thing.ts';
import { accessRows, WHO_OPERATIONS } from '../access/who-can.ts';
import { thingText } from './grant-jobs.ts';
import { place, readScope, SCOPE_FLAGS, scopeOf } from './scope.ts';

const COLUMNS = ['kind', 'name', 'email', 'permission', 'id'];

const EFFECTIVE = {
  flags: '--effective',
  reach: 'platform',
  description: 'everyone with access, with the level in effect and where it comes from',
  group: 'Output:',
} as const satisfies Option;

export const list = handmade('list', {
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
  const writer = await listWriter(run.context.io, viewOf(run, columns));
  const rows = found.map(({ level, ...row }) => ({ kind: 'user', ...row, permission: level }));
  await writer.page(rows);
  await writer.end();
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
      const { permission, [kind]: who = {} } = asRecord(item);
      const { id, displayName, title, email } = asRecord(who);
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

// Safe: what a platform lists are objects; their fields are read as unknown.
const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
