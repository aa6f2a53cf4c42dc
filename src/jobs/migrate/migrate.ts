// docs migrate: spaces of one organization, copied to another one.
import { getContent, getPage, getRevisionPage } from '../../api/content/pages.ts';
import { listOrganizations } from '../../api/people/organizations.ts';
import type { Option } from '../../engine/model/command.ts';
import { group, handmade, type WrittenGroup } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { WRITE_FLAGS, YES_FLAG } from '../../engine/model/globals.ts';
import type { Run } from '../../engine/run/run.ts';
import { REQUEST_READS } from '../export/export-command.ts';
import { COPY_FLAGS, RESTORE_USES } from '../restore/restore-command.ts';

const MIGRATE_FLAGS = [
  { flags: '--from <profile>', description: 'profile to copy from', group: 'Fields:', required: true },
  { flags: '--to <profile>', description: 'profile to copy to', group: 'Fields:', required: true },
  {
    flags: '--spaces <spaces>',
    description: 'spaces to copy: IDs or titles, separated by commas (default all)',
    group: 'Fields:',
  },
  {
    flags: '--sites <sites>',
    description: 'sites to copy: IDs or titles, separated by commas (default none)',
    group: 'Fields:',
  },
  { flags: '--all-sites', reach: 'platform', description: 'copy all sites', group: 'Fields:' },
  {
    flags: '--publish',
    reach: 'platform',
    description: 'publish sites that are published',
    group: 'Fields:',
  },
  {
    flags: '--collections',
    reach: 'platform',
    description: 'put spaces into collections of the same title, made where missing',
    group: 'Fields:',
  },
  { flags: '--from-org <org>', description: 'organization to copy from: ID or title', group: 'Fields:' },
  { flags: '--to-org <org>', description: 'organization to copy to: ID or title', group: 'Fields:' },
  ...COPY_FLAGS,
  {
    flags: '--keep <folder>',
    description: 'keep the exports that it makes in this folder',
    group: 'Fields:',
  },
  { flags: '--resume', reach: 'machine', description: 'resume an interrupted migration', group: 'Safety:' },
  {
    flags: '--fresh',
    reach: 'platform',
    description: 'start again, whatever an interrupted one has done',
    group: 'Safety:',
  },
  ...WRITE_FLAGS,
  YES_FLAG,
] as const satisfies readonly Option[];

export type MigrateRun = Run<FlagsOf<typeof MIGRATE_FLAGS>>;

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
Members, access and settings of spaces other than title, emoji, language and edit mode stay behind.`,
  run: async (run: MigrateRun) => (await import('./migrate-run.ts')).runMigrate(run),
});

const migrations: WrittenGroup = { ...group('migrate', 'Copy spaces to another organization', []), own };
export default migrations;
