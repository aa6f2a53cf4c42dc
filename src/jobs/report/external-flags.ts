// Flags of commands that ask external links, and what they ask for.

import type { Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import type { Run } from '../../engine/run/run.ts';
import { UsageError } from '../../errors.ts';

const USUAL_DAYS = 14;
const USUAL_RATE = '1/s';

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

/** What an address turned out to be. */
export interface Judgement {
  status: 'broken' | 'unsure';
  reason: string;
}

/** Asks for external links. `judged`: what one of them turned out to be, nothing where it is fine. */
export type Asking = (
  candidates: readonly { target: string }[],
) => Promise<{ asked: number; judged: <T extends { target: string }>(candidate: T) => (T & Judgement)[] }>;

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
  const days = daysOf(cacheDays);
  const { rateOfFlag } = await import('../../client/pace.ts');
  const rate = rateOfFlag(perHost ?? USUAL_RATE, '--per-host', USUAL_RATE);
  const { openAsking } = await import('./external-ask.ts');
  return openAsking(run, { rate, days });
}

function daysOf(text: string | undefined): number {
  if (text === undefined) return USUAL_DAYS;
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new UsageError(`--cache-days must be a number of days, not "${text}"`, {
    hint: '--cache-days 14',
  });
}
