// --jq: a jq of our own, loaded when asked for.
import type * as Jq from 'jq-wasm';
import { DocsError, isError, TimeoutError, UsageError } from '../errors.ts';
import { openThread, ThreadLate } from '../files/in-thread.ts';
import type { Io } from './io.ts';
import { ciSafe, outSafe, safeText } from './safe-text.ts';

/** When filtering must end, whatever the expression computes. */
export interface Patience {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that are left; undefined: no limit. */
  readonly left?: () => number | undefined;
}

/**
 * Takes JSON text and an expression; returns what it gives, a line a value: strings as they are, everything else as
 * JSON (indented on a terminal). Throws UsageError `JQ` with what jq complains about, TimeoutError, or the reason of
 * the signal.
 */
export async function runJq(
  io: Io,
  json: string,
  expression: string,
  { signal, left }: Patience = {},
): Promise<string> {
  const flags = io.outTty ? [] : ['-c'];
  const library = { name: 'jq-wasm', file: 'jq-wasm.cjs' };
  const thread = await openThread<typeof Jq, Filtered, Awaited<ReturnType<typeof filter>>>({
    library,
    work: filter,
  });
  try {
    const input = { json: withoutLoneSurrogates(json), expression, flags };
    const { text, said } = await thread.ask(input, { signal, timeoutMs: left?.() });
    if (said !== '') io.err(ciSafe(io, safeText(`${said}\n`, { multiline: true })));
    return outSafe(io, safeText(text, { multiline: true }));
  } catch (cause) {
    if (cause instanceof DocsError) throw cause;
    if (cause instanceof ThreadLate) {
      throw new TimeoutError('the time limit ran out while --jq was computing', {
        hint: 'allow more time with --timeout <seconds>, or a simpler expression',
        cause,
      });
    }
    throw new UsageError(`--jq: ${placedComplaint(complaintOf(cause), expression)}`, {
      code: 'JQ',
      hint: 'use --json instead of --jq to see the input of the expression',
      cause,
    });
  } finally {
    // What was large once stays large in memory.
    if (json.length < MOST_KEPT) thread.rest();
    else await thread.close();
  }
}

const MOST_KEPT = 1024 * 1024;

interface Filtered {
  json: string;
  expression: string;
  flags: string[];
}

/** Runs in the thread. */
const filter = async ({ raw }: typeof Jq, { json, expression, flags }: Filtered) => {
  const { stdout, stderr: said, exitCode } = await raw(json, expression, flags);
  if (exitCode !== 0) throw new Error(said);
  if (stdout === '') return { text: '', said };
  // The library trims what jq prints, and with -r that would be a part of strings: so they come as JSON, a line each.
  const lines = stdout.split('\n').map((line) => (line.startsWith('"') ? JSON.parse(line) : line));
  return { text: `${lines.join('\n')}\n`, said };
};

/** What jq complains about, in one line. */
export function complaintOf(error: unknown): string {
  const text = isError(error) ? error.message : String(error);
  // How the library ends when its memory is full.
  if (text.startsWith('Aborted(')) return 'it needs more memory than jq has';
  const lines = text.split('\n');
  // What the expression itself wrote comes first.
  const first = lines.find((line) => line.startsWith('jq: ')) ?? lines[0] ?? '';
  return first.replace(/^jq: error:? ?(\(at .*?\))?:? ?/, '').replace(/:\s*$/, '');
}

const PLACED = /^((?:(?!, expecting ).)*)(?:, expecting .*)? at <top-level>, line (\d+), column (\d+)$/;

/** What jq complains of, with the place in what was typed, which began after `linesBefore`: `syntax error at "foo" (column 8)`. */
export function placedComplaint(said: string, expression: string, linesBefore = 0): string {
  const [, fault = said, line, column] = PLACED.exec(said) ?? [];
  if (line === undefined || /unexpected end of file$/.test(fault))
    return fault.replace(/, unexpected end of file$/, ': it ends too early');
  const lines = expression.split('\n');
  const at = Number(line) - 1 - linesBefore;
  const text = lines[at] ?? '';
  // jq counts bytes.
  const before = Buffer.from(text)
    .subarray(0, Number(column) - 1)
    .toString();
  const [word] = /^(?:[\w.$@]+|\S)/.exec(text.slice(before.length)) ?? [];
  const place = `${lines.length > 1 ? `line ${at + 1}, ` : ''}column ${[...before].length + 1}`;
  if (!fault.startsWith('syntax error') || word === undefined) return `${fault} at ${place}`;
  return `syntax error at "${word}" (${place})`;
}

const HALVES =
  /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[dD][89a-fA-F][0-9a-fA-F]{2}|.)/g;

/** jq refuses JSON that holds half a pair; titles may. */
export function withoutLoneSurrogates(json: string): string {
  if (!/\\u[dD][89a-fA-F]/.test(json)) return json;
  return json.replace(HALVES, (found) => (/^.u[dD]...$/.test(found) ? '\\ufffd' : found));
}
