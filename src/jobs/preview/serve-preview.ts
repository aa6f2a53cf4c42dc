// The server of a preview: for this machine alone, pages and files of the folder, and word of each change.

import { type FSWatcher, watch } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { LocalIoError } from '../../errors.ts';
import { errnoOf } from '../../files/io-error.ts';
import { pageFonts, previews } from '../../sandbox/door.ts';
import type { LoadedPreview } from './loaded-preview.ts';

export interface ServedPreview {
  url: string;
  port: number;
  /** Says to every page that is open that something has changed. */
  tell(what: string): void;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
/** Ports that are tried after one that is taken. */
const MOST_TRIES = 50;

/** Listens on the port or the next free one. Throws LocalIoError where none of them can be had. */
export async function servePreview(loaded: LoadedPreview, port: number): Promise<ServedPreview> {
  const { FILES, LIVE } = await previews();
  const { FONTS, fontAnswer } = await pageFonts();
  const open = new Set<ServerResponse>();
  const server = createServer({ maxHeaderSize: 16 * 1024 });
  const bound = await listen(server, port);
  const names = [HOST, 'localhost', '[::1]'].map((name) => `${name}:${bound}`);
  server.on('request', (request, response) => {
    const path = request.url ?? '/';
    // A page of somebody else could lead its own name to this machine.
    if (!names.includes((request.headers.host ?? '').toLowerCase())) return refuse(response, 403);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
    if (path === LIVE) return keepOpen(request, response, open);
    if (path.startsWith(FONTS)) {
      const { status, headers, body } = fontAnswer(path);
      return void response.writeHead(status, headers).end(body);
    }
    const work = path.startsWith(FILES)
      ? sendFile(loaded, path.slice(FILES.length), response)
      : sendPage(loaded, path, request, response);
    work.catch(() => refuse(response, 500));
  });
  return {
    url: `http://${HOST}:${bound}/`,
    port: bound,
    tell(what) {
      for (const response of open) response.write(`event: change\ndata: ${what}\n\n`);
    },
    async close() {
      for (const response of open) response.end();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  const last = port === 0 ? 0 : Math.min(port + MOST_TRIES, 65_535);
  for (let one = port; ; one += 1) {
    const failed = await new Promise<Error | undefined>((resolve) => {
      server.once('error', resolve);
      server.listen({ host: HOST, port: one }, () => {
        server.off('error', resolve);
        resolve(undefined);
      });
    });
    // A listening TCP server has an address of this form.
    if (failed === undefined) return (server.address() as AddressInfo).port;
    const errno = errnoOf(failed);
    if ((errno === 'EADDRINUSE' || errno === 'EACCES') && one < last) continue;
    throw new LocalIoError(`port ${port} cannot be used: ${errno ?? failed.message}`, {
      hint: 'docs preview --help',
      cause: failed,
    });
  }
}

function refuse(response: ServerResponse, status: number): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${status}\n`);
}

function keepOpen(request: IncomingMessage, response: ServerResponse, open: Set<ServerResponse>): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(': open\n\n');
  open.add(response);
  request.on('close', () => open.delete(response));
}

async function sendPage(
  loaded: LoadedPreview,
  path: string,
  { method }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, headers, body } = await loaded.answer(path);
  response.writeHead(status, headers).end(method === 'HEAD' ? undefined : body);
}

/** Whatever is in a file, nothing of it runs. */
async function sendFile(loaded: LoadedPreview, written: string, response: ServerResponse): Promise<void> {
  const { fileHeaders } = await previews();
  let path = '';
  try {
    path = decodeURIComponent(written.replace(/[?#].*$/, ''));
  } catch {
    // It names nothing.
  }
  const bytes = await loaded.file(path);
  if (bytes === undefined) return refuse(response, 404);
  response.writeHead(200, fileHeaders(path)).end(bytes);
}

// Notices what changes in a folder, and shows it.
interface Told {
  /** After each change, with their count. */
  changed(count: number): void;
  failed(message: string): void;
}

/** Editors write a file in several steps. */
const SETTLE_MS = 30;

/** Watches every folder with files in it, until `stop`. Of folders that cannot be watched, only the first is named. */
export function watchFolder(loaded: LoadedPreview, { changed, failed }: Told): { stop(): void } {
  const watchers = new Map<string, FSWatcher>();
  const dirty = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let count = 0;
  let working = Promise.resolve();
  let isTold = false;
  const lose = (error: unknown) => {
    if (!isTold)
      failed(
        `changes are not noticed: ${errnoOf(error) ?? 'the folder cannot be watched'}; start again to see them`,
      );
    isTold = true;
  };
  const work = async () => {
    const files = [...dirty];
    dirty.clear();
    try {
      await loaded.reload(files);
      begin();
    } catch (error) {
      failed(error instanceof Error ? error.message : 'the folder cannot be read');
      return;
    }
    count += 1;
    changed(count);
  };
  const note = (folder: string, name: string | null) => {
    if (name === null || name.endsWith('~') || /^\.(?!gitbook)|\.sw[a-z]$/.test(name)) return;
    dirty.add(folder === '' ? name : `${folder}/${name}`);
    clearTimeout(timer);
    timer = setTimeout(() => {
      working = working.then(work);
    }, SETTLE_MS);
  };
  const begin = () => {
    const wanted = new Set(loaded.folders());
    for (const [folder, watcher] of watchers) {
      if (wanted.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of wanted) if (!watchers.has(folder) && !isTold) add(folder);
  };
  const add = (folder: string) => {
    try {
      const watcher = watch(join(loaded.folder, folder), (_, name) => note(folder, name));
      watcher.on('error', () => {
        watcher.close();
        watchers.delete(folder);
      });
      watchers.set(folder, watcher);
    } catch (error) {
      // A folder that was just removed is nothing to watch.
      if (errnoOf(error) !== 'ENOENT') lose(error);
    }
  };
  begin();
  return {
    stop() {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
