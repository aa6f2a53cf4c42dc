// What visitors of a site did, counted.

import { isDeepStrictEqual } from 'node:util';
import * as api from '../../../api/insights/insights.ts';
import type { ResultOf } from '../../../api/operation.ts';
import { groupBy, nonNull } from '../../../files/lists.ts';
import { type SiteEventRow, siteEvents } from '../../db/insights/insights.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import { slices } from '../../slices.ts';
import { badRequest } from '../../wire-error.ts';
import { siteToWatch } from './visits.ts';

// What an event says in each column. What the sandbox cannot know of a visitor (place, device) is unknown or null.

interface Column {
  column: string;
  interval?: 'hour' | 'day' | 'week' | 'month' | undefined;
  precision?: number | undefined;
  claim?: string | undefined;
}

const at = (text: string): Date => new Date(text);
const DAY_MS = 24 * 60 * 60 * 1000;
/** Monday is the first day. */
const weekday = (date: Date): number => ((date.getUTCDay() + 6) % 7) + 1;

/** The beginning of the hour, day, week or month, in UTC. */
function beginning(time: string, interval: Column['interval']): string {
  if (interval === undefined) return time;
  if (interval === 'hour') return `${time.slice(0, 13)}:00:00.000Z`;
  if (interval === 'month') return `${time.slice(0, 7)}-01T00:00:00.000Z`;
  const day = at(`${time.slice(0, 10)}T00:00:00.000Z`);
  if (interval === 'day') return day.toISOString();
  return new Date(day.getTime() - (weekday(day) - 1) * DAY_MS).toISOString();
}

// Written by the sandbox only.
const claimsOf = ({ claims }: SiteEventRow) => JSON.parse(claims) as Record<string, unknown>;
const pathOf = (url: string): string => new URL(url).pathname;

type Read = (event: SiteEventRow, column: Column) => unknown;

const READS: Readonly<Record<string, Read>> = {
  datetime: ({ occurredAt }, { interval }) => beginning(occurredAt, interval),
  dayOfWeek: ({ occurredAt }) => weekday(at(occurredAt)),
  hourOfDay: ({ occurredAt }) => at(occurredAt).getUTCHours(),
  url: ({ url }) => url,
  urlPath: ({ url }) => pathOf(url),
  eventType: ({ type }) => (type === 'page_hidden' ? 'page_view' : type),
  eventPageNotFoundType: ({ type }) => (type === 'page_hidden' ? 'conditional' : null),
  siteSection: ({ section }) => section,
  siteSpace: ({ siteSpace }) => siteSpace,
  siteShareKey: ({ shareLink }) => shareLink,
  displayContext: ({ context }) => context,
  page: ({ page, space }) => (space === null ? null : { page, space }),
  eventSearchQuery: ({ query }) => query ?? '',
  eventAskResponseRating: ({ type, rating }) => (type === 'ask_rate_response' ? (rating ?? 0) : 0),
  eventPageFeedbackRating: ({ type, rating }) =>
    type === 'page_post_feedback' && rating !== null
      ? (['bad', 'ok', 'good'] as const)[rating + 1]
      : undefined,
  visitorAuthenticated: (event) => Object.keys(claimsOf(event)).length > 0,
  visitorClaimProperty: (event) => Object.keys(claimsOf(event)).sort().join(', '),
  visitorClaim: (event, { claim = '' }) => claimText(claimsOf(event)[claim]),
  visitorDevice: () => 'unknown',
  visitorBrowser: () => 'unknown',
  visitorOS: () => 'unknown',
};

const claimText = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** Columns of texts that may not be null, and that no event here has. */
const NOTHING: Readonly<Record<string, unknown>> = {
  ...{ referrer: '', referrerDomain: '', eventAdDomain: '', eventPageFeedbackComment: '' },
  ...{ utmSource: '', utmMedium: '', utmCampaign: '', utmTerm: '', utmContent: '' },
};

