// The copy that a release begins with: made once, however often the job is cut off.

import type { Space } from '../../api/content/spaces.generated.ts';
import { duplicateSpace, getSpace } from '../../api/content/spaces.ts';
import type { Client } from '../../client/client.ts';
import { AmbiguousError, NotFoundError } from '../../errors.ts';
import { readSpaces } from '../restore/sites-and-spaces.ts';

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
