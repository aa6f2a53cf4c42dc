// One page: its fields and text, or its Markdown and nothing else.

import type { RevisionPageMetaLinks } from '../../api/content/pages.generated.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import type { Run } from '../../engine/run/run.ts';
import { sendAndShow, show } from '../../engine/run/send.ts';
import { chosenFormat, isForPeople } from '../../engine/run/view.ts';
import { styles } from '../../output/note.ts';
import { outSafe, plainContent, safeText } from '../../output/safe-text.ts';
import { wrapText } from '../../output/width.ts';

/** Markdown alone, where it was asked for and nobody asked for a format of output. */
export async function showPage(run: Run<{ format: unknown }>): Promise<void> {
  const { io } = run.context;
  const { format } = run.flags;
  const isPlain = chosenFormat(run) === undefined && run.flags.fields === undefined;
  if (format === undefined && isForPeople(run) && run.flags.web !== true) return showForPeople(run);
  if (format !== 'markdown' || !isPlain) return sendAndShow(run);
  const { text } = await readMarkdown(run);
  if (text === '') return;
  const ending = text.endsWith('\n') ? '' : '\n';
  await io.out(plainContent(io, text) + ending);
}

/** Its fields, then what it says. */
async function showForPeople(run: Run): Promise<void> {
  const { io } = run.context;
  run.input = { ...run.input, format: 'markdown' };
  const { page, text } = await readMarkdown(run);
  await show(run, page);
  if (text.trim() === '') return;
  const { terminalText } = await import('../../markdown/terminal-text.ts');
  const shown = terminalText(safeText(text, { multiline: true }), styles(io.colorOut), (line, hang) =>
    wrapText(line, io.columns, hang),
  );
  await io.out(`\n${outSafe(io, shown)}\n`);
}

async function readMarkdown(run: Run): Promise<{ page: unknown; text: string }> {
  const page = await withReferences(run, async (input) => (await run.client()).call(run.operation, input));
  const markdown = typeof page === 'object' && page !== null ? Reflect.get(page, 'markdown') : undefined;
  return { page, text: typeof markdown === 'string' ? markdown : '' };
}

// Meta links as a table shows them.

type Target = NonNullable<RevisionPageMetaLinks['canonical']>;

/** A URL as it is, a page by its ID and space. A kind that is not known yet is named as it is. */
const nameOf = (target: Target): string => {
  if (target.kind === 'url') return target.url;
  if (target.page === undefined) return target.kind;
  return target.space === undefined ? `page ${target.page}` : `page ${target.page} of space ${target.space}`;
};

export const presentMetaLinks = ({ canonical, alternates }: RevisionPageMetaLinks) => ({
  canonical: canonical && nameOf(canonical),
  // Hosts send nothing in place of an empty list, too.
  alternates: (alternates ?? []).map(nameOf),
});
