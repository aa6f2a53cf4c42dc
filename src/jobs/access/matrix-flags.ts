// Flags of docs access matrix.
import type { Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import type { Run } from '../../engine/run/run.ts';
import { FORMATS } from '../../output/view.ts';
import { CHOICE_FLAGS } from './access-scope.ts';

const FORMAT = {
  flags: '-o, --output <format>',
  reach: 'form',
  description: 'output format',
  choices: [...FORMATS, 'markdown', 'html'],
  group: 'Output:',
} as const satisfies Option;

export const MATRIX_FLAGS = [
  {
    flags: '--long',
    reach: 'platform',
    description: 'one row for each way to a space, with its origin',
    group: 'Output:',
  },
  FORMAT,
  {
    flags: '--save <file>',
    description: 'save to this file, in the format that its ending names',
    group: 'Output:',
  },
  {
    flags: '--overwrite',
    reach: 'machine',
    description: 'with --save: replace an existing file',
    group: 'Output:',
  },
  ...CHOICE_FLAGS,
] as const satisfies readonly Option[];

export type MatrixRun = Run<FlagsOf<typeof MATRIX_FLAGS>>;
