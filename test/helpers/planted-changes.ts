// Changes of published spaces, planted at random: merges of change requests, edits of main and imports from git.
import { getPage, listPages } from '../../src/api/content/pages.ts';
import { updateSpace } from '../../src/api/content/spaces.ts';
import { importGit } from '../../src/api/integrations/git.ts';
import * as api from '../../src/api/review/change-requests.ts';
import { createSite, publishSite, updateSite } from '../../src/api/sites/sites.ts';
import { walkPages } from '../../src/domain/content/page-place.ts';
import { editPage } from '../../src/sandbox/editing.ts';
import { removePageAt } from './edit-content.ts';
import type { TestRepository } from './git-repository.ts';
import { randomOf } from './random-site.ts';
import type { TestSandbox } from './sandbox.ts';

interface Known {
  title: string;
  path: string;
  parent: string | undefined;
  slug: string;
  text: unknown;
}

/** What the platform lists of a space, by the ID of the page. */
export async function pagesNow(box: TestSandbox, spaceId: string): Promise<Map<string, Known>> {
  const { pages } = await box.call(listPages, { spaceId });
  const parents = new Map<string, string>();
  const found = new Map<string, Known>();
  for (const page of walkPages(pages)) {
    if ('pages' in page) for (const child of page.pages) parents.set(child.id, page.id);
    const { slug = '', path = '' } = page as { slug?: string; path?: string };
    const whole = page.type === 'document' && { spaceId, pageId: page.id, format: 'markdown' as const };
    const text = whole && ((await box.call(getPage, whole)) as { markdown?: string }).markdown;
    found.set(page.id, { title: page.title, path, slug, text, parent: parents.get(page.id) });
  }
  return found;
}

/** What became of a page, by what was listed of it; undefined: nothing. */
export function expectedKind(before: Known | undefined, after: Known | undefined): string | undefined {
  if (!before) return after && 'added';
  if (!after) return 'removed';
  if (before.parent !== after.parent || before.slug !== after.slug) return 'moved';
  if (before.title !== after.title) return 'renamed';
  return before.text === after.text ? undefined : 'changed';
}

export const insertion = (title: string): api.ChangeRequestContentChange => ({
  ...{ operation: 'insert_page', title, document: { markdown: `About ${title}.` } },
});

/** What a change request does to one page. */
type Edit = (id: string, name: string, other: string) => api.ChangeRequestContentChange;
const EDITS: Readonly<Record<string, Edit>> = {
  edit: (page, name) => ({ operation: 'update_page', page, document: { markdown: `Text of ${name}` } }),
  rename: (page, name) => ({ operation: 'update_page', page, title: `Title ${name}` }),
  both: (page, name) => ({
    ...{ operation: 'update_page', page, title: `Both ${name}`, document: { markdown: `Both of ${name}` } },
  }),
  move: (page, _, into) => ({ operation: 'update_page', page, into }),
  slug: (page, name) => ({ operation: 'update_page', page, slug: `slug-${name}` }),
  delete: (page) => ({ operation: 'delete_page', page }),
  add: (_, name) => insertion(`New ${name}`),
};

/** Changes in one request. */
const MOST_AT_ONCE = 50;

