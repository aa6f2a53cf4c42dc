// Follows what is sent to an integration: asks again and again, and gives each event exactly once.

import type { IntegrationEvent } from '../api/integrations/integration-events.generated.ts';
import { listIntegrationEvents } from '../api/integrations/integration-events.ts';
import type { Client } from '../client/client.ts';
import { DocsError } from '../errors.ts';

export interface Following {
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

/** The newest come first: a page that holds only older ones is the last. `isBrief`: one page shows where it stands. */
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
