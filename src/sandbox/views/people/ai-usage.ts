// The AI credits of an organization: the sandbox runs no AI, so every period has none.
import type { InputOf, ResultOf } from '../../../api/operation.ts';
import type { getAiUsage } from '../../../api/people/organizations.ts';
import { badRequest } from '../../wire-error.ts';

const MOST_PERIODS = 1000;
type Interval = NonNullable<InputOf<typeof getAiUsage>['interval']>;

/** Begins each period at midnight UTC. 400 for a time that ends before it begins, or has too many periods. */
export function aiUsageView({
  from,
  to,
  interval = 'day',
}: InputOf<typeof getAiUsage>): ResultOf<typeof getAiUsage> {
  const end = new Date(to);
  if (end < new Date(from)) throw badRequest('to is before from');
  const periods: string[] = [];
  for (let at = startOf(new Date(from), interval); at < end; at = next(at, interval)) {
    if (periods.length === MOST_PERIODS)
      throw badRequest(`more than ${MOST_PERIODS} periods: use a longer interval`);
    periods.push(at.toISOString().slice(0, 10));
  }
  return { from, to, periods: periods.map((date) => ({ date, credits: 0, features: [] })) };
}

const startOf = (at: Date, interval: Interval): Date => {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  if (interval === 'year') return new Date(Date.UTC(year, 0, 1));
  if (interval === 'month') return new Date(Date.UTC(year, month, 1));
  // Weeks begin on Monday.
  const back = interval === 'week' ? (at.getUTCDay() + 6) % 7 : 0;
  return new Date(Date.UTC(year, month, at.getUTCDate() - back));
};

const next = (at: Date, interval: Interval): Date => {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  if (interval === 'year') return new Date(Date.UTC(year + 1, 0, 1));
  if (interval === 'month') return new Date(Date.UTC(year, month + 1, 1));
  return new Date(Date.UTC(year, month, day + (interval === 'week' ? 7 : 1)));
};
