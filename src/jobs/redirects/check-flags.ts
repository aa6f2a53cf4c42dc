// Flags of docs redirects verify and lint, and of docs insights broken.
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS, READ_CONCURRENCY_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { EXIT_CODE_FLAG, exitCodeFlag, FORMAT_FLAG } from '../report/finding-flags.ts';

const SITE_FLAGS = ['siteId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []);

export const VERIFY_FLAGS = [
  flag(
    '--urls <file>',
    'known URLs or paths of the site, one per line; - for stdin (default: its redirects)',
  ),
  FORMAT_FLAG,
  exitCodeFlag('an address is broken'),
  ...SITE_FLAGS,
] as const satisfies readonly Option[];

export type VerifyRun = Run<FlagsOf<typeof VERIFY_FLAGS>>;

export const LINT_FLAGS = [
  FORMAT_FLAG,
  EXIT_CODE_FLAG,
  ...SITE_FLAGS,
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type LintRun = Run<FlagsOf<typeof LINT_FLAGS>>;

/** Also of docs redirects suggest --from-visits. */
export const MIN_FLAG = flag('--min <n>', 'only addresses with at least n visits (default 1)');

export const BROKEN_FLAGS = [
  flag('--from <time>', 'count visits from this time on: 7d ago, or a date (also --since)', {
    default: '30d',
  }),
  MIN_FLAG,
  ...SITE_FLAGS,
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type BrokenRun = Run<FlagsOf<typeof BROKEN_FLAGS>>;
