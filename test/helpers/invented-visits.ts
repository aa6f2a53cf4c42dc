// Sixty days of a busy site in a sandbox with the demo: views, searches, ratings, and addresses that lead nowhere.
import { openSandbox } from '../../src/sandbox/app.ts';
import { type SiteEventRow, siteEvents } from '../../src/sandbox/db/insights/insights.ts';
import { randomOf } from './random-site.ts';

const DAY_MS = 86_400_000;
const WORDS = 'webhook,label format,kubernetes operator,rate limits,terraform provider,dark mode'.split(',');
const GONE = ['guides/quickstart-old', 'api/v1/webhook', 'guides/hooks/verify', 'downloads/labels.pdf'];

/**
 * What was written, by type and period: what any count has to find again. `most` is the most events of a day; half as many
 * in the first thirty days.
 */
export function inventVisits({ file, now, most }: { file: string; now: Date; most: number }) {
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
