// Flags of docs files unused.
import type { Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS, READ_CONCURRENCY_FLAG } from '../../engine/model/globals.ts';
import type { Run } from '../../engine/run/run.ts';

export const UNUSED_FLAGS = [
  ...['spaceId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type UnusedRun = Run<FlagsOf<typeof UNUSED_FLAGS>>;
