import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExpectedFile } from '../../../src/client/client-options.ts';
import { nodeHttpTransport } from '../../../src/client/transport/node-http.ts';
import { undiciTransport } from '../../../src/client/transport/undici.ts';
import { DocsError } from '../../../src/errors.ts';
import { writeWhole } from '../../../src/files/safe-write.ts';
import { clientFor } from '../../helpers/client-harness.ts';
import { type FaultServer, faultServer, http, type Reply } from '../../helpers/fault-server.ts';
import { temporaryFolder } from '../../helpers/lasting.ts';
import { reached } from '../../helpers/runs.ts';

const PDF = Buffer.from(`%PDF-1.7\n${Array.from({ length: 9000 }, (_, at) => at).join(' ')}\n%%EOF\n`);
const PAGE = '<!doctype html><title>Sign in</title>';
const PARTS = 20;

let home: string;
let server: FaultServer | undefined;
beforeEach(() => {
  home = temporaryFolder();
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const CARRIERS = [
  ['node:http', nodeHttpTransport],
  ['undici', undiciTransport],
] as const;
const pdf: ExpectedFile = { name: 'x.pdf', contentType: 'application/pdf' };

/** Saves what the server gives; the error, or undefined. */
async function save(
  reply: Reply,
  expected: ExpectedFile,
  create = nodeHttpTransport as typeof undiciTransport,
) {
  server = await faultServer(reply);
  const client = clientFor(server.origin, create());
  const url = `${server.origin}/file`;
  try {
    await writeWhole(join(home, 'x'), (write, restart) => client.download(url, write, { restart, expected }));
    return undefined;
  } catch (error) {
    if (!(error instanceof DocsError)) throw error;
    return error;
  } finally {
    await client.close();
  }
}

const saved = () => readFileSync(join(home, 'x'));

describe.each(CARRIERS)('a download over %s that breaks off', (_name, create) => {
  const WAYS: [string, (body: Buffer) => string][] = [
    ['with a length', (body) => `content-length: ${body.length}\r\n`],
    ['without a length', () => ''],
    ['compressed', (body) => `content-encoding: gzip\r\ncontent-length: ${body.length}\r\n`],
    ['compressed, without a length', () => 'content-encoding: gzip\r\n'],
  ];
  it.each(WAYS)('at any part of the file, %s, is right after a retry, or an error', async (way, headers) => {
    const body = way.startsWith('compressed') ? gzipSync(PDF) : PDF;
    const head = `HTTP/1.1 200 OK\r\n${headers(body)}connection: close\r\n\r\n`;
    for (let part = 0; part < PARTS; part += 1) {
      const piece = body.subarray(0, Math.floor((body.length * part) / PARTS));
      const once: Reply = (_, socket, index) => {
        if (index > 1) return Buffer.concat([Buffer.from(head), body]);
        socket.write(Buffer.concat([Buffer.from(head), piece]), () => {
          if (index === 0) socket.end();
          else socket.resetAndDestroy();
        });
      };
      const error = await save(once, pdf, create);
      if (error === undefined) expect(saved().equals(PDF)).toBe(true);
      else expect([error.code, readdirSync(home)]).toEqual([expect.any(String), []]);
      // Where the connection says that it broke, the retry must bring the file.
      if (headers(body).startsWith('content-length')) expect(error).toBeUndefined();
      rmSync(join(home, 'x'), { force: true });
      await server?.close();
      server = undefined;
      reached('D1', 'breaks', 1);
    }
  });
});

describe('what is not the file', () => {
  const whole = { 'content-type': 'application/pdf' };
  const CASES: [string, Reply, ExpectedFile, string][] = [
    ['a page to sign in', () => http(200, PAGE, { 'content-type': 'text/html' }), pdf, 'WRONG_DOWNLOAD'],
    ['a page that says it is a PDF', () => http(200, PAGE, whole), pdf, 'WRONG_DOWNLOAD'],
    ['nothing', () => http(200, '', whole), pdf, 'WRONG_DOWNLOAD'],
    ['204', () => 'HTTP/1.1 204 No Content\r\n\r\n', pdf, 'WRONG_DOWNLOAD'],
    ['206', () => http(206, PDF.toString(), whole), pdf, 'WRONG_DOWNLOAD'],
    ['201', () => http(201, PDF.toString(), whole), pdf, 'WRONG_DOWNLOAD'],
    [
      'a page in place of a picture',
      () => http(200, PAGE, { 'content-type': 'text/html' }),
      { name: 'a.png', contentType: 'image/png', size: PAGE.length },
      'WRONG_DOWNLOAD',
    ],
    ['too few bytes', () => http(200, 'ab'), { name: 'a', size: 3 }, 'DOWNLOAD_INCOMPLETE'],
    ['too many bytes', () => http(200, 'abcd'), { name: 'a', size: 3 }, 'PROTOCOL'],
  ];
  it.each(CASES)('is refused: %s', async (_, reply, expected, code) => {
    expect((await save(reply, expected))?.code).toBe(code);
    expect(readdirSync(home)).toEqual([]);
    expect(server?.received).toHaveLength(1);
  });

  it('a web page that is the file is kept', async () => {
    const expected = { name: 'a.html', contentType: 'text/html', size: PAGE.length };
    expect(await save(() => http(200, PAGE, { 'content-type': 'text/html' }), expected)).toBeUndefined();
    expect(saved().toString()).toBe(PAGE);
  });
});
