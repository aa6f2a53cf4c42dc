// The first page of a served sandbox: which sites it publishes, and where.
import type { SiteRow } from '../db/sites/sites.ts';
import type { Sandbox } from '../sandbox.ts';
import { sitePath } from '../urls.ts';
import { type PageAnswer, page } from './answer.ts';
import { html, type Markup } from './html.ts';
import { frame } from './layout.ts';

export const START_PATHS: readonly string[] = ['/', '/sites', '/sites/'];

const MOST_SITES = 500;

export function startPage({ db }: Sandbox): PageAnswer {
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
