// Flags of docs sandbox clone.
import type { Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { READ_CONCURRENCY_FLAG } from '../../engine/run/concurrency.ts';
import type { Run } from '../../engine/run/run.ts';
import { REHEARSAL } from '../sandbox/sandbox-make.ts';

export const CLONE_FLAGS = [
  {
    flags: '--from <profile>',
    description: 'profile to read from (default: the one in use)',
    group: 'Context:',
  },
  ...(CONTEXT_FLAGS.organizationId ? [CONTEXT_FLAGS.organizationId] : []),
  { flags: '--spaces <spaces>', description: 'only these spaces: IDs or titles, separated by commas' },
  { flags: '--sites <sites>', description: 'only these sites and the spaces on them: IDs or titles' },
  {
    flags: '--anonymise',
    reach: 'machine',
    description: 'replace people, emails, photos and host names with invented ones',
  },
  { flags: '--no-content', reach: 'machine', description: 'leave pages, files and change requests out' },
  { flags: '--file <file>', description: 'database file' },
  { flags: '--name <profile>', description: `name of the new profile (default: ${REHEARSAL})` },
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type CloneRun = Run<FlagsOf<typeof CLONE_FLAGS>>;
