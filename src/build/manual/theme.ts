// How the manual looks, on a phone and on a desk, by day and by night; and its search, which asks nobody else.

import { escapeHtml } from '../../files/texts.ts';
import type { Page } from './guide-pages.ts';

/** The whole HTML of a page. */
export function shellOf(page: Page, pages: readonly Page[]): string {
  const up = page.path.includes('/') ? '../' : '';
  const near = pages.filter(
    ({ section, group }) => section === page.section && group === page.group && section !== '',
  );
  const nav = near
    .map(
      ({ path, title }) =>
        `<li><a href="${up}${path}"${path === page.path ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`,
    )
    .join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title><meta name="description" content="${escapeHtml(page.summary)}">
<link rel="stylesheet" href="${up}style.css"></head><body>
<header><a class="home" href="${up}index.html">docs</a><nav><a href="${up}index.html#guides">Guides</a> <a href="${up}index.html#topics">Topics</a> <a href="${up}index.html#commands">Commands</a></nav>
<input id="search" type="search" placeholder="Search" aria-label="Search" data-up="${up}"><ol id="found" hidden></ol></header>
<div class="page">${nav === '' ? '' : `<aside><ul>${nav}</ul></aside>`}<main>${scrollable(page.html)}</main></div>
<script src="${up}search-pages.js" defer></script><script src="${up}search.js" defer></script></body></html>
`;
}

/** What is wider than the page can be scrolled with the keyboard, too. */
const scrollable = (html: string): string => html.replaceAll(/<(pre|div class="wide")/g, '<$1 tabindex="0"');

export const STYLE = `:root{color-scheme:light dark;--bg:#fff;--fg:#1c1e21;--soft:#f4f5f7;--line:#dcdfe4;--link:#0b57d0;--warn:#b3261e}
@media(prefers-color-scheme:dark){:root{--bg:#15171a;--fg:#e6e8eb;--soft:#1f2226;--line:#34383e;--link:#8ab4f8;--warn:#f2b8b5}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.55 system-ui,sans-serif}
a{color:var(--link)}header{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;padding:.75rem 1rem;border-bottom:1px solid var(--line);position:relative}
header .home{font-weight:700;text-decoration:none;color:inherit}header nav{flex:1}
input{font:inherit;padding:.35rem .6rem;border:1px solid var(--line);border-radius:6px;background:var(--soft);color:inherit;max-width:100%}
#found{position:absolute;right:1rem;top:100%;z-index:1;margin:0;padding:.5rem 1rem .5rem 2rem;background:var(--bg);border:1px solid var(--line);border-radius:6px;max-width:calc(100vw - 2rem)}
.page{display:flex;max-width:1200px;margin:0 auto}aside{width:270px;flex:none;padding:1rem;border-right:1px solid var(--line);font-size:.9rem;max-height:100vh;overflow:auto;position:sticky;top:0}
aside ul{list-style:none;margin:0;padding:0}aside a{text-decoration:none}aside a[aria-current]{font-weight:700}
main{padding:1rem 1.5rem;min-width:0;flex:1}pre{background:var(--soft);border:1px solid var(--line);border-radius:6px;padding:.75rem;overflow:auto;font-size:.85rem}
pre.notes{white-space:pre-wrap;overflow-wrap:anywhere}code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}:not(pre)>code{display:inline-block;max-width:100%}.wide{overflow-x:auto}
table{border-collapse:collapse}td,th{border-bottom:1px solid var(--line);padding:.35rem .75rem .35rem 0;text-align:left;vertical-align:top}
.danger.moderate,.danger.severe{color:var(--warn)}@media(max-width:760px){.page{display:block}aside{display:none}main{padding:1rem}header input{width:100%}}
`;

/** What is searched, as a script: a page that was opened as a file may not fetch anything. */
export const searchPages = (pages: readonly Page[]): string =>
  `window.searchPages=${JSON.stringify(
    pages.map(({ path, title, summary, text, known = '' }) => [
      path,
      title,
      summary,
      text.slice(0, 2000),
      known,
    ]),
  )};\n`;

export const SCRIPT = `const box=document.getElementById('search'),list=document.getElementById('found');all=window.searchPages;
box.addEventListener('input',()=>{const words=box.value.toLowerCase().split(/\\s+/).filter(Boolean);
list.textContent='';
if(!words.length){list.hidden=true;return}
const found=all.map(([path,title,summary,text,known])=>{const t=(title+' '+known).toLowerCase(),s=summary.toLowerCase(),x=text.toLowerCase();
return{path,title,summary,score:words.reduce((n,w)=>n+(t.includes(w)?5:0)+(s.includes(w)?2:0)+(x.includes(w)?1:0),0)*words.every(w=>t.includes(w)||s.includes(w)||x.includes(w))}})
.filter(one=>one.score>0).sort((a,b)=>b.score-a.score).slice(0,10);
for(const {path,title,summary} of found){const item=document.createElement('li'),link=document.createElement('a');
link.href=box.dataset.up+path;link.textContent=title;item.append(link,' '+summary);list.append(item)}
list.hidden=!found.length});
`;
