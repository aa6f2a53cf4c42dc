import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskUrls } from '../../../src/files/mask-url.ts';
import { branchOf, readRepositoryUrl } from '../../../src/sandbox/content/git/git-repository.ts';

describe('repository addresses', () => {
  it.each([
    'private_token',
    'token',
    'access_token',
    'key',
    'api_key',
    'sig',
    'X-Amz-Signature',
    'X-Amz-Credential',
    'X-Goog-Signature',
    'client_secret',
    'password',
  ])('hides the secret parameter %s', (name) => {
    expect(maskUrls(`cannot read https://u:p@h.test/x?a=1&${name}=CANARY#b: refused`)).toBe(
      `cannot read https://***@h.test/x?a=1&${name}=***#b: refused`,
    );
  });

  it('parts credentials from the address', () => {
    expect(readRepositoryUrl('https://me:p%40ss@host.test:8443/a/b.git')).toEqual({
      address: 'https://host.test:8443/a/b.git',
      credentials: { origin: 'https://host.test:8443', header: `Authorization: Basic ${btoa('me:p@ss')}` },
    });
    expect(readRepositoryUrl('https://host.test/a')).toEqual({ address: 'https://host.test/a' });
    expect(readRepositoryUrl('/srv/my repo.git')).toEqual({ address: '/srv/my repo.git' });
    expect(readRepositoryUrl('file:///srv/x.git')).toEqual({ address: 'file:///srv/x.git' });
  });

  it.each([
    '',
    'repo.git',
    './x',
    'git@host:a/b',
    'ssh://host/x',
    'git://host/x',
    'ext::sh',
    '-c',
    'https://',
    'javascript:1',
    'https://h/a b',
    'https://h/a\nb',
    '/a\0b',
  ])('refuses "%s"', (url) => expect(() => readRepositoryUrl(url)).toThrow('is not supported'));

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

  it('masks addresses in any text', () => {
    expect(maskUrls('fatal: https://u:p@h/x and http://t@i')).toBe('fatal: https://***@h/x and http://***@i');
  });
});

describe('refs', () => {
  it.each(['refs/heads/main', 'refs/heads/feature/a.b', 'refs/heads/ü-1'])('takes %s', (ref) =>
    expect(branchOf(ref)).toBe(ref.slice(11)),
  );
  it.each([
    'main',
    'refs/heads/',
    'refs/tags/a',
    'refs/heads/a b',
    'refs/heads/a..b',
    'refs/heads/.a',
    'refs/heads/a/',
    'refs/heads/a.',
    'refs/heads/a.lock',
    'refs/heads/a~1',
    'refs/heads/a:b',
    'refs/heads/a\\b',
    'refs/heads/@{',
  ])('refuses %s', (ref) => expect(() => branchOf(ref)).toThrow('must have the form refs/heads/<branch>'));
});
