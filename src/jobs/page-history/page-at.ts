// docs pages get --at: a page as it was in a revision, or at a time.
import type { Page } from '../../api/content/content-shapes.ts';
import { getRevisionPage, listRevisionPages } from '../../api/content/pages.ts';
import { getSpace } from '../../api/content/spaces.ts';
import { settleOne } from '../../engine/references/resolve-names.ts';
import { spaceAsTyped } from '../../engine/references/with-change-requests.ts';
import type { Run } from '../../engine/run/run.ts';
import { fromContext } from '../../engine/run/session.ts';
import { ageInMs, parsePastTime } from '../../engine/run/time-flags.ts';
import { NotFoundError, seeHelp, UsageError } from '../../errors.ts';
import { shell, shellLine } from '../../files/shell-word.ts';
import { note } from '../../output/note.ts';
import { pageCalled, pageMeant, revisionAt } from './revisions-back.ts';

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
