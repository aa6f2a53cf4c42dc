// What a change request holds of a folder once a push to it has ended: for the next push to the same change request.
import type { Page } from '../../api/content/content-shapes.ts';
import { titleOfPath } from '../../folder/paths.ts';
import { bodyOf } from '../export/page-file.ts';
import { placePages } from '../export/page-paths.ts';
import { hashOf, type LocalPages } from './local-pages.ts';
import type { SentPage } from './push-state.ts';

/** `pages`: those of the change request now; `before`: what an earlier push to it has noted. */
export function sentPages(
  { edited, unchanged }: LocalPages,
  pages: readonly Page[],
  before: readonly SentPage[],
): SentPage[] {
  const placed = placePages(pages);
  const ids = new Set(placed.map(({ page }) => page.id));
  const byPath = new Map(
    placed.flatMap(({ page, path }) => (path === undefined ? [] : [[path, page.id] as const])),
  );
  const byTitle = new Map(placed.map(({ page }) => [page.title, page.id]));
  const sent = edited.flatMap(({ file, id, sha256, markdown, settings }): SentPage[] => {
    const now = id ?? byPath.get(file) ?? byTitle.get(settings.title ?? titleOfPath(file));
    if (now === undefined || !ids.has(now)) return [];
    return [{ file, id: now, sha256, body: hashOf(bodyOf(markdown)), settings: { ...settings } }];
  });
  const files = new Set(sent.map(({ file }) => file));
  return [...before.filter(({ file }) => unchanged.has(file) && !files.has(file)), ...sent];
}
