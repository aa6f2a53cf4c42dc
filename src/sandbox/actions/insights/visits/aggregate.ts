// Counts events of visitors, by what the caller wants to know.
import { isDeepStrictEqual } from 'node:util';
import { MEASURES } from '../../../../api/insights/insights-columns.ts';
import type { SiteEventRow } from '../../../db/insights/insights.ts';
import { slices } from '../../../slices.ts';
import { badRequest } from '../../../wire-error.ts';
import { type Column, valueIn } from './event-columns.ts';

type Operator = 'in' | 'notIn' | 'greaterThan' | 'greaterThanOrEqual' | 'lessThan' | 'lessThanOrEqual';

export interface Query {
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

const isMeasure = ({ column }: Column): boolean => MEASURES.some((measure) => measure === column);

/** Columns with their values, a row at each place. 400 for an order by what is not there. */
export async function aggregate(events: readonly SiteEventRow[], query: Query, mostRows: number) {
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
  ...(interval !== undefined && { interval }),
  ...(precision !== undefined && { precision }),
  ...(claim !== undefined && { claim }),
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
