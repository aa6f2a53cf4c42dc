// Flags of commands that ask external links.

import type { Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import type { Run } from '../../engine/run/run.ts';

export const USUAL_DAYS = 14;
export const USUAL_RATE = '1/s';

export const EXTERNAL_FLAGS = [
  { flags: '--external', reach: 'machine', description: 'check external links, too', group: 'Fields:' },
  {
    flags: '--cache <file>',
    description: 'with --external: file that keeps what was found, for the next run',
    group: 'Fields:',
  },
  {
    flags: '--cache-days <days>',
    description: `with --cache: how long a working link is not checked again (default ${USUAL_DAYS})`,
    group: 'Fields:',
  },
  {
    flags: '--per-host <rate>',
    description: `with --external: send at most this many requests to one host, such as 30/m (default ${USUAL_RATE})`,
    group: 'Fields:',
  },
  {
    flags: '--fail-unsure',
    reach: 'platform',
    description: 'with --external: links that could not be judged are findings, too',
    group: 'Output:',
  },
] as const satisfies readonly Option[];

export type ExternalRun = Run<FlagsOf<typeof EXTERNAL_FLAGS>>;