const UNKNOWN = new Set([
  ...['visitorGeoCountry', 'visitorGeoPoint', 'visitorBot', 'visitorLanguage', 'eventLinkTargetDomain'],
  ...['eventAPIOperationPath', 'eventAPIOperationMethod', 'eventLLMSVariant'],
  ...['eventMarkdownSource', 'eventSearchResultRecordId'],
]);

/** What an event says in a column; undefined where no event can say anything. */
function valueIn(event: SiteEventRow, column: Column): unknown {
  if (UNKNOWN.has(column.column)) return null;
  const read = READS[column.column];
  return read ? read(event, column) : NOTHING[column.column];
}

// Counts events of visitors, by what the caller wants to know.

type Operator = 'in' | 'notIn' | 'greaterThan' | 'greaterThanOrEqual' | 'lessThan' | 'lessThanOrEqual';

interface Query {
  select?: readonly Column[] | undefined;
  where?: readonly (Column & { values: readonly unknown[]; operator?: Operator | undefined })[] | undefined;
  groupBy?: readonly Column[] | undefined;
  order?: { by: Column; direction: 'asc' | 'desc' } | undefined;
  limit?: number | undefined;
}

interface Group {
  /** By column, in the order of the columns it is grouped by. */
  values: unknown[];
  events: number;
  sessions: Set<string>;
  visitors: Set<string>;
}

const isMeasure = ({ column }: Column): boolean => api.MEASURES.some((measure) => measure === column);

/** Columns with their values, a row at each place. 400 for an order by what is not there. */
async function aggregate(events: readonly SiteEventRow[], query: Query, mostRows: number) {
  const { select = [], where = [], groupBy = [], order } = query;
  // What is shown and not counted is counted by.
  const keys = distinct([...groupBy, ...select.filter((column) => !isMeasure(column))]);
  const shown = select.length > 0 ? distinct(select) : [...keys, { column: 'eventsCount' }];
  const read = (group: Group, column: Column): unknown => {
    if (column.column === 'eventsCount') return group.events;
    if (column.column === 'sessionsCount') return group.sessions.size;
    if (column.column === 'visitorsCount') return group.visitors.size;
    return group.values[keys.findIndex((key) => isDeepStrictEqual(key, column))];
  };
  const fits = events.filter((event) =>
    where.every((one) => isMeasure(one) || holds(valueIn(event, columnOf(one)), one)),
  );
  const groups = (await grouped(fits, keys)).filter((group) =>
    where.every((one) => !isMeasure(one) || holds(read(group, columnOf(one)), one)),
  );
  // Times run on; all else begins with what there is most of.
  const time = shown.find(({ column }) => column === 'datetime');
  const by = order?.by ?? time ?? shown.find(isMeasure) ?? shown[0];
  if (by && !isMeasure(by) && !keys.some((key) => isDeepStrictEqual(key, by)))
    throw badRequest(`order.by must be a column of select or groupBy, not "${by.column}"`);
  const sign = (order?.direction ?? (time ? 'asc' : 'desc')) === 'asc' ? 1 : -1;
  const rows = groups
    .map((group) => ({ group, key: by && read(group, by) }))
    .sort((a, b) => sign * compare(a.key, b.key))
    .slice(0, query.limit ?? mostRows)
    .map(({ group }) => group);
  // A column that no event says anything in has no values.
  return shown.map((column) => ({
    ...columnOf(column),
    values: rows.map((group) => read(group, column)).filter((value) => value !== undefined),
  }));
}

const columnOf = ({ column, interval, precision, claim }: Column): Column => ({
  column,
  ...nonNull({ interval, precision, claim }),
});

const distinct = (columns: readonly Column[]): Column[] => [
  ...new Map(columns.map((one) => [JSON.stringify(columnOf(one)), columnOf(one)])).values(),
];

const EVENTS_A_SLICE = 2000;

