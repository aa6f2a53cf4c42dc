// Flags of docs sites setup.
import type { Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import type { Run } from '../../engine/run/run.ts';

export const SETUP_FLAGS = [
  { flags: '--from <file>', description: 'site file to apply, or - for stdin' },
  { flags: '--save <file>', description: 'save what you answer as a site file' },
  {
    flags: '--site <site>',
    description: 'site to change: ID, title or URL; with --from also the title of a new one',
  },
] as const satisfies readonly Option[];

export type SetupRun = Run<FlagsOf<typeof SETUP_FLAGS>>;
