import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/sandbox/content/expressions/evaluate.ts';
import { growth, LINEAR } from '../../helpers/growth.ts';

const scope = {
  page: { name: 'Page', n: 2 },
  space: { name: 'Space', on: true, big: 10 },
  now: new Date('2024-05-01T00:00:00Z'),
};
const run = (text: string) => evaluate(text, scope, true);

describe('expressions', () => {
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
