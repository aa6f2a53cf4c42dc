// What visitors of a site did: their events counted, and the segments they fall into.
import type { TObject, TSchema } from '@sinclair/typebox';
import { Count, DateTime, Enum, pageOf, resource, Type } from '../schema.ts';
import { COLUMN_VALUES, INTERVALS } from './insights-columns.ts';

const { Array: ArrayOf, Integer, Literal, Object: Obj, Optional, Record: RecordOf } = Type;
const { String: Str, Union, Unknown } = Type;

export const RANGES = ['lastYear', 'last3Months', 'last30Days', 'last7Days', 'last24Hours'] as const;
const OPERATORS = [
  'in',
  'notIn',
  'greaterThan',
  'greaterThanOrEqual',
  'lessThan',
  'lessThanOrEqual',
] as const;
export const MOST_ROWS = 1000;

/** Columns that say more than their name. */
const PARTICULAR: Readonly<Record<string, Record<string, TSchema>>> = {
  datetime: { interval: Optional(Enum(INTERVALS)) },
  visitorGeoPoint: { precision: Optional(Integer({ minimum: 0, maximum: 15 })) },
  visitorClaim: { claim: Str() },
};
const columns: Record<string, TSchema> = COLUMN_VALUES;
const plain = Object.keys(columns).filter((name) => !(name in PARTICULAR));

const Column = Union([
  Obj({ column: Enum(plain) }),
  ...Object.entries(PARTICULAR).map(([name, more]) => Obj({ column: Literal(name), ...more })),
]);

/** A column with values of its own kind. */
const valuesOf = (more: Record<string, TSchema>): TObject[] =>
  Object.entries(columns).map(([name, value]) =>
    Obj({
      column: Literal(name),
      values: ArrayOf(value),
      ...(name === 'visitorClaim' && PARTICULAR.visitorClaim),
      ...more,
    }),
  );

const Range = Union([Enum(RANGES), Obj({ from: DateTime(), to: DateTime() })]);

const op = resource('insights');

export const aggregateEvents = op('events', 'Count what visitors of a site did', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/insights/events/aggregate',
  body: Obj({
    select: Optional(ArrayOf(Column)),
    where: Optional(ArrayOf(Union(valuesOf({ operator: Optional(Enum(OPERATORS)) })))),
    groupBy: Optional(ArrayOf(Column)),
    order: Optional(Obj({ by: Column, direction: Enum(['asc', 'desc']) })),
    range: Range,
    limit: Optional(Integer({ minimum: 1, maximum: MOST_ROWS, description: 'most rows to return' })),
  }),
  result: Obj({ columns: ArrayOf(Union(valuesOf({}))) }),
  retry: 'safe',
});

const VisitorSegment = Obj({
  title: Str(),
  claims: RecordOf(Str(), Unknown()),
  events: Count(),
  visitors: Count(),
  sessions: Count(),
});
export const listVisitorSegments = op('segments', 'List the segments that visitors of a site fall into', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/insights/visitor-segments',
  result: pageOf(VisitorSegment),
  token: 'any',
});
