import { describe, expect, it } from 'vitest';
import { maskSecrets, secretPattern } from '../../../src/output/secrets.ts';

describe('maskSecrets', () => {
  it('hides secret fields at any depth and copies only then', () => {
    const harmless = { a: [{ certificate: 'x' }], key: 'k' };
    expect(maskSecrets(harmless)).toBe(harmless);
    const value = {
      name: 'n',
      secrets: { a: 'canary' },
      list: [{ privateKey: 'canary' }, 1],
      shareKey: null,
    };
    expect(maskSecrets(value)).toEqual({
      name: 'n',
      secrets: '[redacted]',
      list: [{ privateKey: '[redacted]' }, 1],
      shareKey: null,
    });
    expect(value.secrets.a).toBe('canary');
  });

  it('takes more names, also within one parent only', () => {
    const value = {
      urls: { published: 'canary', app: 'a' },
      published: 'p',
      links: [{ urls: { published: 'canary' } }],
    };
    expect(maskSecrets(value, ['urls.published'])).toEqual({
      urls: { published: '[redacted]', app: 'a' },
      published: 'p',
      links: [{ urls: { published: '[redacted]' } }],
    });
  });
});

describe('secretPattern', () => {
  it('finds a secret key in JSON text, and none in a string', () => {
    expect(secretPattern().test(JSON.stringify({ a: { shareKey: 'x' } }))).toBe(true);
    expect(secretPattern().test(JSON.stringify({ title: '"shareKey":' }))).toBe(false);
    expect(secretPattern(['urls.published']).test('{"published":1}')).toBe(true);
  });
});
