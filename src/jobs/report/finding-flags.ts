// The flags of commands that look for faults: a report for CI, and an exit code that says whether anything was found.

import type { Option } from '../../engine/model/command.ts';
import { REPORT_FORMATS } from '../../output/reports/makers.ts';

/** `--format`, with the formats of all reports. */
export const FORMAT_FLAG = {
  flags: '--format <format>',
  reach: 'platform',
  description: 'print a report for people or CI instead of rows',
  choices: REPORT_FORMATS,
  group: 'Output:',
} as const satisfies Option;

/** `--exit-code`, for what else counts than findings: `an address is broken`. */
export const exitCodeFlag = (when: string) =>
  ({
    flags: '--exit-code',
    reach: 'platform',
    description: `exit 6 if ${when}`,
    group: 'Output:',
  }) as const satisfies Option;

export const EXIT_CODE_FLAG = exitCodeFlag('there are findings');
