// Pages that docs writes, in a real browser, where the machine has one: small and wide, by day and night, on paper, by keyboard.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES } from '../../src/api/roles.ts';
import type { Place } from '../../src/domain/access/levels.ts';
import type { Person } from '../../src/domain/access/people.ts';
import { pageParts } from '../../src/jobs/access/html/page.ts';
import { seatsPage } from '../../src/jobs/access/html/seats-page.ts';
import type { Measure, MeasureName } from '../../src/jobs/analytics/read-analytics.ts';
import { asPage } from '../../src/jobs/analytics/texts.ts';
import { auditPage } from '../../src/jobs/audit/page.ts';
import { auditRules } from '../../src/jobs/audit/rules/rules.generated.ts';
import { findingsOn, lacksBrowser, openBrowser } from '../helpers/browser.ts';
import { temporaryFolder } from '../helpers/lasting.ts';
import { rotated } from '../helpers/rotation.ts';
import { reached } from '../helpers/runs.ts';

const WITHOUT = lacksBrowser('pages in a browser');

const people = Array.from({ length: 12 }, (_, at): Person => {
  const name = at === 3 ? 'Hubert Wolfeschlegelsteinhausenbergerdorff <b>senior</b>' : `Member ${at}`;
  const email = at === 5 ? undefined : `m${at}@acme.example`;
  const role = at % 7 === 6 ? null : (ROLES[at % 6] ?? null);
  return { id: `${at}`, name, email, role, status: 'active', joinedAt: undefined, lastSeenAt: undefined };
});
const spaces = Array.from({ length: 31 }, (_, at): Place => {
  const title = at === 2 ? 'Inhaltsverzeichnisausführungsbestimmungen' : `Space ${at} of the product`;
  return { kind: 'space', id: `${at}`, title, defaultLevel: 'inherit', parent: undefined };
});
const level = (person: Person, space: Place) => ROLES[(Number(person.id) * 7 + Number(space.id) * 3) % 9];

const LONG = 'a-name-that-goes-on-and-on-without-a-place-to-break-'.repeat(4);

/** Findings of each rule, with titles that are long, hostile, or from right to left. */
function pageOfAll(): string {
  const titles = [LONG, '<script>window.ran = 1</script>', 'דף הבית', 'plain'];
  const found = auditRules.slice(0, 40).map(({ id, severity }, at) => ({
    ...{ rule: id, severity, message: `is at fault ${at % 5 === 0 ? LONG : ''}` },
    target: { kind: 'page', id: String(at), title: titles[at % titles.length] ?? '' },
    within: at % 2 === 0 ? { kind: 'space', id: 's', title: 'Guides' } : undefined,
    fix: at % 3 === 0 ? undefined : `docs pages edit ${LONG} --space Guides`,
  }));
  const unchecked = [
    { status: 'skipped', rule: String(auditRules[41]?.id), message: `no permission: ${LONG}` },
  ];
  const facts = {
    where: 'organization "Tarnpost"',
    at: '2026-11-23T10:00:00.000Z',
    version: '0',
    summary: 'x',
    course: ['2026-01-01', '2026-05-01', '2026-11-23'].map((at, index) => ({
      ...{ at: `${at}T10:00:00.000Z`, rules: auditRules.slice(0, 40 - index * 9).map(({ id }) => id) },
    })),
  };
  return auditPage({ rules: auditRules, found, unchecked }, facts);
}

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

/** Each in both widths and both schemes; all four together in `npm run harden`. */
const PAGES: Readonly<Record<string, () => string>> = {
  access: () => {
    const facts = { where: 'organization "Acme"', at: '2026-03-02T09:00:00.000Z', version: '0' };
    return [...pageParts({ people, spaces, level }, facts)].join('');
  },
  audit: pageOfAll,
  analytics: analyticsPage,
  seats,
};
const looks = Object.keys(PAGES).flatMap((name) =>
  rotated([390, 1280], ['light', 'dark'] as const, () => name).map((look) => [name, ...look] as const),
);
let held = 0;
afterAll(() => reached('W9', 'looks of pages', held));

