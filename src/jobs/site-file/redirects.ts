// Redirects of a site as its file has them: where they lead is named by title, and by path for pages.

import { isDeepStrictEqual } from 'node:util';
import { PATTERN_WORDS } from '../../api/check.ts';
import { HTTP } from '../../api/schema.ts';
import type { SiteRedirect } from '../../api/sites/site-redirects.generated.ts';
import { createRedirect, deleteRedirect, updateRedirect } from '../../api/sites/site-redirects.ts';
import { NotFoundError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import type { SpacePages } from './live.ts';
import { asItems, matchBy } from './match.ts';
import type { RedirectItem, SiteFile } from './schema.ts';
import { renamed, sectionNamed } from './settings.ts';
import { isRef, lineOf, misfit, placeText, type WantedSpace, type Work } from './work.ts';

/** Names of spaces whose pages redirects of the file lead to. */
export const spacesWithPages = ({ redirects = [] }: SiteFile): string[] => [
  ...new Set(redirects.flatMap(({ to }) => ('space' in to && to.page !== undefined ? [to.space] : []))),
];

/** `pages`: of those spaces, by the ID of the space. Throws ValidationError, NotFoundError. */
export function planRedirects(work: Work, pages: ReadonlyMap<string, SpacePages>): void {
  const { file, live, notes, prune, wishes, place } = work;
  const wanted = file.redirects ?? [];
  const found = new Map<RedirectItem, SiteRedirect>();
  matchBy(found, asItems(wanted), asItems(live.redirects ?? []), [
    ({ item }, one) => item.from === one.item.source && (item.draft ?? false) === one.item.draft,
    ({ item }, one) => notes.get(item)?.id === one.item.id,
    ({ item }, one) => item.from === one.item.source,
  ]);
  const kept = new Set(found.values());
  const gone = prune && file.redirects ? (live.redirects ?? []).filter((one) => !kept.has(one)) : [];
  // A source is free before another redirect takes it.
  for (const one of gone)
    wishes.add({
      operation: deleteRedirect,
      input: { ...place, siteRedirectId: one.id },
      target: { kind: 'redirect', title: one.source },
      live: { ...one },
      lanes: [`redirect ${one.source}`],
    });
  for (const item of wanted) planOne(work, item, { known: found.get(item), pages });
}

interface About {
  known: SiteRedirect | undefined;
  pages: ReadonlyMap<string, SpacePages>;
}

function planOne(work: Work, item: RedirectItem, { known, pages }: About): void {
  const { wishes, place, prune } = work;
  const { from: source, permanent, captureWildcard, draft } = item;
  const destination = destinationOf(work, item, pages, known?.destination);
  const about = {
    target: { kind: 'redirect', title: source },
    ...lineOf(work, item),
    lanes: [`redirect ${source}`],
  };
  if (!known) {
    const set = Object.entries({ permanent, captureWildcard, draft }).filter(([, value]) => value === true);
    wishes.add({
      ...about,
      operation: createRedirect,
      input: { ...place, source, destination, ...Object.fromEntries(set) },
    });
    return;
  }
  const orOff = (value: boolean | undefined) => value ?? (prune ? false : undefined);
  const flags = { permanent: orOff(permanent), captureWildcard: orOff(captureWildcard), draft: orOff(draft) };
  const fields = {
    ...(source !== known.source && { source }),
    ...Object.fromEntries(
      Object.entries(flags).filter(
        ([name, value]) => value !== undefined && value !== Reflect.get(known, name),
      ),
    ),
    ...(!isDeepStrictEqual(destination, known.destination) && { destination }),
  };
  if (Object.keys(fields).length === 0) work.unchanged += 1;
  else
    wishes.add({
      ...about,
      operation: updateRedirect,
      input: { ...place, siteRedirectId: known.id, ...fields },
      live: { ...known },
    });
}

type Destination = SiteRedirect['destination'];

function destinationOf(
  work: Work,
  item: RedirectItem,
  pages: About['pages'],
  known?: Destination,
): Destination {
  const { to, from } = item;
  const place = placeText(work, item);
  const unknown = (kind: string, name: string, hint = `name a ${kind} of the file`) =>
    misfit(`${place}redirect "${from}" leads to ${kind} "${name}", which is not in the file`, hint);
  if ('url' in to) {
    const external = { kind: 'external', url: to.url } as const;
    if (!HTTP_URL.test(to.url) && !isDeepStrictEqual(external, known))
      throw misfit(
        `${place}redirect "${from}": "url" must be ${PATTERN_WORDS[HTTP]}, not "${to.url}"`,
        'docs redirects create --help',
      );
    return external;
  }
  if ('section' in to) {
    const section = sectionNamed(work, to.section);
    const id = section && work.sectionIds.get(section);
    if (id === undefined) throw unknown('section', to.section, renamed(work, to.section));
    return { kind: 'site-section', siteSectionId: id };
  }
  const space = spaceOf(work, to.space);
  if (space?.id === undefined) throw unknown('space', to.space);
  if (to.page === undefined) return { kind: 'site-space', siteSpaceId: space.id };
  const pageId = isRef(space.spaceId) ? undefined : pages.get(space.spaceId)?.idOf.get(to.page);
  if (pageId === undefined)
    throw new NotFoundError(
      `${place}redirect "${from}": page "${to.page}" not found in space "${to.space}"`,
      {
        hint: isRef(space.spaceId) ? 'fill the space first' : shell`docs pages list --space ${space.spaceId}`,
      },
    );
  return { kind: 'site-page', siteSpaceId: space.id, pageId };
}

const HTTP_URL = new RegExp(HTTP);

export const spaceOf = ({ spaces }: Pick<Work, 'spaces'>, name: string): WantedSpace | undefined =>
  [...spaces.values()].find(({ item }) => item.space === name) ??
  [...spaces.values()].find(({ spaceId, title }) => spaceId === name || title === name);
