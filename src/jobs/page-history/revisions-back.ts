// Main of a space as it was before: from revision to revision, by the first parent of each.
import type { Page, Revision } from '../../api/content/content-shapes.ts';
import { getRevision } from '../../api/content/pages.ts';
import { getSpace } from '../../api/content/spaces.ts';
import type { Client } from '../../client/client.ts';
import { allPages, pathOf } from '../../domain/content/page-place.ts';
import { meant } from '../../engine/references/names.ts';
import { isAbsence, NotFoundError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';

/** Revisions of main from the newest on, one request each; ends where the platform keeps no earlier one. */
export async function* revisionsBack(
  client: Client,
  spaceId: string,
): AsyncGenerator<Revision, void, undefined> {
  const { revision } = await client.call(getSpace, { spaceId });
  const seen = new Set<string>();
  for (let id: string | undefined = revision; id !== undefined && !seen.has(id); ) {
    seen.add(id);
    const found: Revision | undefined = await client
      .call(getRevision, { spaceId, revisionId: id, computed: false })
      .catch((error: unknown) => {
        if (!isAbsence(error) || id === revision) throw error;
        return undefined;
      });
    if (!found) return;
    yield found;
    // Those of a merge are main, then the change request.
    id = found.parents[0];
  }
}

/** The revision that main was at a time. Throws NotFoundError for a time before the first one that is kept. */
export async function revisionAt(client: Client, spaceId: string, time: string): Promise<Revision> {
  let oldest: Revision | undefined;
  for await (const revision of revisionsBack(client, spaceId)) {
    if (!(Date.parse(revision.createdAt) > Date.parse(time))) return revision;
    oldest = revision;
  }
  throw new NotFoundError(`there is no revision from before ${time}`, {
    hint: oldest ? `the first one that is kept is of ${oldest.createdAt}` : undefined,
  });
}

/** The page that a text names: its ID, path, title or slug. */
export function pageCalled(pages: readonly Page[], text: string): Page | undefined {
  const name = text.replace(/^\/+|(?<!\/)\/+$/g, '');
  const all = allPages(pages);
  return (
    all.find(({ id }) => id === name) ??
    all.find((page) => pathOf(page) === name) ??
    only(all.filter(({ title }) => title.toLowerCase() === name.toLowerCase())) ??
    only(all.filter((page) => 'slug' in page && page.slug === name))
  );
}

/** `; did you mean "webhooks"?`, by the path or the title of a page; empty where none is near. */
export function pageMeant(pages: readonly Page[], text: string): string {
  const all = allPages(pages);
  const near = [all.map(pathOf), all.map(({ title }) => title)]
    .map((names) =>
      nearest(
        text,
        names.filter((name) => name !== undefined),
      ),
    )
    .find((found) => found.length > 0);
  return meant(near ?? []);
}

/** Two of one name are none. */
const only = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined);
