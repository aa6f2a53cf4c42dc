// The platform's own words in an answer that is an error, in whatever shape they come.
import { beginning, jsonIn } from '../files/texts.ts';
import { looksLikeHtml } from './payload.ts';
import type { WireResponse } from './transport/transport.ts';

const MOST_WORDS = 200;
const READ_FROM_TEXT = 8192;

/**
 * Takes the body of an error: `{error: {message}}`, `{message}`, `{error}`, `{errors: [...]}`, problem+json, text or HTML.
 * Returns one line of at most 200 characters, empty when nothing is said.
 */
export function wordsOf(payload: WireResponse['payload']): string {
  if ('value' in payload) return oneLine(messageIn(payload.value) ?? '');
  const { text } = payload;
  if (looksLikeHtml(text)) return oneLine(withoutTags(text.slice(0, READ_FROM_TEXT)));
  const said = messageIn(jsonIn(text));
  if (said !== undefined) return oneLine(said);
  // JSON without a message is for programs; other text is meant to be read.
  return /^\s*[{[]/.test(text) ? '' : oneLine(text.slice(0, READ_FROM_TEXT));
}

/** Whether it is the platform's own `{ "error": { "code": 404, "message": "..." } }`. */
export function isPlatformError(payload: WireResponse['payload']): boolean {
  const value = 'value' in payload ? payload.value : jsonIn(payload.text);
  if (typeof value !== 'object' || value === null || !('error' in value)) return false;
  const { error } = value;
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
}

function messageIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  // Of a list of errors the first; `detail` and `title` are those of problem+json.
  if (Array.isArray(value)) return messageIn({ error: value[0] });
  const { message, detail, title, error, errors = error }: Record<string, unknown> = { ...value };
  const said = [message, detail, title, errors].find((one) => typeof one === 'string' && one !== '');
  return said === undefined ? messageIn(errors) : String(said);
}

const withoutTags = (html: string): string =>
  html
    .replace(/<(script|style|head)\b[^<>]*>.*?<\/\1>/gis, (head, name: string) =>
      name.toLowerCase() === 'head' ? (/<title>([^<]*)/i.exec(head)?.[1] ?? '') : ' ',
    )
    .replace(/<[^<>]*>/g, ' ');

const oneLine = (text: string): string => beginning(text.replace(/\s+/g, ' ').trim(), MOST_WORDS);
