// Bytes that are hardly HTTP, or are HTTP and hardly sensible.
import fc from 'fast-check';

/** What a socket may send to the server on `port`; with a token some of it gets as far as a handler. */
export function rawRequests(port: number, token = 'x'): fc.Arbitrary<string> {
  const own = `host: 127.0.0.1:${port}\r\n`;
  const known = `${own}authorization: Bearer ${token}\r\n`;
  const json = `${known}content-type: application/json\r\n`;
  const withBody = (body: string) =>
    `POST /v1/user HTTP/1.1\r\n${json}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  return fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.stringMatching(
      /^(GET|POST|PATCH) \/v1\/[a-z/{}%.?=&]{0,40} HTTP\/1\.[01]\r\n([a-zA-Z-]{1,12}: [ -~]{0,30}\r\n){0,5}\r\n$/,
    ),
    fc
      .tuple(fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT'), fc.webPath(), fc.webQueryParameters())
      .map(([method, path, query]) => `${method} /v1${path}?${query} HTTP/1.1\r\n${known}\r\n`),
    fc.json().map(withBody),
    fc.string().map(withBody),
    fc.nat(3000).map((depth) => withBody('['.repeat(depth))),
    fc.string().map((name) => `GET /v1/orgs?${encodeURIComponent(name)}=1 HTTP/1.1\r\n${known}\r\n`),
    fc.constantFrom(
      `POST /v1/user HTTP/1.1\r\n${own}transfer-encoding: chunked\r\n\r\nzz\r\n`,
      `POST /v1/user HTTP/1.1\r\n${json}transfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n`,
      `POST /v1/user HTTP/1.1\r\n${json}transfer-encoding: chunked\r\ncontent-length: 3\r\n\r\n0\r\n\r\n`,
      `POST /v1/user HTTP/1.1\r\n${own}content-length: -5\r\n\r\n`,
      `POST /v1/user HTTP/1.1\r\n${json}content-length: 99999999999\r\n\r\n{}`,
      `POST /v1/user HTTP/1.1\r\n${json}expect: 100-continue\r\ncontent-length: 2\r\n\r\n{}`,
      `CONNECT evil.com:443 HTTP/1.1\r\n${own}\r\n`,
      `GET / HTTP/1.1\r\n${own}upgrade: websocket\r\nconnection: upgrade\r\n\r\n`,
      `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      `GET /v1/user HTTP/1.1\r\n${known}__proto__: x\r\nconstructor: y\r\n\r\n`,
      `GET /v1/user HTTP/1.1\r\n${known}\r\n`.repeat(20),
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
    ),
  );
}
