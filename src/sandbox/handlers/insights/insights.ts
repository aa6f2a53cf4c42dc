// What visitors of a site did, counted.
import {
  aggregateEvents,
  listVisitorSegments,
  MOST_ROWS,
  type RANGES,
} from '../../../api/insights/insights.ts';
import { aggregate, type Query } from '../../actions/insights/visits/aggregate.ts';
import { siteToWatch } from '../../actions/insights/visits/answered.ts';
import { type SiteEventRow, siteEventStore } from '../../db/insights/insights.ts';
import type { FidelityOf } from '../../fidelity.ts';
import { handle } from '../../handler.ts';
import { badRequest } from '../../wire-error.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAYS: Readonly<Record<(typeof RANGES)[number], number>> = {
  lastYear: 365,
  last3Months: 92,
  last30Days: 30,
  last7Days: 7,
  last24Hours: 1,
};

type Range = (typeof RANGES)[number] | { from: string; to: string };

/** From when to when. 400 when it ends before it begins. */
function timesOf(range: Range, now: Date): [from: string, to: string] {
  if (typeof range === 'string')
    return [new Date(now.getTime() - DAYS[range] * 24 * HOUR_MS).toISOString(), now.toISOString()];
  const [from, to] = [new Date(range.from), new Date(range.to)];
  if (to < from) throw badRequest('range.to is before range.from');
  return [from.toISOString(), to.toISOString()];
}

export default [
  handle(aggregateEvents, async (call, { organizationId, siteId, range, ...query }) => {
    const site = siteToWatch(call, { organizationId, siteId });
    const events = siteEventStore(call.db).between(site.id, ...timesOf(range, call.now()));
    // Safe: the body was checked against the columns that there are.
    const columns = await aggregate(events, query as object as Query, MOST_ROWS);
    return { columns };
  }),

  handle(listVisitorSegments, (call, ref) => {
    const site = siteToWatch(call, ref);
    const by = new Map<string, SiteEventRow[]>();
    for (const event of siteEventStore(call.db).all(site.id)) {
      const same = by.get(event.claims);
      if (same) same.push(event);
      else by.set(event.claims, [event]);
    }
    const items = [...by].map(([text, events]) => {
      // Written by the sandbox only.
      const claims = JSON.parse(text) as Record<string, unknown>;
      return {
        title: titleOf(claims),
        claims,
        events: events.length,
        visitors: new Set(events.map(({ visitor }) => visitor)).size,
        sessions: new Set(events.map(({ session }) => session)).size,
      };
    });
    return { items: items.sort((a, b) => b.events - a.events), count: items.length };
  }),
];

/** `plan: business, beta: true`. */
function titleOf(claims: Record<string, unknown>): string {
  const told = Object.entries(claims).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return told.join(', ') || 'No claims';
}

const limited =
  'Events are the visits and searches of this sandbox; it knows no device, browser, country or referrer.';

export const fidelity: FidelityOf = { events: { limited }, segments: { limited } };
