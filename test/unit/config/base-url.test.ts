import { inspect } from 'node:util';
import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { isSandboxUrl, originOf, parseBaseUrl } from '../../../src/config/base-url.ts';
import { UsageError } from '../../../src/errors.ts';
import { thrownBy } from '../../helpers/config-home.ts';

describe('parseBaseUrl', () => {
  it.for([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://API.Example.com:443/', 'https://api.example.com'],
    ['https://host:8443/docs/api/', 'https://host:8443/docs/api'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
    ['http://127.8.8.8', 'http://127.8.8.8'],
    ['http://[::1]:9', 'http://[::1]:9'],
    ['api.example.com', 'https://api.example.com'],
    ['docs.example.com:8443/api/', 'https://docs.example.com:8443/api'],
    ['docs-server:8443', 'https://docs-server:8443'],
    ['10.0.0.1:8443', 'https://10.0.0.1:8443'],
    [' api.example.com ', 'https://api.example.com'],
    ['127.0.0.1:4455', 'http://127.0.0.1:4455'],
    ['localhost', 'http://localhost'],
    ['[::1]:9', 'http://[::1]:9'],
    ['sandbox:', 'sandbox:'],
    ['sandbox:/tmp/my file.db', 'sandbox:/tmp/my file.db'],
    ['sandbox:C:\\x\\file.db', 'sandbox:C:\\x\\file.db'],
  ] as const)('takes %s', ([text, url], { expect }) => {
    expect(parseBaseUrl(text)).toBe(url);
  });

  it.for([
    '',
    'example',
    'me:secret@host',
    'api.example.com?x=1',
    'https://',
    'ftp://host',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://example.com',
    'http://127.0.0.1.evil.com',
    'http://localhost.evil.com',
    'http://localhost.',
    'http://0.0.0.0',
    'http://10.0.0.1',
    'https://host/?token=1',
    'https://host/#x',
    'https://ho st',
    'https://host\r\nX: 1',
    'https://host\u0000',
    'sandbox:relative.db',
    'sandbox:/a\nb',
  ])('refuses %j', (text, { expect }) => {
    const error = thrownBy(() => parseBaseUrl(text));
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ code: 'BAD_BASE_URL', exit: 2 });
  });

  it('does not take another host for this machine, however it is written', ({ expect }) => {
    for (const host of ['127.1', '0x7f000001', '2130706433']) {
      // The parser writes them all as 127.0.0.1, and that is what the token is bound to.
      expect(originOf(`http://${host}`)).toBe('http://127.0.0.1');
    }
    expect(() => parseBaseUrl('http://127.0.0.1@evil.com')).toThrow(UsageError);
  });

  it('quotes neither credentials nor a query nor what may be a token', ({ expect }) => {
    const canary = 'canary1f4c';
    const texts = [
      `https://user:${canary}@host`,
      `https://${canary}@host:99999`,
      `https://user:${canary}@ho st`,
      `https://host/?t=${canary}`,
      `https://host:bad/#${canary}`,
      `${canary}`,
      `gb_api_${canary}`,
      `a space and ${canary}0123`,
    ];
    for (const text of texts) {
      const error = thrownBy(() => parseBaseUrl(text));
      expect(error).toBeInstanceOf(UsageError);
      expect(inspect(error)).not.toContain(canary);
    }
  });

  it('shows what was typed where it cannot be secret', ({ expect }) => {
    for (const text of ['ftp://host', 'http://example.com', 'my docs host', 'example', 'https://']) {
      expect(() => parseBaseUrl(text)).toThrow(JSON.stringify(text));
    }
    expect(() => parseBaseUrl('me:secret@host')).toThrow('"***@host"');
  });

  it('answers any text with a URL or a usage error, on one line', async ({ expect }) => {
    const text = fc.oneof(
      fc.webUrl({ withQueryParameters: true }),
      fc.string(),
      fc.string({ unit: 'binary' }),
    );
    await fc.assert(
      fc.property(text, (candidate) => {
        const error = thrownBy(() => parseBaseUrl(candidate));
        if (error === undefined) return;
        expect(error).toBeInstanceOf(UsageError);
        expect(String(error)).not.toMatch(/[\u0000-\u001f]/);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('originOf', () => {
  it('is scheme, host and port, and for the sandbox the whole base URL', ({ expect }) => {
    expect(originOf('https://host:8443/docs')).toBe('https://host:8443');
    expect(originOf('sandbox:/tmp/a.db')).toBe('sandbox:/tmp/a.db');
    expect([isSandboxUrl('sandbox:'), isSandboxUrl('https://sandbox')]).toEqual([true, false]);
  });
});
