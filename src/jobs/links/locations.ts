// Links and the places they are in, as a row shows them.
import type {
  ContentReferenceUsage as Link,
  ContentLocation as Location,
} from '../../api/content/links.generated.ts';
import { filled } from '../../output/fill-template.ts';

const NAMES: { [K in Location['kind']]: (place: Extract<Location, { kind: K }>) => string } = {
  file: ({ file }) => filled`file ${file.name}`,
  page: ({ page, internalLocation }) => {
    const anchor = internalLocation?.type === 'anchor' ? `#${internalLocation.anchor}` : '';
    return filled`page ${'path' in page ? page.path : page.title}${anchor}`;
  },
  'reusable-content': ({ reusableContent }) => filled`reusable content ${reusableContent.title}`,
  url: ({ url }) => url,
  user: ({ user }) => filled`user ${user.displayName}`,
  collection: ({ collection }) => filled`collection ${collection.id}`,
  space: ({ space }) => filled`space ${space.title}`,
  openapi: ({ openAPISpec }) => filled`OpenAPI specification ${openAPISpec.id}`,
};

/** `page guides/install#linux`. A kind that is not known yet is named as it is. */
export function placeText(place: Location): string {
  // Safe: each function is stored under the kind it takes.
  const name = NAMES[place.kind] as ((place: Location) => string) | undefined;
  return name ? name(place) : filled`${Reflect.get(place, 'kind')}`;
}

/** The platform calls every external link fine, and has looked at none. */
export const presentLink = (link: Link) => ({
  ...link,
  status: link.status === 'ok' && link.targetReference?.kind === 'url' ? 'not checked' : link.status,
  targetReference: link.targetReference && placeText(link.targetReference),
  locationReferences: link.locationReferences.map(placeText),
});

/** A row of its own shape: what it is, where, and its id. */
export function presentPlace(place: Location) {
  const id =
    place.kind === 'page'
      ? place.page.id
      : place.kind === 'reusable-content'
        ? place.reusableContent.id
        : undefined;
  return { ...place, id, page: placeText(place) };
}

/** `12 links, 2 broken`; undefined when the platform told no numbers. */
export function linkStats(rest: Readonly<Record<string, unknown>>): string | undefined {
  const { stats } = rest;
  if (typeof stats !== 'object' || stats === null || !('total' in stats) || !('broken' in stats))
    return undefined;
  const broken = stats.broken;
  if (typeof broken !== 'object' || broken === null || !('total' in broken)) return undefined;
  const own = 'changeRequest' in broken ? `, ${broken.changeRequest} of them by the change request` : '';
  return `${stats.total} ${stats.total === 1 ? 'link' : 'links'}, ${broken.total} broken${own}`;
}
