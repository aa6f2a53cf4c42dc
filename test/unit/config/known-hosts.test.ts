import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isKnownAddress } from '../../../src/config/base-url.ts';

const API = 'https://api.example.com';

describe('an address that may be opened', () => {
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
