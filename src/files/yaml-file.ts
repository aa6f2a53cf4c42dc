// YAML that people write, and nobody may blow up a program with.
import { UsageError } from '../errors.ts';
import { markerLine } from './marker-line.ts';
import { lowerFirst } from './texts.ts';
import { type Mark, type Marked, readYaml } from './yaml-text.ts';

const MIB = 1024 * 1024;

/** Plain data from a text of YAML; `name` is the file it came from. Throws UsageError with the line. */
export const parseYaml = async (text: string, name: string): Promise<unknown> =>
  (await parseMarkedYaml(text, name)).value;

/** The same with where the maps in it stand, as far as `marked` asks. */
export async function parseMarkedYaml(
  text: string,
  name: string,
  { mib = 1, seconds = 10, marked }: { mib?: number; seconds?: number; marked?: Marked } = {},
): Promise<{ value: unknown; marks: ReadonlyMap<object, Mark> }> {
  if (text.length > mib * MIB) throw new UsageError(`${name} is larger than ${mib} MiB`);
  const read = await readYaml(text.replace(/^\uFEFF/, ''), {
    schema: 'core',
    stringKeys: true,
    knownTags: true,
    maxAliasCount: 50,
    timeoutMs: seconds * 1000,
    ...(marked && { marked }),
  });
  if ('value' in read) return read;
  const { problem, code, at } = read;
  const marker = markerLine(text);
  if (marker !== undefined)
    throw new UsageError(`${name}:${marker}: a conflict marker is left`, {
      hint: 'edit the file until no marker is left, then run the same command again',
    });
  if (code === 'aliases') throw new UsageError(`${name} uses too many aliases`);
  if (!at) throw new UsageError(`${name} cannot be read: ${problem}`);
  if (code === 'tag resolve failed')
    throw new UsageError(`${name} line ${at.line}: unknown tag ${problem.replace(/^Unresolved tag: /, '')}`);
  const what = code === 'missing char' ? lowerFirst(problem).replace(/['"]quote$/, 'quote') : code;
  throw new UsageError(`${name} is not YAML at line ${at.line}, column ${at.col}: ${what}`, {
    hint: 'correct the line, then run the same command again',
  });
}
