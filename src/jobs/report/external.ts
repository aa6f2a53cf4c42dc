// What the flags for external links ask for.
import { UsageError } from '../../errors.ts';
import { type Asking, type ExternalRun, openAsking, USUAL_DAYS, USUAL_RATE } from './external-ask.ts';

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
  const { rateOfFlag } = await import('../../client/retry.ts');
  const rate = rateOfFlag(perHost ?? USUAL_RATE, '--per-host', USUAL_RATE);
  return openAsking(run, { rate, days });
}

function daysOf(text: string | undefined): number {
  if (text === undefined) return USUAL_DAYS;
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new UsageError(`--cache-days must be a number of days, not "${text}"`, {
    hint: '--cache-days 14',
  });
}
