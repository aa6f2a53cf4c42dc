// The clock of a served sandbox: real time, or another one that its user sets, moves and stops.
import { badRequest } from '../wire-error.ts';

export interface Clock {
  now(): Date;
  /** Runs on from this moment. */
  set(to: Date): void;
  advance(ms: number): void;
  /** Stops the clock, or lets it run on from where it is. */
  freeze(frozen: boolean): void;
  /** Back to how it started. */
  reset(): void;
  readonly frozen: boolean;
}

/** A clock that follows `real`, from another moment where one is given, or stays at it. */
export function movableClock(real: () => Date, start?: Date, stands = false): Clock {
  const realMs = () => real().getTime();
  let ahead = 0;
  let stoppedAt: number | undefined;
  const begin = () => {
    ahead = start === undefined ? 0 : start.getTime() - realMs();
    stoppedAt = stands ? (start?.getTime() ?? realMs()) : undefined;
  };
  begin();
  const ms = () => stoppedAt ?? realMs() + ahead;
  const move = (to: number) => {
    // Dates end here, and ISO texts with four digits sort only within these years.
    if (!(to >= FIRST_MS && to <= LAST_MS)) throw badRequest('the clock must stay between 1970 and 9999');
    if (stoppedAt === undefined) ahead = to - realMs();
    else stoppedAt = to;
  };
  return {
    now: () => new Date(ms()),
    set: (to) => move(to.getTime()),
    advance: (by) => move(ms() + by),
    freeze(frozen) {
      const at = ms();
      if (!frozen) ahead = at - realMs();
      stoppedAt = frozen ? at : undefined;
    },
    reset: begin,
    get frozen() {
      return stoppedAt !== undefined;
    },
  };
}

const FIRST_MS = 0;
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** `90s`, `12h`, `-7d` in milliseconds; undefined for any other text. */
export function spanMs(text: string): number | undefined {
  const [, sign, number, unit = ''] = /^(-?)(\d{1,9})(ms|s|m|h|d|w)$/.exec(text) ?? [];
  return number === undefined ? undefined : Number(`${sign}${number}`) * (UNITS[unit] ?? 0);
}

/** A moment as people and programs write one: `2026-01-01` (UTC), or ISO with a time; undefined for any other text. */
export function momentOf(text: string): Date | undefined {
  const isIso = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/.test(text);
  const date = new Date(text);
  return isIso && !Number.isNaN(date.getTime()) ? date : undefined;
}
