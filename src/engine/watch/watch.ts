// --watch: a read again and again until it is stopped, and what changed from one time to the next.
import { sleep } from '../../client/wait.ts';
import { isOfOneRequest, UsageError } from '../../errors.ts';
import type { Io } from '../../output/io.ts';
import { warn } from '../../output/note.ts';
import { parseDuration } from '../run/age.ts';
import type { Run } from '../run/run.ts';
import { patienceOf } from '../run/view.ts';
import { type Frame, type Show, showOf } from './frames.ts';

const LEAST_MS = 2000;
/** After so many failures in a row it ends with the last of them. */
const MOST_FAILURES = 4;
/** Characters of one output that are kept to be compared. */
const MOST_KEPT = 16 * 1024 * 1024;

type Once = (run: Run) => Promise<void>;

/** Ends with the signal, at the limit of --timeout, when the reader has gone, or with what `once` throws. */
export async function watch(run: Run, once: Once): Promise<void> {
  const everyMs = intervalOf(run);
  const show = showOf(run, run.flags.watch ?? '');
  await showOnce(run, once, show);
  for (let failures = 0; await waited(run, everyMs); ) {
    run.forgetReads();
    failures = await showOnce(run, once, show).then(
      () => 0,
      (error: unknown) => afterFailure(run, error, failures + 1),
    );
  }
}

function afterFailure(run: Run, error: unknown, failures: number): number {
  if (isOver(run)) return failures;
  if (!isOfOneRequest(error) || failures > MOST_FAILURES) throw error;
  warn(run.context.io, `${error.message}; asking again (${failures} of ${MOST_FAILURES})`);
  return failures;
}

const leftOf = (run: Run): number => patienceOf(run).left?.() ?? Number.POSITIVE_INFINITY;

const isOver = (run: Run): boolean =>
  run.context.signal.aborted || run.context.io.outClosed || leftOf(run) <= 0;

/** Whether there is another time, once it has come. */
async function waited(run: Run, everyMs: number): Promise<boolean> {
  const { pause = sleep, signal } = run.context;
  if (!isOver(run)) await pause(Math.min(everyMs, leftOf(run)), signal);
  return !isOver(run);
}

function intervalOf({ flags }: Run): number {
  if (flags.web || flags.fields === true)
    throw new UsageError(
      `--watch and ${flags.web ? '--web' : '--fields without names'} cannot be used together`,
    );
  const ms = parseDuration(flags.watch ?? '', '--watch');
  if (ms < LEAST_MS) throw new UsageError(`--watch must be at least 2s, not "${flags.watch}"`);
  return ms;
}

/** What was printed is shown, whatever it ended with: findings are an error that comes after them. */
async function showOnce(run: Run, once: (run: Run) => Promise<void>, show: Show): Promise<void> {
  const { io } = run.context;
  const frame: Frame = { out: '', err: '' };
  const kept: Io = Object.create(io, {
    out: {
      async value(text: string) {
        frame.out += text;
        if (frame.out.length > MOST_KEPT)
          throw new UsageError('the output is too long to watch', {
            hint: 'show less of it with --limit or --where',
          });
      },
    },
    err: {
      value(text: string) {
        frame.err += text;
      },
    },
  });
  try {
    await once({ ...run, context: { ...run.context, io: kept } });
  } finally {
    if (!run.context.signal.aborted) await show(frame);
  }
}
