// Looks of a site and of the spaces on it: what a file says beside what is, and what has to be sent.
import { isDeepStrictEqual } from 'node:util';
import { check } from '../../api/check.ts';
import { type Operation, OTHER_FIELDS } from '../../api/operation.ts';
import { SiteCustomizationSettingsInput } from '../../api/sites/customization.generated.ts';
import { OVERRIDE_GROUPS } from '../../api/sites/customization.ts';
import { isRecord } from '../../files/texts.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Looks without what the platform adds; with `below`, only what differs from that. */
export function ownLooks(looks: Fields, below?: Fields): Fields {
  const { updatedAt: _, ...own } = looks;
  return below === undefined ? own : differing(own, below);
}

const differing = (looks: Fields, below: Fields, path = ''): Fields =>
  Object.fromEntries(
    Object.entries(looks).flatMap(([key, value]): [string, unknown][] => {
      const other = below[key];
      if (isDeepStrictEqual(value, other)) return [];
      const place = path === '' ? key : `${path}.${key}`;
      if (!OVERRIDE_GROUPS.has(place) || !isRecord(value) || !isRecord(other)) return [[key, value]];
      return [[key, differing(value, other, place)]];
    }),
  );

interface Shape {
  readonly [key: string]: unknown;
}

/**
 * The whole document that a site is to have: what the file leaves out stays, or with `prune` goes where the platform
 * can do without it.
 */
export function wholeLooks(
  live: Fields,
  wanted: Fields,
  prune: boolean,
  shape: Shape = SiteCustomizationSettingsInput,
): Fields {
  const made: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(live))
    if (key in wanted || !prune || requiredIn(shape).includes(key)) made[key] = value;
  for (const [key, value] of Object.entries(wanted)) {
    const inner = innerOf(shape, key);
    const known = live[key];
    made[key] =
      inner?.properties !== undefined && isRecord(value) && isRecord(known)
        ? wholeLooks(known, value, prune, inner)
        : value;
  }
  return made;
}

const requiredIn = ({ required }: Shape): readonly unknown[] => (Array.isArray(required) ? required : []);

function innerOf({ properties }: Shape, key: string): Shape | undefined {
  const inner = isRecord(properties) ? properties[key] : undefined;
  return isRecord(inner) ? inner : undefined;
}

/** What a site has itself: now, and once the plan has run. A space that says the same shows no difference. */
interface Site {
  now: Fields;
  after: Fields;
}

/** What is sent so that a space has the looks of its own that the file says; undefined: nothing. */
export function overridesToSend(
  live: Fields,
  wanted: Fields,
  { prune, site }: { prune: boolean; site: Site },
): Fields | 'reset' | undefined {
  if (prune && Object.keys(wanted).length === 0) return Object.keys(live).length === 0 ? undefined : 'reset';
  const changes = changed({ live, site }, wanted, prune);
  return Object.keys(changes).length === 0 ? undefined : changes;
}

function changed(
  { live, site }: { live: Fields; site: Site },
  wanted: Fields,
  prune: boolean,
  path = '',
): Fields {
  const set = Object.entries(wanted).flatMap(([key, value]): [string, unknown][] => {
    const known = live[key];
    const place = placeOf(path, key);
    const below = { now: site.now[key], after: site.after[key] };
    if (!OVERRIDE_GROUPS.has(place) || !isRecord(value)) {
      const shown = known === undefined ? [below.now, below.after] : [known];
      const whole = (one: unknown) => over(one, value);
      return shown.every((one) => isDeepStrictEqual(whole(one), one)) ? [] : [[key, whole(shown.at(-1))]];
    }
    const inner = { live: fieldsOf(known), site: { now: fieldsOf(below.now), after: fieldsOf(below.after) } };
    const changes = changed(inner, value, prune, place);
    return Object.keys(changes).length > 0 ? [[key, changes]] : [];
  });
  const gone = prune ? Object.entries(live).filter(([key]) => !(key in wanted)) : [];
  return { ...Object.fromEntries(set), ...cleared(gone, path) };
}

/** The platform keeps whole values: what a part of one leaves out is as it is. */
function over(shown: unknown, value: unknown): unknown {
  if (!isRecord(shown) || !isRecord(value) || !isPart(shown, value)) return value;
  return {
    ...shown,
    ...Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, over(shown[key], inner)])),
  };
}

/** A value of another form, as an emoji for an icon, is the whole of it. */
const isPart = (shown: Fields, value: Fields): boolean => Object.keys(value).every((key) => key in shown);

const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});

const placeOf = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

const cleared = (fields: readonly [string, unknown][], path: string): Fields =>
  Object.fromEntries(
    fields.map(([key, value]) => {
      const place = placeOf(path, key);
      const isGroup = OVERRIDE_GROUPS.has(place) && isRecord(value);
      return [key, isGroup ? cleared(Object.entries(value), place) : null];
    }),
  );

// A document that is written as a whole: what the host says of itself, in a form that docs does not know, goes back as it is.

/**
 * An input whose parts of unknown names or forms stand where such fields do. `now`: the document as it was read; what
 * was changed is checked as always, also within a part that holds what docs does not know.
 */
export function asTold({ params, body }: Operation, input: Fields, now: Fields): Record<string, unknown> {
  const { [OTHER_FIELDS]: own, ...fields } = input;
  const shapes = body?.properties ?? {};
  const isTold = ([key, value]: readonly [string, unknown]): boolean => {
    if (Object.hasOwn(params.properties, key) || !Object.hasOwn(now, key)) return false;
    const shape = Object.hasOwn(shapes, key) ? shapes[key] : undefined;
    if (shape === undefined) return true;
    const problems = check(shape, value);
    const isAsRead = (path: string) => isDeepStrictEqual(placeIn(value, path), placeIn(now[key], path));
    return problems.length > 0 && problems.every(({ path }) => isAsRead(path));
  };
  const entries = Object.entries(fields);
  const told = entries.filter(isTold);
  const known = Object.fromEntries(entries.filter((one) => !isTold(one)));
  const other = { ...Object.fromEntries(told), ...Object(own) };
  return Object.keys(other).length === 0 ? known : { ...known, [OTHER_FIELDS]: other };
}

/** What is at the path of a problem; an empty one is the value itself. */
const placeIn = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .filter((key) => key !== '')
    .reduce((found, key) => Object.getOwnPropertyDescriptor(Object(found), key)?.value, value);
