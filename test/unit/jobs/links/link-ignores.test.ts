import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../../src/errors.ts';
import type { LinkFinding } from '../../../../src/jobs/links/link-findings.ts';
import { readIgnores, wildcardMatches } from '../../../../src/jobs/links/link-ignores.ts';

const now = new Date('2026-11-21T12:00:00Z');
const read = (text: string) => readIgnores(text, { name: '.docslinks', now });
const finding = (target: string, path = 'install', title = 'Guides'): LinkFinding => ({
  space: { id: 's', title },
  page: { id: 'p', title: 'Install', path },
  status: 'broken',
  target,
  reason: 'page not found',
  anchors: [''],
  places: 1,
});

describe('the ignore file', () => {
  it.each(['Pacific/Kiritimati', 'America/St_Johns', 'Asia/Kolkata', 'UTC'])(
    'ends its days at midnight UTC, also in %s',
    (zone) => {
      const before = process.env.TZ;
      process.env.TZ = zone;
      try {
        const at = (time: string) =>
          readIgnores('x until 2026-11-21 # over soon', { name: '.docslinks', now: new Date(time) }).expired
            .length;
        expect([at('2026-11-21T23:59:59Z'), at('2026-11-22T00:00:01Z')]).toEqual([0, 1]);
      } finally {
        if (before === undefined) delete process.env.TZ;
        else process.env.TZ = before;
      }
    },
  );

  it('takes targets, places, reasons and last days', () => {
    const ignores = read(
      [
        '# a comment',
        '',
        'https://intranet.example/*  until 2026-11-21  # moves with the intranet',
        'Guides/install -> tools/*  # published next week',
        'reference -> *  until 2026-11-20  # over since yesterday',
      ].join('\r\n'),
    );
    expect(ignores.matches(finding('https://intranet.example/a/b'))).toBe(true);
    expect(ignores.matches(finding('https://example.com/'))).toBe(false);
    expect(ignores.matches(finding('tools/x.md'))).toBe(true);
    expect(ignores.matches(finding('tools/x.md', 'other'))).toBe(false);
    expect(ignores.matches(finding('tools/x.md', 'install', 'API'))).toBe(false);
    expect(ignores.matches(finding('x', 'reference'))).toBe(false);
    expect(ignores.expired.map(({ line, until }) => [line, until])).toEqual([[5, '2026-11-20']]);
    expect(ignores.unused()).toEqual([]);
    expect(read('never # because').unused()).toMatchObject([{ line: 1, target: 'never', reason: 'because' }]);
  });

  it('keeps the # of an anchor in a target', () => {
    const ignores = read('welcome#how-a-parcel-moves # the section comes back');
    expect(ignores.matches(finding('welcome#how-a-parcel-moves'))).toBe(true);
  });

  it.each([
    ['tools/*', /line 1 has no reason/],
    ['a # b\ntools/* #', /line 2 has no reason/],
    ['tools/* until tomorrow # later', /line 1 ends on "tomorrow"/],
    ['tools/* until 2026-02-30 # later', /line 1 ends on "2026-02-30"/],
  ])('refuses %j', (text, message) => {
    expect(() => read(text)).toThrow(UsageError);
    expect(() => read(text)).toThrow(message);
  });

  it('matches as the same expression with .* would, in no long time', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '*', '/'), maxLength: 8 });
    fc.assert(
      fc.property(word, word, (pattern, text) => {
        const expression = pattern
          .split('*')
          .map((part) => part.replaceAll('/', '\\/'))
          .join('.*');
        expect(wildcardMatches(pattern, text)).toBe(new RegExp(`^${expression}$`).test(text));
      }),
      { numRuns: 2000 },
    );
    expect(wildcardMatches('*a'.repeat(50), `${'a'.repeat(20_000)}b`)).toBe(false);
  });
});
