// Files that were announced for upload: their bytes are taken and dropped, as nothing of the sandbox shows them.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { uploads } from '../db/sites/site-settings.ts';
import type { Sandbox } from '../sandbox.ts';
import { notFound, WireError } from '../wire-error.ts';

/** The address that a file goes to needs no token: nobody else knows its key. */
export const UPLOAD_PATH = '/~upload/';
export const MOST_UPLOADED = 50 * 1024 * 1024;

export const isUpload = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'PUT' && url.startsWith(UPLOAD_PATH);

/** Throws WireError 404 for a file that was not announced, 413 for one that is too large. */
export async function takeUpload(
  { db }: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '', 'http://sandbox');
  const key = pathname.slice(UPLOAD_PATH.length);
  if (uploads(db).count({ key }) === 0) throw notFound('upload', key);
  let size = 0;
  for await (const part of request) {
    size += Buffer.byteLength(part);
    if (size > MOST_UPLOADED)
      throw new WireError(413, `the file is larger than ${MOST_UPLOADED / 1024 / 1024} MiB`);
  }
  response.writeHead(200).end();
}