describe.skipIf(WITHOUT)('a page', () => {
  let browser: Browser;
  let page: Page;
  const folder = temporaryFolder();
  beforeAll(async () => {
    for (const [name, text] of Object.entries(PAGES)) writeFileSync(join(folder, `${name}.html`), text());
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  /** What fails on it, or is asked for outside of it. */
  const open = async (
    name: string,
    width = 1280,
    colorScheme: 'light' | 'dark' = 'light',
  ): Promise<string[]> => {
    await page?.close();
    const failed: string[] = [];
    page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
    page.on('pageerror', (error) => failed.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && failed.push(message.text()));
    page.on('request', (request) => request.url().startsWith('file:') || failed.push(request.url()));
    await page.goto(`file://${join(folder, `${name}.html`)}`);
    return failed;
  };

  it.each(looks)('of %s at %i pixels, %s, is for everyone, and asks for nothing', async (...look) => {
    const failed = await open(...look);
    expect(await findingsOn(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(look[1]);
    expect(await page.evaluate('window.ran')).toBe(undefined);
    expect(failed).toEqual([]);
    held += 1;
  });

  it('of access filters and sorts by keyboard, and says of a cell what it is', async () => {
    await open('access');
    await page.keyboard.press('/');
    await page.keyboard.type('m11@');
    expect(await page.textContent('#count')).toBe('1 of 12 people, 31 of 31 spaces');
    await page.fill('#what', 'Space 7');
    expect(await page.textContent('#count')).toBe('1 of 12 people, 1 of 31 spaces');
    await page.focus('tbody tr:not([hidden]) th');
    await page.keyboard.press('End');
    expect(await page.textContent('#said')).toMatch(
      /^Member 11 has \w+( access)? on Space 7 of the product$/,
    );
  });

  it('of access prints every space, on sheets as wide as the paper', async () => {
    await open('access');
    await page.fill('#who', 'Member 1');
    await page.emulateMedia({ media: 'print' });
    // What a sheet has room for.
    await page.setViewportSize({ width: 980, height: 700 });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    const titles = await page.locator('#paper thead th:nth-child(n+4)').allTextContents();
    expect(titles).toEqual(spaces.map(({ title }) => title));
    expect(await page.locator('#paper table').count()).toBe(4);
    expect(await page.locator('#paper table:first-child tbody tr').count()).toBe(3);
    expect(await page.textContent('#paper caption')).toBe('3 of 12 people, 31 of 31 spaces: spaces 1 to 8');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(980);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await page.locator('#paper').count()).toBe(0);
  });

  it('of an audit is dark on light on paper, also where the screen is dark', async () => {
    await open('audit');
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    const colors = `['body', 'b.high', 'b.medium', 'b.low'].map((one) => {
      const { color, backgroundColor } = getComputedStyle(document.querySelector(one));
      return [color, backgroundColor].map((text) => Number(/\\d+/.exec(text)[0]) > 127);
    })`;
    for (const pair of await page.evaluate<boolean[][]>(colors)) expect(pair).toEqual([false, true]);
    expect(await page.isVisible('nav')).toBe(false);
    expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('of an audit leads to each rule by keyboard', async () => {
    await open('audit');
    await page.keyboard.press('Tab');
    const first = await page.evaluate<string>('document.activeElement.textContent');
    expect(first).toBe(String(auditRules[0]?.id));
    await page.keyboard.press('Tab');
    const second = await page.evaluate<string>('document.activeElement.textContent');
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).not.toBe('none');
    await page.keyboard.press('Enter');
    await page.waitForURL(({ hash }) => decodeURIComponent(hash) === `#${second}`);
    expect(await page.evaluate<string>('document.querySelector(":target").id')).toBe(second);
  });
});
