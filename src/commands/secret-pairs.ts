// A file of names and secret values: JSON, or a line each as in "Name: value". No value is ever quoted in a message.
import { parseJson, readFileOrStdin } from '../engine/run/input.ts';
import type { Run } from '../engine/run/run.ts';
import { UsageError } from '../errors.ts';

/** What the file holds, `-` for standard input. Throws UsageError for what is neither form. */
export async function readPairs(
  run: Run,
  file: string,
  { flag, hint }: { flag: string; hint: string },
): Promise<unknown> {
  const text = await readFileOrStdin(run.context, file, flag);
  return text.trimStart().startsWith('{') ? parseJson(text, flag) : pairsIn(text, flag, hint);
}

function pairsIn(text: string, flag: string, hint: string): Record<string, string> {
  const lines = text.split(/\r?\n/).flatMap((line, at) => (line.trim() === '' ? [] : [{ line, at: at + 1 }]));
  const pairs = lines.map(({ line, at }) => {
    const [, name, value] = /^([\w-]+)\s*:\s*(\S.*)$/.exec(line.trim()) ?? [];
    if (name === undefined || value === undefined)
      throw new UsageError(`line ${at} of ${flag} is not "Name: value"`);
    return [name, value] as const;
  });
  if (pairs.length === 0) throw new UsageError(`${flag} is empty`, { hint });
  return Object.fromEntries(pairs);
}
