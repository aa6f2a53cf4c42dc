// The pages of a preview as files that need no server: every link in them is relative, and leads to a file.
import { dirname, posix } from 'node:path';
import { type Contents, writeListed } from '../../files/listed-folder.ts';
import { pageFonts, previews } from '../../sandbox/door.ts';
import type { LoadedPreview } from './loaded-preview.ts';

interface Target {
  /** Absolute. */
  folder: string;
  /** As the person typed it. */
  shown: string;
  signal: AbortSignal;
}

const LIST = '.docs-preview.json';
/** No page is below it: slugs begin with a letter or a digit. */
const ASSETS = '-assets';
const SEARCH = 'search/index.html';

/**
 * Writes every page, and every file that one of them shows. Throws LocalIoError, before anything is written, for a folder
 * that holds a file of the same name that no earlier run wrote, and for what the disk refuses.
 */
export async function writeStatic(
  loaded: LoadedPreview,
  { folder, shown, signal }: Target,
): Promise<{ pages: number; files: number }> {
  const { FILES } = await previews();
  const site = await drawAll(loaded, FILES, signal);
  const fonts = await fontsOf(site);
  const files = new Map<string, Contents>(site.texts);
  for (const [name, path] of site.files) files.set(name, () => loaded.file(path));
  for (const [name, bytes] of fonts) files.set(name, bytes);
  await writeListed({ folder, shown, list: LIST, by: 'docs preview', signal }, files);
  return { pages: site.pages, files: files.size - site.pages };
}

interface Drawn {
  pages: number;
  /** By name. */
  texts: Map<string, string>;
  /** Path in the folder, by name. */
  files: Map<string, string>;
}

async function drawAll(loaded: LoadedPreview, files: string, signal: AbortSignal): Promise<Drawn> {
  const pages = loaded.pages();
  const names = new Map(pages.map(({ href }) => [href, nameOfPage(href)]));
  const drawn: Drawn = { pages: names.size, texts: new Map(), files: new Map() };
  const styles = new Map<string, string>();
  const rows: SearchRow[] = [];
  const hasSpaces = pages.some(({ space }) => space !== pages[0]?.space);
  const nameOf = (href: string): string | undefined => {
    const [, path = '', query = ''] = /^([^?]*)(\?.*)?$/.exec(href) ?? [];
    if (path.startsWith(files)) return nameOfFile(decodeURIComponent(path.slice(files.length)), drawn);
    if (/style\.css$/.test(path)) return nameOfStyle(path + query, styles);
    if (path === '/~search') return SEARCH;
    return names.get(path) ?? names.get(path.endsWith('/') ? path.slice(0, -1) : `${path}/`);
  };
  for (const { href, title, space, indexed } of pages) {
    signal.throwIfAborted();
    const { body = '', headers } = await loaded.answer(href);
    const name = names.get(href) ?? nameOfPage(href);
    drawn.texts.set(name, asFile(body, name, { policy: String(headers['content-security-policy']), nameOf }));
    if (indexed) rows.push([title, name, ...pageWords(body, pages.length), hasSpaces ? space : '']);
  }
  const { body = '', headers } = await loaded.answer('/~search');
  const policy = String(headers['content-security-policy']);
  drawn.texts.set(SEARCH, asFile(searchPage(body, rows), SEARCH, { policy, nameOf }));
  drawn.texts.set(`${ASSETS}/search.json`, JSON.stringify(rows));
  // GitHub Pages leaves out what it takes for its own otherwise.
  drawn.texts.set('.nojekyll', '');
  for (const [href, name] of styles) drawn.texts.set(name, (await loaded.answer(href)).body ?? '');
  return drawn;
}

/** Those that the style sheet names, by the names of their files; formulas have one of their own. */
async function fontsOf({ texts }: Drawn): Promise<Map<string, Uint8Array>> {
  const { fontNames, readFont } = await pageFonts();
  const { letters, math } = fontNames();
  const hasMath = [...texts.values()].some((text) => text.includes('<math'));
  return new Map(
    [...letters, ...(hasMath ? [math] : [])].flatMap((font) => {
      const bytes = readFont(font);
      return bytes ? [[`${ASSETS}/fonts/${font}`, bytes] as const] : [];
    }),
  );
}

