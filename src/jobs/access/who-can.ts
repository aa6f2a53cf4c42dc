// docs access who-can: everyone with a level on one thing, or a higher one.

import { listCollectionAccess } from '../../api/people/collection-permissions.ts';
import { listMembers } from '../../api/people/members.ts';
import { listSpaceAccess } from '../../api/people/space-permissions.ts';
import { notARole, ROLES, type Role } from '../../api/roles.ts';
import type { Client } from '../../client/client.ts';
import { arg, handmade } from '../../engine/model/command.ts';
import { READ_CONCURRENCY_FLAG, readWidthOf } from '../../engine/run/concurrency.ts';
import type { Run } from '../../engine/run/run.ts';
import { viewOf } from '../../engine/run/view.ts';
import { UsageError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { listWriter } from '../../output/render.ts';
import { GIVEN_OPERATIONS } from '../../workflows/access/grants.ts';
import { includes } from '../../workflows/access/levels.ts';
import { readPlaceAccess, SITE_OPERATIONS } from '../../workflows/access/one-place.ts';
import { OPENING_OPERATIONS, readOpenings } from '../../workflows/access/openings.ts';
import { readPeople } from '../../workflows/access/people.ts';
import { originText } from '../../workflows/access/ways.ts';
import { ORGANIZATION_FLAG, organizationIn } from './access-scope.ts';
import { quoted, readThing, THING_NOTE, THING_OPERATIONS, type Thing } from './thing.ts';

const COLUMNS = ['name', 'email', 'role', 'level', 'origin', 'id'];

/** The operations that it reads everyone with, for those who list them. */
export const WHO_OPERATIONS = [
  listMembers,
  listSpaceAccess,
  listCollectionAccess,
  ...SITE_OPERATIONS,
  ...OPENING_OPERATIONS,
  ...GIVEN_OPERATIONS,
];

export const whoCan = handmade('who-can', {
  summary: 'List who has a level on a space, collection or site',
  args: [arg('level'), arg('thing')],
  uses: [...THING_OPERATIONS, ...WHO_OPERATIONS],
  options: [...ORGANIZATION_FLAG, READ_CONCURRENCY_FLAG],
  columns: COLUMNS,
  fields: COLUMNS,
  paged: true,
  run: showWhoCan,
  examples: [
    ['See who can edit a space', 'docs access who-can edit space:Guides'],
    ['Get the administrators of a collection', 'docs access who-can admin collection:Internal --json'],
  ],
  notes: `Higher levels are included: admin, create, review, edit, comment, read, from the highest. ${THING_NOTE}`,
});

export interface AccessRow {
  name: string;
  email: string | undefined;
  /** Of whoever needs no access of their own there is none, nor an ID. */
  role: Role | 'guest' | undefined;
  level: Role | 'guest';
  origin: string;
  id: string | undefined;
}

async function showWhoCan(run: Run): Promise<void> {
  const { io } = run.context;
  const { level, thing: text = '' } = run.args;
  const wanted = ROLES.find((role) => role === level);
  if (wanted === undefined)
    throw new UsageError(notARole(String(level)), {
      hint: shell`docs access who-can ${nearest(level ?? '', ROLES)[0] ?? 'edit'} ${text}`,
    });
  const client = await run.client();
  const organizationId = await organizationIn(run);
  const thing = await readThing(run, client, { organizationId, text });
  const rows = await accessRows(run, client, { organizationId, thing, wanted });
  const writer = await listWriter(io, viewOf(run));
  await writer.page(rows);
  await writer.end();
  const open = rows.filter(({ id }) => id === undefined).map(({ name, origin }) => `${name}: ${origin}`);
  const count = plural(rows.length - open.length, 'person', 'people');
  const others = open.length > 0 ? `, and ${open.join(', ')}` : '';
  note(io, `${count} with ${wanted} or higher on ${quoted(thing)}${others}`);
}

interface Query {
  organizationId: string;
  thing: Thing;
  /** Left out: everyone, guests of a site included. */
  wanted?: Role;
}

/** First who needs no access of their own; then by name, who is disabled left out. */
export async function accessRows(
  run: Run,
  client: Client,
  { organizationId, thing, wanted }: Query,
): Promise<AccessRow[]> {
  const people = await readPeople(client, organizationId);
  const query = { organizationId, people, width: readWidthOf(run) };
  const { accessors } = await readPlaceAccess(client, thing, query);
  const isRead = wanted === undefined || wanted === 'read';
  const openings = isRead ? await readOpenings(client, organizationId, thing) : [];
  const open = openings.map(
    ({ who, origin }): AccessRow => ({
      name: who,
      email: undefined,
      role: undefined,
      level: 'read',
      origin,
      id: undefined,
    }),
  );
  const rows = accessors.flatMap(({ person: { name, email, role, id }, level, origin }): AccessRow[] =>
    level !== undefined && (wanted === undefined || includes(level, wanted))
      ? [{ name, email, role: role ?? 'guest', level, origin: originText(origin), id }]
      : [],
  );
  return [...open, ...rows];
}
