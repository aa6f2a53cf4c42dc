// How a site is doing as something to send on, and as a page to look at.
import { lengthOf } from '../../output/format.ts';
import { html } from '../../output/html/page.ts';
import {
  type Column,
  card,
  columnPlot,
  dayLabel,
  halves,
  numberHtml,
  picturePage,
  type Ranked,
  ranking,
  stack,
  type Tone,
  table,
} from '../../output/html/plots.ts';
import { markdownLines } from '../../output/reports/markdown.ts';
import { markdownText } from '../../output/safe-text.ts';
import type { Analytics, Item, Measure, MeasureName, Period } from './read-analytics.ts';

interface Facts {
  site: string;
  period: Period;
  before: Period;
  at: string;
  version: string;
}

/** What each list is called where it is shown. */
const LISTS = {
  'page views': { title: 'Most read pages', none: 'No page was read.', tone: 'main' },
  'searches without result': {
    ...{ title: 'Searched for and not found', tone: 'bad' },
    none: 'Every search found a page.',
  },
  'broken addresses': {
    ...{ title: 'Addresses that lead nowhere', tone: 'bad' },
    none: 'No visitor came to an address that leads nowhere.',
  },
  'questions unanswered': {
    title: 'Asked and not answered',
    none: 'No question was left open.',
    tone: 'bad',
  },
} as const satisfies Partial<Record<MeasureName, { title: string; none: string; tone: Tone }>>;
type ListName = keyof typeof LISTS;

const finder = ({ rows }: Analytics) => {
  const by = new Map(rows.map((row) => [row.measure, row]));
  // Safe: there is a row for every measure.
  return (name: MeasureName) => by.get(name) as Measure;
};

const shown = (count: number | null): string => (count === null ? '–' : count.toLocaleString('en'));
const titleOf = ({ site, period }: Facts): string =>
  `${site}, ${dayLabel(period.from, true)} to ${dayLabel(period.to, true)}`;
const spanOf = ({ period }: Facts): string => lengthOf(period);

/** `+12%`, `new`, `gone`. */
function changeText({ now, before, change }: Measure): string {
  if (now === null || before === null) return '';
  if (change === null) return now === 0 ? '' : 'new';
  return change === 0 && now === before ? 'same' : `${change > 0 ? '+' : ''}${change}%`;
}

export function asMarkdown(found: Analytics, facts: Facts): string {
  const of = finder(found);
  const rows = found.rows.map((row) => [row.measure, shown(row.now), shown(row.before), changeText(row)]);
  const table = [...markdownLines(['', 'Now', `${spanOf(facts)} before`, 'Change'], rows)].join('');
  const line = ({ name, count, note: more }: Item) =>
    `- ${markdownText(name)}: ${count}${more === undefined ? '' : ` (${markdownText(more)})`}\n`;
  const lists = (Object.keys(LISTS) as ListName[]).flatMap((measure) => {
    const [{ title }, { items }] = [LISTS[measure], of(measure)];
    return items.length === 0 ? [] : [`\n## ${title}\n\n${items.map(line).join('')}`];
  });
  return `# ${markdownText(titleOf(facts))}\n\n${table}${lists.join('')}`;
}

export function asPage(found: Analytics, facts: Facts): string {
  const of = finder(found);
  const span = spanOf(facts);
  const plot = (measure: MeasureName, isTall: boolean) =>
    columnPlot({
      ...{ name: `${measure} by ${found.interval}`, parts: [{ name: measure, tone: 'main' }], isTall },
      columns: of(measure).series.map(columnFor(found.interval)),
      beforeName: `the ${span} before`,
    });
  const list = (measure: ListName) => {
    const { title, none, tone } = LISTS[measure];
    const { items, now } = of(measure);
    const empty = now === null ? 'This host has no numbers for this.' : none;
    return card(title, items.length === 0 ? `<p>${empty}</p>` : ranking(items.map(rankedOf), tone));
  };
  const cards = [
    ...(['page views', 'visitors', 'searches without result', 'questions unanswered'] as const).map((name) =>
      tile(of(name), span),
    ),
    card('Page views', plot('page views', true)),
    halves(
      [list('page views'), card('Questions and ratings', answersOf(of))],
      [
        card('Searches', plot('searches', false)),
        ...(['searches without result', 'broken addresses', 'questions unanswered'] as const).map(list),
      ],
    ),
    card('All numbers', tableOf(found, span)),
  ];
  return picturePage(
    {
      ...{ title: titleOf(facts), at: facts.at, version: facts.version },
      lead: `Compared with the ${span} before. Times are UTC.`,
    },
    cards,
  );
}

const columnFor =
  (interval: Analytics['interval']) =>
  ({ at, now, before }: Measure['series'][number]): Column => ({
    label: interval === 'hour' ? `${dayLabel(at)} ${at.slice(11, 16)}` : dayLabel(at),
    ...{ counts: [now], before },
  });

const rankedOf = ({ name, count, note }: Item): Ranked => ({ name, count, note });

/** One number, large, and what became of it. */
function tile(row: Measure, span: string): string {
  const { measure, now, before } = row;
  const change = changeText(row);
  const arrow = now === null || before === null || now === before ? '' : now > before ? '▲ ' : '▼ ';
  const more = before === null ? '' : `${numberHtml(before)} in the ${html(span)} before`;
  const number = now === null ? '–' : numberHtml(now);
  const moved = change === '' ? '' : `<b${classOf(row)}>${arrow}${change}</b><br>`;
  return `<section class=tile><h2>${html(measure[0]?.toUpperCase() + measure.slice(1))}</h2><strong>${number}</strong><p>${moved}${more}</p></section>`;
}

function answersOf(of: (name: MeasureName) => Measure): string {
  const count = (name: MeasureName) => of(name).now ?? 0;
  const [all, part, open] = [
    count('questions'),
    count('questions answered in part'),
    count('questions unanswered'),
  ];
  const questions = stack('questions', [
    { name: 'answered', tone: 'good', count: Math.max(0, all - part - open) },
    { name: 'in part', tone: 'fair', count: part },
    { name: 'not', tone: 'bad', count: open },
  ]);
  const ratings = stack('ratings', [
    { name: 'good', tone: 'good', count: count('good ratings') },
    { name: 'fair', tone: 'fair', count: count('fair ratings') },
    { name: 'bad', tone: 'bad', count: count('bad ratings') },
  ]);
  const asked = of('questions').now === null ? '<p>This host has no numbers for this.</p>' : questions;
  return `<h3>What readers asked, and whether it was answered</h3>${asked}<h3>What readers say of pages</h3>${ratings}`;
}

function tableOf({ rows }: Analytics, span: string): string {
  const number = (count: number | null) => (count === null ? '–' : numberHtml(count));
  const cellsOf = (row: Measure) =>
    `<td>${number(row.now)}</td><td>${number(row.before)}</td><td${classOf(row)}>${changeText(row)}</td>`;
  return table(
    ['Measure', 'Now', `${span} before`, 'Change'],
    rows.map((row) => [row.measure, cellsOf(row)] as const),
  );
}

/** The color of a change that says something. */
const classOf = ({ trend }: Measure): string =>
  trend === 'better' || trend === 'worse' ? ` class=${trend}` : '';
