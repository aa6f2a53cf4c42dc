import { UsageError } from '../../errors.ts';

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `12h`, `7d`, `2w` to milliseconds. Throws UsageError. */
export function parseAge(text: unknown, flag: string): number {
  const [, number, unit] = /^(\d{1,4})([mhdw])$/.exec(String(text)) ?? [];
  if (number && (unit === 'm' || unit === 'h' || unit === 'd' || unit === 'w'))
    return Number(number) * UNITS[unit];
  throw new UsageError(`${flag} must be a time like 12h, 7d or 2w, not "${text}"`, { hint: `${flag} 7d` });
}
