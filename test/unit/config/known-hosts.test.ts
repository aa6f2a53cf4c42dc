import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isKnownAddress } from '../../../src/config/known-hosts.ts';

const API = 'https://api.example.com';

describe('an address that may be opened', () => {
  it.each([
    'https://api.example.com/v1/x',
    'https://app.example.com/o/1/s/2',
    'https://example.com/',
    'https://a.b.example.com/x?y#z',
  ])('%s', (url) => expect(isKnownAddress(url, API)).toBe(true));

  it.each([
    'http://app.example.com/',
    'https://example.com.evil.test/',
    'https://evilexample.com/',
    'https://evil.test/?https://app.example.com',
    'https://app.example.com@evil.test/',
    'https://ann@app.example.com/',
    'https://app.example.com:8443/',
    'https://app.example.com\\@evil.test/',
    'https://app.example.com/ -flag',
    'https://app.example.com/\u001b[2J',
    'https://app.exämple.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ssh://app.example.com',
    '-flag',
    '&calc',
    '//app.example.com',
    '',
  ])('not %s', (url) => expect(isKnownAddress(url, API)).toBe(false));

  it('is on the very host where that is not called api', () => {
    expect(isKnownAddress('https://docs.example.com/x', 'https://docs.example.com')).toBe(true);
    expect(isKnownAddress('https://app.example.com/x', 'https://docs.example.com')).toBe(false);
    expect(isKnownAddress('https://evil.uk/', 'https://api.uk')).toBe(false);
    expect(isKnownAddress('https://app.example.com/', 'sandbox:')).toBe(false);
  });

  it('is never on another domain, whatever is written', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (url) => {
        const { hostname, protocol } = new URL(url);
        const ours =
          protocol === 'https:' && (hostname === 'example.com' || hostname.endsWith('.example.com'));
        expect(isKnownAddress(url, API) && !ours).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
