// What visitors of a site did: their events counted, and the segments they fall into.
import type { TSchema } from '@sinclair/typebox';
import { builders, resource, withFields } from '../schema.ts';
import * as wire from './insights.generated.ts';
import { COLUMN_VALUES } from './insights-columns.ts';

export const RANGES = ['lastYear', 'last3Months', 'last30Days', 'last7Days', 'last24Hours'] as const;
export const MOST_ROWS = 1000;

/** Values of the column that they are of, which the contract leaves open. */
const { body } = wire.aggregateSiteEvents;
const conditions = Object.entries<TSchema>(COLUMN_VALUES).map(([name, value]) =>
  withFields(body.properties.where.items, {
    column: builders.Literal(name),
    values: builders.ArrayOf(value),
    ...(name === 'visitorClaim' && { claim: builders.Str() }),
  }),
);

const op = resource('insights');
export const aggregateEvents = op('events', 'Count what visitors of a site did', {
  ...wire.aggregateSiteEvents,
  body: withFields(body, { where: builders.Optional(builders.ArrayOf(builders.Union(conditions))) }),
  retry: 'safe',
  says: { limit: 'most rows to return' },
});

export const listVisitorSegments = op('segments', 'List the segments that visitors of a site fall into', {
  ...wire.listSiteVisitorSegments,
});
