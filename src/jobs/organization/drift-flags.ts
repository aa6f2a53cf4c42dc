// Flags of docs orgs drift.
import type { Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { READ_CONCURRENCY_FLAG } from '../../engine/run/concurrency.ts';
import type { Run } from '../../engine/run/run.ts';
import { exitCodeFlag, FORMAT_FLAG } from '../report/finding-flags.ts';
import { PARTS } from './parts.ts';

export const ORG = [CONTEXT_FLAGS.organizationId ?? []].flat();

export const ONLY = {
  flags: '--only <parts>',
  reach: 'platform',
  description: `only these parts: ${PARTS.map(({ name }) => name).join(', ')}`,
  offers: PARTS.map(({ name }) => name),
  group: 'Fields:',
} as const satisfies Option;

export const DRIFT_FLAGS = [
  ONLY,
  FORMAT_FLAG,
  exitCodeFlag('there are differences'),
  ...ORG,
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type DriftRun = Run<FlagsOf<typeof DRIFT_FLAGS>>;
