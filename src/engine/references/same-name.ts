// Several things of one name: what tells them apart, and the choice among them.
import type { Client } from '../../client/client.ts';
import type { Context } from '../../context.ts';
import { AmbiguousError } from '../../errors.ts';
import { relativeTime } from '../../output/format.ts';
import { safeLine } from '../../output/safe-text.ts';
import { titleOf } from './names.ts';
import type { ReferenceKind } from './reference-kinds.ts';

type Item = Record<string, unknown>;

export interface Twin {
  id: string;
  title: unknown;
  /** Where it stands: the title of its collection, or the path of a page. */
  in?: string;
  /** The title of its organization, where several were looked in. */
  organization?: string;
  visibility?: string;
  status?: string;
  email?: string;
  updatedAt?: string;
}

/** Lets a person choose among things of one name; returns the id. */
export type ChooseTwin = (noun: string, text: string, twins: readonly Twin[]) => Promise<string>;

/** What is known of each that another one may not share. Collections are named where one may list them. */
export async function twinsOf(
  client: Client,
  { key = 'id' }: ReferenceKind,
  items: readonly Item[],
  organizations: readonly string[],
): Promise<Twin[]> {
  const collections = await collectionTitles(client, items, organizations);
  const titles = await organizationTitles(client, organizations);
  return items.map((item) => ({
    id: String(item[key]),
    title: item.path ?? titleOf(item) ?? null,
    ...given('in', placeOf(item, collections)),
    ...given('organization', titles.get(String(item.organization))),
    ...given('visibility', item.visibility),
    ...given('status', item.status),
    ...given('email', emailOf(item)),
    ...given('updatedAt', item.updatedAt ?? item.createdAt),
  }));
}

const given = (name: keyof Twin, value: unknown) =>
  typeof value === 'string' && value !== '' ? { [name]: value } : {};

function placeOf({ parent, path }: Item, collections: ReadonlyMap<string, string>): unknown {
  if (typeof path === 'string') return path;
  return typeof parent === 'string' ? (collections.get(parent) ?? parent) : undefined;
}

const emailOf = ({ user }: Item): unknown =>
  typeof user === 'object' && user !== null && 'email' in user ? user.email : undefined;

async function collectionTitles(
  client: Client,
  items: readonly Item[],
  organizations: readonly string[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  if (!items.some(({ parent }) => typeof parent === 'string')) return titles;
  const { listCollections } = await import('../../api/content/collections.ts');
  try {
    for (const organizationId of organizations)
      for await (const page of client.pages(listCollections, { organizationId }))
        for (const { id, title } of page.items) titles.set(id, title);
  } catch {
    // Their ids tell them apart as well.
  }
  return titles;
}

async function organizationTitles(
  client: Client,
  organizations: readonly string[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  if (organizations.length < 2) return titles;
  const { listOrganizations } = await import('../../api/people/organizations.ts');
  for await (const { items } of client.pages(listOrganizations, {}))
    for (const { id, title } of items) titles.set(id, title);
  return titles;
}

/** `in Product, public, updated 3 days ago`. */
function aboutTwin(twin: Twin, now: Date): string {
  const { in: place, organization, visibility, status, email, updatedAt } = twin;
  const parts = [
    place && `in ${place}`,
    organization && `of ${organization}`,
    email,
    visibility,
    status,
    updatedAt && `updated ${relativeTime(updatedAt, now)}`,
  ];
  return safeLine(parts.filter((part) => part).join(', '));
}

/** Exit 5, each candidate with what tells it from the others. */
export function ambiguous(noun: string, text: string, twins: readonly Twin[]): AmbiguousError {
  const listed = twins.map((twin) => {
    const about = aboutTwin({ ...twin, updatedAt: '' }, new Date(0));
    const day = twin.updatedAt?.slice(0, 10);
    const facts = [about, day && `updated ${day}`].filter((part) => part).join(', ');
    return facts ? `${twin.id} (${facts})` : twin.id;
  });
  return new AmbiguousError(`${twins.length} ${noun}s are called "${text}": ${listed.join('; ')}`, {
    hint: 'use the ID instead of the name',
    details: { name: text, candidates: twins },
  });
}

// A person chooses among things of one name.

/** Asks once for each name: a command may look the same one up twice. */
export function twinChooser(context: Context): ChooseTwin {
  const chosen = new Map<string, string>();
  return async (noun, text, twins) => {
    const known = chosen.get(`${noun} ${text}`);
    if (known !== undefined) return known;
    const answer = await (await context.prompts()).select(
      `${twins.length} ${noun}s are called "${text}". Which one?`,
      twins.map((twin) => ({
        name: [twin.id, aboutTwin(twin, context.now())].filter((part) => part).join('  '),
        value: twin.id,
      })),
    );
    chosen.set(`${noun} ${text}`, answer);
    return answer;
  };
}
