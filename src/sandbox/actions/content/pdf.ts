// The PDF of a change request, or of one of its pages, made when it is downloaded.
import type { LinkIndex } from '../../content/links.ts';
import { linkIndex } from '../../content/links.ts';
import type { Tree } from '../../content/model.ts';
import { type Placed, walk } from '../../content/tree.ts';
import { contentStore, revisionsStore } from '../../db/content/content.ts';
import { spaceStore } from '../../db/content/spaces.ts';
import { changeRequestsStore } from '../../db/review/change-requests.ts';
import type { Download, DownloadedFile } from '../../downloads.ts';
import type { Sandbox } from '../../sandbox.ts';

type PdfDownload = Extract<Download, { kind: 'pdf' }>;

/** With `page`: that page and what stands below it; with `only` the page alone. Links and groups have no page of their own. */
export async function makePdf(sandbox: Sandbox, download: PdfDownload): Promise<DownloadedFile> {
  const { db } = sandbox;
  const tree = revisionsStore(db).tree(download.revision);
  const chosen = chosenPages(tree, download);
  const { renderPdf } = await import('../../content/pdf/pdf.ts');
  const { evaluate } = await import('../../content/expressions/evaluate.ts');
  const now = sandbox.now();
  const top = chosen[0]?.parents.length ?? 0;
  const pages = chosen.map(({ page, parents }) => {
    const markdown = page.markdown === undefined ? '' : contentStore(db).text(page.markdown);
    const scope = { page: page.variables ?? {}, space: tree.variables, now };
    return { title: page.title, level: parents.length - top, markdown: evaluate(markdown, scope, true) };
  });
  const title = titleOf(sandbox, download, chosen);
  const index = linkIndex(tree, { anchorsOf: () => [] });
  const image = (href: string, at: number) => imageBytes(sandbox, { tree, index, placed: chosen[at], href });
  const bytes = await renderPdf({ title, pages, image, createdAt: now });
  return { bytes, contentType: 'application/pdf', name: `${title}.pdf` };
}

function chosenPages(tree: Tree, { page: wanted, only = false }: PdfDownload): Placed[] {
  return [...walk(tree.pages)].filter(({ page, parents }) => {
    if (page.type === 'link') return false;
    if (wanted === undefined || page.id === wanted) return true;
    return !only && parents.some(({ id }) => id === wanted);
  });
}

function titleOf(
  { db }: Sandbox,
  { space, changeRequest, page }: PdfDownload,
  chosen: readonly Placed[],
): string {
  const first = page === undefined ? undefined : chosen[0]?.page.title;
  const subject =
    changeRequest === undefined ? undefined : changeRequestsStore(db).row(changeRequest)?.subject;
  return first || subject || spaceStore(db).row(space)?.title || 'Space';
}

interface Wanted {
  tree: Tree;
  index: LinkIndex;
  placed: Placed | undefined;
  href: string;
}

/** Pictures are files of the revision; nothing is fetched. */
function imageBytes({ db }: Sandbox, { tree, index, placed, href }: Wanted): Uint8Array | undefined {
  if (!placed) return undefined;
  const link = { kind: 'image' as const, href, text: '', anchor: '' };
  const [found] = index.of(placed, { links: [link], sections: [], anchors: [], text: '' });
  const id = found?.target?.kind === 'file' ? found.target.file : undefined;
  const file = tree.files.find((one) => one.id === id);
  return file && contentStore(db).get(file.hash);
}
