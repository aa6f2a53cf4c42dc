// What a word such as space:Guides, collection:Internal or site:Docs names.

import { getCollection } from '../../api/content/collections.ts';
import { getSpace } from '../../api/content/spaces.ts';
import { getMember } from '../../api/people/members.ts';
import { getSite } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { settleOne } from '../../engine/references/resolve-names.ts';
import type { Run } from '../../engine/run/run.ts';
import { UsageError } from '../../errors.ts';
import { type Place, placeOf } from '../../workflows/access/levels.ts';
import { type Person, personOf } from '../../workflows/access/people.ts';

export type Thing = Place | { kind: 'site'; id: string; title: string };

export const THING_NOTE = `A thing is a space, or with its kind space:Guides, collection:Internal or site:Docs: an ID, a title or a URL.`;

export const THING_OPERATIONS = [getSpace, getCollection, getSite];

/** Without a kind it is a space. A title may have a colon of its own. */
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

/** Reads it. Throws NotFoundError, AmbiguousError. */
export async function readThing(
  run: Run,
  client: Client,
  { organizationId, text }: { organizationId: string; text: string },
): Promise<Thing> {
  const { kind, name } = kindAndName(text);
  if (name.trim() === '') throw new UsageError(`"${text}" does not name a ${kind}`, { hint: LISTS[kind] });
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
