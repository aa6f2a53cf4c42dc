// Fields of a site and of what is on it that this program does not know: they are kept, compared and written back.
import { isDeepStrictEqual } from 'node:util';
import {
  SiteExternalLink,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
} from '../../api/sites/site-structure.generated.ts';
import { Site } from '../../api/sites/sites.generated.ts';
import type { Fields } from './looks.ts';

const SHAPES = {
  site: Site,
  'site-section': SiteSection,
  'site-section-group': SiteSectionGroup,
  'site-external-link': SiteExternalLink,
  'site-space': SiteSpace,
} as const;

/** What the platform alone sets. */
const ITS_OWN: ReadonlySet<string> = new Set(['gitSync', 'lastScanAt', 'updatedAt']);
/** Nothing of the kind goes into a file, whatever the platform shows. */
const SECRET = /secret|token|password|key/i;

/** Undefined where it has none. */
export function otherFields(raw: { object: keyof typeof SHAPES }): Fields | undefined {
  // Of a kind that nobody knows all are known.
  const { properties } = SHAPES[raw.object] ?? { properties: raw };
  const found = Object.entries(raw).filter(
    ([name, value]) =>
      !Object.hasOwn(properties, name) && !ITS_OWN.has(name) && !SECRET.test(name) && value !== undefined,
  );
  return found.length === 0 ? undefined : Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Those of a file that are other than they are. */
export function otherToSend(wanted: Fields | undefined, raw: object | undefined): Fields | undefined {
  const found = Object.entries(wanted ?? {}).filter(
    ([name, value]) => !isDeepStrictEqual(value, Reflect.get(raw ?? {}, name)),
  );
  return found.length === 0 ? undefined : Object.fromEntries(found);
}
