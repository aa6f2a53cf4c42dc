// The PDF of a change request, or of one of its pages, made when it is downloaded.
import type { ContentRef } from '../../../api/content/content-ref.ts';
import type { Tree } from '../../content/model.ts';
import { type LinkIndex, linkIndex, type Placed, walk } from '../../content/tree.ts';
import { contentStore, revisionsStore } from '../../db/content/content.ts';
import { liveSpace, spaces } from '../../db/content/spaces.ts';
import { changeRequests } from '../../db/review/change-requests.ts';
import type { Sandbox } from '../../sandbox.ts';

export interface PdfDownload {
  kind: 'pdf';
  space: string;
  changeRequest?: string;
  revision: string;
  page?: string;
  only?: boolean;
}

export interface DownloadedFile {
  bytes: Uint8Array;
  contentType: string;
  name: string;
  /** What is missing in it. */
  warning?: string;
}

/** With `page`: that page and what is below it; with `only` the page alone. Links and groups have no page of their own. */
export async function makePdf(sandbox: Sandbox, download: PdfDownload): Promise<DownloadedFile> {
  const { db } = sandbox;
  // What is deleted is gone by every address.
  liveSpace(db, download.space);
  const tree = revisionsStore(db).tree(download.revision);
  const chosen = chosenPages(tree, download);
  const { renderPdf } = await import('../../content/pdf/pdf.ts');
  const { evaluate } = await import('../../content/expressions/evaluate.ts');
  const now = sandbox.now();
  const top = chosen[0]?.parents.length ?? 0;
  const missing: { warning?: string } = {};
  const pages = function* () {
    for (const { page, parents } of chosen) {
      const text = page.markdown === undefined ? '' : contentStore(db).text(page.markdown);
      const scope = { page: page.variables ?? {}, space: tree.variables, now };
      const markdown = evaluate(text, scope, true);
      if (WITHOUT_FONT.test(page.title) || WITHOUT_FONT.test(markdown)) missing.warning = NO_FONT;
      yield { id: page.id, title: page.title, level: parents.length - top, markdown };
    }
  };
  const title = titleOf(sandbox, download, chosen);
  const index = linkIndex(tree, { anchorsOf: () => [] });
  const image = (href: string, at: number) => imageBytes(sandbox, { tree, index, placed: chosen[at], href });
  const ids = new Set(chosen.map(({ page }) => page.id));
  const place = (href: string, at: number) => {
    const target = targetOf(index, chosen[at], { kind: 'link', href });
    const id = target?.kind === 'page' || target?.kind === 'anchor' ? target.page : undefined;
    return id !== undefined && ids.has(id) ? id : undefined;
  };
  const bytes = await renderPdf({ title, pages: pages(), image, place, createdAt: now });
  return { bytes, contentType: 'application/pdf', name: `${title}.pdf`, ...missing };
}

/** A font for these would be larger than all of the program. */
const WITHOUT_FONT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const NO_FONT = 'Chinese, Japanese and Korean text is not legible here: the sandbox has no font for it';

const chosenPages = (tree: Tree, { page: wanted, only = false }: PdfDownload): Placed[] =>
  [...walk(tree.pages)].filter(({ page, parents }) => {
    if (page.type === 'link') return false;
    if (wanted === undefined || page.id === wanted) return true;
    return !only && parents.some(({ id }) => id === wanted);
  });

function titleOf(
  { db }: Sandbox,
  { space, changeRequest, page }: PdfDownload,
  chosen: readonly Placed[],
): string {
  const first = page === undefined ? undefined : chosen[0]?.page.title;
  const subject =
    changeRequest === undefined ? undefined : changeRequests(db).find({ id: changeRequest })?.subject;
  return first || subject || spaces(db).find({ id: space })?.title || 'Space';
}

interface Wanted {
  tree: Tree;
  index: LinkIndex;
  placed: Placed | undefined;
  href: string;
}

/** Pictures are files of the revision; nothing is fetched. */
function imageBytes({ db }: Sandbox, { tree, index, placed, href }: Wanted): Uint8Array | undefined {
  const target = targetOf(index, placed, { kind: 'image', href });
  const id = target?.kind === 'file' ? target.file : undefined;
  const file = tree.files.find((one) => one.id === id);
  return file && contentStore(db).get(file.hash);
}

function targetOf(
  index: LinkIndex,
  placed: Placed | undefined,
  { kind, href }: { kind: 'link' | 'image'; href: string },
): ContentRef | undefined {
  if (!placed) return undefined;
  const link = { kind, href, text: '', anchor: '' };
  return index.of(placed, { links: [link], sections: [], anchors: [], text: '' })[0]?.target;
}
