// The comment that the action keeps on a pull request: one, current, of the action alone, and never with a token.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listening, temporaryFolder } from '../../helpers/lasting.ts';

const MARKER = '<!-- docs cr preview abc -->';
let server: Server;
let url: string;
let folder: string;
let comments: { id: number; body: string; user: { type: string; id?: number } }[];
/** Whose token it is; that of a run is nobody's. */
let owner: { type: string; id: number } | undefined;
let asked: string[];
beforeEach(async () => {
  folder = temporaryFolder();
  asked = [];
  owner = undefined;
  // More than one page of a list; a stranger has written the same first line.
  comments = Array.from({ length: 150 }, (_, id) => ({ id: id + 1, body: `${id}`, user: { type: 'User' } }));
  comments.push({ id: 151, body: `${MARKER}\nmine`, user: { type: 'User' } });
  server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    if (pathname === '/user') return whose(response);
    if (request.method !== 'GET') asked.push(`${request.method} ${pathname.replace(/.*issues\//, '')}`);
    change(request.method ?? '', Number(pathname.split('/').at(-1)), text);
    const at = (Number(searchParams.get('page') ?? 1) - 1) * 100;
    response.writeHead(request.method === 'DELETE' ? 204 : 200, { 'content-type': 'application/json' });
    response.end(request.method === 'GET' ? JSON.stringify(comments.slice(at, at + 100)) : '{}');
  });
  url = await listening(server);
});
afterEach(() => {
  server.close();
});

const whose = (response: ServerResponse) =>
  void response.writeHead(owner ? 200 : 403).end(JSON.stringify(owner ?? {}));

function change(method: string, id: number, text: string): void {
  const { body = '' } = text === '' ? {} : (JSON.parse(text) as { body?: string });
  if (method === 'POST') comments.push({ id: 152 + asked.length, body, user: owner ?? { type: 'Bot' } });
  if (method === 'DELETE') comments = comments.filter((one) => one.id !== id);
  if (method === 'PATCH') comments = comments.map((one) => (one.id === id ? { ...one, body } : one));
}

const ours = () => comments.filter(({ body, user }) => user.type === 'Bot' && body.startsWith(MARKER));

async function comment(body: string, env: Record<string, string> = {}): Promise<number | null> {
  const file = join(folder, 'body.md');
  writeFileSync(file, body);
  const child = spawn(process.execPath, ['.github/actions/preview/comment.mjs', file], {
    env: {
      ...{
        GITHUB_API_URL: url,
        GITHUB_REPOSITORY: 'a/b',
        GITHUB_TOKEN: 'ghs_secret',
        PULL_REQUEST: '7',
        ...env,
      },
    },
    stdio: 'ignore',
  });
  return new Promise((resolve) => child.on('close', resolve));
}

it('is written once, kept current, left alone where nothing is new, and is one after two runs at once', async () => {
  expect(await comment(`${MARKER}\none\n`)).toBe(0);
  expect(await comment(`${MARKER}\none\n`)).toBe(0);
  expect(asked).toEqual(['POST 7/comments']);
  expect(await comment(`${MARKER}\ntwo\n`)).toBe(0);
  expect(ours().map(({ body }) => body)).toEqual([`${MARKER}\ntwo\n`]);
  comments.push({ id: 999, body: `${MARKER}\ntwo\n`, user: { type: 'Bot' } });
  expect(await comment(`${MARKER}\ntwo\n`)).toBe(0);
  expect(ours()).toHaveLength(1);
  expect(comments.find(({ id }) => id === 151)?.body).toBe(`${MARKER}\nmine`);
});

it('with the token of a person is one, too, and leaves that of the run alone', async () => {
  expect(await comment(`${MARKER}\none\n`)).toBe(0);
  owner = { type: 'User', id: 5 };
  for (const body of [`${MARKER}\ntwo\n`, `${MARKER}\nthree\n`]) expect(await comment(body)).toBe(0);
  expect(asked).toEqual(['POST 7/comments', 'POST 7/comments', 'PATCH comments/154']);
  expect(ours().map(({ body }) => body)).toEqual([`${MARKER}\none\n`]);
});

it('is not written with a token in it, without a marker, or where there is no pull request', async () => {
  expect(await comment(`${MARKER}\nghs_secret`)).toBe(1);
  expect(await comment(`${MARKER}\ndocs_t`, { DOCS_TOKEN: 'docs_t' })).toBe(1);
  expect(await comment('no marker')).toBe(1);
  expect(await comment(`${MARKER}\nx`, { PULL_REQUEST: '' })).toBe(1);
  expect(asked).toEqual([]);
});
