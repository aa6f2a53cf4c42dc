// --concurrency of the commands that read much.
import type { Width } from '../../client/pool.ts';
import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { flag, type Option } from '../model/option.ts';

/** A run, as far as it matters here. */
interface Asking {
  readonly flags: { readonly concurrency?: string | undefined };
  readonly context: Pick<Context, 'env'>;
}

const MOST_AT_ONCE = 16;
const AT_ONCE = 8;

export const CONCURRENCY_FLAG = flag(
  '--concurrency <n>',
  `how many at a time, 1 to ${MOST_AT_ONCE} (default ${AT_ONCE})`,
  { group: 'General:' },
);

/** Of commands that only read. */
export const READ_CONCURRENCY_FLAG = {
  ...CONCURRENCY_FLAG,
  description: `how many requests at a time, 1 to ${MOST_AT_ONCE} (default: adaptive)`,
} as const satisfies Option;

/** As many as --concurrency says; without it a pool that begins with 8 and widens. Throws UsageError. */
export const readWidthOf = (run: Asking): Width =>
  asked(run) === undefined ? { start: AT_ONCE, most: MOST_AT_ONCE } : concurrencyOf(run);

/** The flag, else the variable, which `docs config` may have set. */
const asked = ({ flags, context }: Asking): unknown =>
  flags.concurrency ?? (context.env.DOCS_CONCURRENCY || undefined);

/** Throws UsageError for anything but a whole number from 1 to 16. */
export function concurrencyOf(run: Asking): number {
  const concurrency = asked(run);
  if (concurrency === undefined) return AT_ONCE;
  const number = Number(concurrency);
  if (Number.isInteger(number) && number >= 1 && number <= MOST_AT_ONCE) return number;
  const name = run.flags.concurrency === undefined ? 'DOCS_CONCURRENCY' : '--concurrency';
  throw new UsageError(`${name} must be a whole number between 1 and ${MOST_AT_ONCE}, not "${concurrency}"`, {
    hint: '--concurrency 4',
  });
}
