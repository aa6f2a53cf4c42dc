// What the jobs around a release share: how it is called, where it is on the site, and steps that can be repeated.

import type { Space } from '../../api/content/spaces.generated.ts';
import { duplicateSpace, getSpace } from '../../api/content/spaces.ts';
import type { InputOf, Operation } from '../../api/operation.ts';
import type { SiteSection, SiteSpace } from '../../api/sites/site-structure.generated.ts';
import { listSiteSections, listSiteSpaces } from '../../api/sites/site-structure.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { AmbiguousError, NotFoundError, UsageError } from '../../errors.ts';
import { normalized } from '../../files/texts.ts';
import { readSpaces } from '../restore/site-backup.ts';

const LONGEST_TITLE = 50;

/** `v2.1` as a path on the site. Throws UsageError for a version of which nothing is left. */
export function pathOf(version: string): string {
  const path = normalized(version, 'NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^[-.]+|(?<![-.])[-.]+$/g, '')
    .slice(0, 100);
  if (path !== '') return path;
  throw new UsageError(`"${version}" is not a valid version: use letters or digits, such as v2.1`);
}

/** Title of the space of a release: never longer than a title may be, and always with the version. */
export function titleOf(source: string, version: string): string {
  const tail = ` ${version}`;
  if (tail.length >= LONGEST_TITLE) throw new UsageError(`the version "${version}" is too long for a title`);
  return source.slice(0, LONGEST_TITLE - tail.length).trimEnd() + tail;
}

export interface Place {
  organizationId: string;
  siteId: string;
}

export const siteSpacesOf = async (client: Client, place: Place): Promise<SiteSpace[]> =>
  allItems(client.pages(listSiteSpaces, { ...place }));

/** The one to copy. On a site with sections `default` is the default space of its default section. */
export async function pickSource(
  client: Client,
  place: Place,
  all: readonly SiteSpace[],
  name: string,
): Promise<SiteSpace> {
  const isOpen = name === 'default' && all.filter((one) => one.default === true).length > 1;
  if (!isOpen) return pickSiteSpace(all, name);
  const sections: SiteSection[] = await allItems(client.pages(listSiteSections, { ...place }));
  const first = sections.find((one) => one.default)?.id;
  const inFirst = all.filter(({ section }) => first !== undefined && section === first);
  return pickSiteSpace(inFirst.length > 0 ? inFirst : all, name);
}

/** The one that `name` means: `default`, or an id, path or title. Throws NotFoundError, AmbiguousError. */
export function pickSiteSpace(all: readonly SiteSpace[], name: string): SiteSpace {
  const tests: ((one: SiteSpace) => boolean)[] = [
    ({ id, space }) => id === name || space.id === name,
    ({ path }) => path === name,
    ({ title, space }) => title === name || space.title === name,
    (one) => name === 'default' && one.default === true,
  ];
  for (const test of tests) {
    const [only, ...others] = all.filter(test);
    if (only && others.length === 0) return only;
    if (only) throw ambiguous(name, [only, ...others]);
  }
  throw new NotFoundError(`space "${name}" not found on the site, or not visible to you`, {
    hint: 'docs sites spaces list',
  });
}

function ambiguous(name: string, found: readonly SiteSpace[]): AmbiguousError {
  const listed = found.map(({ id, path }) => `${id} (${path})`).join(', ');
  return new AmbiguousError(`${found.length} spaces of the site match "${name}": ${listed}`, {
    hint: 'use the ID',
    details: { candidates: found.map(({ id, title }) => ({ id, title })) },
  });
}

/** One step: what it would send. `done`: it needs not be sent any more. */
export interface Step {
  name: string;
  operation: Operation;
  input: Record<string, unknown>;
  done: boolean;
}

/** A step whose input fits its operation. */
export const step = <O extends Operation>(
  name: string,
  operation: O,
  input: InputOf<O>,
  done: boolean,
): Step => ({
  name,
  operation,
  input: { ...Object(input) },
  done,
});

/** Told of each step as it begins or is passed over. */
export type OnStep = (step: Step) => void;

// The copy that a release begins with: made once, however often the job is cut off.

/** What is remembered between runs of one release. */
export interface Memory {
  /** Spaces there were before the copy was asked for. */
  before: string[];
  /** When that was. */
  at: string;
  /** The copy, once the platform has told it. */
  copy?: string;
  /** The release is cut: into this space, from this place. */
  cut?: Cut;
}

/** Where the content of a release came from; a password in its address is not kept. */
export interface Cut {
  space: string;
  url?: string;
  ref?: string;
  directory?: string;
}

export interface MemoryStore {
  load(): Memory | undefined;
  save(memory: Memory): void;
  clear(): void;
}

/** Clocks of two machines differ. */
const SKEW_MS = 5 * 60_000;

export interface CopyJob {
  client: Client;
  memory: MemoryStore;
  source: Space;
  /** What the copy is going to be called. */
  title: string;
  now: Date;
}

/** The copy that an earlier run has made, or may have made; undefined when there is none. Throws AmbiguousError. */
export async function findCopy(job: CopyJob): Promise<Space | undefined> {
  const { client, memory, source, title } = job;
  const kept = memory.load();
  // What is kept of a release that is cut says nothing of the next one.
  const known = kept?.cut === undefined ? kept : undefined;
  if (known?.copy !== undefined) {
    const copy = await liveSpace(client, known.copy);
    if (copy) return copy;
  }
  const spaces = await readSpaces(client, source.organization);
  const titled = spaces.filter((space) => space.title === title);
  if (titled.length > 0) return only(titled, `called "${title}"`);
  if (!known || known.copy !== undefined) return undefined;
  // It was asked for, and the answer never came: what is new since and is called like it is the copy.
  const stem = source.title.slice(0, 20);
  const fresh = spaces.filter(
    (space) =>
      !known.before.includes(space.id) &&
      space.title.includes(stem) &&
      Date.parse(space.createdAt) >= Date.parse(known.at) - SKEW_MS,
  );
  return fresh.length === 0 ? undefined : only(fresh, 'new since the copy was asked for');
}

function only(found: readonly Space[], what: string): Space | undefined {
  if (found.length <= 1) return found[0];
  const listed = found.map(({ id, title }) => `${id} (${title})`).join(', ');
  throw new AmbiguousError(`${found.length} spaces are ${what}: ${listed}`, {
    hint: 'delete or rename those that are not the release',
    details: { candidates: found.map(({ id, title }) => ({ id, title })) },
  });
}

/** Copies the source; before it asks, it notes what there is, so that an answer that is lost loses no space. */
export async function makeCopy({ client, memory, source, now }: CopyJob): Promise<Space> {
  const before = (await readSpaces(client, source.organization)).map(({ id }) => id);
  const note = { before, at: now.toISOString() };
  memory.save(note);
  const copy = await client.call(duplicateSpace, { spaceId: source.id });
  memory.save({ ...note, copy: copy.id });
  return copy;
}

async function liveSpace(client: Client, spaceId: string): Promise<Space | undefined> {
  try {
    const space = await client.call(getSpace, { spaceId });
    return space.deletedAt === undefined ? space : undefined;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}
