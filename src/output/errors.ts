// Failures as a person or a program reads them, on standard error.
import { DocsError, EXIT, isError, LocalIoError, messageOf } from '../errors.ts';
import { errnoOf, ioError } from '../files/io-error.ts';
import { maskSecrets } from './columns.ts';
import type { Io } from './io.ts';
import { inWords, styles } from './note.ts';
import { ciSafe, safeJson, safeLine, safeText } from './safe-text.ts';
import { cutToLength } from './width.ts';

export interface PrintOptions {
  json: boolean;
  debug: boolean;
  /** Hides secrets that are in use; applied to every text. */
  redact?: ((text: string) => string) | undefined;
}

const LONGEST_MESSAGE = 500;

/** Prints the error, as text or as one JSON object; returns the exit code. Never throws. */
export function printError(io: Io, error: unknown, options: PrintOptions): number {
  const known = error instanceof DocsError ? error : unexpected(error);
  io.err(options.json ? jsonError(io, known, options) : textError(io, known, options));
  return known.exit;
}

/** Faults of the disk or of the system, and paths that cannot be used: not bugs of docs. */
const DISK_FAULTS = /^E(NOSPC|DQUOT|IO|ROFS|MFILE|NFILE|ACCES|PERM|NOTDIR|LOOP|NAMETOOLONG|BUSY)$/;
const LOOKS = /stat|scandir|access|readlink|realpath|open/;

/** A part of the program is missing, or was made for another machine. */
const NOT_LOADED = /^ERR_DLOPEN_(FAILED|DISABLED)$|^(ERR_)?MODULE_NOT_FOUND$/;
const NO_BUILD = /^No native build was found/;
const INSTALL_AGAIN =
  'install docs again on this machine; the sandbox needs Linux, macOS or Windows on x64 or arm64';

/** Any other error is a bug of docs, and its message says so. A full or broken disk is not one, nor half an installation. */
export function unexpected(
  error: unknown,
  hint = 'run it again with --debug to see where it happened',
): DocsError {
  if (DISK_FAULTS.test(errnoOf(error) ?? '')) {
    const path = isError(error) && 'path' in error ? String(error.path) : 'a file';
    const verb = isError(error) && 'syscall' in error && LOOKS.test(String(error.syscall)) ? 'read' : 'write';
    return Object.assign(ioError(verb, path, error), { cause: error, outcome: 'unknown' });
  }
  if (NOT_LOADED.test(errnoOf(error) ?? '') || NO_BUILD.test(messageOf(error))) {
    const message = `cannot load a part of docs: ${messageOf(error).split('\n')[0]}`;
    return new LocalIoError(message, { cause: error, outcome: 'unknown', hint: INSTALL_AGAIN });
  }
  return new DocsError(
    `unexpected error: ${messageOf(error)}`,
    { code: 'INTERNAL', exit: EXIT.failed },
    { cause: error, outcome: 'unknown', hint },
  );
}

function textError(io: Io, error: DocsError, { debug, redact = asIs }: PrintOptions): string {
  const style = styles(io.colorErr);
  const safe = (text: string) => ciSafe(io, safeLine(redact(text)));
  const lines = [
    `${style.red('docs:')} ${inWords(io, cutToLength(safe(error.message), LONGEST_MESSAGE), 'docs: '.length)}`,
  ];
  if (error.hint) lines.push(`${style.cyan('hint:')} ${inWords(io, safe(error.hint), 'hint: '.length)}`);
  if (debug) lines.push(ciSafe(io, safeText(redact(stackOf(error)), { multiline: true })));
  return `${lines.join('\n')}\n`;
}

function jsonError(io: Io, error: DocsError, { debug, redact = asIs }: PrintOptions): string {
  const body = {
    code: error.code,
    exit: error.exit,
    message: cutToLength(safeLine(redact(error.message)), LONGEST_MESSAGE),
    status: error.http?.status,
    hint: error.hint,
    next: nextOf(error),
    outcome: error.outcome,
    retryable: error.retryable,
    requestId: error.http?.requestId,
    details: error.details,
    stack: debug ? stackOf(error) : undefined,
  };
  const text = (_: string, value: unknown) => (typeof value === 'string' ? redact(value) : value);
  return `${ciSafe(io, safeJson(stringify({ error: body }, text)))}\n`;
}

/** What a program may run as it is: a hint that is a command as a whole. Null where only a person may say yes. */
function nextOf({ details, hint }: DocsError): string | null | undefined {
  const next = typeof details?.next === 'string' ? details.next : hint;
  if (next === undefined || !COMMAND.test(next)) return undefined;
  return CONSENT.test(next) ? null : next;
}

/** Also among short flags: `-qy`, and in a line that is one word of another. */
const CONSENT = /[\s'](?:--yes|--confirm|-[a-z]*y)(?=[\s=']|$)/;

/** One command and nothing else: no second one after a comma and a space, and no `<place>` to fill in. */
const COMMAND = /^docs (?:'[^']*'|\\.|,(?! )|[^'\\,;|<>])+$/;

type Replacer = (key: string, value: unknown) => unknown;

function stringify(value: { error: Record<string, unknown> }, replacer: Replacer): string {
  try {
    return JSON.stringify(maskSecrets(value), replacer);
  } catch {
    // Details that go in circles must not hide the error itself.
    return JSON.stringify({ error: { ...value.error, details: undefined } }, replacer);
  }
}

/** The stack of the error and of what caused it, indented. */
function stackOf(error: unknown): string {
  const stacks: string[] = [];
  let current = error;
  while (isError(current) && stacks.length < 5) {
    stacks.push(current.stack ?? String(current));
    current = current.cause;
  }
  return stacks.join('\ncaused by ').replace(/^/gm, '  ');
}

const asIs = (text: string) => text;
