// The file of docs conversations ingest: one conversation, a list, or one a line.
import { ingestConversations } from '../api/conversations.ts';
import { withReferences } from '../engine/references/with-references.ts';
import { parseJson, readSource, readTextFile } from '../engine/run/input.ts';
import type { Run } from '../engine/run/run.ts';
import { UsageError } from '../errors.ts';
import { plural } from '../output/format.ts';
import { done } from '../output/note.ts';

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
  run.input = { ...run.input, body: conversationsIn(text, body) };
}

/** One document, or when it is none, one conversation a line. */
function conversationsIn(text: string, name: string): unknown {
  const called = name === '-' ? 'standard input' : name;
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line, at) => ({ line, at: at + 1 }))
    .filter(({ line }) => line.trim() !== '');
  if (lines.length === 0) throw new UsageError(`${called} holds no conversations`);
  const byLine = name.endsWith('.ndjson') || (!isJson(text) && lines.some(({ line }) => isJson(line)));
  if (!byLine) return parseJson(text, called);
  return lines.map(({ line, at }) => parseJson(line, `line ${at} of ${called}`));
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
  done(run.context.io, `ingested ${plural(count, 'conversation')}`);
}