async function grouped(events: readonly SiteEventRow[], keys: readonly Column[]): Promise<Group[]> {
  const pause = slices();
  const groups = new Map<string, Group>();
  for (const [at, event] of events.entries()) {
    if (at % EVENTS_A_SLICE === 0) await pause();
    const values = keys.map((key) => valueIn(event, key));
    const key = JSON.stringify(values);
    const group = groups.get(key) ?? { values, events: 0, sessions: new Set(), visitors: new Set() };
    group.events += 1;
    group.sessions.add(event.session);
    group.visitors.add(event.visitor);
    groups.set(key, group);
  }
  if (keys.length === 0 && groups.size === 0)
    return [{ values: [], events: 0, sessions: new Set(), visitors: new Set() }];
  return [...groups.values()];
}

function holds(
  value: unknown,
  { values, operator = 'in' }: { values: readonly unknown[]; operator?: Operator | undefined },
): boolean {
  const isIn = values.some((one) => isDeepStrictEqual(one, value) || sameTime(one, value));
  if (operator === 'in') return isIn;
  if (operator === 'notIn') return !isIn;
  return values.every((one) => {
    const difference = compare(value, one);
    if (operator === 'greaterThan') return difference > 0;
    if (operator === 'greaterThanOrEqual') return difference >= 0;
    return operator === 'lessThan' ? difference < 0 : difference <= 0;
  });
}

const TIME = /^\d{4}-\d\d-\d\dT/;
/** The same moment may be written in several ways. */
const sameTime = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' &&
  typeof b === 'string' &&
  TIME.test(a) &&
  TIME.test(b) &&
  Date.parse(a) === Date.parse(b);

/** Numbers by size, times by age, all else by its letters; null is the least. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  const [left, right] = [a, b].map((one) => (typeof one === 'string' ? one : JSON.stringify(one ?? '')));
  if (left === undefined || right === undefined || left === right) return 0;
  if (TIME.test(left) && TIME.test(right)) return Date.parse(left) - Date.parse(right);
  return left < right ? -1 : 1;
}

const HOUR_MS = 60 * 60 * 1000;
const DAYS: Readonly<Record<(typeof api.RANGES)[number], number>> = {
  lastYear: 365,
  last3Months: 92,
  last30Days: 30,
  last7Days: 7,
  last24Hours: 1,
};

type Range = (typeof api.RANGES)[number] | { from: string; to: string };

/** From when to when. 400 when it ends before it begins. */
function timesOf(range: Range, now: Date): [from: string, to: string] {
  if (typeof range === 'string')
    return [new Date(now.getTime() - DAYS[range] * 24 * HOUR_MS).toISOString(), now.toISOString()];
  const [from, to] = [new Date(range.from), new Date(range.to)];
  if (to < from) throw badRequest('range.to is before range.from');
  return [from.toISOString(), to.toISOString()];
}

export default [
  handle(
    api.aggregateEvents,
    siteToWatch,
    async (call, { organizationId, siteId, range, ...query }, site) => {
      const events = call.db.all<SiteEventRow>(
        'SELECT * FROM siteEvents WHERE site = ? AND occurredAt BETWEEN ? AND ? ORDER BY occurredAt, rowid',
        ...[site.id, ...timesOf(range, call.now())],
      );
      // Safe: the body was checked against the columns that there are, and each is answered in its own form.
      const columns: object = await aggregate(events, query as object as Query, api.MOST_ROWS);
      return { columns: columns as ResultOf<typeof api.aggregateEvents>['columns'] };
    },
  ),

  handle(api.listVisitorSegments, siteToWatch, (call, _, site) => {
    const all = siteEvents(call.db).all({ site: site.id }, 'occurredAt, rowid');
    const items = [...groupBy(all, ({ claims }) => claims)].map(([text, events]) => {
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

const EVENTS =
  'Events are the searches of this sandbox, what visitors of its pages did not find, and the visits of the demo; it knows no device, browser, country or referrer.';

export const fidelity: FidelityOf = {
  'insights.events': EVENTS,
  'insights.segments': EVENTS,
};
