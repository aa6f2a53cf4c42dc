// From the names of spaces in a file to spaces of the organization, and to their places on the site.

import type { Space } from '../../api/content/spaces.generated.ts';
import { createSpace } from '../../api/content/spaces.ts';
import { parseReference } from '../../engine/references/pasted.ts';
import { AmbiguousError, NotFoundError } from '../../errors.ts';
import { isSlipOf, nearest } from '../../files/nearest.ts';
import { type LiveSite, type LiveSpace, spacesOn } from './live.ts';
import { type ParsedSite, spacesIn } from './parse.ts';
import type { SpaceItem } from './schema.ts';
import type { WantedSpace, Wishes } from './work.ts';

interface Given {
  parsed: Pick<ParsedSite, 'name' | 'file' | 'notes'>;
  live: LiveSite;
  organizationId: string;
  spaces: readonly Pick<Space, 'id' | 'title'>[];
  createSpaces?: boolean | undefined;
  wishes: Wishes;
  /** Takes what is said of a space that was found by the ID beside a name that nothing has. */
  warnings: string[];
}

/** Throws NotFoundError, AmbiguousError; with `createSpaces` what is not there is created first. */
export function resolveSpaces(given: Given): Map<SpaceItem, WantedSpace> {
  const { live } = given;
  const { file, notes } = given.parsed;
  const places = spacesOn(live);
  const hinted = (item: SpaceItem) => places.find(({ id }) => id === notes.get(item)?.id);
  const found = new Map<SpaceItem, WantedSpace>();
  for (const item of spacesIn(file)) found.set(item, { item, ...spaceOf(given, item, hinted(item), places) });
  findPlaces([...found.values()], places, hinted);
  return found;
}

function findPlaces(
  found: readonly WantedSpace[],
  places: readonly LiveSpace[],
  hinted: (item: SpaceItem) => LiveSpace | undefined,
): void {
  const shown = new Map(places.map((place) => [place.spaceId, place]));
  const taken = new Set<LiveSpace>();
  const put = (one: WantedSpace, place: LiveSpace | undefined) => {
    if (!place) return;
    taken.add(place);
    one.live = place;
    one.id = place.id;
  };
  for (const one of found) {
    const place = shown.get(one.spaceId);
    if (place && taken.has(place)) throw twice(one.title);
    put(one, place);
  }
  // A space that takes the place of another one keeps the settings of that place.
  for (const one of found) {
    const place = one.live ? undefined : hinted(one.item);
    if (place && !taken.has(place)) put(one, place);
  }
}

/** What may be an ID, of a pasted URL, too. */
const idIn = (name: string): unknown => parseReference('spaceId', name)?.spaceId ?? name;

function spaceOf(
  { spaces, createSpaces, wishes, organizationId, parsed: { notes, name: fileName }, warnings }: Given,
  item: SpaceItem,
  hinted: LiveSpace | undefined,
  places: readonly LiveSpace[],
): { spaceId: string; title: string } {
  const { space: name } = item;
  const given = idIn(name);
  const byId = spaces.find(({ id }) => id === given);
  if (byId) return { spaceId: byId.id, title: byId.title };
  const called = spaces.filter(({ title }) => title === name);
  const ours = called.filter(({ id }) => places.some(({ spaceId }) => spaceId === id));
  const only =
    called.find(({ id }) => id === hinted?.spaceId) ?? (ours.length === 1 ? ours[0] : undefined) ?? called[0];
  if (called.length > 1 && ours.length !== 1 && only?.id !== hinted?.spaceId) throw ambiguous(name, called);
  if (only) return { spaceId: only.id, title: only.title };
  // Its title has changed since the file was written, or somebody mistyped another one.
  if (hinted) {
    const meant = [hinted, ...spaces].find(({ title }) => isSlipOf(name, title))?.title;
    if (meant === undefined) {
      warnings.push(
        `line ${notes.get(item)?.line}: no space is called "${name}"; the ID beside it is that of space "${hinted.title}"`,
      );
      return { spaceId: hinted.spaceId, title: hinted.title };
    }
    const near = meant === name ? [] : [meant];
    throw absent({ file: fileName, line: notes.get(item)?.line, name, near }, 'docs spaces list');
  }
  const line = notes.get(item)?.line;
  if (!createSpaces) {
    const near = nearest(
      name,
      spaces.map(({ title }) => title),
      1,
    );
    const orCreate = 'docs spaces list; or create missing spaces with --create-spaces';
    throw absent(
      { file: fileName, line, name, near },
      createSpaces === false ? orCreate : 'docs spaces list',
    );
  }
  const spaceId = wishes.add({
    operation: createSpace,
    input: { organizationId, title: name },
    target: { kind: 'space', title: name },
    ...(line !== undefined && { line }),
  });
  return { spaceId, title: name };
}

interface Absent {
  file: string;
  line: number | undefined;
  name: string;
  near: readonly string[];
}

function absent({ file, line, name, near }: Absent, hint: string): NotFoundError {
  const place = line === undefined ? '' : `${file} line ${line}: `;
  const guess = near.map((title) => `; did you mean "${title}"?`).join('');
  return new NotFoundError(`${place}space "${name}" not found, or not visible to you${guess}`, {
    hint,
    details: { kind: 'space', name, suggestions: near },
  });
}

const ambiguous = (name: string, called: readonly Pick<Space, 'id' | 'title'>[]): AmbiguousError =>
  new AmbiguousError(
    `${called.length} spaces are called "${name}": ${called.map(({ id }) => id).join(', ')}`,
    { hint: 'name it by its ID', details: { candidates: called.map(({ id, title }) => ({ id, title })) } },
  );

const twice = (title: string): AmbiguousError =>
  new AmbiguousError(`space "${title}" appears twice in the file`, { hint: 'a site shows a space once' });
