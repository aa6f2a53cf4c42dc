// Asks the server of a sandbox file, where one runs, for what it must do itself.
import { request } from 'node:http';
import { LocalIoError } from '../../errors.ts';
import { isRecord } from '../../files/texts.ts';
import { asDocsError, type Server, serversOf } from '../serving.ts';
import { WireError } from '../wire-error.ts';
import { CONTROL_PATH } from './faults.ts';

/** Where the oldest server of a file answers; undefined where none serves it. */
export const serverOf = (file: string): Server | undefined => serversOf(file)[0];

/** The answer of a server. Throws its refusals as errors of the program, and LocalIoError where it cannot be reached. */
export async function askServer(
  server: Pick<Server, 'url' | 'key'>,
  call: { method: 'GET' | 'POST'; path: string; body?: object; signal?: AbortSignal },
): Promise<Record<string, unknown>> {
  const { status, text } = await exchange(server, call);
  const answer: unknown = JSON.parse(text);
  const body = isRecord(answer) ? answer : {};
  if (status < 300) return body;
  const { error } = body;
  throw asDocsError(new WireError(status, isRecord(error) ? String(error.message) : `status ${status}`));
}

function exchange(
  { url, key }: Pick<Server, 'url' | 'key'>,
  { method, path, body, signal }: Parameters<typeof askServer>[1],
): Promise<{ status: number; text: string }> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) =>
      reject(
        new LocalIoError(`the server of this sandbox does not answer at ${url}`, {
          hint: 'docs sandbox status',
          cause: error,
        }),
      );
    const sent = request(url + CONTROL_PATH + path, {
      method,
      ...(signal && { signal }),
      headers: {
        authorization: `Bearer ${key}`,
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        connection: 'close',
      },
    });
    sent.once('error', fail);
    sent.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text })).once('error', fail);
    });
    sent.end(payload);
  });
}
