// One page: its fields, or its Markdown and nothing else.

import { withReferences } from '../engine/references/with-references.ts';
import type { Run } from '../engine/run/run.ts';
import { sendAndShow } from '../engine/run/send.ts';
import { chosenFormat } from '../engine/run/view.ts';
import { safeText } from '../output/safe-text.ts';

/** Markdown alone, where it was asked for and nobody asked for a format of output. */
export async function showPage(run: Run): Promise<void> {
  const { io } = run.context;
  const wholeText =
    run.flags.format === 'markdown' && chosenFormat(run) === undefined && run.flags.fields === undefined;
  if (!wholeText) return sendAndShow(run);
  const page = await withReferences(run, async (input) => (await run.client()).call(run.operation, input));
  const markdown = typeof page === 'object' && page !== null ? Reflect.get(page, 'markdown') : undefined;
  const text = typeof markdown === 'string' ? markdown : '';
  if (text === '') return;
  const ending = text.endsWith('\n') ? '' : '\n';
  // Into a file or pipe the bytes go as they are.
  await io.out((io.outTty ? safeText(text, { multiline: true }) : text) + ending);
}
