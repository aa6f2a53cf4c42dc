// Runs docs insights broken, and docs redirects suggest --from-visits.

import { readWidthOf } from '../../engine/run/concurrency.ts';
import type { Run } from '../../engine/run/run.ts';
import { parsePastTime } from '../../engine/run/time-flags.ts';
import { printRows, viewOf } from '../../engine/run/view.ts';
import { UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { note, warn } from '../../output/note.ts';
import { startProgress } from '../../output/progress.ts';
import { readSite } from '../release/release-steps.ts';
import type { BrokenRun } from './broken-flags.ts';
import { type BrokenAddress, type BrokenVisits, readBroken } from './broken-visits.ts';
import type { Suggestion } from './suggest.ts';

export async function runBroken(run: BrokenRun): Promise<void> {
  const { site, found } = await read(run, {
    from: String(run.flags.from),
    flag: '--from',
    min: run.flags.min,
  });
  const rows = found.rows.map(({ page, match, ...row }) => ({
    ...{ address: row.address, visits: row.visits, page: page?.address ?? null, match: match ?? null },
    next: nextFor(site.id, row),
  }));
  await printRows(run, rows);
  const likely = found.rows.filter(({ page }) => page !== undefined).length;
  note(run.context.io, summaryOf(found, `${likely} with a page that they most likely mean`));
}

/** A redirect where the page is known, else a search for the words of the address. */
function nextFor(
  site: string,
  { address, destination }: Pick<BrokenAddress, 'address' | 'destination'>,
): string {
  if (destination !== undefined) return shell`docs redirects create ${address} ${destination} --site ${site}`;
  const words = address.replace(/%[\dA-F]{2}|[^A-Za-z\d]+/g, ' ').trim();
  return shell`docs sites search ${site} ${words === '' ? address : words}`;
}

export interface VisitRow extends Suggestion {
  visits: number;
  match: string;
}

type SuggestRun = Run<{ readonly min?: string | undefined }>;

/**
 * `moved`: rows of pages that were at the address before, which are surer than any name. `from`: as it was typed, or
 * true where only the flag was.
 */
export async function suggestFromVisits(
  run: SuggestRun,
  { from, moved }: { from: string | true; moved: readonly Suggestion[] },
): Promise<void> {
  const { found } = await read(run, {
    from: from === true ? '30d' : from,
    flag: '--from-visits',
    min: run.flags.min,
  });
  const before = new Map(moved.map((row) => [row.source, row]));
  const rows = found.rows.flatMap(
    ({ address, visits, page, match = 'similar name', destination }): VisitRow[] => {
      const known = before.get(address);
      if (known) return [{ ...known, visits, match: 'moved' }];
      return page && destination !== undefined
        ? [{ source: address, destination, visits, match, id: page.id }]
        : [];
    },
  );
  const columns = ['source', 'destination', 'visits', 'match', 'id'];
  await printRows(run, rows, {
    ...viewOf(run, columns),
    ...(run.flags.fields === undefined && { columns, table: columns }),
  });
  const lost = found.rows.length - rows.length;
  const rest = lost > 0 ? [`${lost} with no page of a similar name`] : [];
  note(run.context.io, summaryOf(found, [plural(rows.length, 'redirect'), ...rest].join(', ')));
}

interface Asked {
  from: string;
  flag: string;
  min: string | undefined;
}

async function read(run: BrokenRun | SuggestRun, { from, flag, min = '1' }: Asked) {
  const { io, now } = run.context;
  if (!/^[1-9]\d{0,8}$/.test(min))
    throw new UsageError(`--min must be a number of visits, not "${min}"`, { hint: '--min 3' });
  const range = { from: parsePastTime(from, flag, now()), to: now().toISOString() };
  const client = await run.client();
  const { site, place } = await readSite(run, client);
  const progress = startProgress(io, 'reading visits');
  try {
    const { organizationId } = place;
    const width = readWidthOf(run);
    const found = await readBroken(client, { organizationId, site, range, min: Number(min), width });
    if (found.isCut)
      warn(io, 'only the 1000 most visited addresses were counted: choose a shorter time to see others');
    return { site, found };
  } finally {
    progress.stop();
  }
}

function summaryOf({ rows, answered }: BrokenVisits, rest: string): string {
  const others = answered > 0 ? `, ${answered} answered by now` : '';
  return `${plural(rows.length, 'broken address', 'broken addresses')}: ${rest}${others}`;
}
