// What a served sandbox shows in a browser: published sites, previews, and the style of both.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { SiteRow } from '../db/sites/sites.ts';
import type { Sandbox } from '../sandbox.ts';
import { sitePath } from '../urls.ts';
import { WireError } from '../wire-error.ts';
import { type PageAnswer, page, text } from './answer.ts';
import { html, loadIcons, type Markup } from './html.ts';
import { frame, messagePage, STYLE_PATH } from './layout.ts';
import { answerPreview } from './preview.ts';
import { answerSite } from './site.ts';
import type { PageRequest } from './site-places.ts';
import { STYLE } from './style.ts';

// Fonts that pages bring along, from packages that are installed beside the program: whoever reads needs none of them, and
// pages ask nobody else for them.

/** Where they are asked for; the style sheet, which is beside this folder, names them by their place in it. */
export const FONTS = '/~sandbox/fonts/';

const MATH = 'DejaVuMathTeXGyre.ttf';

const folderOf = (name: string): string =>
  dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

let faces: string | undefined;

/** The rules that name them: Inter, by alphabets, and a font with formulas. A browser asks for those that a page uses. */
export function fontFaces(): string {
  faces ??= ['wght.css', 'wght-italic.css']
    .map((file) => readFileSync(join(folderOf('@fontsource-variable/inter'), file), 'utf8'))
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\/\s*/g, '')
    .replaceAll('Inter Variable', 'Inter')
    .replaceAll('./files/', 'fonts/')
    .concat(`@font-face { font-family: "DejaVu Math TeX Gyre"; src: url(fonts/${MATH}); }\n`);
  return faces;
}

/** Names of the fonts for letters, and of the one for formulas. */
export const fontNames = (): { letters: string[]; math: string } => ({
  letters: [...fontFaces().matchAll(/fonts\/([\w-]+\.woff2)/g)].map(([, name = '']) => name),
  math: MATH,
});

/** Undefined for a name that none of them has. */
export function readFont(name: string): Uint8Array | undefined {
  if (name === MATH) return readFileSync(join(folderOf('dejavu-fonts-ttf'), 'ttf', MATH));
  if (!fontNames().letters.includes(name)) return undefined;
  return readFileSync(join(folderOf('@fontsource-variable/inter'), 'files', name));
}

/** What a browser gets for a path below `FONTS`. It may keep them: pages would flicker otherwise. */
export function fontAnswer(path: string): {
  status: number;
  headers: Record<string, string>;
  body?: Uint8Array;
} {
  const body = readFont(path.slice(FONTS.length));
  if (!body) return { status: 404, headers: {} };
  const type = path.endsWith('.ttf') ? 'font/ttf' : 'font/woff2';
  return {
    status: 200,
    headers: {
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'public, max-age=86400',
    },
    body,
  };
}

/** Answers a GET below one of the paths of pages. */
export async function answerWeb(sandbox: Sandbox, request: PageRequest): Promise<PageAnswer> {
  const { pathname } = request.url;
  if (pathname === STYLE_PATH) return text('text/css', fontFaces() + STYLE);
  await loadIcons();
  try {
    if (START_PATHS.includes(pathname)) return startPage(sandbox);
    if (pathname.startsWith('/sites/')) return await answerSite(sandbox, request);
    return await answerPreview(sandbox, request);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return plain(error.status, error.message);
  }
}

export const plain = (status: number, said: string): PageAnswer =>
  messagePage(status, `Error ${status}`, html`${said}`);

// The first page of a served sandbox: which sites it publishes, and where.

const START_PATHS: readonly string[] = ['/', '/sites', '/sites/'];

const MOST_SITES = 500;

function startPage({ db }: Sandbox): PageAnswer {
  const sites = db.all<SiteRow & { owner: string }>(
    `SELECT sites.*, organizations.title AS owner FROM sites JOIN organizations ON organizations.id = sites.organization
     WHERE published = 1 ORDER BY organizations.title, sites.title LIMIT ${MOST_SITES}`,
  );
  const lines = sites.map(card);
  const list =
    sites.length > 0
      ? html`<ul class="cards">${lines}</ul>`
      : html`<p>No site is published. Publish one with <code>docs sites publish</code>.</p>`;
  const main = html`<div class="page-head"><h1>Published sites</h1><p class="lead">What this sandbox serves to readers.</p></div>${list}`;
  const sections = [{ title: 'Sites', href: '/sites/', current: true }];
  return page(
    200,
    frame({ title: 'Sandbox', site: { title: 'Sandbox', href: '/sites/' }, hidden: true, sections, main }),
  );

  function card(site: SiteRow & { owner: string }): Markup {
    const words = (note: string) =>
      html`<div class="words"><div><strong>${site.title}</strong></div><div>${site.owner}${note}</div></div>`;
    // The address of a share link is a key: whoever has it was given it.
    if (site.visibility === 'share-link')
      return html`<li class="card">${words(', opens with a share link')}</li>`;
    const note = site.visibility === 'visitor-auth' ? ', visitors sign in' : '';
    return html`<li class="card"><a href="${sitePath(db, site)}">${words(note)}</a></li>`;
  }
}
