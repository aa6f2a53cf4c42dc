// How a site is doing: what its visitors did in a period, and in the one before it.
import { aggregateEvents, MOST_ROWS } from '../../api/insights/insights.ts';
import { getQuestionStats, listQuestions } from '../../api/insights/questions.ts';
import type { InputOf } from '../../api/operation.ts';
import { searchOrganization } from '../../api/people/organizations.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { mapAll, type Width } from '../../client/pool.ts';
import { isOutOfReach, unless } from '../../errors.ts';
import { type Answering, readAnswering, readBroken } from '../redirects/broken-visits.ts';
import { MOST_SEARCHES } from './analytics-flags.ts';

export interface Period {
  from: string;
  to: string;
}

/** A name with how often it is there, and where it leads. */
export interface Item {
  name: string;
  count: number;
  note?: string;
}

/** Numbers at the beginning of each hour, day or week. */
export interface Point {
  at: string;
  now: number;
  before: number;
}

export interface Measure {
  measure: MeasureName;
  /** Null where the host does not tell. */
  now: number | null;
  before: number | null;
  /** In percent of what was before; null where there was nothing. */
  change: number | null;
  trend: 'better' | 'worse' | 'same' | null;
  /** What makes up the number, the most first. */
  items: readonly Item[];
  series: readonly Point[];
}

/** By name, with whether more of it is better; undefined: it says nothing by itself. */
const MEASURES = {
  'page views': true,
  visitors: true,
  searches: undefined,
  'searches without result': false,
  questions: undefined,
  'questions answered in part': false,
  'questions unanswered': false,
  'good ratings': true,
  'fair ratings': undefined,
  'bad ratings': false,
  'broken addresses': false,
  'visits of broken addresses': false,
} as const satisfies Readonly<Record<string, boolean | undefined>>;
export type MeasureName = keyof typeof MEASURES;

/** What was counted in one period; a name that is missing was not told. */
interface Counts {
  numbers: Partial<Record<MeasureName, number>>;
  /** Only the most typed searches were looked up. */
  isCut: boolean;
  items: Partial<Record<MeasureName, Item[]>>;
  series: Partial<Record<MeasureName, Map<string, number>>>;
}

export interface AnalyticsQuery {
  organizationId: string;
  site: Site;
  period: Period;
  before: Period;
  width: Width;
}

export interface Analytics {
  rows: Measure[];
  interval: Interval;
  /** Only the most typed searches were looked up. */
  isCut: boolean;
}

/** Names that a list has. */
const MOST_ITEMS = 10;

/** Only reads: six counts a period, a search for each of the words that visitors typed most, and the pages of the site. */
export async function readAnalytics(client: Client, query: AnalyticsQuery): Promise<Analytics> {
  const { organizationId, site, period, before, width } = query;
  const interval = intervalOf(period);
  const answering = readAnswering(client, { organizationId, site, width });
  const finds = searcher(client, { organizationId, answering });
  const known = { ...query, answering, interval, finds };
  const [now, then] = await Promise.all([countIn(client, known, period), countIn(client, known, before)]);
  const rows = (Object.keys(MEASURES) as MeasureName[]).map((name) => measureOf(name, { now, then }, known));
  return { rows, interval, isCut: now.isCut || then.isCut };
}

// One period.

export type Interval = 'hour' | 'day' | 'week';

/** As many columns as a page has room for. */
function intervalOf({ from, to }: Period): Interval {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  return days <= 2 ? 'hour' : days <= 100 ? 'day' : 'week';
}

const DAY_MS = 86_400_000;
const LENGTH_MS: Readonly<Record<Interval, number>> = { hour: 3_600_000, day: DAY_MS, week: 7 * DAY_MS };

interface Known extends AnalyticsQuery {
  answering: Promise<Answering>;
  interval: Interval;
  finds: (words: string) => Promise<boolean>;
}

const SHOWN_PAGE = { column: 'page', values: [null], operator: 'notIn' };
const ofType = (...values: string[]) => ({ column: 'eventType', values, operator: 'in' });
const VIEWS = [ofType('page_view'), SHOWN_PAGE];

