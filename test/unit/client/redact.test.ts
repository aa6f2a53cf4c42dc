import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/client/redact.ts';
import { debugTrace } from '../../../src/client/trace.ts';
import { maskUrl } from '../../../src/files/mask-url.ts';
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
