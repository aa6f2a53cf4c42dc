// What a served sandbox shows in a browser: published sites, previews, and the style of both.
import type { Sandbox } from '../sandbox.ts';
import { WireError } from '../wire-error.ts';
import { type PageAnswer, page, text } from './answer.ts';
import { fontFaces } from './fonts.ts';
import { html } from './html.ts';
import { loadIcons } from './icons.ts';
import { frame, message, STYLE_PATH } from './layout.ts';
import { answerPreview } from './preview.ts';
import { answerSite } from './site.ts';
import type { PageRequest } from './site-places.ts';
import { START_PATHS, startPage } from './start-page.ts';
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