async function countIn(client: Client, known: Known, range: Period): Promise<Counts> {
  const { organizationId, site, width, answering, interval, finds } = known;
  const count = counter(client, { organizationId, siteId: site.id, range });
  const time = { column: 'datetime', interval };
  const [views, visitors, pages, searches, { lost, isCut }, ratings, questions, broken, titles] =
    await Promise.all([
      count(VIEWS, time),
      count(VIEWS, undefined, 'visitorsCount'),
      count(VIEWS, { column: 'page' }),
      count([ofType('search_type_query')], time),
      count([ofType('search_type_query')], { column: 'eventSearchQuery' }).then((words) =>
        withoutResult(client, words, { finds, width }),
      ),
      count([ofType('page_post_feedback')], { column: 'eventPageFeedbackRating' }),
      questionsIn(client, { organizationId, siteId: site.id, ...range }),
      answering.then((known) => readBroken(client, { organizationId, site, range, min: 1, width }, known)),
      answering.then(({ pages }) => new Map(pages.map((page) => [page.id, page]))),
    ]);
  const rated = (name: string) => ratings.find(({ value }) => value === name)?.count ?? 0;
  return {
    numbers: {
      'page views': total(views),
      visitors: total(visitors),
      searches: total(searches),
      'searches without result': total(lost),
      ...questions.numbers,
      'good ratings': rated('good'),
      'fair ratings': rated('ok'),
      'bad ratings': rated('bad'),
      'broken addresses': broken.rows.length,
      'visits of broken addresses': broken.rows.reduce((sum, { visits }) => sum + visits, 0),
    },
    items: {
      'page views': pages.flatMap(({ value, count: times }): Item[] => {
        const page = titles.get(String((value as { page?: unknown } | null)?.page ?? ''));
        return page ? [{ name: page.title, count: times, note: page.address }] : [];
      }),
      'searches without result': lost.map(({ value, count: times }) => ({
        name: String(value),
        count: times,
      })),
      'questions unanswered': questions.unanswered,
      'broken addresses': broken.rows.map(({ address, visits, page }) => ({
        ...{ name: address, count: visits },
        ...(page && { note: `perhaps ${page.address}` }),
      })),
    },
    series: { 'page views': byTime(views), searches: byTime(searches) },
    isCut,
  };
}

interface Group {
  value: unknown;
  count: number;
}

const total = (groups: readonly Group[]): number => groups.reduce((sum, { count }) => sum + count, 0);
/** What is of no time, or of one that nobody can read, is at none. */
const byTime = (groups: readonly Group[]): Map<string, number> =>
  new Map(
    groups.flatMap(({ value, count }) => {
      const at = new Date(String(value));
      return Number.isNaN(at.getTime()) ? [] : [[at.toISOString(), count]];
    }),
  );

/** Counts events of one period by one column, the most first. */
function counter(client: Client, ref: { organizationId: string; siteId: string; range: Period }) {
  return async (
    where: readonly object[],
    by: object | undefined,
    count = 'eventsCount',
  ): Promise<Group[]> => {
    const columns = [...(by ? [by] : []), { column: count }];
    // Safe: the form of the query, whose columns are too many for the types.
    const input = {
      ...ref,
      select: columns,
      where,
      ...(by && { groupBy: [by] }),
      limit: MOST_ROWS,
    } as InputOf<typeof aggregateEvents>;
    const answer = await client.call(aggregateEvents, input);
    // Safe: every column has its values.
    const found = answer.columns as { column: string; values: readonly unknown[] }[];
    const counts = found.find(({ column }) => column === count)?.values ?? [];
    const values = found.find(({ column }) => column !== count)?.values ?? [];
    if (by === undefined) return counts.map((one) => ({ value: '', count: Number(one) }));
    return values.map((value, at) => ({ value, count: Number(counts[at] ?? 0) }));
  };
}

