// Flags of docs migrate.
import type { Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { WRITE_FLAGS, YES_FLAG } from '../../engine/model/globals.ts';
import type { Run } from '../../engine/run/run.ts';
import { COPY_FLAGS } from '../restore/restore-flags.ts';

export const MIGRATE_FLAGS = [
  { flags: '--from <profile>', description: 'profile to copy from', required: true },
  { flags: '--to <profile>', description: 'profile to copy to', required: true },
  {
    flags: '--spaces <spaces>',
    description: 'spaces to copy: IDs or titles, separated by commas (default all)',
  },
  {
    flags: '--sites <sites>',
    description: 'sites to copy: IDs or titles, separated by commas (default none)',
  },
  { flags: '--all-sites', reach: 'platform', description: 'copy all sites' },
  { flags: '--publish', reach: 'platform', description: 'publish sites that are published' },
  {
    flags: '--collections',
    reach: 'platform',
    description: 'put spaces into collections of the same title, made where missing',
  },
  { flags: '--from-org <org>', description: 'organization to copy from: ID or title' },
  { flags: '--to-org <org>', description: 'organization to copy to: ID or title' },
  ...COPY_FLAGS,
  { flags: '--keep <folder>', description: 'keep the exports that it makes in this folder' },
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
