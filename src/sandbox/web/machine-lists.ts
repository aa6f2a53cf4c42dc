// What a published site has for machines: lists for language models and search engines, and pages as Markdown.
import type { Placed } from '../content/tree.ts';
import type { Sandbox } from '../sandbox.ts';
import { type PageAnswer, text } from './answer.ts';
import { markdownOf } from './content.ts';
import { escapeHtml } from './html.ts';
import { type Book, listedPages, pageHref } from './place.ts';
import { bookOf, type OpenSite, placesOf } from './site-places.ts';

/** Pages of a space that such a list holds at most. */
const MOST_LISTED = 5000;
/** Of their texts, fewer. */
const MOST_TEXTS = 500;

/** By name, at the root of the site. */
export const LISTS: ReadonlyMap<string, (site: OpenSite) => Promise<PageAnswer>> = new Map([
  ['llms.txt', async (site) => text('text/plain', modelList(site))],
  ['llms-full.txt', async (site) => text('text/plain', await modelTexts(site))],
  ['sitemap.xml', async (site) => text('application/xml', siteMap(site))],
  ['robots.txt', async (site) => text('text/plain', robots(site))],
]);

/** A page as Markdown. */
export async function twinOf(sandbox: Sandbox, book: Book, placed: Placed): Promise<string> {
  const { title, description } = placed.page;
  const lead = description === undefined ? '' : `${description}\n\n`;
  return `# ${title}\n\n${lead}${await markdownOf(sandbox, book, placed)}`;
}

/** What there is, with the address of each page as Markdown. */
function modelList(site: OpenSite): string {
  const { origin } = site.sandbox;
  const parts = placesOf(site).map((place) => {
    const book = bookOf(site, place);
    const pages = listedPages(book).slice(0, MOST_LISTED);
    const lines = pages.map((one) => {
      const address = `${origin}${book.root}${one.path.split('/').map(encodeURIComponent).join('/')}.md`;
      const { title, description } = one.page;
      return `- [${title}](${address})${description === undefined ? '' : `: ${description}`}`;
    });
    return [`## ${place.title}`, '', ...lines].join('\n');
  });
  return `# ${site.site.title}\n\n${parts.join('\n\n')}\n`;
}

async function modelTexts(site: OpenSite): Promise<string> {
  const texts: string[] = [];
  for (const place of placesOf(site)) {
    const book = bookOf(site, place);
    for (const placed of listedPages(book).slice(0, MOST_TEXTS))
      texts.push((await twinOf(site.sandbox, book, placed)).trimEnd());
  }
  return `${texts.join('\n\n')}\n`;
}

function siteMap(site: OpenSite): string {
  const { origin } = site.sandbox;
  const urls = placesOf(site).flatMap((place) => {
    const book = bookOf(site, place);
    return listedPages(book)
      .filter(({ page }) => page.noRobotsIndex !== true)
      .slice(0, MOST_LISTED)
      .map((placed) => `<url><loc>${escapeHtml(origin + pageHref(book, placed))}</loc></url>`);
  });
  const lines = urls.map((line) => `${line}\n`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines}</urlset>\n`;
}

const robots = ({ site, root, sandbox }: OpenSite): string =>
  site.visibility === 'public'
    ? `User-agent: *\nAllow: /\nSitemap: ${sandbox.origin}${root}sitemap.xml\n`
    : 'User-agent: *\nDisallow: /\n';
