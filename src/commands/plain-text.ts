// The text of a Markdown file for what has no settings: a comment, instructions. Front matter is no part of it.

import type { Run } from '../engine/run/run.ts';
import { note } from '../output/note.ts';

/** Names the keys that are left out. Throws UsageError with file and line for front matter that cannot be read. */
export async function withoutFrontMatter({ context }: Run, text: string, source: string): Promise<string> {
  if (!/^\uFEFF?(?:---|\+\+\+)[ \t]*\r?\n/.test(text)) return text;
  const { readPageFile } = await import('../jobs/page-edits/page-file.ts');
  const name = source === '-' ? 'standard input' : source.replace(/^@/, '');
  const { markdown, front } = readPageFile(text, name, { hasTitle: false });
  const keys = Object.keys(front ?? {});
  if (keys.length > 0) note(context.io, `left out of the front matter of ${name}: ${keys.join(', ')}`);
  return markdown;
}
