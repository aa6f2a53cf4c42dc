// The text of a page that a person writes: from a file, from standard input, or in the editor.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { canAsk } from '../../engine/ask/can-ask.ts';
import type { Command } from '../../engine/model/command.ts';
import { readStdin, readTextFile } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { seeHelp, UsageError } from '../../errors.ts';
import { shellLine } from '../../files/shell-word.ts';
import { makeTemporaryFolder } from '../../files/temporary-folder.ts';
import { say } from '../../output/note.ts';

/** The file that the text of a run is in, until it was sent. */
const KEPT = new WeakMap<object, string>();

/** The Markdown of --file. Throws LocalIoError. */
export const textOfFile = ({ context }: Run, file: string): Promise<string> =>
  file === '-' ? readStdin(context, '--file') : readTextFile(context, file, '--file');

/**
 * Opens a text in the editor and returns what it became; the same text where nothing was written. Throws UsageError
 * where nobody can edit or nothing is left of it, LocalIoError when the editor fails.
 */
export async function textFromEditor(
  run: Run,
  { name, text }: { name: string; text: string },
): Promise<string> {
  const { context, path } = run;
  if (!context.openEditor || !canAsk(run))
    throw seeHelp(path, 'there is no terminal to open an editor on: give the text with --file');
  const file = join(makeTemporaryFolder('docs-'), `${name.replace(/[^\w-]+/g, '-').slice(0, 60)}.md`);
  writeFileSync(file, text, { mode: 0o600 });
  KEPT.set(context, file);
  await context.openEditor(file).finally(() => {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) forget(run);
  });
  const written = await textOfFile(run, file).catch((error: unknown) => {
    if (KEPT.has(context)) throw error;
    return text;
  });
  if (written.trim() !== '' || text.trim() === '') return written;
  forget(run);
  throw new UsageError('the text is empty: nothing was sent', { hint: 'docs pages delete --help' });
}

function forget({ context }: Run): void {
  const file = KEPT.get(context);
  if (file !== undefined) rmSync(dirname(file), { recursive: true, force: true });
  KEPT.delete(context);
}

/** A command whose text from the editor stays in a file, which is named, when it could not be sent. */
export function keepingText(command: Command): Command {
  return {
    ...command,
    run: async (run, again) => {
      try {
        await command.run?.(run, again);
      } catch (error) {
        tellFile(run);
        throw error;
      }
      if (run.flags.dryRun) tellFile(run);
      else forget(run);
    },
  };
}

function tellFile({ context }: Run): void {
  const file = KEPT.get(context);
  if (file === undefined) return;
  const words = context.argv.filter((word) => word !== '--dry-run');
  say(context.io, `your text was not sent; it is kept: ${shellLine(['docs', ...words, '--file', file])}`);
}
