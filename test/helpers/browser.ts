// A real browser, where the machine has one. `DOCS_CHROMIUM` names another.
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findTool, notRun } from './needs.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

export const chromiumPath = (): string | undefined =>
  process.env.DOCS_CHROMIUM ?? NAMES.map(findTool).find((path) => path !== undefined);

/** True where there is no browser; says so in the list that `npm run check` counts. */
export function lacksBrowser(what: string): boolean {
  if (chromiumPath() !== undefined) return false;
  notRun(`chromium missing (${what})`);
  return true;
}

/** Needs no display and no network. A root user has no sandbox of the browser's own. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath() ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });

export interface Finding {
  id: string;
  impact: string | null;
  nodes: { target: unknown; html: string }[];
}

/** All that axe-core finds on a page. */
export async function findingsOn(page: Page): Promise<Finding[]> {
  // Through the debugger: the page itself may run no scripts.
  const { violations } = await page.evaluate<{ violations: Finding[] }>(
    `(() => { ${axe.source}; return window.axe.run(); })()`,
  );
  return violations;
}

/** Clicks on a link, and waits until the page that it leads to is there. */
export async function follow(page: Page, link: string): Promise<void> {
  const to = await page.locator(link).first().getAttribute('href');
  const url = new URL(to ?? '', page.url()).href;
  await page.click(link);
  await page.waitForURL(url);
}

/** The serious and the critical. */
export const seriousFindings = async (page: Page): Promise<Finding[]> =>
  (await findingsOn(page)).filter(({ impact }) => impact === 'serious' || impact === 'critical');
