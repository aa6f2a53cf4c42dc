import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { isSandboxUrl, originOf, parseBaseUrl } from '../../../src/config/base-url.ts';
import { UsageError } from '../../../src/errors.ts';
import { thrownBy } from '../../helpers/config-home.ts';

describe('parseBaseUrl', () => {
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
