// Whether a text is an OpenAPI document at all, before it is uploaded.
import { ValidationError } from '../../../errors.ts';
import { readYaml } from '../../../files/yaml-text.ts';

/** More than any such document has; a text that grows by them is for the platform to judge. */
const MOST_ALIASES = 10_000;

/** Throws ValidationError (exit 2) for what is not YAML or JSON, or has neither `openapi` nor `swagger`. */
export async function requireOpenApi(file: string, text: string): Promise<void> {
  const read = asJson(text) ?? (await readYaml(text.replace(/^\uFEFF/, ''), { maxAliasCount: MOST_ALIASES }));
  if ('problem' in read) {
    const { problem, at } = read;
    // Too large, or too deep, to be looked through here: the platform may still take it.
    if (!at) return;
    const { line, col: column } = at;
    throw new ValidationError(
      `${file} is not YAML or JSON: line ${line}, column ${column}: ${lowerFirst(problem)}`,
      { details: { file, line, column } },
    );
  }
  const { value } = read;
  if (typeof value === 'object' && value !== null && ('openapi' in value || 'swagger' in value)) return;
  throw new ValidationError(`${file} is not an OpenAPI document: it has no openapi or swagger field`, {
    details: { file },
  });
}

/** Many times faster than YAML; undefined for what is not JSON. */
function asJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
