// The text of a comment, reply or review: --body "text", @file or -.

import { type Flags, flagNamed } from '../engine/model/command-type.ts';
import { isSource, readSource } from '../engine/run/input.ts';
import { sameCommand } from '../engine/run/partial-failure.ts';
import type { Run } from '../engine/run/run.ts';
import { seeHelp, UsageError } from '../errors.ts';
import { fromDocument } from '../markdown/from-document.ts';
import { withoutFrontMatter } from './markdown-field.ts';

export const bodyFlag = <const Name extends string = 'body'>(
  // Safe: Name is the default of its type where it is left out.
  name: Name = 'body' as Name,
  required = false,
) => ({
  flags: `--${name} <markdown>` as const,
  description: 'Markdown text, @file, or - for stdin (@@ starts text with @)',
  required,
});

/** Puts the Markdown that `--<name>` gives into the input field of that name. */
export async function readBody<const Name extends string = 'body'>(
  run: Run<Flags<`--${NoInfer<Name>} <markdown>`>>,
  name: Name = 'body' as Name,
): Promise<void> {
  const given = flagNamed(run.flags, name);
  if (typeof given !== 'string') return;
  const markdown = await textOf(run, given, `--${name}`);
  if (markdown.trim() === '') throw seeHelp(run.path, `--${name} is empty`);
  run.input = { ...run.input, [name]: { markdown } };
}

/** Text that is typed is meant as it is; a file may have front matter. */
async function textOf(run: Run, given: string, flag: string): Promise<string> {
  const text = await readSource(run.context, given, flag);
  return isSource(given) ? withoutFrontMatter(run, text, given) : text;
}

/** As `readBody`, for what cannot do without one. Throws UsageError (exit 2). */
export async function needBody(run: Run<Flags<'--body <markdown>'>>): Promise<void> {
  await readBody(run);
  if (run.input.body !== undefined) return;
  throw new UsageError('--body is required', { hint: `${sameCommand(run)} --body "text"` });
}

const MOST_QUOTED = 50;

/** `comment "Does this still hold?" (id)`: the beginning of its text in one line. */
export function quoted(noun: string, thing: Readonly<Record<string, unknown>> = {}): string {
  const { body, id } = thing;
  const text = bodyText(typeof body === 'object' && body !== null ? body : undefined).replace(/\s+/g, ' ');
  if (text.trim() === '') return `${noun} (${id})`;
  const characters = [...text.trim()];
  const start = characters.slice(0, MOST_QUOTED - 1).join('');
  return `${noun} "${characters.length > MOST_QUOTED ? `${start}…` : text.trim()}" (${id})`;
}

/** Markdown of a body that comes as Markdown, as a rich document, or not at all. */
export function bodyText(body: { markdown?: unknown; document?: unknown } | undefined): string {
  if (typeof body?.markdown === 'string') return body.markdown;
  return body?.document === undefined ? '' : fromDocument(body.document);
}
