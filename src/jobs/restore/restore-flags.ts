// Flags of docs restore.
import type { Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { CONTEXT_FLAGS, WRITE_FLAGS, YES_FLAG } from '../../engine/model/globals.ts';
import type { Run } from '../../engine/run/run.ts';

/** What docs migrate has, too. */
export const COPY_FLAGS = [
  { flags: '--no-comments', reach: 'platform', description: 'leave comments out' },
  {
    flags: '--change-requests',
    reach: 'platform',
    description: 'also open change requests: you become their author, and reviewers are asked again',
  },
  { flags: '--map <file>', description: 'write the new IDs by the old ones to a JSON file' },
] as const satisfies readonly Option[];

export const RESTORE_FLAGS = [
  { flags: '--space <space>', description: 'space in the backup: ID, title or folder' },
  { flags: '--all-spaces', reach: 'platform', description: 'all spaces in the backup' },
  {
    flags: '--page <page...>',
    reach: 'platform',
    description: 'only this page, back into its space: path, ID, title or file (can be repeated)',
  },
  {
    flags: '--accept-changed <page...>',
    reach: 'platform',
    description: 'take this page or file as it is in the folder now (can be repeated)',
    group: 'Safety:',
  },
  { flags: '--as <title>', description: 'title of the new space' },
  { flags: '--into <space>', description: 'space to replace the content of: ID or title' },
  { flags: '--sites <sites>', description: 'sites in the backup: IDs or titles, separated by commas' },
  { flags: '--all-sites', reach: 'platform', description: 'all sites in the backup' },
  { flags: '--publish', reach: 'platform', description: 'publish sites that were published' },
  {
    flags: '--collections',
    reach: 'platform',
    description: 'put new spaces into the collections they were in, made where missing',
  },
  ...COPY_FLAGS,
  {
    flags: '--to-repository <folder>',
    description:
      'write one space as files for docs git import; to a URL: push them, and import them from there',
  },
  { flags: '--ref <branch>', description: 'new branch to push to (with a repository URL; default: main)' },
  {
    flags: '--import-url <url>',
    reach: 'platform',
    description: 'URL the host reads the repository from, if another',
  },
  { flags: '--how', reach: 'platform', description: 'show the ways to restore, and what each cannot carry' },
  { flags: '--resume', reach: 'machine', description: 'resume an interrupted restore', group: 'Safety:' },
  {
    flags: '--fresh',
    reach: 'platform',
    description: 'start again, whatever an interrupted restore has done',
    group: 'Safety:',
  },
  ...(CONTEXT_FLAGS.organizationId ? [CONTEXT_FLAGS.organizationId] : []),
  ...WRITE_FLAGS,
  YES_FLAG,
] as const satisfies readonly Option[];

export type RestoreRun = Run<FlagsOf<typeof RESTORE_FLAGS>>;
