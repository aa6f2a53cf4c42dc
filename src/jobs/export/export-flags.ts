// What an export is asked for with: flags of docs export.
import type { Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { READ_CONCURRENCY_FLAG } from '../../engine/run/concurrency.ts';
import type { Run } from '../../engine/run/run.ts';

export const EXPORT_FLAGS = [
  { flags: '--to <folder>', description: 'folder to export to', group: 'Fields:', required: true },
  { flags: '--files', reach: 'platform', description: 'include files', group: 'Fields:' },
  {
    flags: '--no-files',
    reach: 'platform',
    description: 'leave files out, even if the last export had them',
    group: 'Fields:',
  },
  {
    flags: '--comments',
    reach: 'platform',
    description: 'include comments and replies as NDJSON',
    group: 'Fields:',
  },
  { flags: '--no-comments', reach: 'platform', description: 'leave them out', group: 'Fields:' },
  {
    flags: '--settings',
    reach: 'platform',
    description: 'include settings of spaces and sites as JSON',
    group: 'Fields:',
  },
  { flags: '--no-settings', reach: 'platform', description: 'leave them out', group: 'Fields:' },
  {
    flags: '--change-requests',
    reach: 'platform',
    description: 'include open change requests: patches, reviews and comments',
    group: 'Fields:',
  },
  { flags: '--no-change-requests', reach: 'platform', description: 'leave them out', group: 'Fields:' },
  {
    flags: '--full',
    reach: 'platform',
    description: 'fetch everything, even what has not changed',
    group: 'Fields:',
  },
  {
    flags: '--resume',
    reach: 'machine',
    description: 'resume an interrupted export (always on)',
    group: 'Fields:',
  },
  {
    flags: '--prune',
    reach: 'platform',
    description: 'delete files of spaces that no longer exist',
    group: 'Safety:',
  },
  {
    flags: '--overwrite',
    reach: 'machine',
    description: 'also replace files that were changed in the folder',
    group: 'Safety:',
  },
  {
    flags: '--force',
    reach: 'machine',
    description: 'also into a folder that is not empty',
    group: 'Safety:',
  },
  {
    flags: '--all-spaces',
    reach: 'platform',
    description: 'all spaces in the organization',
    group: 'Context:',
  },
  ...['spaceId', 'changeRequestId', 'siteId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type ExportRun = Run<FlagsOf<typeof EXPORT_FLAGS>>;
