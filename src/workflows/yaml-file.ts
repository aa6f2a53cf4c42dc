// YAML that people write, and nobody may blow up a program with.
import { UsageError } from '../errors.ts';

const MOST_CHARACTERS = 1024 * 1024;

/** Plain data from a text of YAML; `name` is the file it came from. Throws UsageError with the line. */
export async function parseYaml(text: string, name: string): Promise<unknown> {
  if (text.length > MOST_CHARACTERS) throw new UsageError(`${name} is larger than 1 MiB`);
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text.replace(/^\uFEFF/, ''), {
    schema: 'core',
    uniqueKeys: true,
    stringKeys: true,
  });
  const [problem] = document.errors;
  if (problem) {
    const [at] = problem.linePos ?? [];
    const where = at ? ` at line ${at.line}, column ${at.col}` : '';
    throw new UsageError(`${name} is not YAML${where}: ${problem.code.toLowerCase().replaceAll('_', ' ')}`);
  }
  try {
    return document.toJS({ maxAliasCount: 50 });
  } catch {
    throw new UsageError(`${name} repeats itself too often by aliases`);
  }
}
