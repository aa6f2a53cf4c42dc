// The targets of a command that takes several: from the command line, or from standard input.
import { isDeepStrictEqual } from 'node:util';
import { DocsError, EXIT, UsageError } from '../../errors.ts';
import { blank } from '../references/resolve-names.ts';
import { type Input, parseJson, readStdin } from '../run/input.ts';
import type { Run } from '../run/run.ts';
import { readRow } from './many-rows.ts';
import type { Task } from './many-task.ts';

export interface Target {
  /** As it was given. */
  text: string;
  /** What came with it: an object on standard input says where it is, and has fields of its own. */
  input: Input;
  /** The fields among them. */
  fields?: Input;
  /** `line 3` of standard input. */
  where?: string;
}

const MOST = 100_000;

/** Each target once, in the order given. Throws UsageError when standard input is used twice, or holds no references. */
export async function readTargets(run: Run, field: string, words: readonly string[]): Promise<Target[]> {
  const targets = words.includes('-')
    ? await fromStdin(run, field, words)
    : words.map((text) => ({ text, input: { [field]: text } }));
  if (targets.length > MOST)
    throw new UsageError(`${targets.length} targets are too many at once: the limit is ${MOST}`);
  if (targets.some(({ input }) => typeof input[field] === 'string' && input[field].trim() === ''))
    throw blank(field);
  return [...new Map(targets.map((target) => [JSON.stringify(target.input), target])).values()];
}

async function fromStdin(run: Run, field: string, words: readonly string[]): Promise<Target[]> {
  if (words.length > 1)
    throw new UsageError('- reads the targets from standard input: do not name others', {
      hint: `${run.path} -`,
    });
  if (run.flags.data === '-')
    throw new UsageError('standard input is either the targets (-) or the body (--data -)', {
      hint: '--data @file',
    });
  const text = (await readStdin(run.context, '')).replace(/^\uFEFF/, '');
  if (text.trimStart().startsWith('[')) return fromArray(run, field, text);
  const lines = text.split(/\r?\n/);
  refuseTable(run, lines);
  return lines.flatMap((line, at): Target[] => {
    const word = line.trim();
    if (word === '') return [];
    const where = `line ${at + 1}`;
    if (!word.startsWith('{')) return [{ text: word, where, input: { [field]: word } }];
    return [{ ...readRow(run, field, parseJson(word, `${where} of standard input`), where), where }];
  });
}

/** A cell of such a line taken for a name would fit nothing, or the wrong thing. Throws UsageError. */
function refuseTable({ path }: Run, lines: readonly string[]): void {
  const tabbed = lines.findIndex((line) => line.includes('\t') && !line.trimStart().startsWith('{'));
  const at = tabbed === -1 && isHeader(lines.find((line) => line.trim() !== '') ?? '') ? 0 : tabbed;
  if (at === -1) return;
  throw new UsageError(`line ${at + 1} of standard input is a row of a table, not a reference`, {
    hint: `use -q, as in: ${listOf(path)} -q | ${path} -`,
  });
}

/** `docs members remove` takes what `docs members list` prints. */
const listOf = (path: string): string => `${path.split(' ').slice(0, -1).join(' ')} list`;

/** The first line of a CSV: names of fields, `id` among them or one with a dot. */
function isHeader(line: string): boolean {
  const names = line.trim().split(',');
  const areFields = names.every((name) => /^"?[a-z]\w*(\.\w+)*"?$/.test(name));
  return areFields && (names.length > 1 ? names.some((name) => FIELD.test(name)) : line.trim() === 'id');
}

const FIELD = /^"?(id|number|name|slug|title|\w+\.\w+)"?$/;

/** What `--json` of a list prints. */
function fromArray(run: Run, field: string, text: string): Target[] {
  const items = parseJson(text, 'standard input');
  return (Array.isArray(items) ? items : []).map((item, at): Target => {
    const where = `item ${at + 1}`;
    return typeof item === 'string'
      ? { text: item, where, input: { [field]: item } }
      : { ...readRow(run, field, item, where), where };
  });
}

/** What names one thing twice is one target. Throws UsageError where two rows want different things of it. */
export function oncePerThing(tasks: readonly Task[], keyOf: (task: Task) => string): Task[] {
  const seen = new Map<string, Task>();
  return tasks.filter((task) => {
    if (task.failure) return true;
    const key = keyOf(task);
    const earlier = seen.get(key);
    if (!earlier) seen.set(key, task);
    else if (!isDeepStrictEqual(earlier.target.fields ?? {}, task.target.fields ?? {}))
      throw new UsageError(
        `${task.target.where} of standard input names "${task.target.text}" again, with other fields than ${earlier.target.where}`,
        { hint: 'name each target once' },
      );
    return !earlier;
  });
}

/** The same error with the line that it is about, where that is a row with fields of its own. */
export function onItsLine({ fields, where }: Target, error: unknown): unknown {
  if (fields === undefined || !(error instanceof DocsError) || error.exit !== EXIT.usage) return error;
  const { code, hint, details } = error;
  return new UsageError(`${where} of standard input: ${error.message}`, {
    code,
    hint,
    details: { ...details, where },
  });
}
