// The file of docs conversations ingest: one conversation, a list, or one a line.
import { ConversationInput, ingestConversations } from '../../api/insights/conversations.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import { parseJson, readSource, readTextFile } from '../../engine/run/input.ts';
import { printOutcome } from '../../engine/run/outcome.ts';
import type { Run } from '../../engine/run/run.ts';
import { UsageError, ValidationError } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import { done } from '../../output/note.ts';

/** Puts what the file holds into the body. Throws UsageError naming the line that is no JSON. */
export async function readConversations(run: Run): Promise<void> {
  const { body } = run.input;
  if (body === undefined) {
    throw new UsageError('no conversations given', { hint: `${run.path} tickets.ndjson` });
  }
  if (typeof body !== 'string') return;
  const text =
    body === '-'
      ? await readSource(run.context, '-', '<file>')
      : await readTextFile(run.context, body.replace(/^@/, ''), '<file>');
  const conversations = conversationsIn(text, body);
  await checkConversations(conversations);
  const whole = conversations.map(({ value }) => value);
  run.input = { ...run.input, body: isList(text) || whole.length > 1 ? whole : whole[0] };
}

interface Given {
  value: unknown;
  /** `line 3 of tickets.ndjson`. */
  place: string;
}

const isList = (text: string): boolean => text.trimStart().startsWith('[');

/** Throws ValidationError naming the place and the field of the first that the platform would refuse. */
async function checkConversations(given: readonly Given[]): Promise<void> {
  const { check } = await import('../../api/check.ts');
  for (const { value, place } of given) {
    const [problem] = check(ConversationInput, value);
    if (!problem) continue;
    const field = problem.path === '' ? 'the conversation' : `"${problem.path}"`;
    const found = problem.value === undefined ? '' : `, not "${problem.value}"`;
    throw new ValidationError(`${place}: ${field} ${problem.message}${found}`, {
      hint: 'docs conversations ingest --help',
      details: { field: problem.path, place },
    });
  }
}

/** One document, or when it is none, one conversation a line. */
function conversationsIn(text: string, name: string): Given[] {
  const called = name === '-' ? 'standard input' : name;
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line, at) => ({ line, at: at + 1 }))
    .filter(({ line }) => line.trim() !== '');
  if (lines.length === 0) throw new UsageError(`${called} contains no conversations`);
  const byLine = name.endsWith('.ndjson') || (!isJson(text) && lines.some(({ line }) => isJson(line)));
  if (byLine)
    return lines.map(({ line, at }) => {
      const place = `line ${at} of ${called}`;
      return { value: parseJson(line, place), place };
    });
  const value = parseJson(text, called);
  if (!Array.isArray(value)) return [{ value, place: called }];
  return value.map((one: unknown, at) => ({ value: one, place: `conversation ${at + 1} of ${called}` }));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export async function sayIngested(run: Run): Promise<void> {
  const { body } = run.input;
  const count = Array.isArray(body) ? body.length : 1;
  const client = await run.client();
  await withReferences(run, (input) =>
    // Safe: readInput has checked the body against this operation.
    client.call(ingestConversations, input as Parameters<typeof client.call<typeof ingestConversations>>[1]),
  );
  await printOutcome(run, 'ingested');
  done(run.context.io, `ingested ${plural(count, 'conversation')}`);
}
