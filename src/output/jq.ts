// --jq: a jq of our own, loaded when asked for.
import { UsageError } from '../errors.ts';
import type { Io } from './io.ts';
import { ciSafe, safeText } from './safe-text.ts';

/**
 * Takes JSON text and an expression; returns what it gives, a line a value: strings as they are, everything else as
 * JSON (indented on a terminal). Throws UsageError `JQ` with what jq complains about.
 */
export async function runJq(io: Io, json: string, expression: string): Promise<string> {
  const { default: loaded } = await import('jq-web');
  // The bundle wraps the promise, which is no module: a namespace made of it would be awaited in vain.
  const { raw } = await ('default' in loaded ? loaded.default : loaded);
  const flags = io.outTty ? ['-r'] : ['-r', '-c'];
  try {
    const text = raw(withoutLoneSurrogates(json), expression, flags) ?? '';
    return ciSafe(io, safeText(text === '' || text.endsWith('\n') ? text : `${text}\n`, { multiline: true }));
  } catch (cause) {
    throw new UsageError(`--jq: ${complaintOf(cause)}`, {
      code: 'JQ',
      hint: 'leave --jq out and add --json to see what the expression is given',
      cause,
    });
  }
}

function complaintOf(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  const [first = ''] = text.split('\n');
  return first
    .replace(/^jq: error:? ?(\(at .*?\))?:? ?/, '')
    .replace(' (Unix shell quoting issues?)', '')
    .replace(/:\s*$/, '');
}

const HALVES =
  /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[dD][89a-fA-F][0-9a-fA-F]{2}|.)/g;

/** jq refuses JSON that holds half a pair; titles may. */
function withoutLoneSurrogates(json: string): string {
  if (!/\\u[dD][89a-fA-F]/.test(json)) return json;
  return json.replace(HALVES, (found) => (/^.u[dD]...$/.test(found) ? '\\ufffd' : found));
}
