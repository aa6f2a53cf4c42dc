// Times that people type in flags: 12h, 7d, a date.
import { UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';

const HAS_ZONE = /^.{10}T[\d:.]*(?:Z|[+-]\d\d:?\d\d)$/i;

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `12h`, `7d`, `2w` to milliseconds; undefined for any other text. */
export function ageInMs(text: unknown): number | undefined {
  const [, number, unit] = /^(\d{1,4})([mhdw])$/.exec(String(text)) ?? [];
  if (number && (unit === 'm' || unit === 'h' || unit === 'd' || unit === 'w'))
    return Number(number) * UNITS[unit];
  return undefined;
}

/** A plan is good for no longer: this machine keeps for 120 days what it applied of one, which an apply again needs. */
export const LONGEST_PLAN = '90d';

/** How long a plan is good for. Throws UsageError. */
export function parsePlanAge(text = '7d'): number {
  const ms = parseAge(text, '--plan-expires');
  if (ms <= LONGEST_PLAN_MS) return ms;
  throw new UsageError(
    `--plan-expires must be at most ${LONGEST_PLAN}, not "${text}": what was applied of a plan is kept for 120 days`,
    { hint: shell`--plan-expires ${LONGEST_PLAN}` },
  );
}

export const LONGEST_PLAN_MS = 90 * UNITS.d;

/** The same. Throws UsageError. */
export function parseAge(text: unknown, flag: string): number {
  const ms = ageInMs(text);
  if (ms !== undefined) return ms;
  throw new UsageError(`${flag} must be a time like 12h, 7d or 2w, not "${text}"`, { hint: `${flag} 7d` });
}

/**
 * A time as the platform writes it, from `7d` (so long ago), a date (its first second, UTC), or a date and time (of this
 * machine's time zone if it names none). Throws UsageError.
 */
export function parsePastTime(text: string, flag: string, now: Date): string {
  const age = ageInMs(text);
  if (age !== undefined) return new Date(now.getTime() - age).toISOString();
  const date = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(text) : undefined;
  if (date && !Number.isNaN(date.getTime())) return HAS_ZONE.test(text) ? text : date.toISOString();
  throw new UsageError(`${flag} must be a time such as 24h, 7d or 2026-01-31T12:00:00Z, not "${text}"`, {
    hint: `${flag} 7d`,
  });
}

/** `90s`, `10m`, `1h` to milliseconds. Throws UsageError. */
export function parseDuration(text: string, flag: string): number {
  const [, number, unit] = /^(\d{1,5})(s|m|h)$/.exec(text) ?? [];
  if (!number || !unit || Number(number) === 0) {
    throw new UsageError(`${flag} must be a time like 30s, 10m or 1h, not "${text}"`, {
      hint: `${flag} 30s`,
    });
  }
  return Number(number) * ({ s: 1000, m: 60_000, h: 3_600_000 }[unit] ?? 0);
}
