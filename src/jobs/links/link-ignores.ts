// The file of links that are not to be reported: which, why, and until when.
import { UsageError } from '../../errors.ts';
export interface IgnoreRule {
  line: number;
  /** Matches the page, as `Space/path`; undefined: every page. */
  page?: string;
  /** Matches the target as the report shows it. */
  target: string;
  reason: string;
  /** The last day on which it counts. */
  until?: string;
}

/** What a rule is compared with. */
export interface Ignorable {
  space: { title: string };
  page: { path: string };
  target: string;
}

export interface Ignores {
  /** Whether a finding is to be left out. */
  matches(finding: Ignorable): boolean;
  /** Rules whose last day is over: they ignore nothing any more. */
  expired: readonly IgnoreRule[];
  /** Rules that count and have matched nothing so far. */
  unused(): IgnoreRule[];
}

const FORM = '<target> [until YYYY-MM-DD] # <reason>, or <page> -> <target> ...';

/**
 * Reads lines `[page -> ]target [until 2026-12-31] # reason`; `*` stands for any text, lines that begin with `#` say
 * nothing. Throws UsageError for a line without reason, or with a date that is none.
 */
export function readIgnores(text: string, { name, now }: { name: string; now: Date }): Ignores {
  const rules = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .flatMap((line, at) => readRule(line.trim(), at + 1, name));
  const today = now.toISOString().slice(0, 10);
  const active = rules.filter(({ until }) => until === undefined || until >= today);
  const used = new Set<IgnoreRule>();
  return {
    expired: rules.filter((rule) => !active.includes(rule)),
    unused: () => active.filter((rule) => !used.has(rule)),
    matches(finding) {
      const rule = active.find((one) => fits(one, finding));
      if (rule) used.add(rule);
      return rule !== undefined;
    },
  };
}

function readRule(line: string, number: number, name: string): IgnoreRule[] {
  if (line === '' || line.startsWith('#')) return [];
  const [, what = '', reason = ''] = /^(.*?)(?<!\s)\s+#\s*(.*)$/.exec(line) ?? [];
  if (what === '' || reason === '') throw broken(name, number, 'has no reason');
  const [, links = what, until] = /^(.*\S)\s+until\s+(\S+)$/.exec(what) ?? [];
  if (until !== undefined && !isDay(until))
    throw broken(name, number, `ends on "${until}", which is not a date`);
  const [first = '', second] = links.split(/(?<!\s)\s+->\s+/, 2);
  return [
    {
      line: number,
      ...(second !== undefined && { page: first.trim() }),
      target: (second ?? first).trim(),
      reason,
      ...(until !== undefined && { until }),
    },
  ];
}

function isDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`).getTime();
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  );
}

const broken = (name: string, line: number, problem: string) =>
  new UsageError(`${name}: line ${line} ${problem}`, { code: 'BAD_IGNORE_FILE', hint: FORM });

function fits({ page, target }: IgnoreRule, { space, page: place, target: found }: Ignorable): boolean {
  if (!wildcardMatches(target, found)) return false;
  if (page === undefined) return true;
  return wildcardMatches(page, `${space.title}/${place.path}`) || wildcardMatches(page, place.path);
}

/** `*` is any text, also none. In linear time: a file of somebody else's must not make this slow. */
export const wildcardMatches = (pattern: string, text: string): boolean =>
  partsMatch(pattern, text, '*', (sign, char) => sign === char);

/** The same of any parts: `any` stands for as many as there are. */
export function partsMatch(
  pattern: ArrayLike<string>,
  text: ArrayLike<string>,
  any: string,
  fits: (part: string, one: string) => boolean,
): boolean {
  let [at, star, retry, index] = [0, -1, 0, 0];
  while (index < text.length) {
    const part = pattern[at];
    if (part === any) {
      star = at++;
      retry = index;
    } else if (part !== undefined && fits(part, text[index] ?? '')) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      index = ++retry;
    } else return false;
  }
  while (pattern[at] === any) at += 1;
  return at === pattern.length;
}
