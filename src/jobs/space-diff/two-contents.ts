// Two spaces side by side: their pages by ID, by path, or as ones that moved; links of both lead to the same pages.
import type { Page } from '../../api/content/content.ts';
import { type Comparison, compareStates } from '../../workflows/change-request-diff.ts';
import type { ContentSource } from '../../workflows/content-source.ts';
import { pathOf } from '../../workflows/page-edits/page-place.ts';
import { allPages } from '../../workflows/page-list.ts';

/** What differs. Files go by their names, since no two spaces share one. */
export async function compareContents(before: ContentSource, after: ContentSource): Promise<Comparison> {
  const [oldPages, newPages, oldFiles, newFiles] = await Promise.all([
    before.pages(),
    after.pages(),
    before.files(),
    after.files(),
  ]);
  const twins = twinsOf(oldPages, newPages);
  const fileTwins = new Map(
    newFiles.flatMap(({ id, name }) => {
      const named = oldFiles.filter((file) => file.name === name);
      const twin = oldFiles.find((file) => file.id === id) ?? (named.length === 1 ? named[0] : undefined);
      return twin ? [[id, twin.id] as const] : [];
    }),
  );
  const sameIds = (pages: readonly Page[]): Page[] =>
    pages.map((page) => ({
      ...page,
      id: twins.get(page.id) ?? page.id,
      ...('pages' in page && { pages: sameIds(page.pages) }),
    }));
  const back = new Map([...twins].map(([own, twin]) => [twin, own]));
  const ids = new Map([...twins, ...fileTwins]);
  return {
    before,
    after: {
      ...after,
      markdown: async (id) =>
        (await after.markdown(back.get(id) ?? id)).replace(/[\w-]{15,}/g, (word) => ids.get(word) ?? word),
    },
    changes: await compareStates(
      { pages: oldPages, files: oldFiles },
      {
        pages: sameIds(newPages),
        files: newFiles.map((file) => ({ ...file, id: fileTwins.get(file.id) ?? file.id })),
      },
    ),
  };
}

/** From pages of the second to those of the first: the same ID, else the same path, else the only ones of a title and slug. */
function twinsOf(before: readonly Page[], after: readonly Page[]): Map<string, string> {
  const [old, fresh] = [allPages(before), allPages(after)];
  const twins = new Map<string, string>();
  const taken = new Set<string>();
  const join = (nameOf: (page: Page) => string) => {
    const left = old.filter(({ id }) => !taken.has(id));
    const open = fresh.filter(({ id }) => !twins.has(id));
    const byName = unique(left, nameOf);
    for (const [name, page] of unique(open, nameOf)) {
      const twin = byName.get(name);
      if (!twin) continue;
      twins.set(page.id, twin.id);
      taken.add(twin.id);
    }
  };
  join(({ id }) => id);
  join(pathOf);
  join((page) => `${page.type} ${page.title} ${'slug' in page ? page.slug : ''}`);
  return twins;
}

/** Those whose name no other one has. */
function unique(pages: readonly Page[], nameOf: (page: Page) => string): Map<string, Page> {
  const found = new Map<string, Page | undefined>();
  for (const page of pages) found.set(nameOf(page), found.has(nameOf(page)) ? undefined : page);
  return new Map([...found].flatMap(([name, page]) => (page ? [[name, page] as const] : [])));
}
