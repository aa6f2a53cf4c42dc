// YAML that people write, and nobody may blow up a program with.
import { UsageError } from '../errors.ts';
import { readYaml } from '../files/yaml-text.ts';

const MIB = 1024 * 1024;

interface Most {
  mib?: number;
  seconds?: number;
}

/** Plain data from a text of YAML; `name` is the file it came from. Throws UsageError with the line. */
export async function parseYaml(
  text: string,
  name: string,
  { mib = 1, seconds = 10 }: Most = {},
): Promise<unknown> {
  if (text.length > mib * MIB) throw new UsageError(`${name} is larger than ${mib} MiB`);
  const read = await readYaml(text.replace(/^\uFEFF/, ''), {
    schema: 'core',
    stringKeys: true,
    maxAliasCount: 50,
    timeoutMs: seconds * 1000,
  });
  if ('value' in read) return read.value;
  const { problem, code, at } = read;
  if (code === 'aliases') throw new UsageError(`${name} uses too many aliases`);
  if (!at) throw new UsageError(`${name} cannot be read: ${problem}`);
  throw new UsageError(`${name} is not YAML at line ${at.line}, column ${at.col}: ${code}`);
}
