import { describe, expect, it } from 'vitest';
import { maskSecrets, REDACTED, secretMask, secretPattern } from '../../../src/output/secrets.ts';

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

  it('walks no rows of a page without such a field, and those of a page with one', () => {
    let walked = 0;
    const has = (fields: object, key: PropertyKey) => {
      walked += 1;
      return Reflect.has(fields, key);
    };
    const row = (fields: object) => new Proxy(fields, { has });
    const page = [row({ object: 'space', title: 'Guides' }), row({ object: 'space', urls: { app: 'a' } })];
    expect(secretMask()(page)).toBe(page);
    expect(walked).toBe(0);
    expect(secretMask()([...page, row({ shareKey: 'abc' })])[2]).toEqual({ shareKey: REDACTED });
    expect(walked).toBeGreaterThan(2);
  });
});

describe('secretPattern', () => {
  it('finds a secret key in JSON text, and none in a string', () => {
    expect(secretPattern().test(JSON.stringify({ a: { shareKey: 'x' } }))).toBe(true);
    expect(secretPattern().test(JSON.stringify({ title: '"shareKey":' }))).toBe(false);
    expect(secretPattern(['urls.published']).test('{"published":1}')).toBe(true);
  });
});
