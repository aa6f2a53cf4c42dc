import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EvaluationMode, evaluate } from '../../../src/sandbox/content/expressions/evaluate.ts';
import { growth, LINEAR } from '../../helpers/growth.ts';

const scope = {
  page: { name: 'Page', n: 2 },
  space: { name: 'Space', on: true, big: 10 },
  now: new Date('2024-05-01T00:00:00Z'),
};
const run = (text: string, mode: EvaluationMode = true) => evaluate(text, scope, mode);

describe('expressions', () => {
  it.each([
    ['{{ page.vars.name }} of {{space.vars.name}}', 'Page of Space'],
    ['{{ name }} {{ vars.big }}', 'Page 10'],
    ['{{ n * 3 + 1 }}', '7'],
    ['{{ (n + 1) * 2 }}', '6'],
    ['{{ 10 - 4 - 3 }}', '3'],
    ['{{ on ? "yes" : "no" }}', 'yes'],
    ["{{ missing ?? 'none' }}", 'none'],
    ['{{ missing }}.', '.'],
    ['{{ !on && n > 1 }}', 'false'],
    ['{{ name == "Page" ? n : 0 }}', '2'],
    ['{{ "a" + 1 }}', 'a1'],
    ['{{ -n }}', '-2'],
    ['{{ now }} {{ visitor.claims.plan }}.', '2024-05-01T00:00:00.000Z .'],
    ['{{ page.vars.constructor }}{{ __proto__ }}{{ toString }}', ''],
  ])('reads %s as "%s"', (text, value) => expect(run(text)).toBe(value));

  it.each([
    '{{ a b }}',
    '{{ 1 + }}',
    '{{ f(1) }}',
    '{{ }}',
    '{{ "open }}',
    '{{ a = 1 }}',
    '{{#if x}}',
    '{{ a[0] }}',
    `{{ ${'('.repeat(60)}1${')'.repeat(60)} }}`,
  ])('leaves %s as it stands', (text) => expect(run(text)).toBe(text));

  it('leaves code alone', () => {
    const code = '`{{ n }}` and\n\n```\n{{ n }}\n```\n';
    expect(run(`${code}{{ n }}`)).toBe(`${code}2`);
  });

  it('leaves what is not the same for everybody, when asked for deterministic ones only', () => {
    expect(run('{{ n }} {{ now }} {{ visitor.x ? 1 : 2 }}', 'deterministic-only')).toBe(
      '2 {{ now }} {{ visitor.x ? 1 : 2 }}',
    );
  });

  it('takes no longer than a hostile line is long', () => {
    for (const [start, unit] of [
      ['', '`'],
      ['', '{{ '],
      ['', '{{ a'],
      ['{{ "', '\\\\'],
    ] as const)
      expect(
        growth((size) => run(`${start}${unit.repeat(size)} }}{{`), 6000),
        unit,
      ).toBeLessThan(LINEAR);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '{{',
            '}}',
            '(',
            ')',
            '!',
            '-',
            '+',
            '?',
            ':',
            'n',
            'name',
            '1',
            '"',
            "'",
            ' ',
            '.',
            '`',
            '\n',
            '\\',
            '&&',
          ),
          { maxLength: 30 },
        ),
        (parts) => {
          run(parts.join(''));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
