// docs migrate: spaces of one organization, copied to another one.
import { getContent, getPage, getRevisionPage } from '../../api/content/pages.ts';
import { listOrganizations } from '../../api/people/organizations.ts';
import { group, handmade, type WrittenGroup } from '../../engine/model/command.ts';
import { REQUEST_READS } from '../export/export-command.ts';
import { RESTORE_USES } from '../restore/restore-command.ts';
import { MIGRATE_FLAGS, type MigrateRun } from './migrate-flags.ts';

const own = handmade('migrate', {
  summary: 'Copy spaces to another organization',
  options: MIGRATE_FLAGS,
  columns: ['kind', 'title', 'id', 'state', 'pages', 'files', 'comments'],
  fields: ['kind', 'from', 'title', 'id', 'state', 'pages', 'files', 'comments', 'changeRequests'],
  uses: [...RESTORE_USES, ...REQUEST_READS, getContent, getPage, getRevisionPage, listOrganizations],
  done: 'copied',
  check: '--dry-run',
  exits: [5, 7],
  examples: [
    ['See what would be copied', 'docs migrate --from sandbox --to elsewhere --spaces Guides --dry-run'],
    [
      'Copy two spaces, and keep which ID became which',
      'docs migrate --from sandbox --to elsewhere --spaces Guides,Handbook --map ./ids.json',
    ],
  ],
  notes: `Spaces are exported and restored as new ones: files, order, hidden pages and comments as notes go along, and links
between the copied spaces are rewritten. The source is only read. Each host gets the token of its profile only.
Sites are copied with --sites: structure, customization, redirects and the rest of their site files, unpublished.
Members, teams and settings of spaces other than title, emoji, language, edit mode and default level stay behind.`,
  run: async (run: MigrateRun) => (await import('./migrate-run.ts')).runMigrate(run),
});

const migrations: WrittenGroup = { ...group('migrate', 'Copy spaces to another organization', []), own };

export default migrations;
