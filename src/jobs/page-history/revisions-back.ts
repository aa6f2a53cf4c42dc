// A page, and main of a space, as they were: from revision to revision, by the first parent of each.

import type { Page, Revision } from '../../api/content/content-shapes.ts';
import { getRevision, getRevisionPage, listRevisionPages } from '../../api/content/pages.ts';
import { getSpace } from '../../api/content/spaces.ts';
import type { Client } from '../../client/client.ts';
import { allPages, pathOf } from '../../domain/content/page-place.ts';
import { meant } from '../../engine/references/names.ts';
import { settleOne } from '../../engine/references/resolve-names.ts';
import { spaceAsTyped } from '../../engine/references/with-change-requests.ts';
import type { Run } from '../../engine/run/run.ts';
import { fromContext } from '../../engine/run/session.ts';
import { ageInMs, parsePastTime } from '../../engine/run/time-flags.ts';
import { isAbsence, NotFoundError, seeHelp, UsageError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { shell, shellLine } from '../../files/shell-word.ts';
import { note } from '../../output/note.ts';

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

// docs pages get --at: a page as it was in a revision, or at a time.

/** The page of a revision in place of the one of now. Throws UsageError, NotFoundError. */
export async function showAt(run: Run<{ at?: string | undefined }>): Promise<void> {
  const at = run.flags.at ?? '';
  if (run.flags.cr !== undefined) throw seeHelp(run.path, '--at shows main: it cannot be used with --cr');
  const given = run.input.spaceId ?? fromContext(run, 'spaceId');
  if (typeof given !== 'string') return;
  const spaceId = await settleOne({ ...run, operation: getSpace }, 'spaceId', given);
  const revisionId = await revisionNamed(run, spaceId, at, '--at');
  const client = await run.client();
  const { pages } = await client.call(listRevisionPages, { spaceId, revisionId });
  const name = String(run.input.pageId ?? run.input.pagePath ?? '');
  const page = pageThen(run, { spaceId, revisionId, pages }, name);
  const { pageId: _, pagePath: __, ...rest } = run.input;
  run.operation = getRevisionPage;
  run.input = { ...rest, spaceId, revisionId, pageId: page.id };
}

interface Then {
  spaceId: string;
  revisionId: string;
  pages: readonly Page[];
}

/** The page of a revision. Throws NotFoundError, with the command that lists those it has. */
export function pageThen(run: Run, { spaceId, revisionId, pages }: Then, name: string): Page {
  const page = pageCalled(pages, name);
  if (page) return page;
  throw new NotFoundError(`revision ${revisionId} has no page "${name}"${pageMeant(pages, name)}`, {
    hint: shell`docs revisions pages ${revisionId} --space ${spaceAsTyped(run, spaceId)}`,
  });
}

/** The ID of a revision, from itself or from a time. */
export async function revisionNamed(run: Run, spaceId: string, text: string, flag: string): Promise<string> {
  if (ageInMs(text) === undefined && !/^\d{4}-\d\d-\d\d/.test(text)) {
    if (/^[\w-]{15,}$/.test(text)) return text;
    const isIt = (word: string) => word === text || word.endsWith(`=${text}`) || word.endsWith(`@${text}`);
    const argv = run.context.argv.map((word) =>
      isIt(word) ? `${word.slice(0, word.length - text.length)}7d` : word,
    );
    throw new UsageError(
      `${flag} must be the ID of a revision, or a time such as 7d or 2026-01-31, not "${text}"`,
      { hint: shellLine(['docs', ...argv]) },
    );
  }
  const time = parsePastTime(text, flag, run.context.now());
  const { id, createdAt } = await revisionAt(await run.client(), spaceId, time);
  note(run.context.io, `revision ${id} of ${createdAt}`);
  return id;
}
