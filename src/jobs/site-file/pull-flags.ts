// Flags of docs sites pull.
import type { Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { READ_CONCURRENCY_FLAG } from '../../engine/run/concurrency.ts';
import type { Run } from '../../engine/run/run.ts';

export const PULL_FLAGS = [
  {
    flags: '--all',
    reach: 'platform',
    description: 'every site of the organization, with --to a folder',
    group: 'Fields:',
  },
  {
    flags: '--to <path>',
    reach: 'machine',
    description: 'file to write, or a folder (default: standard output); comments and order of a file stay',
    group: 'Output:',
  },
  ...['siteId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type PullRun = Run<FlagsOf<typeof PULL_FLAGS>>;
