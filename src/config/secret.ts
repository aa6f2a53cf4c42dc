// A token, kept from being printed by accident.
import { UsageError } from '../errors.ts';

const MAX_TOKEN_BYTES = 4096;
const HIDDEN = '[redacted]';

/** A value that shows itself only through `reveal()`; printed, logged or put into JSON it reads `[redacted]`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return HIDDEN;
  }
}

/**
 * A token from a variable, a file, stdin or a prompt: printable ASCII without spaces. Spaces, line ends and quotes around
 * it are left off, as they come with copying. Throws UsageError that never quotes it.
 */
export function parseToken(input: string | Uint8Array): Secret {
  const text = typeof input === 'string' ? input : new TextDecoder().decode(input);
  const token = text
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .trim();
  if (token === '') throw refused('is empty');
  if (isUtf16(input)) throw refused('is not plain ASCII text: it looks like UTF-16');
  if (token.length > MAX_TOKEN_BYTES) throw refused(`is longer than ${MAX_TOKEN_BYTES} bytes`);
  if (/\s/.test(token)) throw refused('contains a space or a line break');
  if (!/^[\x21-\x7e]+$/.test(token)) throw refused('contains a character that is not printable ASCII');
  return new Secret(token);
}

/** A NUL beside each ASCII character, or a byte order mark of the two-byte kind. */
function isUtf16(input: string | Uint8Array): boolean {
  if (typeof input === 'string') return input.includes('\0');
  const [first, second] = input;
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || input.includes(0);
}

function refused(why: string): UsageError {
  return new UsageError(`the token ${why}`, {
    code: 'BAD_TOKEN',
    hint: 'provide only the token, as plain text on one line',
  });
}
