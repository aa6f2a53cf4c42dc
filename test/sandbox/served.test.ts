// What a served sandbox answers over HTTP: the scripts of test/sandbox/served, which have these words besides.
//
//   serve {"resettable": true} -> $url     serves the sandbox; the token of the administrator is in `$adminToken`
//   open $url/a {"cookie": "$cookie"} -> 302    with these headers and no token; its `text`, the `cookie` that it sets,
//                                          the `hrefs` of its links, those that are `current`, and its `picture`
//   call POST $url/v1/user {"a": 1} -> 200      with the token of the administrator; `call as $token` with another one
//   send GET /v1/user {"host": "evil.com"} -> 403    byte by byte, with the token and to `127.0.0.1:$port`; null leaves a header out, a list sends
//                                          it several times, `body` is the body; `cut` is no answer, there and with `call`
//   token {"kind": "internal"} -> $token   made beside the server; `revoke {"kind": "internal"}`
import { connect } from 'node:net';
import { newToken, revokeTokens } from '../../src/sandbox/new-token.ts';
import { type ServeOptions, serveSandbox } from '../../src/sandbox/serve.ts';
import { playScripts } from '../helpers/api-scripts.ts';
import { read, type State, type Verb, withNames } from '../helpers/api-verbs.ts';

const parts = (input: string, state: State) => {
  const [, words = '', json = '{}'] = /^(.*?)(?: (\{.*\}))?$/.exec(input) ?? [];
  return { words: withNames(words, state).split(' '), given: read(json, state) as Record<string, unknown> };
};

async function asked(url: string, init: RequestInit) {
  const answer = await fetch(url, { redirect: 'manual', ...init });
  const headers = Object.fromEntries(answer.headers);
  return { status: answer.status, headers, text: await answer.text() };
}

/** Where the last one is served. */
let port = 0;

const verbs: Readonly<Record<string, Verb>> = {
  async serve(state, { input }) {
    const { startAt, ...options } = read(input || '{}', state) as ServeOptions;
    const served = await serveSandbox({
      ...{ ...options, file: state.box.file, env: {}, now: () => state.box.clock.now },
      ...(startAt && { startAt: new Date(startAt) }),
    });
    state.names.set('adminToken', state.box.adminToken);
    port = served.port;
    state.cleanups.push(() => served.close());
    return served.url;
  },
  async open(state, { input }) {
    const { words, given } = parts(input, state);
    const { text, ...answer } = await asked(words[0] ?? '', { headers: given as Record<string, string> });
    const cookie = answer.headers['set-cookie']?.split(';')[0];
    const links = [...text.matchAll(/<a [^>]*?href="([^"]+)"( aria-current="page")?/g)];
    const hrefs = links.map(([, href]) => href);
    const current = links.flatMap(([, href, isHere]) => (isHere ? [href] : []));
    const [, picture] = /<img src="([^"]+)"/.exec(text) ?? [];
    return { ...answer, body: { text, cookie, hrefs, current, picture } };
  },
  async call(state, { who = state.box.adminToken, input }) {
    const [method = '', url = ''] = parts(input, state).words;
    const body = / \{/.test(input) && JSON.stringify(parts(input, state).given);
    const type = body && { 'content-type': 'application/json' };
    const headers = { authorization: `Bearer ${who}`, ...type };
    try {
      const { text, ...answer } = await asked(url, { method, headers, ...(body && { body }) });
      return { ...answer, body: text === '' ? {} : JSON.parse(text) };
    } catch {
      return { status: 'cut' };
    }
  },
  async send(state, { input }) {
    const { words, given } = parts(input.replaceAll('$port', String(port)), state);
    const { body = '', ...headers } = given;
    const own = { host: `127.0.0.1:${port}`, authorization: `Bearer ${state.box.adminToken}` };
    const length = body === '' ? {} : { 'content-length': Buffer.byteLength(String(body)) };
    const lines = Object.entries({ ...own, ...length, connection: 'close', ...headers }).flatMap(
      ([name, value]) => [value].flat().flatMap((one) => (one === null ? [] : [`${name}: ${one}`])),
    );
    const [method = '', path = '', version = '1.1'] = words;
    return sent([`${method} ${path} HTTP/${version}`, ...lines, '', String(body)]);
  },
  token: (state, { input }) =>
    newToken(state.box.file, { kind: 'user', ...read(input, state) }, state.box.clock.now),
  revoke: (state, { input }) =>
    void revokeTokens(state.box.file, { kind: 'user', ...read(input, state) }, state.box.clock.now),
};

async function sent(lines: readonly string[]) {
  const socket = connect(port, '127.0.0.1', () => socket.write(lines.join('\r\n')));
  let answer = '';
  for await (const part of socket.on('error', () => {})) answer += part;
  const [head = '', text = ''] = answer.split('\r\n\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0) || 'cut',
    body: { head: head.toLowerCase(), text },
  };
}

playScripts('test/sandbox/served', verbs);
