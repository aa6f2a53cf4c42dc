// docs insights: what visitors of a site do, counted.

import { listPages } from '../../api/content/pages.ts';
import * as api from '../../api/insights/insights.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import { command, group } from '../../engine/model/command.ts';
import type { Sent } from '../../engine/model/command-type.ts';
import { flag } from '../../engine/model/option.ts';
import { settle } from '../../engine/references/resolve-names.ts';
import type { Run } from '../../engine/run/run.ts';
import { parsePastTime } from '../../engine/run/time-flags.ts';
import { chosenFormat, printRows, viewOf } from '../../engine/run/view.ts';
import { UsageError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { shell } from '../../files/shell-word.ts';
import { jsonIn } from '../../files/texts.ts';
import { insightsBroken } from '../../jobs/redirects/redirect-checks.ts';
import { note } from '../../output/note.ts';
import { showsObjects } from '../../output/view.ts';

// The flags of docs insights events as the query that is sent, and its answer as rows.

interface Column {
  column: string;
  interval?: string;
  precision?: number;
  claim?: string;
}

const HELP = 'docs insights events --fields';

/** `--by`, `--count` and the rest become the body; --data may hold all of it. */
async function readQuery(run: Run): Promise<void> {
  const { by, count, only, range, from, to, order } = run.flags as Readonly<Record<string, unknown>>;
  const groupBy = textsOf(by).map(columnOf);
  const measures = textsOf(count).map(measureOf);
  const counted = measures.length > 0 ? measures : [{ column: 'eventsCount' }];
  const { range: given = 'last30Days', select, ...rest } = run.input;
  if ((from !== undefined || to !== undefined) && range !== undefined)
    throw new UsageError('--range and --from cannot be used together', { hint: 'leave one of them out' });
  const own = range ?? timesOf(run, from, to);
  const filters = await Promise.all([only ?? []].flat().map((text) => filterOf(String(text))));
  run.input = {
    ...rest,
    range: own ?? given,
    select:
      by === undefined && count === undefined && select !== undefined ? select : [...groupBy, ...counted],
    ...(groupBy.length > 0 && { groupBy }),
    ...(filters.length > 0 && { where: filters }),
    ...(order !== undefined && { order: orderOf(String(order), [...groupBy, ...counted]) }),
  };
}

const textsOf = (value: unknown): string[] =>
  value === undefined ? [] : Array.from(String(value).split(','), (text) => text.trim());

function timesOf({ context }: Run, from: unknown, to: unknown) {
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined)
    throw new UsageError('--to needs --from', { hint: 'docs insights events --from 7d' });
  const now = context.now();
  return {
    from: parsePastTime(String(from), '--from', now),
    to: to === undefined ? now.toISOString() : parsePastTime(String(to), '--to', now),
  };
}

/** `datetime:day`, `visitorClaim:plan`, `visitorGeoPoint:3` or a name alone. */
function columnOf(text: string): Column {
  const [name = '', detail] = text.split(/:(.*)/s);
  requireColumn(name);
  if (name === 'datetime' && detail !== undefined) {
    if (!api.INTERVALS.some((one) => one === detail))
      throw new UsageError(`"${detail}" is not an interval: use ${api.INTERVALS.join(', ')}`, {
        hint: '--by datetime:day',
      });
    return { column: name, interval: detail };
  }
  if (name === 'visitorClaim') {
    if (!detail) throw new UsageError('visitorClaim needs a claim', { hint: '--by visitorClaim:plan' });
    return { column: name, claim: detail };
  }
  if (name === 'visitorGeoPoint' && detail !== undefined) return { column: name, precision: Number(detail) };
  if (detail !== undefined)
    throw new UsageError(`"${name}" takes nothing behind a colon`, { hint: shell`--by ${name}` });
  return { column: name };
}

function requireColumn(name: string): void {
  if (api.COLUMN_VALUES.has(name)) return;
  const [near] = nearest(name, [...api.COLUMN_VALUES.keys()]);
  const instead = near === undefined ? '' : `; did you mean ${near}?`;
  throw new UsageError(`there is no column "${name}"${instead}`, { hint: HELP });
}

function measureOf(text: string): Column {
  const found = api.MEASURES.find((measure) => measure === text || measure === `${text}Count`);
  if (found === undefined)
    throw new UsageError(`"${text}" cannot be counted: use events, sessions or visitors`, {
      hint: '--count visitors',
    });
  return { column: found };
}

function orderOf(text: string, shown: readonly Column[]) {
  const name = text.replace(/^-/, '');
  const short = api.MEASURES.find((measure) => measure === `${name}Count`) ?? name;
  const by = shown.find(({ column }) => column === short.replace(/:.*$/s, ''));
  if (!by)
    throw new UsageError(`--order: "${name}" is not shown`, {
      hint: `use one of ${shown.map(({ column }) => column).join(', ')}`,
    });
  return { by, direction: text.startsWith('-') ? 'desc' : 'asc' };
}

const OPERATORS = {
  '=': 'in',
  '!=': 'notIn',
  '>': 'greaterThan',
  '>=': 'greaterThanOrEqual',
  '<': 'lessThan',
  '<=': 'lessThanOrEqual',
} as const;

