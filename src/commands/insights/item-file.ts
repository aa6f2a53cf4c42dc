// A file of things for a body: one of them, a list, or one a line.
import type { TSchema } from '@sinclair/typebox';
import { instead } from '../../engine/rows/row-faults.ts';
import { isJson, parseJson, readFileOrStdin } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { UsageError, ValidationError } from '../../errors.ts';

interface Items {
  /** What one is: `conversation`. */
  noun: string;
  schema: TSchema;
  /** Name of a file for the hint. */
  example: string;
}

/**
 * What the file that was given as the body holds; undefined where the body came by --data. Throws UsageError naming the
 * line that is no JSON, ValidationError naming the first one that the platform would refuse.
 */
export async function readItems(
  run: Run,
  { noun, schema, example }: Items,
): Promise<{ items: unknown[]; isList: boolean } | undefined> {
  const { body } = run.input;
  if (body === undefined) throw new UsageError(`no ${noun}s given`, { hint: `${run.path} ${example}` });
  if (typeof body !== 'string') return undefined;
  const text = await readFileOrStdin(run.context, body, '<file>');
  const given = itemsIn(text, body, noun);
  await checkItems(run, given, { noun, schema });
  return { items: given.map(({ value }) => value), isList: text.trimStart().startsWith('[') };
}

interface Given {
  value: unknown;
  /** `line 3 of tickets.ndjson`. */
  place: string;
}

async function checkItems(
  run: Run,
  given: readonly Given[],
  { noun, schema }: Pick<Items, 'noun' | 'schema'>,
): Promise<void> {
  const { check } = await import('../../api/check.ts');
  for (const { value, place } of given) {
    const [problem] = check(schema, value);
    if (!problem) continue;
    const field = problem.path === '' ? `the ${noun}` : `"${problem.path}"`;
    throw new ValidationError(`${place}: ${field} ${problem.message}${instead(problem)}`, {
      hint: `${run.path} --help`,
      details: { field: problem.path, place },
    });
  }
}

/** One document, or when it is none, one thing a line. */
function itemsIn(text: string, name: string, noun: string): Given[] {
  const called = name === '-' ? 'standard input' : name;
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line, at) => ({ line, at: at + 1 }))
    .filter(({ line }) => line.trim() !== '');
  if (lines.length === 0) throw new UsageError(`${called} contains no ${noun}s`);
  const byLine = name.endsWith('.ndjson') || (!isJson(text) && lines.some(({ line }) => isJson(line)));
  if (byLine)
    return lines.map(({ line, at }) => {
      const place = `line ${at} of ${called}`;
      return { value: parseJson(line, place), place };
    });
  const value = parseJson(text, called);
  if (!Array.isArray(value)) return [{ value, place: called }];
  return value.map((one: unknown, at) => ({ value: one, place: `${noun} ${at + 1} of ${called}` }));
}
