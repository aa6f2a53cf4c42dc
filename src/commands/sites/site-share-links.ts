// docs share-links: addresses that open a site for whoever has one.

import type { ShareLink } from '../../api/sites/site-publishing.generated.ts';
import * as api from '../../api/sites/site-publishing.ts';
import dangers, { siteOf } from '../../domain/dangers/sites.ts';
import { command, group } from '../../engine/model/command.ts';
import { inThisContext } from '../../engine/run/next-command.ts';
import type { Run } from '../../engine/run/run.ts';
import { note } from '../../output/note.ts';
import { sayIfNotAlone } from '../same-title.ts';

const ROW = ['id', 'name', 'active', 'createdAt', 'urls.published'] as const;
const shown = { labels: { 'urls.published': 'url' } } as const;
const SECRET = 'The URL opens the site for anyone, so it is masked unless --show-secrets is given.';

export default group(
  'share-links',
  'Manage share links of a site',
  [
    command('list', api.listShareLinks, {
      columns: ROW,
      ...shown,
      examples: [
        ['List the links without their keys', 'docs share-links list --site "Partner portal"'],
        ['Show the URLs to give to readers', 'docs share-links list --site "Partner portal" --show-secrets'],
      ],
      notes: SECRET,
    }),
    command('create', api.createShareLink, {
      args: ['name'],
      columns: ROW,
      ...shown,
      ...dangers['siteShareLinks.create'],
      stakes: async (run) => ({
        what: `share link "${run.input.name}"`,
        change: `for site "${(await siteOf(run)).title}"`,
      }),
      after: async (run, link) => {
        await sayUrl(run, link);
        await sayIfNotAlone()(run, link);
      },
      examples: ['docs share-links create "Spring partners" --site "Partner portal" --yes'],
      notes: SECRET,
    }),
    command('update', api.updateShareLink, {
      args: ['shareLinkId'],
      columns: ROW,
      ...shown,
      target: api.listShareLinks,
      ...dangers['siteShareLinks.update'],
      stakes: { change: 'to be active' },
      examples: ['docs share-links update "Partners 2026" --no-active --site "Partner portal"'],
      notes: 'An inactive link does not open the site; it can be turned on again.',
    }),
    command('delete', api.deleteShareLink, {
      args: ['shareLinkId'],
      ...dangers['siteShareLinks.delete'],
      target: api.listShareLinks,
      examples: ['docs share-links delete "Partners 2026" --site "Partner portal" --yes --dry-run'],
      notes: 'To close a site temporarily, use docs share-links update --no-active.',
    }),
  ],
  [
    ['List share links with their URLs', 'docs share-links list --site "Partner portal" --show-secrets'],
    ['Create one for a partner', 'create'],
    ['Turn one off for a while', 'update'],
  ],
);

/** The address is the point of it, and is not printed for everyone who looks on. */
async function sayUrl(run: Run, { urls }: ShareLink): Promise<void> {
  const { context, flags } = run;
  if (flags.showSecrets === true && urls.published !== undefined)
    return note(context.io, `it opens ${urls.published}`);
  note(context.io, await inThisContext(run, 'show its URL: docs share-links list --show-secrets'));
}
