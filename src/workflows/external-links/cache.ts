// What earlier checks of external links found, in a file of the user's.

import { UsageError } from '../../errors.ts';
import { isRecord } from '../../files/is-record.ts';
import type { Verdict } from './verdict.ts';

export interface LinkCache {
  /** What is known of a URL and not too old. */
  get(url: string): Verdict | undefined;
  set(url: string, verdict: Verdict): void;
  /** The file as it is to be written: without what is too old. */
  text(): string;
}

interface Entry {
  verdict: Verdict;
  /** Milliseconds. */
  at: number;
}

const DAY_MS = 86_400_000;
const STATUSES: readonly string[] = ['ok', 'broken', 'unsure'];

/**
 * Reads the text of the file; undefined: a new one. What is fine counts for `days`; what is not is asked again after one
 * day, as somebody may have mended it. Throws UsageError `BAD_LINK_CACHE` for a file of another kind.
 */
export function readLinkCache(
  text: string | undefined,
  { name, days, now }: { name: string; days: number; now: () => Date },
): LinkCache {
  const entries = text === undefined ? new Map<string, Entry>() : entriesOf(text, name);
  const isFresh = ({ verdict, at }: Entry): boolean => {
    const age = now().getTime() - at;
    return age >= 0 && age <= (verdict.status === 'ok' ? days : Math.min(days, 1)) * DAY_MS;
  };
  return {
    get(url) {
      const entry = entries.get(url);
      return entry && isFresh(entry) ? entry.verdict : undefined;
    },
    set: (url, verdict) => entries.set(url, { verdict, at: now().getTime() }),
    text() {
      const kept = [...entries].filter(([, entry]) => isFresh(entry)).sort(([a], [b]) => (a < b ? -1 : 1));
      const links = kept.map(([url, { verdict, at }]) => [
        url,
        { ...verdict, checkedAt: new Date(at).toISOString() },
      ]);
      return `${JSON.stringify({ version: 1, links: Object.fromEntries(links) }, null, 2)}\n`;
    },
  };
}

function entriesOf(text: string, name: string): Map<string, Entry> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The message of JSON.parse quotes the file.
  }
  if (!isRecord(value) || value.version !== 1 || !isRecord(value.links))
    throw new UsageError(`${name} is not a cache of external links`, {
      code: 'BAD_LINK_CACHE',
      hint: 'name a file that does not exist yet, or one that --cache has written',
    });
  return new Map(Object.entries(value.links).flatMap(([url, one]) => entryOf(url, one)));
}

/** An entry that somebody broke counts as unknown: the link is asked again. */
function entryOf(url: string, one: unknown): [string, Entry][] {
  if (!isRecord(one) || typeof one.reason !== 'string') return [];
  const { status, reason, checkedAt } = one;
  const at = Date.parse(String(checkedAt));
  if (typeof status !== 'string' || !STATUSES.includes(status) || Number.isNaN(at)) return [];
  // Safe: it is one of these.
  return [[url, { verdict: { status: status as Verdict['status'], reason }, at }]];
}
