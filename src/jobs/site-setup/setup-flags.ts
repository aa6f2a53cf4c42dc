// Flags of docs sites setup.

import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';

export const SETUP_FLAGS = [
  flag('--from <file>', 'site file to apply, or - for stdin'),
  flag('--save <file>', 'save what you answer as a site file'),
  flag('--site <site>', 'site to change: ID, title or URL; with --from also the title of a new one'),
] as const satisfies readonly Option[];

export type SetupRun = Run<FlagsOf<typeof SETUP_FLAGS>>;
