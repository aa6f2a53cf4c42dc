// One event of an integration: what it said, and the log of its processing.
import { getIntegrationEvent } from '../../api/integrations/integration-events.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import type { Run } from '../../engine/run/run.ts';
import { show } from '../../engine/run/send.ts';
import { chosenFormat } from '../../engine/run/view.ts';
import { filled } from '../../output/fill-template.ts';
import { ciSafe, safeLine } from '../../output/safe-text.ts';

export async function showEvent(run: Run): Promise<void> {
  const found = await withReferences(run, async ({ integrationName, eventId }) => {
    const client = await run.client();
    return client.call(getIntegrationEvent, {
      integrationName: String(integrationName),
      eventId: String(eventId),
    });
  });
  await show(run, found);
  if (chosenFormat(run) !== undefined) return;
  const { io } = run.context;
  for (const { timestamp, level, message } of found.trace?.logs ?? []) {
    io.err(`${ciSafe(io, safeLine(filled`${timestamp} ${level.padEnd(5)} ${message}`))}\n`);
  }
}
