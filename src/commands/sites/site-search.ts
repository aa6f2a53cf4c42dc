// docs sites search: pages that a site shows, by what they say.
import { searchSite } from '../../api/sites/site-search.ts';
import { command } from '../../engine/model/command.ts';
import { settle } from '../../engine/references/resolve-names.ts';
import type { Run } from '../../engine/run/run.ts';
import { sendAndShow } from '../../engine/run/send.ts';

export const siteSearch = command('search', searchSite, {
  args: ['siteId', 'query'],
  hidden: ['scope'],
  none: 'no page on {} matches',
  columns: ['type', 'title', 'pages', 'score', 'id'],
  present: (found) =>
    'pages' in found && Array.isArray(found.pages)
      ? { ...found, pages: found.pages.map(({ title }) => title) }
      : found,
  refs: { siteSpaceId: 'siteSpaceId', siteSpaceIds: 'siteSpaceId' },
  prepare: chooseMode,
  // A POST: names become IDs before it is sent.
  send: async (run) => {
    await settle(run);
    await sendAndShow(run);
  },
  examples: [
    ['Search the whole site', 'docs sites search "Tarnpost Docs" webhook'],
    ['Search one space of it', 'docs sites search "Tarnpost Docs" webhook --site-space-id api'],
  ],
  notes: 'A row is a space with its pages that match, the best first; --json has the sections.',
});

/** Everything, unless spaces are named. */
async function chooseMode(run: Run): Promise<void> {
  const { siteSpaceId, siteSpaceIds, mode, scope } = run.input;
  if (mode !== undefined || scope !== undefined) return;
  const named = siteSpaceId !== undefined ? 'current' : siteSpaceIds !== undefined ? 'specific' : 'all';
  run.input = { ...run.input, mode: named };
}
