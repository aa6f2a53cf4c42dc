// How much of a site --prune takes away: a file that is cut off, or of another site, would empty it.
import { refuseMostRemoved } from '../../engine/plan/max-changes.ts';
import type { Run } from '../../engine/run/run.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { allOn, spacesOn } from './live.ts';
import { allIn, spacesIn } from './parse.ts';
import type { Work } from './work.ts';

/** Of one kind of things. */
export interface SiteRemoval {
  /** `space`, as many are called. */
  one: string;
  many: string;
  count: number;
  total: number;
  /** As many as the file names. */
  left: number;
}

/** What the file leaves out of what the site has. */
export function removalsOf(work: Work): SiteRemoval[] {
  const { file, live, spaces, sectionIds } = work;
  const wanted = new Set([...spaces.values()].map(({ spaceId }) => spaceId));
  const kept = new Set(sectionIds.values());
  const shown = spacesOn(live);
  const items = allOn(live.items);
  const { redirects, shareLinks } = file;
  const sources = new Set(redirects?.map(({ from }) => from));
  const names = new Set(shareLinks?.map(({ name }) => name));
  const ids = new Set([...(redirects ?? []), ...(shareLinks ?? [])].map((item) => work.notes.get(item)?.id));
  return [
    {
      ...{ one: 'space on the site', many: 'spaces on the site', total: shown.length },
      count: shown.filter(({ spaceId }) => !wanted.has(spaceId)).length,
      left: spacesIn(file).length,
    },
    {
      ...{ one: 'item of the navigation', many: 'items of the navigation', total: items.length },
      count: items.filter(({ id }) => !kept.has(id)).length,
      left: allIn(file.sections).length,
    },
    ...removal(
      'redirect',
      live.redirects ?? [],
      redirects,
      ({ id, source }) => ids.has(id) || sources.has(source),
    ),
    ...removal(
      'share link',
      live.shareLinks ?? [],
      shareLinks,
      ({ id, name = '' }) => ids.has(id) || names.has(name),
    ),
  ];
}

function removal<T>(
  one: string,
  live: readonly T[],
  named: readonly object[] | undefined,
  isNamed: (item: T) => boolean,
): SiteRemoval[] {
  if (!named) return [];
  const count = live.filter((item) => !isNamed(item)).length;
  // A list that is empty was written so: one alone that goes with it is no accident.
  return [{ one, many: `${one}s`, count, total: live.length, left: named.length + 1 }];
}

/** Without --prune, so that nobody takes it for removed. */
export function sayKept({ context: { io } }: Run, file: string, removals: readonly SiteRemoval[]): void {
  const kept = removals.flatMap(({ count, one, many }) => (count > 0 ? [plural(count, one, many)] : []));
  if (kept.length > 0) note(io, `not in ${file}, and kept without --prune: ${kept.join(', ')}`);
}

/** Throws InteractionError `TOO_MANY_CHANGES`. */
export function refuseMostOfSite(run: Run, file: string, removals: readonly SiteRemoval[]): void {
  // The largest first: what allows that allows the others.
  const largest = [...removals].sort((a, b) => b.count - a.count);
  for (const { one, many, count, total, left } of largest)
    refuseMostRemoved(run, {
      ...{ count, total, left },
      would: `${file} would remove ${count} of ${plural(total, one, many)}`,
    });
}
