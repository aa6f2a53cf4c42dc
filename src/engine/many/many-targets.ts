// The targets of a command that takes several: from the command line, or from standard input.
import { UsageError } from '../../errors.ts';
import { parseAddress } from '../references/pasted.ts';
import { KINDS } from '../references/reference-kinds.ts';
import { blank } from '../references/settle.ts';
import { type Input, parseJson, readStdin } from '../run/input.ts';
import type { Run } from '../run/run.ts';

export interface Target {
  /** As it was given. */
  text: string;
  /** Path parameters that came with it: an object of a list tells where it stands. */
  input: Input;
}

const MOST = 100_000;

/** Each target once, in the order given. Throws UsageError when standard input is used twice, or holds no references. */
export async function readTargets(run: Run, field: string, words: readonly string[]): Promise<Target[]> {
  const targets = words.includes('-')
    ? await fromStdin(run, field, words)
    : words.map((text) => ({ text, input: { [field]: text } }));
  if (targets.length > MOST)
    throw new UsageError(`${targets.length} targets at once are too many: at most ${MOST}`);
  if (targets.some(({ input }) => typeof input[field] === 'string' && input[field].trim() === ''))
    throw blank(field);
  return [...new Map(targets.map((target) => [JSON.stringify(target.input), target])).values()];
}

async function fromStdin(run: Run, field: string, words: readonly string[]): Promise<Target[]> {
  if (words.length > 1)
    throw new UsageError('- reads the targets from standard input, and no others go with it', {
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
  return lines.flatMap((line, at) => {
    const word = line.trim();
    if (word === '') return [];
    if (!word.startsWith('{')) return [{ text: word, input: { [field]: word } }];
    return [fromObject(run, field, parseJson(word, `line ${at + 1} of standard input`))];
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
  return (Array.isArray(items) ? items : []).map((item) =>
    typeof item === 'string' ? { text: item, input: { [field]: item } } : fromObject(run, field, item),
  );
}

/** An object of the platform tells its id, and by its own address where it stands. */
function fromObject({ operation, path }: Run, field: string, item: unknown): Target {
  const record: Record<string, unknown> = Object.assign({}, item);
  const { location }: Record<string, unknown> = Object.assign({}, record.urls);
  const place = typeof location === 'string' ? (parseAddress(location) ?? {}) : {};
  const own = Object.entries(place).filter(([name]) => name in operation.params.properties);
  const id = record[KINDS[field]?.key ?? 'id'] ?? record.id;
  if (typeof id !== 'string' || id.trim() === '')
    throw new UsageError('an object on standard input has no id', {
      hint: `pipe a list in: docs spaces list -o ndjson | ${path} -`,
    });
  return { text: id, input: { ...Object.fromEntries(own), [field]: place[field] ?? id } };
}
