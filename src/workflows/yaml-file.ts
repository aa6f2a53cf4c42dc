// YAML that people write, and nobody may blow up a program with.
import { UsageError } from '../errors.ts';
import { readYaml } from '../files/yaml-text.ts';

const MOST_CHARACTERS = 1024 * 1024;

/** Plain data from a text of YAML; `name` is the file it came from. Throws UsageError with the line. */
export async function parseYaml(text: string, name: string): Promise<unknown> {
  if (text.length > MOST_CHARACTERS) throw new UsageError(`${name} is larger than 1 MiB`);
  const read = await readYaml(text.replace(/^\uFEFF/, ''), {
    schema: 'core',
    stringKeys: true,
    maxAliasCount: 50,
  });
  if ('value' in read) return read.value;
  const { problem, code, at } = read;
  if (code === 'aliases') throw new UsageError(`${name} uses too many aliases`);
  if (!at) throw new UsageError(`${name} cannot be read: ${problem}`);
  throw new UsageError(`${name} is not YAML at line ${at.line}, column ${at.col}: ${code}`);
}
