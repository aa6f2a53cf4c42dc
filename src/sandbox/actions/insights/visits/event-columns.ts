// What an event says in each column. What the sandbox cannot know of a visitor (place, device) is unknown or null.
import type { SiteEventRow } from '../../../db/insights/insights.ts';

export interface Column {
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
  eventType: ({ type }) => type,
  siteSection: ({ section }) => section,
  siteSpace: ({ siteSpace }) => siteSpace,
  siteShareKey: ({ shareLink }) => shareLink,
  displayContext: ({ context }) => context,
  page: ({ page, space }) => (space === null ? null : { page, space }),
  eventSearchQuery: ({ query }) => query ?? '',
  eventAskResponseRating: ({ rating }) => rating ?? 0,
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
  ...['eventAPIOperationPath', 'eventAPIOperationMethod', 'eventLLMSVariant', 'eventPageNotFoundType'],
  ...['eventMarkdownSource', 'eventSearchResultRecordId'],
]);

/** What an event says in a column; undefined where no event can say anything. */
export function valueIn(event: SiteEventRow, column: Column): unknown {
  if (UNKNOWN.has(column.column)) return null;
  const read = READS[column.column];
  return read ? read(event, column) : NOTHING[column.column];
}