/** Two spaces of a public site, with so many pages each: one of change requests, and one that follows a repository. */
export async function plantSpaces(box: TestSandbox, repository: TestRepository, pages: number) {
  const { organizationId } = box;
  const make = (title: string) => box.newSpace({ title, empty: true });
  const spaces = { edited: await make('Edited'), synced: await make('Synced') };
  await box.call(updateSpace, { spaceId: spaces.edited, editMode: 'live' });
  const site = await box.call(createSite, {
    ...{ organizationId, title: 'Planted', spaces: [spaces.edited, spaces.synced] },
  });
  await box.call(updateSite, { organizationId, siteId: site.id, visibility: 'public' });
  await box.call(publishSite, { organizationId, siteId: site.id });
  const titles = Array.from({ length: pages }, (_, at) => `Page ${at}`);
  for (let at = 0; at < pages; at += MOST_AT_ONCE)
    await merge(box, spaces.edited, 'Begin', titles.slice(at, at + MOST_AT_ONCE).map(insertion));
  repository.commit({
    'README.md': '# Home\n',
    ...Object.fromEntries(titles.map((title, at) => [`page-${at}.md`, `# ${title}\n\nAbout ${title}.\n`])),
  });
  await follow(box, spaces.synced, repository);
  /** Changes at random, so many at least. */
  const change = (count: number, seed: number) => changeAtRandom({ box, repository, spaces }, count, seed);
  return { spaces, change };
}

/** A change request that is made, edited and merged. */
export async function merge(
  box: TestSandbox,
  spaceId: string,
  subject: string,
  changes: api.ChangeRequestContentChange[],
): Promise<void> {
  const { id } = await box.call(api.createChangeRequest, { spaceId, subject });
  const place = { spaceId, changeRequestId: id };
  await box.call(api.updateChangeRequestContent, { ...place, changes });
  await box.call(api.mergeChangeRequest, place);
}

async function follow(box: TestSandbox, spaceId: string, { url }: TestRepository): Promise<void> {
  await box.call(importGit, { spaceId, url, ref: 'refs/heads/main', force: true });
  await box.sandbox.background.settle();
}

interface Field {
  box: TestSandbox;
  repository: TestRepository;
  spaces: { edited: string; synced: string };
}

/** Of every five changes one is an edit of main and one comes by git; each is of a page that is at the top. */
async function changeAtRandom({ box, repository, spaces }: Field, count: number, seed: number) {
  const below = randomOf(seed);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  const spaceId = spaces.edited;
  const top = async () => {
    const { pages } = await box.call(listPages, { spaceId });
    return pages.flatMap((page) => ('path' in page ? [{ id: page.id, path: page.path }] : []));
  };
  const caller = { userId: box.adminId };
  for (let done = 0; done < count; done += 5) {
    box.clock.now = new Date(box.clock.now.getTime() + 60_000);
    const pages = await top();
    const changes: api.ChangeRequestContentChange[] = [];
    const used = new Set<string>();
    for (let at = 0; at < 3; at += 1) {
      const [page, other] = [pick(pages), pick(pages)];
      if (used.has(page.id) || used.has(other.id) || page.id === other.id) continue;
      used.add(page.id).add(other.id);
      changes.push(EDITS[pick(Object.keys(EDITS))]?.(page.id, `${done}-${at}`, other.id) ?? insertion('x'));
    }
    changes.push(insertion(`Also ${done}`));
    await merge(box, spaceId, `Step ${done}`, changes);
    const { path } = pick(await top());
    if (below(3) === 0) removePageAt(box.sandbox, { spaceId, path });
    else
      await editPage(box.sandbox, { spaceId, caller, path, markdown: `# Live ${done}\n\nText ${done}.\n` });
    repository.commit(gitChange(repository, done, pick), { message: `Import ${done}` });
    await follow(box, spaces.synced, repository);
  }
}

/** One file is written, renamed or removed, or a new one comes. */
function gitChange(
  repository: TestRepository,
  name: number,
  pick: <T>(items: readonly T[]) => T,
): Record<string, string | undefined> {
  const file = pick(repository.list().filter((one) => one.startsWith('page-')));
  const text = repository.read(file);
  return pick([
    () => ({ [file]: `${text}\nMore ${name}.\n` }),
    () => ({ [file]: text.replace(/^# .*/, `# Retitled ${name}`) }),
    () => ({ [file]: undefined }),
    () => ({ [file]: undefined, [`page-moved-${name}.md`]: text }),
    () => ({ [`page-new-${name}.md`]: `# New ${name}\n` }),
  ])();
}
