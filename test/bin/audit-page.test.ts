// The page of an audit in a real browser, where the machine has one: small and wide, by day and night, on paper, by keyboard.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditPage } from '../../src/jobs/audit/page.ts';
import { auditRules } from '../../src/jobs/audit/rules/rules.generated.ts';
import { findingsOn, lacksBrowser, openBrowser } from '../helpers/browser.ts';
import { temporaryFolder } from '../helpers/lasting.ts';
import { rotated } from '../helpers/rotation.ts';
import { reached } from '../helpers/runs.ts';

const WITHOUT = lacksBrowser('the page of an audit in a browser');
/** Both schemes and both widths; all four together in `npm run harden`. */
const looks = rotated(['light', 'dark'] as const, [390, 1280], () => 'audit');
let held = 0;
afterAll(() => reached('W9', 'looks of pages', held));
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

describe.skipIf(WITHOUT)('the page of an audit', () => {
  let browser: Browser;
  let page: Page;
  const folder = temporaryFolder();
  beforeAll(async () => {
    writeFileSync(join(folder, 'audit.html'), pageOfAll());
    browser = await openBrowser();
    page = await browser.newPage();
  });
  beforeEach(async () => {
    await page.goto(`file://${join(folder, 'audit.html')}`);
  });
  afterAll(async () => {
    await browser?.close();
  });

  it.each(looks)('%s at %i pixels fits, and axe-core finds nothing', async (colorScheme, width) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, media: 'screen' });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await findingsOn(page)).toEqual([]);
    expect(await page.evaluate('window.ran')).toBe(undefined);
    held += 1;
  });

  it('is dark on light on paper, also where the screen is dark', async () => {
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    const colors = `['body', 'b.high', 'b.medium', 'b.low'].map((one) => {
      const { color, backgroundColor } = getComputedStyle(document.querySelector(one));
      return [color, backgroundColor].map((text) => Number(/\\d+/.exec(text)[0]) > 127);
    })`;
    for (const pair of await page.evaluate<boolean[][]>(colors)) expect(pair).toEqual([false, true]);
    expect(await page.isVisible('nav')).toBe(false);
    expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('leads to each rule by keyboard', async () => {
    await page.emulateMedia({ colorScheme: 'light', media: 'screen' });
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