/** `eventType=page_view,search_open`, `hourOfDay>=18`. */
async function filterOf(text: string) {
  const [, name = '', sign = '', value = ''] = /^([^=!<>]*)(!=|>=|<=|=|>|<)(.*)$/s.exec(text) ?? [];
  if (sign === '')
    throw new UsageError(`--only: "${text}" is not a filter`, { hint: '--only eventType=page_view' });
  const column = columnOf(name.trim());
  const schema = api.COLUMN_VALUES.get(column.column);
  const values = /^[[{]/.test(value) ? [value] : value.split(',');
  const { check } = await import('../../api/check.ts');
  const fits = (each: unknown) => schema !== undefined && check(schema, each).length === 0;
  // What is a text there stays one, whatever it looks like; `null` is what is missing.
  const typed = (one: string): unknown => {
    const order = one === 'null' ? [null, one] : [one, jsonIn(one) ?? one];
    const index = order.findIndex(fits);
    return index < 0 ? one : order[index];
  };
  // Safe: the pattern takes these signs only.
  const operator = OPERATORS[sign as keyof typeof OPERATORS];
  const { interval: _, ...plain } = column;
  return { ...plain, values: values.map((one) => typed(one.trim())), operator };
}

/** The platform sends columns: rows are what people and programs read. */
async function showEvents(run: Run, request: () => Promise<Sent>): Promise<void> {
  // A POST: names become IDs before it is sent.
  await settle(run);
  const { result } = await request();
  const found = columnsIn(result);
  const names = found.map(({ column }) => column);
  const rows = Array.from({ length: Math.max(0, ...found.map(({ values }) => values.length)) }, (_, at) =>
    Object.fromEntries(found.map(({ column, values }) => [column, values[at] ?? null])),
  );
  const isJson = showsObjects(chosenFormat(run));
  const shown = {
    ...viewOf(run, names),
    ...(typeof run.flags.fields !== 'string' && { columns: names, table: names }),
  };
  const isForPeople = run.context.io.outTty && ['table', undefined].includes(chosenFormat(run));
  const told = isForPeople ? await (await import('./insights-titles.ts')).withTitles(run, rows) : rows;
  await printRows(run, isJson ? rows : told.map(flat), shown);
  if (rows.length === 0) note(run.context.io, 'no events in that time');
}

interface Values {
  column: string;
  values: readonly unknown[];
}

function columnsIn(result: unknown): Values[] {
  // Safe: the form of the answer; a field that is missing is nothing.
  const { columns: all = [] } = (result ?? {}) as { columns?: readonly Partial<Values & Column>[] };
  return (Array.isArray(all) ? all : []).flatMap((one) =>
    one && typeof one.column === 'string'
      ? [
          {
            column: one.claim === undefined ? one.column : `${one.column}:${one.claim}`,
            values: Array.isArray(one.values) ? one.values : [],
          },
        ]
      : [],
  );
}

/** A page by its ID: a table has no room for more. */
function flat({ page, ...row }: Record<string, unknown>): Record<string, unknown> {
  if (page === undefined) return row;
  const id = typeof page === 'object' && page !== null && 'page' in page ? page.page : page;
  return { page: id, ...row };
}

export default group(
  'insights',
  'Count what visitors of a site do',
  [
    command('events', api.aggregateEvents, {
      columns: [],
      fields: [...api.COLUMN_VALUES.keys()],
      hidden: ['select', 'where', 'groupBy', 'order', 'range'],
      options: [
        flag(
          '--by <columns>',
          'columns to count by, separated by commas: page, datetime:day, visitorClaim:plan',
        ),
        flag(
          '--count <measures>',
          'what to count, separated by commas: events, sessions, visitors (default events)',
        ),
        flag('--only <filters...>', 'events to count: eventType=page_view, dayOfWeek>5, siteSpace!=null'),
        flag('--range <range>', 'how far back (default last30Days)', {
          reach: 'platform',
          choices: api.RANGES,
        }),
        flag('--from <time>', 'count events from this time on: 7d ago, or a date (also --since)'),
        flag('--to <time>', 'count events before this time (default now; also --until)'),
        flag(
          '--order <column>',
          'column to sort by; -column sorts descending (default the time, or the first count, descending)',
          { reach: 'platform' },
        ),
      ],
      synonyms: { '--since': '--from', '--until': '--to' },
      none: 'events',
      prepare: readQuery,
      send: showEvents,
      uses: [listPages, getSiteStructure],
      examples: [
        [
          'Count the views of the ten most read pages',
          'docs insights events --site "Tarnpost Docs" --by page --only eventType=page_view --limit 10',
        ],
        [
          'Count visitors and sessions by day',
          'docs insights events --site "Tarnpost Docs" --by datetime:day --count visitors,sessions --range last7Days',
        ],
        [
          'Count what visitors searched for',
          'docs insights events --site "Tarnpost Docs" --by eventSearchQuery --only eventType=search_type_query',
        ],
      ],
      notes: `Prints a row for each value of --by. --fields without names lists the columns. Counts are named ${api.MEASURES.join(', ')}.`,
    }),
    insightsBroken,
    command('segments', api.listVisitorSegments, {
      rows: 'items',
      none: 'segments',
      columns: ['title', 'events', 'visitors', 'sessions', 'claims'],
      table: ['title', 'events', 'visitors', 'sessions'],
      examples: ['docs insights segments --site "Tarnpost Docs"'],
    }),
  ],
  [
    ['List the pages that are read most', 'docs insights events --site "Tarnpost Docs" --by page --limit 10'],
    ['List what visitors search for', 'docs insights events --site "Tarnpost Docs" --by eventSearchQuery'],
    ['List addresses that lead nowhere', 'broken'],
  ],
);
