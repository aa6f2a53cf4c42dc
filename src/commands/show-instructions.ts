// Instructions of agents: Markdown for people, the platform's document for programs.
import { getAgentInstructions } from '../api/agent-instructions.ts';
import { withReferences } from '../engine/references/with-references.ts';
import type { Run } from '../engine/run/run.ts';
import { show } from '../engine/run/send.ts';
import { chosenFormat } from '../engine/run/view.ts';
import { filled } from '../output/filled.ts';
import { relativeTime } from '../output/format.ts';
import { note } from '../output/note.ts';
import { safeText } from '../output/safe-text.ts';
import { loadFromDocument } from './markdown-field.ts';

export async function showInstructions(run: Run): Promise<void> {
  const { io, now } = run.context;
  const found = await withReferences(run, async ({ organizationId }) => {
    const client = await run.client();
    return client.call(getAgentInstructions, { organizationId: String(organizationId) });
  });
  const format = chosenFormat(run);
  if (format !== undefined && format !== 'table') return show(run, found);
  const markdown = (await loadFromDocument())(found.instructions);
  const text = io.outTty ? safeText(markdown, { multiline: true }) : markdown;
  if (text !== '') await io.out(text.endsWith('\n') ? text : `${text}\n`);
  note(io, filled`changed ${relativeTime(found.updatedAt, now())} by ${found.updatedBy}`);
}
