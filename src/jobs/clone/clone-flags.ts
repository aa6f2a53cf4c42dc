// Flags of docs sandbox clone.

import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS, READ_CONCURRENCY_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { REHEARSAL } from '../sandbox/sandbox-make.ts';

export const CLONE_FLAGS = [
  flag('--from <profile>', 'profile to read from (default: the one in use)', { group: 'Context:' }),
  ...(CONTEXT_FLAGS.organizationId ? [CONTEXT_FLAGS.organizationId] : []),
  flag('--spaces <spaces>', 'only these spaces: IDs or titles, separated by commas'),
  flag('--sites <sites>', 'only these sites and the spaces on them: IDs or titles'),
  flag('--anonymise', 'replace people, emails, photos and host names with invented ones', {
    reach: 'machine',
  }),
  flag('--no-content', 'leave pages, files and change requests out', { reach: 'machine' }),
  flag('--file <file>', 'database file'),
  flag('--name <profile>', `name of the new profile (default: ${REHEARSAL})`),
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type CloneRun = Run<FlagsOf<typeof CLONE_FLAGS>>;
