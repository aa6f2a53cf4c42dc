// docs access who-can: everyone with a level on one thing, or a higher one.

import { getCollection } from '../../api/content/collections.ts';
import { getSpace } from '../../api/content/spaces.ts';
import { getMember, listMembers } from '../../api/people/members.ts';
import { listCollectionAccess, listSpaceAccess } from '../../api/people/permissions.ts';
import { ROLES, type Role } from '../../api/roles.ts';
import { getSite } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { GIVEN_OPERATIONS, originText } from '../../domain/access/grants.ts';
import { includes, type Place, placeOf } from '../../domain/access/levels.ts';
import { type Person, personOf, readPeople } from '../../domain/access/people.ts';
import { notARole } from '../../domain/access/wanted.ts';
import { arg, handmade } from '../../engine/model/command.ts';
import { READ_CONCURRENCY_FLAG, readWidthOf } from '../../engine/model/globals.ts';
import { settleOne } from '../../engine/references/resolve-names.ts';
import type { Run } from '../../engine/run/run.ts';
import { printRows } from '../../engine/run/view.ts';
import { NotFoundError, UsageError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { ORGANIZATION_FLAG, organizationIn } from './access-scope.ts';
import { readPlaceAccess, SITE_OPERATIONS } from './one-place.ts';
import { OPENING_OPERATIONS, readOpenings } from './openings.ts';

// What a word such as space:Guides, collection:Internal or site:Docs names.

export type Thing = Place | { kind: 'site'; id: string; title: string };

export const THING_NOTE = `A thing is an ID, a title or a URL, with its kind in front where names are alike: space:Guides, collection:Internal, site:Docs.`;

export const THING_OPERATIONS = [getSpace, getCollection, getSite];

/** Without a kind it is a space first. A title may have a colon of its own. */
export function kindAndName(text: string): { kind: Thing['kind']; name: string } {
  const [, kind, name] = /^(space|collection|site):(.+)$/s.exec(text) ?? [];
  if (name !== undefined && (kind === 'collection' || kind === 'site')) return { kind, name };
  return { kind: 'space', name: name ?? text };
}

const LISTS = {
  space: 'docs spaces list',
  collection: 'docs collections list',
  site: 'docs sites list',
} as const;

/** Reads it; without its kind a space, else a collection, else a site. Throws NotFoundError, AmbiguousError. */
export async function readThing(
  run: Run,
  client: Client,
  { organizationId, text }: { organizationId: string; text: string },
): Promise<Thing> {
  const { kind, name } = kindAndName(text);
  if (text.startsWith(`${kind}:`)) return readOne(run, client, { organizationId, kind, name });
  const errors: NotFoundError[] = [];
  for (const one of ['space', 'collection', 'site'] as const) {
    try {
      return await readOne(run, client, { organizationId, kind: one, name });
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      errors.push(error);
    }
  }
  const isNear = ({ details }: NotFoundError) => [details?.suggestions ?? []].flat().length > 0;
  throw (
    errors.find(isNear) ??
    new NotFoundError(`no space, collection or site "${name}" found, or none visible to you`, {
      hint: shell`docs whatis ${name}`,
    })
  );
}

async function readOne(
  run: Run,
  client: Client,
  { organizationId, kind, name }: { organizationId: string; kind: Thing['kind']; name: string },
): Promise<Thing> {
  if (name.trim() === '') throw new UsageError(`"${name}" does not name a ${kind}`, { hint: LISTS[kind] });
  const asked: Run = { ...run, input: { organizationId } };
  const id = await settleOne(asked, `${kind}Id`, name);
  if (kind === 'space') return placeOf('space', await client.call(getSpace, { spaceId: id }));
  if (kind === 'collection')
    return placeOf('collection', await client.call(getCollection, { collectionId: id }));
  const { title } = await client.call(getSite, { organizationId, siteId: id });
  return { kind, id, title };
}

/** One member, as the platform shows it now. Throws NotFoundError, AmbiguousError. */
export async function readPerson(
  run: Run,
  client: Client,
  { organizationId, text }: { organizationId: string; text: string },
): Promise<Person> {
  const userId = await settleOne({ ...run, input: { organizationId } }, 'userId', text);
  return personOf(await client.call(getMember, { organizationId, userId }));
}

/** `space "Guides"`. */
export const quoted = ({ kind, title }: { kind: string; title: string }): string => `${kind} "${title}"`;

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
  args: [arg('level', true, async () => ROLES.map((name) => ({ name, value: name }))), arg('thing')],
  uses: [...THING_OPERATIONS, ...WHO_OPERATIONS],
  options: [...ORGANIZATION_FLAG, READ_CONCURRENCY_FLAG],
  columns: COLUMNS,
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
  await printRows(run, rows);
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
