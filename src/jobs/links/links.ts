// Links of a space and of a page: leaves of docs spaces and docs pages.
import * as links from '../../api/content/links.ts';
import { command } from '../../engine/model/command.ts';
import { UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { linkStats, presentLink, presentPlace } from './link-places.ts';

const ROW = ['status', 'relation', 'targetReference', 'locationReferences'] as const;
const shown = { columns: ROW, present: presentLink, footer: linkStats } as const;

export const spaceLinks = command('links', links.listSpaceLinks, {
  ...shown,
  args: ['spaceId'],
  examples: [
    ['All links in a space', 'docs spaces links Guides'],
    ['Only those that are broken', 'docs spaces links Guides --status broken'],
  ],
});

export const pageLinks = command('links', links.listPageLinks, {
  ...shown,
  args: ['pageId'],
  cr: links.listChangeRequestPageLinks,
  prepare: async ({ flags, path }) => {
    if (flags.cr === undefined || flags.status === undefined) return;
    throw new UsageError('--status cannot be used with --cr: the platform has no such filter there', {
      hint: shell`${path.split(' ')} <page> --cr ${String(flags.cr)} --json`,
    });
  },
  examples: [
    ['Links on a page in main', 'docs pages links webhooks --space Guides'],
    ['Links on the page in a change request', 'docs pages links webhooks --space Guides --cr 1'],
  ],
});

export const pageBacklinks = command('backlinks', links.listChangeRequestPageBacklinks, {
  none: 'nothing links to page {}',
  idField: 'page.id',
  args: ['pageId'],
  columns: ['kind', 'page'],
  present: presentPlace,
  examples: ['docs pages backlinks webhooks --space Guides --cr 1'],
  notes: 'The platform supports this for change requests only, so --cr is required.',
});
