// Links that lead nowhere, or where readers cannot follow: one finding for each target of a page.
import type {
  ContentReferenceUsage as Link,
  ContentLocation as Location,
} from '../../api/content/links.generated.ts';
import { appLink } from '../../markdown/link-targets.ts';
import { filled } from '../../output/columns.ts';

export interface SpaceRef {
  id: string;
  title: string;
}

/** What to call each of them: its title, with its ID behind it where several have the same title. */
export function titlesApart(spaces: readonly SpaceRef[]): (space: SpaceRef) => string {
  const first = new Map<string, string>();
  const shared = new Set<string>();
  for (const { id, title } of spaces) {
    if ((first.get(title) ?? id) !== id) shared.add(title);
    else first.set(title, id);
  }
  return ({ id, title }) => (shared.has(title) ? `${title} (${id})` : title);
}

export interface LinkFinding {
  space: SpaceRef;
  /** `path` is empty for a place that is no page. */
  page: { id: string; title: string; path: string };
  status: 'broken' | 'in-app' | 'unsure';
  /** As it is written, or what it is called. */
  target: string;
  /** `page not found`. */
  reason: string;
  /** Where on the page: anchors of sections, empty for the top. */
  anchors: string[];
  /** How often the page links there, as far as the platform tells. */
  places: number;
  /** The page's path in a repository. */
  file?: string;
}

/** What the platform calls neither broken nor in-app has no finding. Links are told apart by page and target. */
export function findingsOf(space: SpaceRef, link: Link): LinkFinding[] {
  if (link.status === 'ok') return [];
  return onePerPage(space, link, { status: link.status, ...targetOf(link) });
}

/** Links of the web, for whoever asks where they lead: the platform calls them fine and has not looked. */
export function externalOf(space: SpaceRef, link: Link): LinkFinding[] {
  const { status, targetReference: target } = link;
  if (status !== 'ok' || target?.kind !== 'url' || !/^https?:/i.test(target.url)) return [];
  return onePerPage(space, link, { status: 'unsure', target: target.url, reason: 'not checked' });
}

function onePerPage(
  space: SpaceRef,
  link: Link,
  what: Pick<LinkFinding, 'status' | 'target' | 'reason'>,
): LinkFinding[] {
  const byPage = new Map<string, LinkFinding>();
  for (const place of link.locationReferences) {
    const { page, file, anchor } = pageOf(place);
    const found = byPage.get(page.id) ?? {
      space,
      page,
      ...what,
      anchors: [],
      places: 0,
      ...(file !== undefined && { file }),
    };
    found.places += 1;
    if (!found.anchors.includes(anchor)) found.anchors.push(anchor);
    byPage.set(page.id, found);
  }
  return [...byPage.values()];
}

/** A page may write one target in several ways: `./a.md#x` and `../b/a.md#x`. */
export function onePerTarget(findings: readonly LinkFinding[]): LinkFinding[] {
  const byKey = new Map<string, LinkFinding>();
  for (const finding of findings) {
    const same = byKey.get(keyOf(finding));
    const merged = same && {
      ...same,
      anchors: [...new Set([...same.anchors, ...finding.anchors])],
      places: same.places + finding.places,
    };
    byKey.set(keyOf(finding), merged ?? finding);
  }
  return [...byKey.values()];
}

/** The same target from the same page is the same finding, wherever and whenever it is found. */
export const keyOf = ({ page, status, target }: LinkFinding): string =>
  JSON.stringify([page.id, status, target]);

function pageOf(place: Location): { page: LinkFinding['page']; file?: string | undefined; anchor: string } {
  if (place.kind !== 'page') return { page: { id: '', title: place.kind, path: '' }, anchor: '' };
  const { page, internalLocation } = place;
  const path = 'path' in page ? page.path : '';
  const anchor = internalLocation?.type === 'anchor' ? internalLocation.anchor : '';
  const file = page.type === 'document' ? page.git?.path : undefined;
  return { page: { id: page.id, title: page.title, path }, file, anchor };
}

function targetOf({ status, targetReference }: Link): Pick<LinkFinding, 'target' | 'reason'> {
  const target =
    targetReference === undefined
      ? 'something that was deleted'
      : (placeName(targetReference) ?? String(Reflect.get(targetReference, 'kind')));
  if (target === '') return { target: '()', reason: 'link has no address' };
  if (status === 'in-app') return { target, reason: 'points into the app, which readers cannot open' };
  return {
    target,
    reason: `${targetReference === undefined ? 'target' : nounOf(targetReference)} not found`,
  };
}

function nounOf(target: Location): string {
  if (target.kind === 'page') return target.internalLocation?.type === 'anchor' ? 'section' : 'page';
  if (target.kind !== 'url') return target.kind.replaceAll('-', ' ');
  const inApp = appLink(target.url);
  if (inApp) return inApp.anchor === undefined ? (inApp.path === '' ? 'space' : 'page') : 'section';
  if (/^[a-z][a-z+.-]*:/i.test(target.url)) return 'target';
  // As the platform writes a file of a space.
  if (/^\/files\/\w+$/.test(target.url)) return 'file';
  const last =
    target.url
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? '';
  return /\.\w+$/.test(last) && !/\.(md|html?)$/i.test(last) ? 'file' : 'page';
}

const NAMES: { [K in Location['kind']]: (place: Extract<Location, { kind: K }>) => string } = {
  url: ({ url }) => url,
  page: ({ page, internalLocation }) => {
    const anchor = internalLocation?.type === 'anchor' ? `#${internalLocation.anchor}` : '';
    return filled`${'path' in page ? page.path : page.title}${anchor}`;
  },
  file: ({ file }) => file.name,
  space: ({ space }) => space.title,
  'reusable-content': ({ reusableContent }) => reusableContent.title,
  user: ({ user }) => user.displayName,
  collection: ({ collection }) => collection.id,
  openapi: ({ openAPISpec }) => openAPISpec.id,
};

/** What a place is called; undefined of a kind that only newer hosts tell. */
export function placeName(place: Location): string | undefined {
  // Safe: each function is stored under the kind it takes.
  const name = NAMES[place.kind] as ((place: Location) => string) | undefined;
  return name?.(place);
}
