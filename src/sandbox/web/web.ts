// What a served sandbox shows in a browser: published sites, previews, and the style of both.
import type { SiteRow } from '../db/sites/sites.ts';
import type { Sandbox } from '../sandbox.ts';
import { sitePath } from '../urls.ts';
import { WireError } from '../wire-error.ts';
import { type PageAnswer, page, text } from './answer.ts';
import { fontFaces } from './fonts.ts';
import { html, loadIcons, type Markup } from './html.ts';
import { frame, message, STYLE_PATH } from './layout.ts';
import { answerPreview } from './preview.ts';
import { answerSite } from './site.ts';
import type { PageRequest } from './site-places.ts';
import { STYLE } from './style.ts';

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
  page(
    status,
    frame({
      ...{ title: `Error ${status}`, site: { title: 'Sandbox', href: '#' }, hidden: true },
      ...{ sections: [], variants: [], main: message(`Error ${status}`, html`${said}`) },
    }),
  );

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
  const tabs = { sections: [{ title: 'Sites', href: '/sites/', current: true }], variants: [] };
  return page(
    200,
    frame({ title: 'Sandbox', site: { title: 'Sandbox', href: '/sites/' }, hidden: true, ...tabs, main }),
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
