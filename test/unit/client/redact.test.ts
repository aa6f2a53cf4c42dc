import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/client/redact.ts';
import { debugTrace } from '../../../src/client/trace.ts';
import { credentialsIn, maskUrl, maskUrls } from '../../../src/files/mask-url.ts';
import { shellWord, wordsOfCommand } from '../../../src/files/shell-word.ts';
import { CANARY, getThing, harness, ok, scripted, text } from '../../helpers/client-harness.ts';

describe('the redactor', () => {
  it('finds a secret in every form it may take', () => {
    const secrets = fc.string({
      unit: fc.constantFrom(...'abcXYZ019_-+/="\\% ü'),
      minLength: 8,
      maxLength: 40,
    });
    fc.assert(
      fc.property(secrets, fc.string({ maxLength: 5 }), (secret, around) => {
        const redactor = createRedactor();
        redactor.add(secret);
        for (const form of [
          secret,
          encodeURIComponent(secret),
          JSON.stringify(secret),
          JSON.stringify({ token: JSON.stringify({ secret }) }),
          Buffer.from(secret).toString('base64url'),
          Buffer.from(secret).toString('base64'),
          Buffer.from(`u:${secret}`).toString('base64'),
          Buffer.from(`${around}${secret}${around}`).toString('base64'),
        ]) {
          const clean = redactor.redact(`${around}${form}${around}`);
          expect(clean).toContain('***');
          expect(clean).not.toContain(secret);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('finds a secret in the words of a command line, wherever it stands in one', () => {
    const texts = (minLength: number) =>
      fc.string({ unit: fc.constantFrom(...'ab\'"\\$ \u2019'), minLength, maxLength: 8 });
    fc.assert(
      fc.property(texts(4), texts(0), texts(0), (secret, before, after) => {
        const redactor = createRedactor();
        redactor.add(secret);
        for (const platform of ['linux', 'win32'] as const) {
          const word = shellWord(before + secret + after, platform);
          const clean = redactor.redact(word);
          expect(clean, platform).toContain('***');
          expect(wordsOfCommand(clean, platform).join(' '), platform).not.toContain(secret);
          expect(redactor.redact(JSON.stringify(word)), platform).toContain('***');
        }
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['in a word of a shell, whose quotes stay in pairs', "b'c\\d", shellWord("ab'c\\de", 'linux'), "'a***e'"],
    ['that ends in a quote, the same', "bbc'", shellWord("abbc'd", 'linux'), "'a***d'"],
    ['that ends in a quote, at the end of a word', "bbc'", shellWord("abbc'", 'linux'), "'a***"],
    ['percent-encoded in small letters', 'tok/en+é1', 'a tok%2fen%2b%c3%a91 b', 'a *** b'],
    ['inside a JSON text', 'a"b\\cde', JSON.stringify('x a"b\\cde y'), '"x *** y"'],
    ['inside JSON inside JSON', 'a"b\\cde', JSON.stringify(JSON.stringify('a"b\\cde')), '"\\"***\\""'],
    ['in base64', 'abcdefghi', 'YWJjZGVmZ2hp', '***'],
    ['in base64 for URLs', '???>>>', 'Pz8_Pj4-', '***'],
    ['in base64 behind one letter', '???>>>', Buffer.from('u???>>>').toString('base64'), /^\w{1,2}\*\*\*/],
    ['in base64 behind two letters', '???>>>', Buffer.from('uu???>>>').toString('base64'), /^\w{3}\*\*\*/],
    ['in six letters of base64', 'abcde', 'YWJjZGU=', '***U='],
    ['in fewer, where it would hide ordinary text', 'abcd', 'YWJjZ', 'YWJjZ'],
    ['with what means something in a pattern', 'a.b*c(d)[e]{f}^$|?+\\/', 'a.b*c(d)[e]{f}^$|?+\\/', '***'],
    ['of four letters', 'abcd', 'abcd', '***'],
  ])('finds a secret %s', (_, secret, text, clean) => {
    const redactor = createRedactor();
    redactor.add(secret);
    if (typeof clean === 'string') expect(redactor.redact(text)).toBe(clean);
    else expect(redactor.redact(text)).toMatch(clean);
  });

  it('knows several secrets, the longer one first', () => {
    const redactor = createRedactor();
    redactor.add('token-1');
    redactor.add('token-12345');
    expect(redactor.redact('a token-12345 b token-1 c')).toBe('a *** b *** c');
  });

  it('leaves ordinary text alone', () => {
    const redactor = createRedactor();
    redactor.add('');
    redactor.add('abc');
    expect(redactor.redact('abc me@example.com https://example.com/@x')).toBe(
      'abc me@example.com https://***@x',
    );
  });

  it('hides the credentials of URLs inside a text', () => {
    const { redact } = createRedactor();
    expect(redact('clone of https://me:pa/s@ss@host/x failed')).toBe('clone of https://***@host/x failed');
  });
});

describe('a masked URL', () => {
  it.each([
    ['https://user:pass@host/path', 'https://***@host/path'],
    ['https://user:p@ss@host/path', 'https://***@host/path'],
    ['https://host/path@2x?a=b@c', 'https://host/path@2x?a=b@c'],
    ['https://user:pa/ss@host:x/', 'https://***@host:x/'],
    ['https://user:pa?ss@ho st/', 'https://***@ho st/'],
    ['git:secret@github.com:o/r.git', '***@github.com:o/r.git'],
    ['https://host/x?shareKey=abc&a=1', 'https://host/x?shareKey=***&a=1'],
    ['/v1/spaces?share%4Bey=abc#f', '/v1/spaces?share%4Bey=***#f'],
    ['https://host/f?X-Amz-Signature=abc&X-Amz-Date=1', 'https://host/f?X-Amz-Signature=***&X-Amz-Date=1'],
    ['https://host/a?b=1?c=2#d#e', 'https://host/a?b=1?c=2#d#e'],
    ['https://host/a?token=1?c=2#d#e', 'https://host/a?token=***#d#e'],
    ['git:sec/ret@host:o/r.git', '***@host:o/r.git'],
    ['git+ssh://me:secret@host/r', 'git+ssh://***@host/r'],
    ['http:///secret@host/r', 'http:///***@host/r'],
    ['http:/me:se cret@host/r', 'http:/***@host/r'],
    ['https:\\\\me:se\r\ncret@host/r', 'https:\\\\***@host/r'],
    ['file:///home/me@work/r', 'file:///home/me@work/r'],
    ['plain', 'plain'],
  ])('%s', (url, masked) => {
    expect(maskUrl(url)).toBe(masked);
  });

  it.each([
    ['https://hooks.example.com/services/T000/B000/XXXX', 'https://hooks.example.com/services/***/***/***'],
    ['https://hooks.example.com/', 'https://hooks.example.com/'],
    ['https://webhook.example/0f1e2d3c-aaaa', 'https://webhook.example/***'],
    ['https://chat.example/api/webhooks/1234567890ab/aB3_x-y9', 'https://chat.example/api/webhooks/***/***'],
    ['https://host/token/s3cretvalue/raw?a=1', 'https://host/token/***/raw?a=1'],
    ['https://me:pw@host/api-key/abc123def/x#y', 'https://***@host/api-key/***/x#y'],
    ['https://api.example.com/bot123:AbC-d/sendMessage', 'https://api.example.com/***/sendMessage'],
    ['/x/secrets/abcdef123456', '/x/secrets/***'],
    ['https://docs.example.com/guides/webhooks/verify', 'https://docs.example.com/guides/webhooks/verify'],
    ['https://docs.example.com/tokens/refresh', 'https://docs.example.com/tokens/refresh'],
    [
      'https://api.example.com/v1/spaces/Qwq4Pup4VYCqfmRTLjkH',
      'https://api.example.com/v1/spaces/Qwq4Pup4VYCqfmRTLjkH',
    ],
  ])('%s keeps no secret of its path', (url, masked) => {
    expect(maskUrl(url)).toBe(masked);
    expect(maskUrls(`cannot read ${url} (refused)`)).toBe(
      `cannot read ${masked} (refused)`.replace(/^(cannot read )\/x\/.* /, `$1${url} `),
    );
  });

  it.each([
    ...['share_key', 'shareKey', 'token', 'access_token', 'TOKEN', 'jwt', 'jwt_token', 'sig', 'signature'],
    ...['X-Amz-Signature', 'X-Amz-Credential', 'x-amz-security-token', 'password', 'secret', 'code'],
    ...['apikey', 'api_key'],
  ])('hides the value of %s, and of no name that holds it', (name) => {
    expect(maskUrl(`https://host/x?a=1&${name}=abc`)).toBe(`https://host/x?a=1&${name}=***`);
    // Whatever ends in _token is one.
    const prefixed = name.endsWith('_token') ? '***' : 'abc';
    expect(maskUrl(`/x?q${name}=abc`)).toBe(`/x?q${name}=${prefixed}`);
    const longer = name.startsWith('jwt') ? '***' : 'abc';
    expect(maskUrl(`/x?${name}s=abc`)).toBe(`/x?${name}s=${longer}`);
  });

  it('never holds the password, valid or not', () => {
    const hosts = fc.oneof(
      fc.domain(),
      fc.string({ maxLength: 10 }),
      fc.constantFrom('[::', 'a b', '', 'x:99999'),
    );
    const rests = fc.webPath();
    fc.assert(
      fc.property(fc.constantFrom('https', 'http', 'ssh', 'git+ssh'), hosts, rests, (scheme, host, rest) => {
        const url = `${scheme}://me:hunter2CANARY@${host}${rest}`;
        expect(maskUrl(url)).not.toContain('hunter2');
        expect(createRedactor().redact(url)).not.toContain('hunter2');
      }),
      { numRuns: 500 },
    );
  });
});

describe('the debug trace', () => {
  it('prints one masked line an attempt', async () => {
    const lines: string[] = [];
    const redactor = createRedactor();
    const trace = debugTrace((line) => lines.push(line), redactor);
    const carrier = scripted([text(503, ''), ok({ id: 'a' })]);
    const { client } = harness(carrier, { trace, redactor });
    await client.call(getThing, { thingId: CANARY });
    await client.raw({ method: 'GET', path: '/v1/spaces?shareKey=abc' });
    expect(lines).toEqual([
      'GET https://api.example.com/v1/things/*** 503 0 ms, again in 250 ms',
      'GET https://api.example.com/v1/things/*** 200 0 ms attempt 2',
      'GET https://api.example.com/v1/spaces?shareKey=*** 200 0 ms',
    ]);
  });

  it('hands over no Authorization header', async () => {
    const seen: string[] = [];
    const { client } = harness(scripted([ok({ id: 'a' })]), {
      trace: (event) => seen.push(JSON.stringify(event)),
    });
    await client.call(getThing, { thingId: 'a' });
    expect(seen).toHaveLength(1);
    expect(seen[0]).not.toContain('CANARY');
  });
});

describe('the credentials in an address', () => {
  it.each([
    ['https://me:se:cret@host/x?a=1#b', ['me:se:cret', 'se:cret']],
    ['https://me@host/x', ['me']],
    ['git:sec/ret@host:o/r.git', ['git:sec/ret', 'sec/ret']],
    ['https://me: pass \t@host', ['me: pass \t', 'me: pass', 'pass']],
    ['https://me:one\ntwo@host', ['me:one\ntwo', 'one', 'two']],
    ['https://host/path@2x', []],
    ['plain', []],
  ])('%j are told whole and in parts', (address, parts) => {
    const told = credentialsIn(address).filter((part) => part !== '');
    expect(new Set(told)).toEqual(new Set(parts));
  });
});
