// Published sites and previews in a real browser, where the machine has one.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findingsOn, follow, lacksBrowser, openBrowser, seriousFindings } from '../helpers/browser.ts';
import { type Built, demoDocs } from '../helpers/built.ts';
import { HOSTILE } from '../helpers/hostile-markdown.ts';
import { type Served, startServing } from '../helpers/served.ts';

const WITHOUT = lacksBrowser('published sites and previews in a browser');

let docs: Built;
let served: Served;
let browser: Browser;
let page: Page;

describe.skipIf(WITHOUT)('in a browser', () => {
  beforeAll(async () => {
    docs = await demoDocs();
    served = await startServing(docs);
    browser = await openBrowser();
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    served?.child.kill('SIGTERM');
    await served?.ended;
    docs?.cleanup();
  });

  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await docs([...args, '--profile', 'sandbox-serve']);
    expect(code, `${args.join(' ')}: ${stderr}`).toBe(0);
    return stdout.trim();
  };
  const go = async (path: string): Promise<number> =>
    (await page.goto(new URL(path, served.url).href))?.status() ?? 0;

  it('a site is there once it is published, and gone once it is not', async () => {
    await run('sites', 'unpublish', 'Tarnpost Docs', '--yes');
    expect(await go('/sites/tarnpost-docs/')).toBe(404);
    expect(await page.textContent('h1')).toBe('Page not found');
    await run('sites', 'publish', 'Tarnpost Docs', '--yes');
    const url = await run('open', 'Tarnpost Docs', '--published', '--print');
    expect(url).toBe(`${served.url}/sites/tarnpost-docs/`);
    expect(await go(url)).toBe(200);
    expect(await page.title()).toBe('Welcome | Tarnpost Docs');
    await follow(page, 'main a:has-text("webhooks")');
    expect(await page.textContent('h1')).toContain('Webhooks');
    await page.fill('input[name=q]', 'label');
    await page.press('input[name=q]', 'Enter');
    await page.waitForURL(/~search/);
    expect(await page.locator('main ol li').count()).toBeGreaterThan(0);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement?.textContent')).toBe('Skip to the text');
    expect(await go('/sites/tarnpost-docs/reference/errors')).toBe(200);
    expect(page.url()).toBe(`${served.url}/sites/tarnpost-docs/api/errors`);
  });

  it('a share link opens, and once revoked it does not', async () => {
    const [link] = JSON.parse(
      await run('share-links', 'list', '--site', 'Partner portal', '--json', '--show-secrets'),
    );
    expect(await go(link.urls.published)).toBe(200);
    await run('share-links', 'update', link.id, '--site', 'Partner portal', '--no-active', '--yes');
    expect(await go(link.urls.published)).toBe(404);
  });

  it('a preview opens from the address in the app, with what it changes', async () => {
    const url = await run('open', 'Guides#4', '--print');
    expect(await go(url)).toBe(200);
    expect(page.url()).toMatch(/\/preview\/\w{20}\/4\/$/);
    await follow(page, '.banner a');
    expect(await page.locator('.added, .removed, .changed').count()).toBeGreaterThan(0);
  });

  it('has no serious finding of axe-core, light, dark and small', async () => {
    const paths = [
      '/sites/tarnpost-docs/',
      '/sites/tarnpost-docs/guides/getting-started/create-an-account',
      '/sites/tarnpost-docs/~search?q=parcel',
      '/sites/tarnpost-docs/nothing',
      await run('open', 'Guides#4', '--print'),
    ];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const path of paths) {
        await go(path);
        if (path.startsWith('http')) await follow(page, '.banner a');
        expect([path, colorScheme, await seriousFindings(page)]).toEqual([path, colorScheme, []]);
      }
    }
    await page.setViewportSize({ width: 320, height: 600 });
    await go('/sites/tarnpost-docs/guides/getting-started/create-an-account');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    expect(await seriousFindings(page)).toEqual([]);
  });

  /** Shows a folder with these pages until the work is done. */
  const preview = async (
    pages: Record<string, string>,
    work: (url: string, folder: string) => Promise<void>,
  ) => {
    const folder = mkdtempSync(join(docs.home, 'previewed-'));
    for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, name), text);
    const child = docs.start(['preview', folder, '--port', '0']);
    try {
      const url = await new Promise<string>((found) => {
        child.stdout?.on('data', (part) => /http\S+/.test(String(part)) && found(String(part).trim()));
      });
      await work(url, folder);
    } finally {
      child.kill('SIGINT');
    }
  };

  it('a previewed folder has no finding of axe-core, needs no script, and shows a change where it was scrolled to', async () => {
    const long = 'Words and words.\n\n'.repeat(60);
    const text = (last: string) =>
      `# Home\n\n### Steps\n\n{% tabs %}\n{% tab title="A" %}\nIn A\n{% endtab %}\n{% tab title="B" %}\nIn B\n{% endtab %}\n{% endtabs %}\n\n\`\`\`js\nconst a = 1;\n\`\`\`\n\n${long}## ${last}\n`;
    await preview({ 'README.md': text('Old end') }, async (url, folder) => {
      const still = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
      await still.goto(url);
      await still.click('.tabs label:nth-of-type(2)');
      expect(await still.isVisible('text=In B')).toBe(true);
      await still.context().close();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.goto(url);
        expect([colorScheme, await findingsOn(page)]).toEqual([colorScheme, []]);
      }
      await page.evaluate('scrollTo(0, 400)');
      writeFileSync(join(folder, 'README.md'), text('New end'));
      await page.waitForSelector('h2:has-text("New end")');
      expect(await page.evaluate('scrollY')).toBe(400);
    });
  });

  it('Escape closes the search, and nothing that is still on its way opens it again', async () => {
    await preview({ 'README.md': '# Home\n\nWords about labels.\n', 'a.md': '# Labels\n' }, async (url) => {
      const wide = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
      await wide.goto(url);
      await wide.keyboard.press('/');
      // At once: what comes for half a word would take the place of what is chosen.
      await wide.keyboard.insertText('label');
      await wide.waitForSelector('.hits:not([hidden]) mark');
      await wide.keyboard.press('ArrowDown');
      await wide.keyboard.press('Escape');
      expect(await wide.isVisible('.hits')).toBe(false);
      await wide.keyboard.type('s');
      await wide.keyboard.press('Escape');
      await wide.waitForTimeout(600);
      expect(await wide.isVisible('.hits')).toBe(false);
      await wide.keyboard.press('Control+k');
      await wide.keyboard.insertText('labels');
      await wide.waitForSelector('.hits:not([hidden])');
      await wide.keyboard.press('ArrowDown');
      await wide.keyboard.press('Enter');
      await wide.waitForURL(/\/a$/);
      await wide.context().close();
    });
  });

  it('on a phone the header and what is on the page stay in sight, and lists open over it and close', async () => {
    const part = (at: number) => `## Part ${at}\n\n${'Words and words.\n\n'.repeat(20)}`;
    const wide = `| ${'Column | '.repeat(12)}\n|${' --- |'.repeat(12)}\n| ${'words and more words | '.repeat(12)}\n`;
    const home = `# Home\n\n${wide}\n\`\`\`\n${'code '.repeat(80)}\n\`\`\`\n\n${part(1)}${part(2)}${part(3)}`;
    await preview({ 'README.md': home, 'other.md': '# Other\n' }, async (url, folder) => {
      const context = await browser.newContext({
        ...{ viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true },
      });
      const phone = await context.newPage();
      const top = async (what: string) => Math.round((await phone.locator(what).boundingBox())?.y ?? -1);
      await phone.goto(url);
      expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(390);
      // What is on the page stays open over a change, and closes after it.
      await phone.click('.outline label');
      writeFileSync(join(folder, 'README.md'), `${home}Changed.\n`);
      await phone.waitForSelector('text=Changed.');
      expect(await phone.isVisible('.outline ul')).toBe(true);
      await phone.keyboard.press('Escape');
      expect(await phone.isVisible('.outline ul')).toBe(false);
      await phone.evaluate('scrollTo({ top: 1500, behavior: "instant" })');
      expect([await top('.bar'), await top('.outline')]).toEqual([0, 56]);
      // Clicks, not taps: on a busy machine a finger that is lifted late is a long press.
      await phone.click('.outline label');
      await phone.click('.outline a:has-text("Part 3")');
      await phone.waitForSelector('.outline ul', { state: 'hidden' });
      await phone.waitForURL(/#part-3$/);
      // Under what stays in sight, not behind it.
      const distance = async () => Math.abs((await top('#part-3')) - 145);
      await expect.poll(distance, { timeout: 20_000 }).toBeLessThan(50);
      await phone.click('label.menu');
      expect(await phone.isVisible('.side a:has-text("Other")')).toBe(true);
      expect(await findingsOn(phone)).toEqual([]);
      await phone.keyboard.press('Escape');
      expect(await phone.isVisible('.side')).toBe(false);
      await phone.click('label.menu');
      await phone.click('.side a:has-text("Other")');
      await phone.waitForURL(/other$/);
      await context.close();
    });
  });

  it('hostile Markdown runs nothing', async () => {
    const violations: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) violations.push(message.text());
    });
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const name = join(docs.home, 'page.md');
    await run('cr', 'create', '--space', 'Guides', '--subject', 'Hostile');
    // One page each would take as long as the rest of the test.
    writeFileSync(name, HOSTILE.join('\n\n'));
    await docs(['sandbox', 'edit', 'Guides', '--cr', '7', '--page', 'hostile', '--file', name]);
    await go(await run('open', 'Guides#7', '--print'));
    await follow(page, '.banner a');
    expect(await page.textContent('h1')).toBe('Hostile');
    for (const href of await page
      .locator('main a[href]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href'))))
      expect(href).toMatch(/^(?:https?:|mailto:|tel:|[/#])/);
    expect(await page.evaluate('window.ran')).toBe(undefined);
    expect(page.url()).toMatch(/hostile$/);
    expect([violations, dialogs]).toEqual([[], []]);
  });
});
