// Flags of docs restore.

import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS, WRITE_FLAGS, YES_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';

/** What docs migrate has, too. */
export const COPY_FLAGS = [
  flag('--no-comments', 'leave comments out', { reach: 'platform' }),
  flag(
    '--change-requests',
    'also open change requests: you become their author, and reviewers are asked again',
    { reach: 'platform' },
  ),
  flag('--map <file>', 'write the new IDs by the old ones to a JSON file'),
] as const satisfies readonly Option[];

export const RESTORE_FLAGS = [
  flag('--space <space>', 'space in the backup: ID, title or folder'),
  flag('--all-spaces', 'all spaces in the backup', { reach: 'platform' }),
  flag('--page <page...>', 'only this page, back into its space: path, ID, title or file (can be repeated)', {
    reach: 'platform',
  }),
  flag('--accept-changed <page...>', 'take this page or file as it is in the folder now (can be repeated)', {
    reach: 'platform',
    group: 'Safety:',
  }),
  flag('--as <title>', 'title of the new space'),
  flag('--into <space>', 'space to replace the content of: ID or title'),
  flag('--sites <sites>', 'sites in the backup: IDs or titles, separated by commas'),
  flag('--all-sites', 'all sites in the backup', { reach: 'platform' }),
  flag('--publish', 'publish sites that were published', { reach: 'platform' }),
  flag('--collections', 'put new spaces into the collections they were in, made where missing', {
    reach: 'platform',
  }),
  ...COPY_FLAGS,
  flag(
    '--to-repository <folder>',
    'write one space as files for docs git import; to a URL: push them, and import them from there',
  ),
  flag('--ref <branch>', 'new branch to push to (with a repository URL; default: main)'),
  flag('--import-url <url>', 'URL the host reads the repository from, if another', { reach: 'platform' }),
  flag('--how', 'show the ways to restore, and what each cannot carry', { reach: 'platform' }),
  flag('--resume', 'resume an interrupted restore', { reach: 'machine', group: 'Safety:' }),
  flag('--fresh', 'start again, whatever an interrupted restore has done', {
    reach: 'platform',
    group: 'Safety:',
  }),
  ...(CONTEXT_FLAGS.organizationId ? [CONTEXT_FLAGS.organizationId] : []),
  ...WRITE_FLAGS,
  YES_FLAG,
] as const satisfies readonly Option[];

export type RestoreRun = Run<FlagsOf<typeof RESTORE_FLAGS>>;
