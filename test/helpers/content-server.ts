// A platform with many spaces, made up as it is asked: for exports that are killed, and for measuring.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ContentServer {
  url: string;
  /** How many requests came. */
  requests(): number;
  /** How many were being answered at the same time, at most. */
  most(): number;
  /** Changes a page of every third space, and takes one away. */
  change(): void;
  stop(): Promise<void>;
}

interface Shape {
  spaces: number;
  pages: number;
  /** Files a space. */
  files?: number;
  /** Milliseconds before each answer. */
  delayMs?: number;
  /** Bytes of a page. */
  bytes?: number;
}

const TIME = '2026-01-01T00:00:00.000Z';
const layout = {
  width: 'default',
  coverSize: 'hero',
  cover: true,
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
};

export async function startContentServer(shape: Shape): Promise<ContentServer> {
  const { delayMs = 0 } = shape;
  let version = 1;
  let count = 0;
  let inside = 0;
  let most = 0;
  let url = '';
  const server = createServer((request, response) => {
    count += 1;
    most = Math.max(most, ++inside);
    const answer = () => {
      inside -= 1;
      const body = answerTo(shape, version, new URL(request.url ?? '/', 'http://x'), url);
      const status = body === undefined ? 404 : 200;
      const bytes = Buffer.isBuffer(body)
        ? body
        : Buffer.from(JSON.stringify(body ?? { error: { code: 404, message: 'no' } }));
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length });
      response.end(bytes);
    };
    if (delayMs === 0) answer();
    else setTimeout(answer, delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = urlOf(server);
  return {
    url,
    requests: () => count,
    most: () => most,
    change: () => {
      version += 1;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

// Safe: it listens on a port.
const urlOf = (server: ReturnType<typeof createServer>) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function answerTo(shape: Shape, version: number, { pathname, searchParams }: URL, origin: string): unknown {
  const [, space, rest = ''] = /^\/v1\/spaces\/s(\d+)(\/.*)?$/.exec(pathname) ?? [];
  if (space !== undefined) return spaceAnswer(shape, version, Number(space), rest, origin);
  const [, download] = /^\/download\/(.+)$/.exec(pathname) ?? [];
  if (download !== undefined) return fileBytes(download);
  if (pathname === '/v1/orgs/o') return { object: 'organization', id: 'o', title: 'Org' };
  if (pathname === '/v1/orgs') return { items: [{ object: 'organization', id: 'o', title: 'Org' }] };
  if (pathname !== '/v1/orgs/o/spaces') return undefined;
  const limit = Number(searchParams.get('limit') ?? 1000);
  const from = Number(searchParams.get('page') ?? 0);
  const items = Array.from({ length: Math.max(0, Math.min(limit, shape.spaces - from)) }, (_, at) =>
    spaceOf(version, from + at),
  );
  const next = from + limit < shape.spaces ? { next: { page: String(from + limit) } } : {};
  return { items, count: shape.spaces, ...next };
}

const isChanged = (space: number, version: number) => version > 1 && space % 3 === 0;
const revisionOf = (space: number, version: number) => `r${space}-${isChanged(space, version) ? version : 1}`;

const spaceOf = (version: number, space: number) => ({
  object: 'space',
  id: `s${space}`,
  title: `Space ${space}`,
  visibility: 'public',
  createdAt: TIME,
  updatedAt: TIME,
  mergeRules: { type: 'inherit' },
  urls: {},
  organization: 'o',
  revision: revisionOf(space, version),
  defaultLevel: 'inherit',
  comments: 0,
  changeRequests: 0,
  changeRequestsOpen: 0,
  changeRequestsDraft: 0,
  permissions: {},
});

function spaceAnswer(shape: Shape, version: number, space: number, rest: string, origin: string): unknown {
  if (rest === '') return spaceOf(version, space);
  if (rest === '/comments' || /\/links$/.test(rest))
    return { items: [], count: 0, stats: { total: 0, broken: { total: 0 } } };
  if (rest === '/content') return revision(shape, version, space, origin);
  if (rest === '/content/pages') return { pages: revision(shape, version, space, origin).pages };
  const [, page] = /\/page\/p\d+-(\d+)$/.exec(rest) ?? [];
  if (page === undefined) return undefined;
  return { ...pageOf(version, space, Number(page)), markdown: textOf(shape, version, space, Number(page)) };
}

const pageOf = (version: number, space: number, page: number) => ({
  id: `p${space}-${page}`,
  type: 'document',
  title: `Page ${page}`,
  slug: `page-${page}`,
  path: `page-${page}`,
  urls: { app: '' },
  updatedAt: TIME,
  documentId: `d${isChanged(space, version) && page === 0 ? version : 1}`,
  layout,
  pages: [],
});

const textOf = ({ bytes = 400 }: Shape, version: number, space: number, page: number) =>
  `Text of ${space}/${page}, version ${isChanged(space, version) && page === 0 ? version : 1}.\n\n${'word '.repeat(bytes / 5)}\n`;

function revision({ pages, files = 0 }: Shape, version: number, space: number, origin: string) {
  const last = isChanged(space, version) ? pages - 1 : pages;
  return {
    object: 'revision',
    id: revisionOf(space, version),
    parents: [],
    pages: Array.from({ length: last }, (_, page) => pageOf(version, space, page)),
    files: Array.from({ length: files }, (_, file) => ({
      id: `f${space}-${file}`,
      name: `file ${file}.bin`,
      contentType: 'application/octet-stream',
      downloadURL: `${origin}/download/f${space}-${file}`,
      size: 3000,
    })),
    reusableContents: [],
    createdAt: TIME,
    urls: { app: '' },
    type: 'edits',
  };
}

const fileBytes = (name: string) => Buffer.alloc(3000, name);
