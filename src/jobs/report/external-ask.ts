// --external: asks the links, within the time limit of the run, and keeps the answers in the cache file.
import { resolve } from 'node:path';
import { type Rate, rateOfFlag, sleep } from '../../client/retry.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { readTextIfThere } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { patienceOf } from '../../engine/run/view.ts';
import { messageOf, TimeoutError, UsageError } from '../../errors.ts';
import { ticks } from '../../files/of-node.ts';
import { warn } from '../../output/note.ts';
import { startBar } from '../../output/progress-bar.ts';
import { ROBOT } from '../links/ask.ts';
import {
  askedUrl,
  judgeLinks,
  type LinkCache,
  publicReach,
  readLinkCache,
  unknownLinks,
} from '../links/judge.ts';

// Flags of commands that ask external links.

const USUAL_DAYS = 14;
const USUAL_RATE = '1/s';

export const EXTERNAL_FLAGS = [
  flag('--external', 'check external links, too', { reach: 'machine' }),
  flag('--cache <file>', 'with --external: file that keeps what was found, for the next run'),
  flag(
    '--cache-days <days>',
    `with --cache: how long a working link is not checked again (default ${USUAL_DAYS})`,
  ),
  flag(
    '--per-host <rate>',
    `with --external: send at most this many requests to one host, such as 30/m (default ${USUAL_RATE})`,
  ),
  flag('--fail-unsure', 'with --external: links that could not be judged are findings, too', {
    reach: 'platform',
    group: 'Output:',
  }),
] as const satisfies readonly Option[];

type ExternalRun = Run<FlagsOf<typeof EXTERNAL_FLAGS>>;

/** What an address turned out to be. */
export interface Judgement {
  status: 'broken' | 'unsure';
  reason: string;
}

/** Asks for external links. `judged`: what one of them turned out to be, nothing where it is fine. */
export type Asking = (
  candidates: readonly { target: string }[],
) => Promise<{ asked: number; judged: <T extends { target: string }>(candidate: T) => (T & Judgement)[] }>;

/** How long a stranger may take for one answer. */
const ANSWER_MS = 15_000;

/** Reads the cache, if there is one. Throws UsageError and LocalIoError. */
async function openAsking(run: ExternalRun, { rate, days }: { rate: Rate; days: number }): Promise<Asking> {
  const { cache: file } = run.flags;
  const text = file === undefined ? undefined : await readTextIfThere(run.context, file, '--cache');
  const cache = readLinkCache(text, { name: file ?? '', days, now: run.context.now });
  return async (candidates) => {
    const urls = candidates.flatMap(({ target }) => askedUrl(target) ?? []);
    const unknown = unknownLinks(urls, cache);
    const asked = [...unknown.values()].reduce((sum, { length }) => sum + length, 0);
    try {
      if (asked > 0) await askAll(run, unknown, { rate, cache, total: asked });
    } finally {
      if (file !== undefined && asked > 0) await keep(run, file, cache);
    }
    return { asked, judged: (candidate) => judgedBy(cache, candidate) };
  };
}

function judgedBy<T extends { target: string }>(cache: LinkCache, candidate: T): (T & Judgement)[] {
  const url = askedUrl(candidate.target);
  if (url === undefined) return [{ ...candidate, status: 'broken', reason: 'not a URL' }];
  const verdict = cache.get(url);
  if (verdict?.status === 'ok') return [];
  return [{ ...candidate, reason: '', ...verdict, status: verdict?.status ?? 'unsure' }];
}

async function askAll(
  run: ExternalRun,
  unknown: ReadonlyMap<string, readonly string[]>,
  { rate, cache, total }: { rate: Rate; cache: LinkCache; total: number },
): Promise<void> {
  const { context } = run;
  const late = new AbortController();
  const left = patienceOf(run).left?.();
  const timer =
    left === undefined ? undefined : setTimeout(() => late.abort(tooLate(run)), Math.max(0, left));
  const signal = AbortSignal.any([context.signal, late.signal]);
  const bar = startBar(context.io, 'asking external links', total);
  try {
    await judgeLinks(unknown, {
      reach: context.reach ?? publicReach(),
      rate,
      cache,
      signal,
      ticks,
      pause: (ms) => (context.pause ?? sleep)(ms, signal),
      timeoutMs: ANSWER_MS,
      userAgent: `${ROBOT}/${context.version}`,
      onProgress: () => bar.step(true),
    });
  } finally {
    clearTimeout(timer);
    bar.stop();
  }
}

const tooLate = (run: ExternalRun): TimeoutError =>
  new TimeoutError(`the time limit of ${run.flags.timeout} s ran out while external links were asked`, {
    retryable: true,
    hint:
      run.flags.cache === undefined
        ? 'allow more time with --timeout <seconds>, or keep what was found with --cache <file>'
        : 'run it again: what was found is in the cache',
  });

/** A cache that cannot be written takes nothing from what was found. */
async function keep({ context }: ExternalRun, file: string, cache: LinkCache): Promise<void> {
  const { writeWhole } = await import('../../files/safe-write.ts');
  try {
    await writeWhole(resolve(context.cwd, file), cache.text(), { replace: true, shown: file });
  } catch (error) {
    warn(context.io, `the cache was not written: ${messageOf(error)}`);
  }
}

/** Undefined without --external. Throws UsageError before anything is asked, also for a cache that is none. */
export async function externalAsked(run: ExternalRun): Promise<Asking | undefined> {
  const { external, cache, cacheDays, perHost, failUnsure } = run.flags;
  const needs = (flag: string, value: unknown, other: string, usual: string) => {
    if (value === undefined || value === false) return;
    throw new UsageError(`${flag} needs ${other}`, { hint: `${run.path} ${usual}` });
  };
  if (cache === undefined) needs('--cache-days', cacheDays, '--cache', '--external --cache links.json');
  if (external !== true) {
    needs('--cache', cache, '--external', '--external --cache links.json');
    needs('--per-host', perHost, '--external', '--external --per-host 1/s');
    needs('--fail-unsure', failUnsure, '--external', '--external --fail-unsure --exit-code');
    return undefined;
  }
  const rate = rateOfFlag(perHost ?? USUAL_RATE, '--per-host', USUAL_RATE);
  return openAsking(run, { rate, days: daysOf(cacheDays) });
}

function daysOf(text: string | undefined): number {
  if (text === undefined) return USUAL_DAYS;
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new UsageError(`--cache-days must be a number of days, not "${text}"`, {
    hint: '--cache-days 14',
  });
}
