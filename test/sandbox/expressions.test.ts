import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../src/errors.ts';
import { type Expression, parseExpression } from '../../src/sandbox/content/expressions/parse.ts';
import { writtenOut } from '../helpers/written-expression.ts';

const words = fc.stringMatching(/^[a-z ]{0,6}$/);
const { expression } = fc.letrec<{ expression: Expression }>((tie) => {
  const inner = tie('expression');
  return {
    expression: fc.oneof(
      { maxDepth: 4 },
      fc.record({
        type: fc.constant('literal' as const),
        value: fc.oneof(words, fc.nat(99), fc.boolean(), fc.constant(null), fc.constant(undefined)),
      }),
      fc.record({ type: fc.constant('name' as const), name: fc.constantFrom('visitor', 'a', '$b_1') }),
      fc.record({ type: fc.constant('list' as const), items: fc.array(inner, { maxLength: 3 }) }),
      fc.record({
        type: fc.constant('member' as const),
        of: inner,
        key: inner,
        optional: fc.constant(false),
      }),
      fc.record({ type: fc.constant('call' as const), of: inner, args: fc.array(inner, { maxLength: 2 }) }),
      fc.record({ type: fc.constant('unary' as const), sign: fc.constantFrom('!', '-', '+'), of: inner }),
      fc.record({
        type: fc.constant('binary' as const),
        sign: fc.constantFrom('==', '!=', '===', '<', '>=', '&&', '||', '??', '+', '*', '%', 'in'),
        left: inner,
        right: inner,
      }),
      fc.record({ type: fc.constant('choice' as const), test: inner, yes: inner, no: inner }),
    ),
  };
});

describe('an expression', () => {
  it('written out is read back as it was', () => {
    fc.assert(
      fc.property(expression, (tree) => {
        expect(parseExpression(writtenOut(tree))).toEqual(tree);
      }),
      { numRuns: 300 },
    );
  });

  it('is read or refused, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        try {
          parseExpression(text);
        } catch (error) {
          expect(error).toBeInstanceOf(ValidationError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
