// The file of docs conversations ingest: one conversation, a list, or one a line.
import { ConversationInput, ingestConversations } from '../../api/insights/conversations.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import { printOutcome } from '../../engine/run/outcome.ts';
import type { Run } from '../../engine/run/run.ts';
import { plural } from '../../output/format.ts';
import { done } from '../../output/note.ts';
import { readItems } from './item-file.ts';

/** Puts what the file holds into the body. Throws UsageError naming the line that is no JSON. */
export async function readConversations(run: Run): Promise<void> {
  const read = await readItems(run, {
    noun: 'conversation',
    schema: ConversationInput,
    example: 'tickets.ndjson',
  });
  if (!read) return;
  const { items, isList } = read;
  run.input = { ...run.input, body: isList || items.length > 1 ? items : items[0] };
}

export async function sayIngested(run: Run): Promise<void> {
  const { body } = run.input;
  const count = Array.isArray(body) ? body.length : 1;
  const client = await run.client();
  await withReferences(run, (input) =>
    // Safe: readInput has checked the body against this operation.
    client.call(ingestConversations, input as Parameters<typeof client.call<typeof ingestConversations>>[1]),
  );
  await printOutcome(run, 'ingested');
  done(run.context.io, `ingested ${plural(count, 'conversation')}`);
}
