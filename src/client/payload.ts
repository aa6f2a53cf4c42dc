// The body of an answer as a value: parsed once, refused when it is no JSON or nested too deeply.
import { boundedJson, excessOf } from '../files/json-file.ts';
import type { WireResponse } from './transport/transport.ts';

export type Parsed = { ok: true; value: unknown } | { ok: false; problem: string };

export const AN_HTML_PAGE = 'an HTML page, not JSON';

/** Takes the payload of a 2xx answer; an empty body is the value undefined. The problem is in words, one line. */
export function parsePayload(payload: WireResponse['payload']): Parsed {
  if ('value' in payload) return { ok: true, value: payload.value };
  const { text } = payload;
  if (text.trim() === '') return { ok: true, value: undefined };
  try {
    return { ok: true, value: boundedJson(text) };
  } catch {
    // Not the parser's own words: they quote the text.
    const problem = excessOf(text) ?? (looksLikeHtml(text) ? AN_HTML_PAGE : 'invalid JSON');
    return { ok: false, problem };
  }
}

/** True for text that starts as an HTML or XML document does. */
export function looksLikeHtml(text: string): boolean {
  return /^\s*<(!doctype|html|head|body|\?xml|!--|h1|title)/i.test(text.slice(0, 200));
}
