// What the HTTP parser refuses before there is a request, answered in the platform's form.
import type { Duplex } from 'node:stream';
import { refusal } from '../app.ts';
import { WireError } from '../wire-error.ts';

const REASONS: Record<string, [status: number, reason: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'the headers are larger than 16 KiB'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Payload Too Large', 'the chunk extensions are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'the request took too long to arrive'],
};
const MALFORMED: [number, string, string] = [400, 'Bad Request', 'the request is not well-formed HTTP'];

/** For `clientError` of a server. A connection that is gone, or has its answer, gets none. */
export function answerClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason, message] = REASONS[error.code ?? ''] ?? MALFORMED;
  const { headers, body } = refusal(new WireError(status, message));
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...headers,
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${head}\r\n${text}`);
}
