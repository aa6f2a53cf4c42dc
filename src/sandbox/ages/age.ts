// What a host of one age offers: some operations are not there yet, others not any more, and objects have other fields.
import { AGES, isInVersion } from '../../api/ages.ts';
import type { Operation } from '../../api/operation.ts';
import { UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { isRecord } from '../../files/texts.ts';

// Answers and requests as a host of the oldest version gives and takes them: in forms that newer ones have changed, and without what came later.

/** Takes an answer of the newest version. What is in neither form otherwise stays: a newer field harms nobody. */
function olderAnswer(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => !isNewer(one)).map(olderAnswer);
  if (!isRecord(value) || value instanceof Uint8Array) return value;
  const own = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, olderAnswer(inner)]));
  return { ...own, ...countIn(value), ...pageMenuIn(value) };
}

/** Links in a navigation, redirects of all that is below a path, and whoever has access by a grant on a site. */
const isNewer = (one: unknown): boolean =>
  isRecord(one) &&
  (one.object === 'site-external-link' ||
    (one.object === 'site-redirect' && String(one.source).includes('*')) ||
    (isRecord(one.origin) && one.origin.type === 'site'));

/** Of a list, without what is not in it. */
function countIn({ items, count }: Readonly<Record<string, unknown>>): { count?: number } {
  if (!Array.isArray(items) || typeof count !== 'number') return {};
  return { count: count - items.filter(isNewer).length };
}

/** What the menu of a page holds was a setting each. */
function pageMenuIn({ pageActions, pdf }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (!isRecord(pageActions) || !Array.isArray(pageActions.items) || pdf !== undefined) return {};
  const { items } = pageActions;
  return {
    pdf: { enabled: items.includes('pdf') },
    git: { showEditLink: items.includes('git') },
    pageActions: {
      externalAI: items.includes('external-ai'),
      markdown: items.includes('markdown'),
      mcp: items.includes('mcp'),
    },
  };
}

/** A body of the older form in the newest one; any other as it is. */
function fromOlder(body: unknown): unknown {
  if (!isRecord(body)) return body;
  const { pageActions, pdf, git, ...rest } = body;
  if (!isRecord(pageActions) || Array.isArray(pageActions.items)) return body;
  const wanted = {
    'external-ai': pageActions.externalAI,
    markdown: pageActions.markdown,
    mcp: pageActions.mcp,
    git: isRecord(git) && git.showEditLink,
    pdf: isRecord(pdf) && pdf.enabled,
  };
  const items = Object.entries(wanted).flatMap(([name, isShown]) => (isShown === true ? [name] : []));
  return { ...rest, pageActions: { items } };
}

/** Fields of a request that only older versions declare, and what newer ones have in their place says as well. */
const isOlderField = (place: string): boolean =>
  /^body\.(?:pdf|git|pageActions\.(?:externalAI|markdown|mcp))\b/.test(place);

/** One that no version ever was: what it lacks, and what its objects have beside what they have here. */
export interface InventedAge {
  without: readonly string[];
  /** Fields and their values, by what `object` says in an answer. */
  fields?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Age {
  offers(operation: Operation): boolean;
  /** Whether it takes no request with a field at this place, which its operation does not declare: `body.titel`. */
  refuses(place: string): boolean;
  /** The body of a request, in the newest form. */
  taken(body: unknown): unknown;
  /** An answer as a host of this age gives it. */
  shown(body: unknown): unknown;
}

const VERSIONS = AGES.map((age) => age.replace(/\.0$/, ''));

/**
 * A host of the version `0.146` or `0.146.0`. Without an age a sandbox has everything that any version has. Throws
 * UsageError for a version that is not told apart from others.
 */
export function ageNamed(
  text: string,
  option: string,
  hint = shell`docs sandbox serve --contract ${VERSIONS.at(-1) ?? ''}`,
): Age {
  const version = AGES.find((age) => age === text || age === `${text}.0`);
  if (version !== undefined) {
    const isOldest = version === AGES[0];
    return {
      offers: (operation) => isInVersion(operation, version),
      refuses: (place) => place.startsWith('body.') && !(isOldest && isOlderField(place)),
      taken: isOldest ? fromOlder : (body) => body,
      shown: isOldest ? olderAnswer : (body) => body,
    };
  }
  throw new UsageError(`${option} must be one of ${VERSIONS.join(', ')}, not "${text}"`, {
    hint,
  });
}

/** @internal For tests of what the program does on hosts that nobody knows yet. */
export function inventedAge({ without, fields = {} }: InventedAge): Age {
  const byObject = new Map(Object.entries(fields));
  return {
    offers: ({ id }) => !without.includes(id),
    refuses: () => false,
    taken: (body) => body,
    shown: (body) => withFields(body, byObject),
  };
}

function withFields(value: unknown, fields: ReadonlyMap<string, object>): unknown {
  if (Array.isArray(value)) return value.map((one) => withFields(one, fields));
  if (!isRecord(value) || value instanceof Uint8Array) return value;
  const own = Object.entries(value).map(([key, inner]) => [key, withFields(inner, fields)] as const);
  return { ...fields.get(String(value.object)), ...Object.fromEntries(own) };
}
