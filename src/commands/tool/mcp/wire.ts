// The lines between a client and the server: what is no JSON is answered as such, and nothing ends before its answer is sent.
import { createInterface } from 'node:readline';
import { PassThrough, type Readable, Writable } from 'node:stream';

const PARSE_ERROR = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } };

export interface Wire {
  /** What the server reads: it ends once every answer is sent, however early the client has closed its end. */
  input: PassThrough;
  output: Writable;
}

export function openWire(stdin: Readable, send: (text: string) => Promise<void>): Wire {
  const input = new PassThrough();
  const open = new Set<unknown>();
  let isClosed = false;
  const settle = () => {
    if (isClosed && open.size === 0) input.end();
  };
  const output = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, end) {
      const sent = messageIn(String(chunk));
      // Nobody is left to answer a question.
      if (sent?.method !== undefined && sent.id !== undefined && isClosed) open.clear();
      else if (sent?.method === undefined) open.delete(sent?.id);
      send(String(chunk)).then(() => {
        end();
        settle();
      }, end);
    },
  });
  // Each answer that is being written listens for its own end.
  output.setMaxListeners(0);
  const lines = createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('line', (line) => {
    if (line.trim() === '') return;
    const message = messageIn(line);
    if (message === undefined) return void output.write(`${JSON.stringify(PARSE_ERROR)}\n`);
    if (message.method === 'notifications/cancelled') open.delete(Object(message.params).requestId);
    else if (message.method !== undefined && message.id !== undefined) open.add(message.id);
    input.write(`${line}\n`);
  });
  lines.on('close', () => {
    isClosed = true;
    settle();
  });
  return { input, output };
}

interface Message {
  id?: unknown;
  method?: unknown;
  params?: unknown;
}

/** Undefined for what is no JSON. */
function messageIn(line: string): Message | undefined {
  try {
    return { ...Object(JSON.parse(line)) };
  } catch {
    return undefined;
  }
}