function nameOfPage(href: string): string {
  const path = decodeURIComponent(href).replace(/^\/+|(?<!\/)\/+$/g, '');
  return path === '' ? 'index.html' : `${path}/index.html`;
}

function nameOfFile(path: string, { files }: Drawn): string {
  const name = `${ASSETS}/files/${path}`;
  files.set(name, path);
  return name;
}

function nameOfStyle(href: string, styles: Map<string, string>): string {
  const name = styles.get(href) ?? `${ASSETS}/style-${styles.size + 1}.css`;
  styles.set(href, name);
  return name;
}

interface Links {
  policy: string;
  nameOf(href: string): string | undefined;
}

/** The text of a page, with its policy in it and its links leading from file to file. */
function asFile(text: string, name: string, { policy, nameOf }: Links): string {
  const toRoot = posix.relative(dirname(name), '.') || '.';
  const relative = (href: string): string | undefined => {
    const [, path = '', hash = ''] = /^([^#]*)(#.*)?$/s.exec(href) ?? [];
    const target = nameOf(path.replaceAll('&amp;', '&'));
    if (target === undefined) return undefined;
    const from = posix.relative(dirname(name), target).split('/').map(encodeURIComponent).join('/');
    return (from || posix.basename(target)) + hash;
  };
  // What a header says on a server; the frames that may show it are a server's affair, and files have no host.
  const inText = policy.replace(/; frame-ancestors [^;]*/, '').replaceAll("'self'", "'self' file:");
  return text
    .replace(/\b(href|src|srcset|action)="(\/(?!\/)[^"]*)"/g, (all, key: string, href: string) => {
      const found = relative(href);
      return found === undefined ? all : `${key}="${found}"`;
    })
    .replace(
      '<form action=',
      `<form data-index="${toRoot}/${ASSETS}/search.json" data-root="${toRoot}/" action=`,
    )
    .replace(
      '<meta charset="utf-8">',
      `<meta charset="utf-8">\n<meta http-equiv="content-security-policy" content="${inText}">`,
    );
}

// The search of a site without a server: a list of all pages, which the script of the pages narrows down.

/** Title, file, headings, words, space. */
type SearchRow = [string, string, string, string, string];

/** Words of a page that the list has, where a site has few pages and where it has many. */
const MOST_WORDS = 4000;
const MOST_PAGES = 2000;

/** The headings of a page and the beginning of its text, as words. */
function pageWords(page: string, pages: number): [headings: string, words: string] {
  const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'));
  const text = main.replace(/<nav\b(?:(?!<nav\b)[\s\S])*?<\/nav>/g, ' ');
  const headings = [...text.matchAll(/<h([2-4])\b[^>]*>([\s\S]*?)<\/h\1>/g)].map(([, , inner = '']) =>
    plain(inner),
  );
  const most = pages > MOST_PAGES ? 0 : MOST_WORDS;
  return [headings.join(' '), plain(text.replace(/<h1\b(?:(?!<h1\b)[\s\S])*?<\/h1>/, '')).slice(0, most)];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const plain = (html: string): string =>
  html
    .replace(/<annotation\b(?:(?!<annotation\b)[\s\S])*?<\/annotation>|<[^<>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (all, name: string) => ENTITIES[name] ?? all)
    .replace(/\s+/g, ' ')
    .trim();

/** The page of the search, with every page of the site on it: a reader without scripts looks through them. */
function searchPage(page: string, rows: readonly SearchRow[]): string {
  const items = rows.map(([title, name]) => {
    const href = name.replace(/(?:^|\/)index\.html$/, '');
    return `<li><a href="/${href.split('/').map(encodeURIComponent).join('/')}">${escaped(title)}</a></li>`;
  });
  // Data, not a script: no policy lets it run, and nothing in it ends it.
  const data = JSON.stringify(rows).replaceAll('<', '\\u003c');
  return page
    .replace(
      /(<ol class="results">)(?:(?!<ol\b)[\s\S])*?<\/ol>/,
      (_, open: string) =>
        `${open}${items.join('')}</ol><script type="application/json" id="-index">${data}</script>`,
    )
    .replace('Type what you are looking for.', () => `All ${rows.length} pages`);
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
