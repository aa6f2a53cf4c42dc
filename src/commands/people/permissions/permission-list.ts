// docs permissions list: members and teams that were given access, in one table.
import type { Operation } from '../../../api/operation.ts';
import { handmade } from '../../../engine/model/command.ts';
import { settleNames } from '../../../engine/references/resolve-names.ts';
import type { Run } from '../../../engine/run/run.ts';
import { fillContext } from '../../../engine/run/scope.ts';
import { viewOf } from '../../../engine/run/view.ts';
import { note } from '../../../output/note.ts';
import { listWriter } from '../../../output/render.ts';
import { LIST } from '../../../workflows/access/grant-operations.ts';

import { place, readScope, SCOPE_FLAGS, scopeOf } from './scope.ts';

const COLUMNS = ['kind', 'name', 'email', 'permission', 'id'];

export const list = handmade('list', {
  aliases: ['ls'],
  summary: 'List the members and teams with direct access',
  uses: [...Object.values(LIST.user), ...Object.values(LIST.team)],
  options: SCOPE_FLAGS,
  columns: COLUMNS,
  paged: true,
  run: showAll,
  examples: [
    ['Who has direct access to a space', 'docs permissions list --space Guides'],
    ['Who has direct access to a collection', 'docs permissions list --collection Internal'],
    ['Who has direct access to a site, as JSON', 'docs permissions list --site "Tarnpost Docs" --json'],
  ],
  notes:
    'Shows access given directly to members and teams. docs permissions effective lists everyone with access.',
});

async function showAll(run: Run): Promise<void> {
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
  if (count === 0)
    note(run.context.io, `no member or team was given access to ${await place(asked)} by name`);
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
