// Whether a text is an OpenAPI document at all, before it is uploaded.
import { ValidationError } from '../../../errors.ts';

/** Throws ValidationError (exit 2) for what is not YAML or JSON, or has neither `openapi` nor `swagger`. */
export async function requireOpenApi(file: string, text: string): Promise<void> {
  const { parseDocument } = await import('yaml');
  const parsed = parseDocument(text, { logLevel: 'silent' });
  const [first] = parsed.errors;
  if (first) {
    const line = first.linePos?.[0].line;
    throw new ValidationError(`${file} is not YAML or JSON${line === undefined ? '' : ` (line ${line})`}`, {
      details: { file, ...(line !== undefined && { line }) },
    });
  }
  if (parsed.has('openapi') || parsed.has('swagger')) return;
  throw new ValidationError(`${file} is not an OpenAPI document: it has no openapi or swagger field`, {
    details: { file },
  });
}
