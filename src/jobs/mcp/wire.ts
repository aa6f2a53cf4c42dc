// The lines between a client and the server: what is no message is answered as such, and nothing ends before its answer is sent.
import { createInterface } from 'node:readline';
import { PassThrough, type Readable, Writable } from 'node:stream';
import { isJSONRPCNotification, isJSONRPCRequest, isJSONRPCResponse } from '@modelcontextprotocol/server';
import { jsonIn } from '../../files/texts.ts';

interface Wire {
  /** What the server reads: it ends once every answer is sent, however early the client has closed its end. */
  input: PassThrough;
  output: Writable;
}

interface Message {
  id?: unknown;
  method?: unknown;
  params?: unknown;
}

export function openWire(stdin: Readable, send: (text: string) => Promise<void>): Wire {
  const input = new PassThrough();
  const open = new Set<unknown>();
  let isClosed = false;
  let isBegun = false;
  const settle = () => {
    if (isClosed && open.size === 0) input.end();
  };
  const output = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, end) {
      const sent: Message = Object(JSON.parse(String(chunk)));
      // Nobody is left to answer a question.
      if (sent.method !== undefined && sent.id !== undefined && isClosed) open.clear();
      else if (sent.method === undefined) open.delete(sent.id);
      send(String(chunk)).then(() => {
        end();
        settle();
      }, end);
    },
  });
  // Each answer that is being written listens for its own end.
  output.setMaxListeners(0);
  const refuse = (id: unknown, code: number, message: string): undefined => {
    output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
  };
  const request = (line: string, message: Message): string | undefined => {
    if (!isBegun && !opens(message))
      return refuse(message.id, -32600, 'Invalid Request: initialize comes first');
    isBegun ||= message.method === 'initialize';
    open.add(message.id);
    return line;
  };
  /** What the server is to read; undefined for what is answered here. */
  const taken = (line: string): string | undefined => {
    const message = jsonIn(line);
    if (message === undefined) return refuse(null, -32700, 'Parse error');
    if (isJSONRPCRequest(message)) return request(line, message);
    if (isJSONRPCNotification(message)) forget(message);
    else if (!isReadable(message))
      return unreadAnswer(message) ?? refuse(idOf(message) ?? null, -32600, 'Invalid Request');
    return line;
  };
  const forget = ({ method, params }: Message) => {
    if (method === 'notifications/cancelled') open.delete(Object(params).requestId);
  };
  const lines = createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('line', (line) => {
    const read = line.trim() === '' ? undefined : taken(line);
    if (read !== undefined) input.write(`${read}\n`);
  });
  lines.on('close', () => {
    isClosed = true;
    settle();
  });
  return { input, output };
}

/** In the newer generation of the protocol there is no beginning: every request says what it would have said there. */
const OPENS = ['initialize', 'ping', 'server/discover'];
const opens = ({ method, params }: Message): boolean =>
  OPENS.includes(String(method)) ||
  Object(Object(params)._meta)['io.modelcontextprotocol/protocolVersion'] !== undefined;

function idOf(message: unknown): string | number | undefined {
  const { id } = Object(message);
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/** An answer to a question. Only consent is asked for. */
const isReadable = (message: unknown): boolean =>
  isJSONRPCResponse(message) &&
  (!('result' in message) || ['accept', 'decline', 'cancel'].includes(String(message.result.action)));

/** An answer that nobody can read is no consent. Undefined for what is no answer. */
function unreadAnswer(message: unknown): string | undefined {
  const id = idOf(message);
  const isAnswer = 'result' in Object(message) || 'error' in Object(message);
  if (id === undefined || !isAnswer || 'method' in Object(message)) return undefined;
  return JSON.stringify({ jsonrpc: '2.0', id, result: { action: 'cancel' } });
}
