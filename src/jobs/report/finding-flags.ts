// The flags of commands that look for faults: a report for CI, and an exit code that says whether anything was found.

import { flag } from '../../engine/model/option.ts';
import { REPORT_FORMATS } from '../../output/reports/makers.ts';

/** `--format`, with the formats of all reports. */
export const FORMAT_FLAG = flag('--format <format>', 'print a report for people or CI instead of rows', {
  reach: 'platform',
  choices: REPORT_FORMATS,
  group: 'Output:',
});

/** `--exit-code`, for what else counts than findings: `an address is broken`. */
export const exitCodeFlag = (when: string) =>
  flag('--exit-code', `exit 6 if ${when}`, { reach: 'platform', group: 'Output:' });

export const EXIT_CODE_FLAG = exitCodeFlag('there are findings');
