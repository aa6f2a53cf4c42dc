// Answers that come as server-sent events: each holds one JSON value, and the answer is the list of them.
import type { SearchAIAnswerStream } from '../api/insights/questions.generated.ts';
import { boundedJson } from '../files/json-file.ts';
import { isRecord } from '../files/texts.ts';
import type { Send, Sent } from './attempts.ts';
import type { CallOptions } from './client-options.ts';
import { type FailureContext, faultFailure } from './failure-context.ts';
import { WireFault, type WireRequest } from './transport/transport.ts';

/** Sends a request and hands each event on as it comes. An attempt that was cut off counts for nothing. */
export async function sendForEvents(
  send: Send,
  request: WireRequest,
  context: FailureContext,
  call: CallOptions = {},
): Promise<Sent> {
  let events: unknown[] = [];
  let end = async (): Promise<void> => {};
  const take = async (event: unknown): Promise<void> => {
    events.push(event);
    await call.onEvent?.(event);
  };
  const openWrite = async () => {
    events = [];
    const reader = eventReader(take);
    end = reader.end;
    return reader.write;
  };
  const sent = await send({ ...request, openWrite }, context, call);
  const { status, headers, payload } = sent.answer;
  if (status < 200 || status >= 300) return sent;
  // In this process they are plain values.
  const whole = 'value' in payload && Array.isArray(payload.value) ? payload.value : [];
  for (const event of whole) await take(event);
  try {
    if ('text' in payload && !isFramed(headers))
      throw new WireFault('reset', 'the end of the answer is unknown', { sent: true });
    await end();
  } catch (error) {
    throw error instanceof WireFault ? faultFailure(context, error) : error;
  }
  return { ...sent, answer: { ...sent.answer, payload: { value: events } } };
}

/** Without either, a stream that was cut off ends like a whole one. */
const isFramed = (headers: Readonly<Record<string, string>>): boolean =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;

interface EventReader {
  write(chunk: Uint8Array): Promise<void>;
  /** The last event may lack the empty line behind it. */
  end(): Promise<void>;
}

/** Reads the lines of a stream. Comments, names and numbers of events say nothing here. Throws WireFault for data that is no JSON. */
export function eventReader(take: (event: unknown) => Promise<void>): EventReader {
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  const flush = async () => {
    const text = data.join('\n');
    data = [];
    if (text !== '' && text !== '[DONE]') await take(parsed(text));
  };
  const readLine = async (line: string) => {
    if (line === '') return flush();
    const [, value] = /^data:? ?(.*)$/s.exec(line) ?? [];
    if (value !== undefined) data.push(value);
  };
  return {
    async write(chunk) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) await readLine(line);
    },
    async end() {
      if (rest !== '') await readLine(rest.replace(/\r$/, ''));
      rest = '';
      await flush();
    },
  };
}

function parsed(text: string): unknown {
  try {
    return boundedJson(text);
  } catch (cause) {
    throw new WireFault('malformed', 'an event of the answer is not valid JSON', { sent: true, cause });
  }
}

/** A stream of answers may hold events of other kinds, such as how far the answer is. */
export const isAnswer = (event: unknown): event is SearchAIAnswerStream =>
  isRecord(event) && isRecord(event.answer);
