import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRepositoryUrl } from '../../../src/sandbox/content/git/git-repository.ts';

describe('repository addresses', () => {
  it('never shows a credential in a refusal', () => {
    const hosts = fc.constantFrom('', 'ho st', '[', 'h:99999', 'h\n', '%', 'h/x y', 'a@b c', 'h');
    const schemes = fc.constantFrom('https://', 'ssh://', 'http:/', 'HTTPS://', 'ftp://', '', 'x:');
    fc.assert(
      fc.property(
        schemes,
        hosts,
        fc.constantFrom('u:CANARY@', 'CANARY@', 'u:CAN/ARY@CANARY@', 'u:CANARY x@'),
        (scheme, host, secret) => {
          try {
            readRepositoryUrl(`${scheme}${secret}${host}`);
          } catch (error) {
            expect(
              JSON.stringify(error, Object.getOwnPropertyNames(error)).replace(
                /"stack":"(?:[^"\\]|\\.)*"/,
                '',
              ),
            ).not.toMatch(/CANARY|ARY@/);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
