// What a host of one age offers: some operations are not there yet, others not any more, and objects have other fields.
import { AGES, isInVersion } from '../../api/ages.ts';
import type { Operation } from '../../api/operation.ts';
import { UsageError } from '../../errors.ts';
import { isRecord } from '../../files/is-record.ts';
import { shell } from '../../files/shell-word.ts';
import { fromOlder, isOlderField, olderAnswer } from './older-answers.ts';

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
export function ageNamed(text: string, option: string): Age {
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
    hint: shell`docs sandbox serve --contract ${VERSIONS.at(-1) ?? ''}`,
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
