// Rich documents are written and shown as Markdown.

import { type Flags, flagNamed } from '../engine/model/command-type.ts';
import { readFileOrStdin } from '../engine/run/input.ts';
import type { Run } from '../engine/run/run.ts';
import { seeHelp } from '../errors.ts';
import { note } from '../output/note.ts';

// The text of a Markdown file for what has no settings: a comment, instructions. Front matter is no part of it.

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

/** `--instructions-file <file>`: the Markdown of a rich document. */
export const markdownFlag = <const Field extends string>(field: Field) => ({
  flags: `--${field}-file <file>` as const,
  description: `${field} as a Markdown file, or - for stdin`,
});

/** Puts the document that `--<field>-file` names into the input, in place of what `--<field>` gives as JSON. */
export async function readMarkdownField<const Field extends string>(
  run: Run<Flags<`--${NoInfer<Field>}-file <file>`>>,
  field: Field,
): Promise<void> {
  const source = flagNamed(run.flags, `${field}File`);
  if (typeof source !== 'string') return;
  if (flagNamed(run.flags, field) !== undefined) {
    throw seeHelp(run.path, `--${field} and --${field}-file cannot be used together`);
  }
  const flag = `--${field}-file`;
  const text = await readFileOrStdin(run.context, source, flag);
  const { loadToDocument } = await import('../markdown/to-document.ts');
  const toDocument = await loadToDocument();
  run.input = { ...run.input, [field]: toDocument(await withoutFrontMatter(run, text, source)) };
}

/** Loads what shows a document as Markdown. */
export async function loadFromDocument(): Promise<(document: unknown) => string> {
  const { fromDocument } = await import('../markdown/from-document.ts');
  return fromDocument;
}
