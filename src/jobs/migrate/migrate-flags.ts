// Flags of docs migrate.

import type { FlagsOf } from '../../engine/model/command-type.ts';
import { WRITE_FLAGS, YES_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { COPY_FLAGS } from '../restore/restore-flags.ts';

export const MIGRATE_FLAGS = [
  flag('--from <profile>', 'profile to copy from', { required: true }),
  flag('--to <profile>', 'profile to copy to', { required: true }),
  flag('--spaces <spaces>', 'spaces to copy: IDs or titles, separated by commas (default all)'),
  flag('--sites <sites>', 'sites to copy: IDs or titles, separated by commas (default none)'),
  flag('--all-sites', 'copy all sites', { reach: 'platform' }),
  flag('--publish', 'publish sites that are published', { reach: 'platform' }),
  flag('--collections', 'put spaces into collections of the same title, made where missing', {
    reach: 'platform',
  }),
  flag('--from-org <org>', 'organization to copy from: ID or title'),
  flag('--to-org <org>', 'organization to copy to: ID or title'),
  ...COPY_FLAGS,
  flag('--keep <folder>', 'keep the exports that it makes in this folder'),
  flag('--resume', 'resume an interrupted migration', { reach: 'machine', group: 'Safety:' }),
  flag('--fresh', 'start again, whatever an interrupted one has done', {
    reach: 'platform',
    group: 'Safety:',
  }),
  ...WRITE_FLAGS,
  YES_FLAG,
] as const satisfies readonly Option[];

export type MigrateRun = Run<FlagsOf<typeof MIGRATE_FLAGS>>;
