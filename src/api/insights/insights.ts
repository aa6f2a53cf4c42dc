// What visitors of a site did: their events counted, and the segments they fall into.
import type { TSchema } from '@sinclair/typebox';
import { builders, resource, withFields } from '../schema.ts';
import * as wire from './insights.generated.ts';

const { ArrayOf, Literal, Nullable, Optional, Str, Union } = builders;
export const RANGES = ['lastYear', 'last3Months', 'last30Days', 'last7Days', 'last24Hours'] as const;
export const INTERVALS = ['hour', 'day', 'week', 'month'] as const;
export const MOST_ROWS = 1000;
/** Numbers that are counted, rather than what they are counted by. */
export const MEASURES = ['eventsCount', 'sessionsCount', 'visitorsCount'] as const;

const { body, result } = wire.aggregateSiteEvents;
/** Of each column what an answer holds. */
const answered = new Map<string, TSchema>(
  result.properties.columns.items.anyOf.map(({ properties: { column, values } }) => [
    column.const,
    values.items,
  ]),
);
/** What events can be counted by: each column with the values it has. */
export const COLUMN_VALUES: ReadonlyMap<string, TSchema> = new Map([
  ...wire.SiteInsightsQueryEventsColumn.anyOf.map(({ properties: { column } }): [string, TSchema] => [
    column.const,
    answered.get(column.const) ?? Str(),
  ]),
  // Newer hosts know more bots.
  ['visitorBot', Nullable(Str())],
]);

/** Values of the column that they are of, which the contract leaves open. */
const conditions = [...COLUMN_VALUES].map(([name, value]) =>
  withFields(body.properties.where.items, {
    column: Literal(name),
    values: ArrayOf(value),
    ...(name === 'visitorClaim' && { claim: Str() }),
  }),
);

const op = resource('insights');
export const aggregateEvents = op('events', 'Count what visitors of a site did', {
  ...wire.aggregateSiteEvents,
  body: withFields(body, { where: Optional(ArrayOf(Union(conditions))) }),
  retry: 'safe',
  says: { limit: 'most rows to return' },
});

export const listVisitorSegments = op('segments', 'List the segments that visitors of a site fall into', {
  ...wire.listSiteVisitorSegments,
});
