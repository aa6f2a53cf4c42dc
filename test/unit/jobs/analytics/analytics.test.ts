// Sixty days of visits that are known, and what is said of them: every number in a page is the one that --json has.
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSandbox } from '../../../../src/sandbox/app.ts';
import { type SiteEventRow, siteEvents } from '../../../../src/sandbox/db/insights/insights.ts';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { git } from '../../../helpers/git-repository.ts';
import { perFile } from '../../../helpers/lasting.ts';
import { randomOf } from '../../../helpers/random-site.ts';

const DAY_MS = 86_400_000;
const WORDS = 'webhook,label format,kubernetes operator,rate limits,terraform provider,dark mode'.split(',');
const GONE = ['guides/quickstart-old', 'api/v1/webhook', 'guides/hooks/verify', 'downloads/labels.pdf'];

/**
 * What was written, by type and period: what any count has to find again. `most` is the most events of a day; half as many
 * in the first thirty days.
 */
function inventVisits({ file, now, most }: { file: string; now: Date; most: number }) {
  const sandbox = openSandbox({ file, env: {}, now: () => now });
  const store = siteEvents(sandbox.db);
  const site = sandbox.db.get<{ id: string }>("SELECT id FROM sites WHERE title = 'Tarnpost Docs'")?.id ?? '';
  const views = store.all({ site }, 'occurredAt, rowid').filter(({ page }) => page !== null);
  sandbox.db.run('DELETE FROM siteEvents');
  const base = new URL('/', views[0]?.url ?? 'http://localhost').href;
  const below = randomOf(7);
  const pick = <T>(items: readonly T[]): T => items[Math.min(below(items.length), below(items.length))] as T;
  const counts = { now: {} as Record<string, number>, before: {} as Record<string, number> };
  const write = (day: number, name: string, more: Partial<SiteEventRow>) => {
    const time = now.getTime() - day * DAY_MS - below(DAY_MS - 60_000) - 1000;
    const visitor = `visitor${below(most * 8)}`;
    const where = { section: null, siteSpace: null, space: null, page: null, shareLink: null, query: null };
    store.insert({
      ...{ site, url: base, ...where, rating: null, claims: '{}', context: 'site', type: 'page_view' },
      ...more,
      ...{ occurredAt: new Date(time).toISOString(), visitor, session: `${visitor}-${day}` },
    });
    const period = counts[day < 30 ? 'now' : 'before'];
    period[name] = (period[name] ?? 0) + 1;
  };
  const rate = (day: number, rating: -1 | 0 | 1) =>
    write(day, `${['bad', 'fair', 'good'][rating + 1]} ratings`, { type: 'page_post_feedback', rating });
  const kinds: [share: number, write: (day: number) => void][] = [
    [1, (day) => write(day, 'page views', pick(views))],
    [0.15, (day) => write(day, 'searches', { type: 'search_type_query', query: pick(WORDS), url: base })],
    [0.05, (day) => write(day, 'visits of broken addresses', { url: base + pick(GONE) })],
    [0.04, (day) => rate(day, ([1, 1, 1, 0, -1] as const)[below(5)] ?? 1)],
  ];
  const busyOn = (day: number) => {
    const isWeekend = [0, 6].includes(new Date(now.getTime() - day * DAY_MS).getUTCDay());
    return (most * (isWeekend ? 0.4 : 0.9) * (90 - day)) / 90;
  };
  sandbox.db.transaction(() => {
    for (let day = 0; day < 60; day += 1)
      for (const [share, writeOne] of kinds)
        for (let left = busyOn(day) * share * (0.7 + below(30) / 100); left > 0; left -= 1) writeOne(day);
  });
  sandbox.db.close();
  return counts;
}

const SITE = ['analytics', '--site', 'Tarnpost Docs'];

const cli = perFile(() => sandboxedCli({ now: () => now }));
let counts: ReturnType<typeof inventVisits>;
let rows: Row[];
const now = new Date();
beforeAll(async () => {
  counts = inventVisits({ file: join(cli.home, '.local/share/docs/sandbox.db'), now, most: 12 });
  rows = await rowsOf(...SITE);
});

async function run(...argv: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await cli(argv);
  expect(exitCode, `${argv.join(' ')}: ${stderr}`).toBe(0);
  return stdout;
}

const rowsOf = async <T>(...argv: string[]): Promise<T[]> => JSON.parse(await run(...argv, '--json'));

interface Row {
  measure: string;
  now: number;
  before: number;
  items: { name: string; count: number }[];
  series: { now: number; before: number }[];
}

const numbersIn = (page: string): number[] =>
  [...page.matchAll(/<data value="(\d+)">([\d,]+)<\/data>/g)].map(([, value, shown]) => {
    expect(Number(shown?.replaceAll(',', ''))).toBe(Number(value));
    return Number(value);
  });
const cardOf = (page: string, title: string): string =>
  page.split('<section').findLast((one) => one.includes(`<h2>${title}</h2>`)) ?? '';
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

