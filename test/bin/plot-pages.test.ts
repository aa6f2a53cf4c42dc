// Pages of plots in a real browser, where the machine has one: small and wide, by day and night.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seatsPage } from '../../src/jobs/access/html/seats-page.ts';
import type { Measure, MeasureName } from '../../src/jobs/analytics/read-analytics.ts';
import { asPage } from '../../src/jobs/analytics/texts.ts';
import { findingsOn, lacksBrowser, openBrowser } from '../helpers/browser.ts';
import { temporaryFolder } from '../helpers/lasting.ts';
import { rotated } from '../helpers/rotation.ts';
import { reached } from '../helpers/runs.ts';

const WITHOUT = lacksBrowser('pages of plots in a browser');
/** Both schemes and both widths; all four together in `npm run harden`. */
const looks = rotated(['light', 'dark'] as const, [390, 1280], () => 'plots');
let held = 0;
afterAll(() => reached('W9', 'looks of pages', held));

const HOSTILE = [
  '<script>window.ran = 1</script>',
  'a-name-that-never-ends-'.repeat(9),
  'דף הבית',
  '"plain" & 1',
];
const FACTS = { at: '2026-11-23T10:00:00.000Z', version: '0' };

function analyticsPage(): string {
  const measure = (name: MeasureName, at: number): Measure => ({
    ...{ measure: name, now: 1_234_567 * at, before: at === 2 ? 0 : 99_999, change: at === 2 ? null : 12 },
    trend: at % 2 === 0 ? 'better' : 'worse',
    items: HOSTILE.map((text, index) => ({ name: text, count: 9000 - index, note: text })),
    series: Array.from({ length: 31 }, (_, day) => ({
      ...{ at: new Date(Date.UTC(2026, 9, 1 + day)).toISOString(), now: day * day * at, before: 200 },
    })),
  });
  const names: MeasureName[] = [
    ...(['page views', 'visitors', 'searches', 'searches without result', 'questions'] as const),
    ...(['questions answered in part', 'questions unanswered', 'good ratings', 'fair ratings'] as const),
    ...(['bad ratings', 'broken addresses', 'visits of broken addresses'] as const),
  ];
  const period = { from: '2026-10-01T00:00:00.000Z', to: '2026-10-31T00:00:00.000Z' };
  const facts = { ...FACTS, site: HOSTILE.join(' '), period, before: period };
  return asPage({ rows: names.map(measure), interval: 'day', isCut: false }, facts);
}

function seats(): string {
  const row = (role: 'admin' | 'guest' | 'total', members: number) => ({
    ...{ role, members, active: members - 4, notSeen: 1, neverSeen: 1, new: 1, disabled: 1 },
  });
  return seatsPage([row('admin', 14), row('guest', 12_345), row('total', 12_359)], {
    ...{ ...FACTS, where: `organization ${HOSTILE[0]}`, days: 90 },
  });
}

describe.skipIf(WITHOUT)('a page of plots', () => {
  let browser: Browser;
  let page: Page;
  const folder = temporaryFolder();
  beforeAll(async () => {
    writeFileSync(join(folder, 'analytics.html'), analyticsPage());
    writeFileSync(join(folder, 'seats.html'), seats());
    browser = await openBrowser();
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser?.close();
  });

  it.each(looks)('%s at %i pixels fits, and axe-core finds nothing', async (colorScheme, width) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    for (const name of ['analytics', 'seats']) {
      await page.goto(`file://${join(folder, `${name}.html`)}`);
      expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, width]);
      expect(await findingsOn(page)).toEqual([]);
      expect(await page.evaluate('window.ran')).toBe(undefined);
    }
    held += 1;
  });
});
