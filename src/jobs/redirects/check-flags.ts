// Flags of docs redirects verify and lint.

import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS, READ_CONCURRENCY_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { EXIT_CODE_FLAG, exitCodeFlag, FORMAT_FLAG } from '../report/finding-flags.ts';

export const VERIFY_FLAGS = [
  flag(
    '--urls <file>',
    'known URLs or paths of the site, one per line; - for stdin (default: its redirects)',
  ),
  FORMAT_FLAG,
  exitCodeFlag('an address is broken'),
  ...['siteId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
] as const satisfies readonly Option[];

export type VerifyRun = Run<FlagsOf<typeof VERIFY_FLAGS>>;

export const LINT_FLAGS = [
  FORMAT_FLAG,
  EXIT_CODE_FLAG,
  ...['siteId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type LintRun = Run<FlagsOf<typeof LINT_FLAGS>>;
