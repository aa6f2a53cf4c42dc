// The search of a site without a server: a list of all pages, which the script of the pages narrows down.

/** Title, file, headings, words, space. */
export type SearchRow = [string, string, string, string, string];

/** Words of a page that the list has, where a site has few pages and where it has many. */
const MOST_WORDS = 4000;
const MOST_PAGES = 2000;

/** The headings of a page and the beginning of its text, as words. */
export function pageWords(page: string, pages: number): [headings: string, words: string] {
  const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'));
  const text = main.replace(/<nav\b[\s\S]*?<\/nav>/g, ' ');
  const headings = [...text.matchAll(/<h([2-4])\b[^>]*>([\s\S]*?)<\/h\1>/g)].map(([, , inner = '']) =>
    plain(inner),
  );
  const most = pages > MOST_PAGES ? 0 : MOST_WORDS;
  return [headings.join(' '), plain(text.replace(/<h1\b[\s\S]*?<\/h1>/, '')).slice(0, most)];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const plain = (html: string): string =>
  html
    .replace(/<annotation\b[\s\S]*?<\/annotation>|<[^<>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (all, name: string) => ENTITIES[name] ?? all)
    .replace(/\s+/g, ' ')
    .trim();

/** The page of the search, with every page of the site on it: a reader without scripts looks through them. */
export function searchPage(page: string, rows: readonly SearchRow[]): string {
  const items = rows.map(([title, name]) => {
    const href = name.replace(/(?:^|\/)index\.html$/, '');
    return `<li><a href="/${href.split('/').map(encodeURIComponent).join('/')}">${escaped(title)}</a></li>`;
  });
  // Data, not a script: no policy lets it run, and nothing in it ends it.
  const data = JSON.stringify(rows).replaceAll('<', '\\u003c');
  return page
    .replace(
      /(<ol class="results">)[\s\S]*?<\/ol>/,
      (_, open: string) =>
        `${open}${items.join('')}</ol><script type="application/json" id="-index">${data}</script>`,
    )
    .replace('Type what you are looking for.', () => `All ${rows.length} pages`);
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
