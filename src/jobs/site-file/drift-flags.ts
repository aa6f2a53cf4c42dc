// Flags of docs sites drift.
import type { Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { READ_CONCURRENCY_FLAG } from '../../engine/run/concurrency.ts';
import type { Run } from '../../engine/run/run.ts';
import { exitCodeFlag, FORMAT_FLAG } from '../report/finding-flags.ts';

export const DRIFT_FLAGS = [
  {
    flags: '--site <site>',
    description:
      'site to compare: ID, title or URL (default: the one the file was pulled from, or of its title)',
    group: 'Fields:',
  },
  {
    flags: '--ignore-file <file>',
    description: 'file with differences to ignore (default .docsdrift)',
    group: 'Fields:',
  },
  FORMAT_FLAG,
  exitCodeFlag('there are differences'),
  ...[CONTEXT_FLAGS.organizationId ?? []].flat(),
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type DriftRun = Run<FlagsOf<typeof DRIFT_FLAGS>>;
