// The page of a matrix in a real browser, where the machine has one: on a phone, on a desk and on paper.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES } from '../../src/api/roles.ts';
import type { Place } from '../../src/domain/access/levels.ts';
import type { Person } from '../../src/domain/access/people.ts';
import { pageParts } from '../../src/jobs/access/html/page.ts';
import { findingsOn, lacksBrowser, openBrowser } from '../helpers/browser.ts';
import { rotated } from '../helpers/rotation.ts';
import { reached } from '../helpers/runs.ts';

const WITHOUT = lacksBrowser('the page of a matrix of access in a browser');

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
/** Both widths and both schemes; all four together in `npm run harden`. */
const looks = rotated([390, 1280], ['light', 'dark'] as const, () => 'access');
let held = 0;
afterAll(() => reached('W9', 'looks of pages', held));
const level = (person: Person, space: Place) => ROLES[(Number(person.id) * 7 + Number(space.id) * 3) % 9];

let folder: string;
let browser: Browser;
let page: Page;

describe.skipIf(WITHOUT)('the page of a matrix', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docs-page-'));
    const facts = { where: 'organization "Acme"', at: '2026-03-02T09:00:00.000Z', version: '0' };
    writeFileSync(join(folder, 'page.html'), [...pageParts({ people, spaces, level }, facts)].join(''));
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = async (width: number, colorScheme: 'light' | 'dark' = 'light'): Promise<string[]> => {
    await page?.close();
    const failed: string[] = [];
    page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
    page.on('pageerror', (error) => failed.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && failed.push(message.text()));
    page.on('request', (request) => request.url().startsWith('file:') || failed.push(request.url()));
    await page.goto(`file://${join(folder, 'page.html')}`);
    return failed;
  };

  it.each(looks)('at %i px, %s, is for everyone, and asks for nothing', async (width, scheme) => {
    const failed = await open(width, scheme);
    expect(await findingsOn(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(failed).toEqual([]);
    held += 1;
  });

  it('filters and sorts by keyboard, and says of a cell what it is', async () => {
    await open(1280);
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

  it('prints every space, on sheets as wide as the paper', async () => {
    await open(1280);
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
});
