// Runs docs analytics.

import { readWidthOf } from '../../engine/model/globals.ts';
import { parsePastTime } from '../../engine/run/time-flags.ts';
import { printRows, refuseTwoFormats } from '../../engine/run/view.ts';
import { UsageError } from '../../errors.ts';
import { lengthOf } from '../../output/format.ts';
import { note, warn } from '../../output/note.ts';
import { startProgress } from '../../output/progress.ts';
import { readSite } from '../release/release-steps.ts';
import { type AnalyticsRun, MOST_SEARCHES } from './analytics-flags.ts';
import { type Analytics, type Period, readAnalytics } from './read-analytics.ts';

/** Throws UsageError. */
export async function runAnalytics(run: AnalyticsRun): Promise<void> {
  const { context, flags } = run;
  const { io } = context;
  refuseTwoFormats(run);
  const periods = periodsOf(run);
  const client = await run.client();
  const { site, place } = await readSite(run, client);
  const progress = startProgress(io, 'reading visits');
  let found: Analytics;
  try {
    const width = readWidthOf(run);
    found = await readAnalytics(client, { organizationId: place.organizationId, site, ...periods, width });
  } finally {
    progress.stop();
  }
  if (found.isCut) warn(io, `only the ${MOST_SEARCHES} most typed searches of each period were looked up`);
  if (flags.format === undefined) {
    await printRows(run, found.rows);
  } else {
    const { asMarkdown, asPage } = await import('./texts.ts');
    const facts = { site: site.title, ...periods, version: context.version, at: context.now().toISOString() };
    await io.out((flags.format === 'html' ? asPage : asMarkdown)(found, facts));
  }
  const day = (time: string) => time.slice(0, 16).replace('T', ' ');
  note(
    io,
    `${day(periods.period.from)} to ${day(periods.period.to)} UTC, against the ${lengthOf(periods.period)} before`,
  );
}

/** As long a time before it. Throws UsageError. */
function periodsOf({ flags, context }: AnalyticsRun): { period: Period; before: Period } {
  const now = context.now();
  const [from, to] = [
    new Date(parsePastTime(String(flags.from), '--from', now)),
    flags.to === undefined ? now : new Date(parsePastTime(flags.to, '--to', now)),
  ];
  const length = to.getTime() - from.getTime();
  if (length <= 0)
    throw new UsageError(`the period ends before it begins: ${from.toISOString()} to ${to.toISOString()}`, {
      hint: '--from 30d',
    });
  // A millisecond apart: both ends of a period belong to it.
  const [begin, end] = [new Date(from.getTime() - length), new Date(from.getTime() - 1)];
  return {
    period: { from: from.toISOString(), to: to.toISOString() },
    before: { from: begin.toISOString(), to: end.toISOString() },
  };
}
