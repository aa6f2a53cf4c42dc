// What a git import replaces, in words.
import { listPages } from '../../../api/content/pages.ts';
import type { Stakes } from '../../../engine/model/command.ts';
import type { Input } from '../../../engine/run/input.ts';
import type { Run } from '../../../engine/run/run.ts';
import { describe } from '../../../engine/run/target.ts';
import { DocsError } from '../../../errors.ts';
import { maskUrl } from '../../../files/mask-url.ts';
import { plural } from '../../../output/format.ts';

export async function importStakes(run: Run): Promise<Stakes> {
  const pages = await countPages(run);
  return {
    what: `into ${describe(run)}`,
    change: `from ${repositoryName(run.input)}`,
    follows: `replaces the content of ${pages}; docs undo cannot restore it`,
  };
}

/** `https://git.example.com/guides.git (main)`, without user and password. */
export const repositoryName = ({ url, ref }: Input): string =>
  `${maskUrl(String(url))} (${String(ref).replace('refs/heads/', '')})`;

/** `its 12 pages`; a question is no reason to fail. */
async function countPages(run: Run): Promise<string> {
  const client = await run.client();
  const { spaceId } = run.input;
  try {
    const { pages } = await client.call(listPages, { spaceId: String(spaceId) });
    const { allPages } = await import('../../../workflows/page-list.ts');
    const count = allPages(pages).filter(({ type }) => type === 'document').length;
    return count === 1 ? 'its page' : `its ${plural(count, 'page')}`;
  } catch (error) {
    if (!(error instanceof DocsError)) throw error;
    return 'the space';
  }
}
