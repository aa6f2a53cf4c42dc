// What keeps parts of a site from readers until all of it is there: drafts, made live in one step at the end.
import { updateSiteSectionGroup } from '../../api/sites/site-section-groups.ts';
import { updateSiteSection } from '../../api/sites/site-sections.ts';
import { updateSiteSpace } from '../../api/sites/site-spaces.ts';
import { sectionsOn, spacesOn } from './live.ts';
import { spacesIn } from './refuse.ts';
import { isGroup, type NavItem, type SiteFile, type SpaceItem } from './schema.ts';
import { lineOf, misfit, type Work } from './work.ts';

type Live = Work['live'];

/** Undefined where nothing is on the site that could tell. */
export function knowsDrafts(live: Live): boolean | undefined {
  const shown = [...spacesOn(live), ...sectionsOn(live.items)].map(({ raw }) => raw);
  return shown.length === 0 ? undefined : shown.some((raw) => raw.draft !== undefined);
}

/** Whether readers would see what is made before it is complete. */
export const isReadNow = ({ live, drafts }: Pick<Work, 'live' | 'drafts'>): boolean =>
  live.site.published && drafts === true;

/** What a new thing is created with. */
export const asDraft = (work: Work, item: { draft?: boolean | undefined }): { draft?: true } =>
  item.draft === true || isReadNow(work) ? { draft: true } : {};

interface Shown {
  draft?: boolean | undefined;
  hidden?: boolean | undefined;
}

/** Undefined: as it is. What a file leaves out is as people expect it; an older file says nothing of it. */
export const wantedState = (
  { prune, older }: Work,
  value: boolean | undefined,
  isNew: boolean,
): boolean | undefined => value ?? (isNew || (prune && !older) ? false : undefined);

/**
 * The states that keep it from readers, which are set at once. Those that show it wait for the end of the plan.
 * `now`: as it is, or as it has just been made.
 */
export function statesNow(
  work: Work,
  given: {
    kind: keyof typeof KINDS;
    id: string;
    title: string;
    item: NavItem | SpaceItem;
    raw?: object | undefined;
  },
  { wanted, now, isNew }: { wanted: Shown; now: Shown; isNew: boolean },
): Shown {
  const held: Shown = {};
  const shown: Shown = {};
  for (const name of ['draft', 'hidden'] as const) {
    const state = wantedState(work, wanted[name], isNew);
    if (state === undefined || state === (now[name] ?? false)) continue;
    (state ? held : shown)[name] = state;
  }
  if (Object.keys(shown).length > 0) work.goingLive.push({ ...given, fields: shown });
  return held;
}

const KINDS = {
  section: { operation: updateSiteSection, param: 'siteSectionId', kind: 'section' },
  group: { operation: updateSiteSectionGroup, param: 'siteSectionGroupId', kind: 'section group' },
  space: { operation: updateSiteSpace, param: 'siteSpaceId', kind: 'site space' },
} as const;

/** After everything else, and before the site is published: nobody sees half of it. */
export function planGoingLive(work: Work): void {
  const { wishes, place, goingLive } = work;
  const before = wishes.rows.map((_, at) => at + 1);
  for (const { kind, id, title, item, raw, fields } of goingLive) {
    const { operation, param, kind: noun } = KINDS[kind];
    wishes.add({
      operation,
      input: { ...place, [param]: id, ...fields },
      target: { kind: noun, title },
      needs: before,
      ...(raw && { live: { ...raw } }),
      ...lineOf(work, item),
    });
  }
}

export type GoingLive = Parameters<typeof statesNow>[1] & { fields: Shown };

/** Throws ValidationError where the file keeps something from readers, and the host would show it to them. */
export function refuseWithoutDrafts({ file, drafts, live }: Pick<Work, 'file' | 'drafts' | 'live'>): void {
  if (drafts !== false) return;
  const name = firstHeld(file);
  if (name === undefined) return;
  throw misfit(
    `"${name}" is a draft or hidden in the file, and this host has neither on sites: readers of site "${live.site.title}" would see it`,
    'remove it from the file',
  );
}

function firstHeld(file: SiteFile): string | undefined {
  const held = (items: readonly NavItem[]): string[] =>
    items.flatMap((item) => {
      if ('link' in item) return [];
      const own = item.draft ? [(isGroup(item) ? item.group : item.title) ?? ''] : [];
      return isGroup(item) ? [...own, ...held(item.sections)] : own;
    });
  const [first] = held(file.sections ?? []);
  return first ?? spacesIn(file).find(({ draft, hidden }) => draft || hidden)?.space;
}

const LACKED = [
  'draft',
  'hidden',
  'home page',
  'titles by language',
  'default level',
  'style guide',
] as const;

/** What the site has that files of an older version could not say. */
export function lackedBy({ version }: SiteFile, { site, ...rest }: Live): string[] {
  if (version !== 1) return [];
  const groups = rest.items.flatMap(function flat(one): { raw: object }[] {
    return one.kind === 'group' ? [one, ...one.items.flatMap(flat)] : [one];
  });
  const raws: object[] = [...spacesOn(rest), ...groups].map(({ raw }) => raw);
  const some = (name: string) => raws.some((raw) => Boolean(Reflect.get(raw, name)));
  const has = [
    some('draft'),
    some('hidden'),
    some('pageId'),
    some('localizedTitle') || some('localizedDescription'),
    site.defaultLevel !== undefined && site.defaultLevel !== 'inherit',
    site.styleguide !== undefined,
  ];
  return LACKED.filter((_, at) => has[at]);
}
