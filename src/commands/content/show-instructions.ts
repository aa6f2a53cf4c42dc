// Instructions of agents: Markdown for people, the platform's document for programs.

import { getAgentInstructions } from '../../api/content/agent-instructions.ts';
import type { Flags } from '../../engine/model/flag-types.ts';
import { knownNames } from '../../engine/references/known-names.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import { noteEmpty } from '../../engine/run/empty-list.ts';
import type { Run } from '../../engine/run/run.ts';
import { show } from '../../engine/run/send.ts';
import { chosenFormat, isForPeople } from '../../engine/run/view.ts';
import { filled } from '../../output/fill-template.ts';
import { relativeTime } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { plainContent } from '../../output/safe-text.ts';
import { loadFromDocument } from '../markdown-field.ts';

export async function showInstructions(run: Run<Flags<'--markdown'>>): Promise<void> {
  const { io, now } = run.context;
  const found = await withReferences(run, async ({ organizationId }) => {
    const client = await run.client();
    return client.call(getAgentInstructions, { organizationId: String(organizationId) });
  });
  const format = chosenFormat(run);
  const alone = run.flags.markdown === true && format === undefined && run.flags.fields === undefined;
  if (!alone && !isForPeople(run)) {
    const isData =
      format === 'json' || format === 'yaml' || format === 'ndjson' || run.flags.fields !== undefined;
    if (isData) return show(run, found);
    return show(run, { ...found, instructions: (await loadFromDocument())(found.instructions) });
  }
  const markdown = (await loadFromDocument())(found.instructions);
  const text = plainContent(io, markdown);
  if (text.trim() === '') return noteEmpty(run);
  await io.out(text.endsWith('\n') ? text : `${text}\n`);
  if (!isForPeople(run)) return;
  const by = found.updatedBy;
  const name = by ? ((await knownNames(run, 'userId', new Set([by]))).get(by) ?? by) : undefined;
  note(io, filled`changed ${relativeTime(found.updatedAt, now())}${name ? ` by ${name}` : ''}`);
}