/** What visitors asked. Nothing where the host does not tell it, or not to this caller. */
async function questionsIn(
  client: Client,
  where: { organizationId: string; siteId: string } & Period,
): Promise<{ numbers: Counts['numbers']; unanswered: Item[] }> {
  const found = await unless(isOutOfReach, async () => {
    const { answers, answered } = await client.call(getQuestionStats, where);
    const unanswered: Item[] = [];
    if (answered.no > 0)
      for await (const { items } of client.pages(listQuestions, { ...where, answered: ['no'] })) {
        unanswered.push(...items.map(({ question, stats }) => ({ name: question, count: stats.answers })));
        if (unanswered.length >= MOST_ITEMS) break;
      }
    return {
      numbers: {
        questions: answers,
        'questions answered in part': answered.partially,
        'questions unanswered': answered.no,
      },
      unanswered,
    };
  });
  return found ?? { numbers: {}, unanswered: [] };
}

/** Whether any page of the site has these words now; what visitors search for is not asked of the site, which would count it. */
function searcher(
  client: Client,
  { organizationId, answering }: { organizationId: string; answering: Promise<Answering> },
): Known['finds'] {
  const known = new Map<string, Promise<boolean>>();
  const look = async (query: string): Promise<boolean> => {
    const found = await allItems(client.pages(searchOrganization, { organizationId, query }));
    const { pages } = await answering;
    const spaces = new Set(pages.map(({ spaceId }) => spaceId));
    return found.some(({ id, pages }) => spaces.has(id) && pages.length > 0);
  };
  return (words) => {
    const made = known.get(words) ?? look(words);
    known.set(words, made);
    return made;
  };
}

/** Of the words that were typed most, those that no page of the site has. */
async function withoutResult(
  client: Client,
  words: readonly Group[],
  { finds, width }: Pick<Known, 'finds' | 'width'>,
): Promise<{ lost: Group[]; isCut: boolean }> {
  const typed = new Map<string, number>();
  for (const { value, count } of words) {
    const text = String(value).trim().toLowerCase().slice(0, 512);
    if (text !== '') typed.set(text, (typed.get(text) ?? 0) + count);
  }
  const most = [...typed].sort(([a, x], [b, y]) => y - x || Number(a > b) - Number(a < b));
  const looked = await mapAll(client, most.slice(0, MOST_SEARCHES), width, async ([text, count]) => ({
    ...{ value: text, count },
    isFound: await finds(text),
  }));
  return { lost: looked.filter(({ isFound }) => !isFound), isCut: most.length > MOST_SEARCHES };
}

// Both together.

function measureOf(
  measure: MeasureName,
  { now, then }: { now: Counts; then: Counts },
  known: Known,
): Measure {
  const [number = null, before = null] = [now.numbers[measure], then.numbers[measure]];
  const gained = number === null || before === null ? null : number - before;
  return {
    ...{ measure, now: number, before },
    change: gained === null || before === null || before === 0 ? null : Math.round((gained / before) * 100),
    trend: trendOf(gained, MEASURES[measure]),
    items: (now.items[measure] ?? []).slice(0, MOST_ITEMS),
    series: seriesOf(now.series[measure], then.series[measure], known),
  };
}

function trendOf(gained: number | null, isMoreBetter: boolean | undefined): Measure['trend'] {
  if (gained === null || isMoreBetter === undefined) return null;
  if (gained === 0) return 'same';
  return gained > 0 === isMoreBetter ? 'better' : 'worse';
}

function seriesOf(
  now: ReadonlyMap<string, number> | undefined,
  then: ReadonlyMap<string, number> | undefined,
  { period, before, interval }: Known,
): Point[] {
  if (!now || !then) return [];
  const [first, last, begin] = [period.from, period.to, before.from].map((at) => beginning(at, interval));
  const length = LENGTH_MS[interval];
  const points: Point[] = [];
  for (let at = first ?? 0; at <= (last ?? 0); at += length) {
    const [time, earlier] = [at, (begin ?? 0) + (at - (first ?? 0))].map((ms) => new Date(ms).toISOString());
    points.push({ at: time ?? '', now: now.get(time ?? '') ?? 0, before: then.get(earlier ?? '') ?? 0 });
  }
  return points;
}

/** Of the hour, the day or the week (from Monday), in UTC. */
function beginning(time: string, interval: Interval): number {
  const length = interval === 'hour' ? LENGTH_MS.hour : DAY_MS;
  const start = Math.floor(Date.parse(time) / length) * length;
  return interval === 'week' ? start - ((new Date(start).getUTCDay() + 6) % 7) * DAY_MS : start;
}