describe('docs analytics', () => {
  it('finds what visitors did, in both periods', async () => {
    const of = (name: string) => rows.find(({ measure }) => measure === name);
    for (const name of Object.keys(counts.now))
      expect([name, of(name)?.now, of(name)?.before]).toEqual([name, counts.now[name], counts.before[name]]);
    for (const name of ['page views', 'searches']) {
      const { series = [], ...row } = of(name) ?? { now: 0, before: 0 };
      expect(sum(series.map((point) => point.now))).toBe(row.now);
      expect(sum(series.map((point) => point.before))).toBe(row.before);
    }
    const lost = of('searches without result');
    expect(lost?.items.map(({ name }) => name)).toEqual(expect.arrayContaining(['kubernetes operator']));
    expect(lost?.items.map(({ name }) => name)).not.toContain('webhook');
    expect(sum(lost?.items.map(({ count }) => count) ?? [])).toBe(lost?.now);
    expect(of('broken addresses')?.items).toHaveLength(of('broken addresses')?.now ?? 0);
  });

  it('the page has the numbers of --json, in its plots, too', async () => {
    const page = await run(...SITE, '--format', 'html');
    expect(numbersIn(cardOf(page, 'All numbers'))).toEqual(rows.flatMap((row) => [row.now, row.before]));
    const views = rows.find(({ measure }) => measure === 'page views');
    const drawn = [...cardOf(page, 'Page views').matchAll(/: (\d+) page views, (\d+) before/g)];
    const told = views?.series.filter((point) => point.now > 0) ?? [];
    expect(drawn.map(([, count, before]) => ({ now: Number(count), before: Number(before) }))).toEqual(
      told.map((point) => ({ now: point.now, before: point.before })),
    );
    const lists = { 'Most read pages': 'page views', 'Addresses that lead nowhere': 'broken addresses' };
    for (const [title, name] of Object.entries(lists))
      expect(numbersIn(cardOf(page, title))).toEqual(
        rows.find(({ measure }) => measure === name)?.items.map(({ count }) => count),
      );
    expect(page).not.toMatch(/<script|http-equiv=refresh|src=/);
  });

  it('compares hours of a day, and weeks of a year', async () => {
    const day = await rowsOf<Row>(...SITE, '--from', '24h');
    expect(day[0]?.series.length).toBe(25);
    const year = await rowsOf<Row>(...SITE, '--from', '52w');
    expect(year[0]?.series.length).toBe(53);
    expect(sum(year[0]?.series.map((point) => point.now) ?? [])).toBe(year[0]?.now);
  });

  it('a newsletter names what readers did not find', async () => {
    const text = await run(...SITE, '--format', 'markdown');
    expect(text).toMatch(/^# Tarnpost Docs, /);
    const lost = text.split('## Searched for and not found\n\n')[1]?.split('\n\n')[0];
    expect(lost).toMatch(/^- kubernetes operator: \d+$/m);
  });
});

describe('the same picture of', () => {
  it('seats: each number of --json', async () => {
    const rows = await rowsOf<Record<string, number>>('report', 'seats');
    const page = await run('report', 'seats', '--format', 'html');
    const columns = ['members', 'active', 'new', 'notSeen', 'neverSeen', 'disabled'];
    expect(numbersIn(cardOf(page, 'All numbers'))).toEqual(
      rows.flatMap((row) => columns.map((column) => row[column])),
    );
  });

  it('access: as many of each level as --json has', async () => {
    const people = await rowsOf('access', 'matrix');
    const cells = await run('access', 'matrix', '-o', 'csv');
    const page = await run('access', 'matrix', '-o', 'html');
    const picture = page.slice(page.indexOf('id=picture'), page.indexOf('<details>'));
    const levels = ['admin', 'create', 'review', 'edit', 'comment', 'read'];
    const [, ...lines] = cells.trim().split('\n');
    const told = lines.flatMap((line) => line.split(',').slice(-4));
    expect(numbersIn(picture)).toEqual(
      [...levels, ''].map((level) => told.filter((cell) => cell.replace('\r', '') === level).length),
    );
    expect(lines).toHaveLength(people.length);
  });

  it('an audit: how findings came and went with the commits of its baseline', async () => {
    const pages = ['audit', '--only', 'pages'];
    git(cli.cwd, 'init', '-q');
    await run(...pages, '--baseline', 'audit.json', '--update-baseline');
    git(cli.cwd, 'add', 'audit.json');
    git(cli.cwd, 'commit', '-qm', 'All that is known');
    const rows = await rowsOf<{ status: string; severity: string }>(...pages);
    const found = rows.filter(({ status }) => status === 'found');
    const page = await run(...pages, '--baseline', 'audit.json', '--format', 'html');
    // What is known is not found again.
    expect(numbersIn(page)).toEqual([0, 0, 0]);
    const of = (severity: string) => found.filter((row) => row.severity === severity).length;
    const told = `${of('high')} high, ${of('medium')} medium, ${of('low')} low`;
    expect(page.split(`: ${told}</title>`).length - 1).toBeGreaterThanOrEqual(2);
    expect(page).toContain(`now: ${told}</title>`);
  });
});
