// docs integrations tail: what is sent to an integration, as it happens.

import type { IntegrationEvent } from '../../api/integrations/integrations.generated.ts';
import { listIntegrationEvents } from '../../api/integrations/integrations.ts';
import type { Client } from '../../client/client.ts';
import { readingClient } from '../../client/reading-client.ts';
import { arg, handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { settleOne } from '../../engine/references/resolve-names.ts';
import type { Run } from '../../engine/run/run.ts';
import { parsePastTime } from '../../engine/run/time-flags.ts';
import { viewOf } from '../../engine/run/view.ts';
import { sleep } from '../../engine/run/wait.ts';
import { DocsError } from '../../errors.ts';
import { note, warn } from '../../output/note.ts';
import { listWriter } from '../../output/render.ts';

const OPTIONS = [
  flag('--since <time>', 'start with events of the last 2h or 1d, or since a date (default: now)'),
  flag('--status <status>', 'only events with this result', { choices: ['success', 'failed'] }),
] as const satisfies readonly Option[];

type TailRun = Run<FlagsOf<typeof OPTIONS>>;

const COLUMNS = ['createdAt', 'status', 'payload.type', 'installationId', 'id'] as const;

export const integrationTail = handmade('tail', {
  summary: 'Follow events sent to an integration',
  args: [arg('integration')],
  uses: [listIntegrationEvents],
  columns: COLUMNS,
  fields: [...COLUMNS, 'integrationId', 'payload'],
  idField: 'id',
  paged: true,
  endless: true,
  options: OPTIONS,
  run: tail,
  examples: [
    ['Follow what fails from now on', 'docs integrations tail parcel-map --status failed'],
    ['Start an hour ago, one JSON object per line', 'docs integrations tail parcel-map --since 1h --json'],
  ],
  notes: `Ends with Ctrl-C. Prints each event once, oldest first; asks at least every ten seconds, and after a failure up to four
more times. Requires a token of the integration's owner or of the integration.`,
});

async function tail(run: TailRun): Promise<void> {
  const { context, flags } = run;
  const { io, signal } = context;
  const since =
    flags.since === undefined ? undefined : new Date(parsePastTime(flags.since, '--since', context.now()));
  const integrationName = await settleOne(run, 'integrationName', run.args.integration ?? '');
  const client = readingClient(await run.client());
  // A list that never ends is not one JSON array.
  const lines: TailRun =
    flags.json === undefined && flags.output !== 'json'
      ? run
      : { ...run, flags: { ...flags, json: false, output: 'ndjson' } };
  const writer = await listWriter(io, viewOf(lines));
  note(io, `following ${integrationName}: Ctrl-C ends it`);
  const batches = followEvents(client, {
    ...{ integrationName, ...(since && { since }) },
    pause: (ms) => sleep(ms, context),
    onRetry: ({ message }, tried) => warn(io, `${message}; asking again (${tried} of 4)`),
  });
  try {
    for await (const batch of batches)
      await writer.page(batch.filter(({ status }) => flags.status === undefined || status === flags.status));
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await writer.end();
  }
}

// Follows what is sent to an integration: asks again and again, and gives each event exactly once.

interface Following {
  integrationName: string;
  /** From then on; without it, what happens from now on. */
  since?: Date;
  /** Waits; rejects where the work is to end. */
  pause: (ms: number) => Promise<void>;
  /** Before it is asked again after a failure. */
  onRetry?: (error: DocsError, tried: number) => void;
}

/** Events may come late: so much of the past is looked at again. */
const OVERLAP_MS = 5 * 60_000;
const SHORTEST_MS = 1000;
const LONGEST_MS = 10_000;
const MOST_FAILURES = 5;
/** Of one look: an integration that gets more than 20,000 events between two looks is not followed. */
const MOST_PAGES = 20;

/** Never ends by itself. Throws what `pause` throws, what cannot be retried, and the fifth failure in a row. */
export async function* followEvents(
  client: Client,
  { integrationName, since, pause, onRetry = () => {} }: Following,
): AsyncGenerator<IntegrationEvent[], never, undefined> {
  const memory = createMemory(since);
  let isOld = since === undefined;
  let failures = 0;
  let waitMs = SHORTEST_MS;
  for (;;) {
    try {
      const fresh = memory.take(await look(client, integrationName, memory.from(), isOld));
      failures = 0;
      waitMs = fresh.length > 0 ? SHORTEST_MS : Math.min(waitMs * 1.5, LONGEST_MS);
      if (!isOld && fresh.length > 0) yield fresh;
      isOld = false;
    } catch (error) {
      failures += 1;
      if (!(error instanceof DocsError) || !error.retryable || failures >= MOST_FAILURES) throw error;
      onRetry(error, failures);
      waitMs = Math.min(SHORTEST_MS * 2 ** failures, LONGEST_MS);
    }
    await pause(waitMs);
  }
}

/** Which events were given, as long as they may be listed again. */
function createMemory(since: Date | undefined) {
  const seen = new Map<string, number>();
  let from = since?.getTime() ?? Number.NEGATIVE_INFINITY;
  return {
    from: () => from,
    /** Those that are new, the oldest first. */
    take(found: readonly IntegrationEvent[]): IntegrationEvent[] {
      const fresh = found.filter(({ id }) => !seen.has(id)).sort((a, b) => timeOf(a) - timeOf(b));
      for (const event of fresh) seen.set(event.id, timeOf(event));
      for (const event of fresh) from = Math.max(from, timeOf(event) - OVERLAP_MS);
      for (const [id, at] of seen) if (at < from) seen.delete(id);
      return fresh;
    },
  };
}

const timeOf = ({ createdAt }: IntegrationEvent): number => Date.parse(createdAt) || 0;

/** The newest come first: a page that holds only older ones is the last. `isBrief`: only one page is read. */
async function look(
  client: Client,
  integrationName: string,
  from: number,
  isBrief: boolean,
): Promise<IntegrationEvent[]> {
  const found: IntegrationEvent[] = [];
  let pages = 0;
  for await (const { items } of client.pages(listIntegrationEvents, { integrationName })) {
    const young = items.filter((event) => timeOf(event) >= from);
    found.push(...young);
    pages += 1;
    if (isBrief || young.length === 0 || pages >= MOST_PAGES) break;
  }
  return found;
}
