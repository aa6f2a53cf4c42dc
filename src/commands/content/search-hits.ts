// The pages that docs spaces search finds, as a person reads them.
import type { SearchPageResult as SearchResult } from '../../api/content/search.generated.ts';
import { searchSpace } from '../../api/content/search.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import { noteEmpty } from '../../engine/run/empty-list.ts';
import type { Run } from '../../engine/run/run.ts';
import { sendAndShow } from '../../engine/run/send.ts';
import { chosenFormat } from '../../engine/run/view.ts';
import { limitOf, selects } from '../../engine/select/selected-list.ts';
import { normalized } from '../../files/texts.ts';
import { plural } from '../../output/format.ts';
import { note, styles } from '../../output/note.ts';
import { outSafe, safeLine } from '../../output/safe-text.ts';

/** Prints hits as text, or like any other list when --output or --fields is given. */
export async function showHits(run: Run): Promise<void> {
  const { io } = run.context;
  const format = chosenFormat(run);
  const isText = io.outTty && (format === undefined || format === 'table') && run.flags.fields === undefined;
  if (!isText || selects(run)) return sendAndShow(run);
  const limit = limitOf(run);
  const mark = marker(
    String(run.input.query ?? ''),
    io.colorOut ? styles(true).bold : (word) => `**${word}**`,
  );
  let shown = 0;
  let total = 0;
  await withReferences(run, async (input) => {
    const client = await run.client();
    // Safe: the input was checked against this very operation.
    const pages = client.pages(
      searchSpace,
      input as { spaceId: string; query: string },
      limit === undefined ? {} : { limit },
    );
    for await (const { items, count = 0 } of pages) {
      for (const item of items) await io.out(outSafe(io, hit(item, mark, styles(io.colorOut))));
      shown += items.length;
      total = count;
      if (io.outClosed) return;
    }
  });
  if (shown === 0) await noteEmpty(run);
  else if (!io.outClosed)
    note(
      io,
      shown < total
        ? `showing ${shown} of ${total} pages; --limit ${total} shows all`
        : plural(shown, 'page'),
    );
}

type Mark = (text: string) => string;

function hit(
  { title, path, sections = [] }: SearchResult,
  mark: Mark,
  { dim, cyan }: ReturnType<typeof styles>,
) {
  const lines = [`${cyan(mark(safeLine(title)))}  ${dim(safeLine(path))}`];
  for (const section of sections) {
    const heading = section.title === '' ? '' : `${mark(safeLine(section.title))}: `;
    lines.push(`  ${heading}${mark(safeLine(section.body))}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Marks every word of a text that begins as one of the query does, or is the beginning of one: `install` for `installing`. */
function marker(query: string, style: Mark): Mark {
  const wanted = words(query);
  if (wanted.length === 0) return (text) => text;
  return (text) =>
    text.replace(/[\p{L}\p{N}_]+/gu, (word) => {
      const found = words(word)[0] ?? '';
      const fits = (one: string) => found.startsWith(one) || (found.length >= 4 && one.startsWith(found));
      return wanted.some(fits) ? style(word) : word;
    });
}

/** Words in small letters without their accents, as the platform compares them. */
function words(text: string): string[] {
  const plain = normalized(text, 'NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}_]+/gu) ?? [];
}
