// The body of a request: bytes under a cap, UTF-8, JSON that is not nested too deeply.
import { LIMITS } from '../limits.ts';
import { badRequest, WireError } from '../wire-error.ts';

const MIB = 1024 * 1024;

/** Reads JSON; undefined for an empty body. Throws 413 over the cap, 415 for a compressed one, 400 for what is not JSON. */
export async function readJson(request: Request, { large = false } = {}): Promise<unknown> {
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding.trim().toLowerCase() !== 'identity') {
    throw new WireError(415, `the body must not be encoded (content-encoding: ${encoding})`);
  }
  const bytes = await readBytes(request, large ? LIMITS.largeBodyBytes : LIMITS.bodyBytes);
  if (bytes.byteLength === 0) return undefined;
  const text = decode(bytes);
  if (tooDeep(text)) throw badRequest(`the body is nested more than ${LIMITS.bodyDepth} levels deep`);
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('the body is not JSON');
  }
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array();
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body) {
    size += part.byteLength;
    if (size > limit) throw tooLarge(limit);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const tooLarge = (limit: number) => new WireError(413, `the body is larger than ${limit / MIB} MiB`);

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest('the body is not UTF-8');
  }
}

/** Counts brackets outside of strings: the parser itself, and all that walks the value, would go as deep. */
function tooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const letter = text[index];
    if (letter === '"') inString = !inString;
    else if (inString) index += letter === '\\' ? 1 : 0;
    else depth += STEP[letter ?? ''] ?? 0;
    if (depth > LIMITS.bodyDepth) return true;
  }
  return false;
}

const STEP: Record<string, number> = { '[': 1, '{': 1, ']': -1, '}': -1 };
