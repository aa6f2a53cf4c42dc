import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../src/errors.ts';
import { type Expression, parseExpression } from '../../src/sandbox/content/expressions/parse.ts';

const visitor = (name: string): Expression => ({
  type: 'member',
  of: { type: 'name', name: 'visitor' },
  key: { type: 'literal', value: name },
  optional: false,
});

/** An expression written out, every part of it in brackets. */
function written(expression: Expression): string {
  switch (expression.type) {
    case 'literal':
      return expression.value === undefined ? 'undefined' : JSON.stringify(expression.value);
    case 'name':
      return expression.name;
    case 'list':
      return `[${expression.items.map(written).join(', ')}]`;
    case 'member':
      return `(${written(expression.of)})[${written(expression.key)}]`;
    case 'call':
      return `(${written(expression.of)})(${expression.args.map(written).join(', ')})`;
    case 'unary':
      return `(${expression.sign}${written(expression.of)})`;
    case 'binary':
      return `(${written(expression.left)} ${expression.sign} ${written(expression.right)})`;
    case 'choice':
      return `(${written(expression.test)} ? ${written(expression.yes)} : ${written(expression.no)})`;
  }
}

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
        expect(parseExpression(written(tree))).toEqual(tree);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a + b * c', 'a + (b * c)'],
    ['a - b - c', '(a - b) - c'],
    ['a || b && c', 'a || (b && c)'],
    ['!a == b', '(!a) == b'],
    ['a ? b : c ? d : e', 'a ? b : (c ? d : e)'],
    ['a.b["c"](d).e', '(((a)["b"])["c"](d))["e"]'],
    ['"x" in a == true', '("x" in a) == true'],
  ])('%s means %s', (short, long) => {
    expect(parseExpression(short)).toEqual(parseExpression(long));
  });

  it('knows members, texts in both quotes, and optional members', () => {
    expect(parseExpression('visitor.beta')).toEqual(visitor('beta'));
    expect(parseExpression(String.raw`'it\'s'`)).toEqual({ type: 'literal', value: "it's" });
    expect(parseExpression('visitor?.beta')).toEqual({ ...visitor('beta'), optional: true });
  });

  it.each([
    ['', 'ends at character 1'],
    ['a b', 'unexpected b at character 3'],
    ['a ==', 'ends at character 5'],
    ['(a', ') is missing'],
    ['[a', '] is missing'],
    ['a ? b', ': is missing'],
    ['a.', 'ends at character 3'],
    ['a.1', 'unexpected 1 at character 3'],
    ['"a', 'an unterminated string at character 1'],
    ['a # b', 'an unexpected # at character 3'],
    ['a = b', 'an unexpected = at character 3'],
    ['in', 'unexpected in at character 1'],
    ['('.repeat(101), 'nests more than 100 levels'],
    ['!'.repeat(101), 'nests more than 100 levels'],
  ])('%s is none: %s', (text, message) => {
    expect(() => parseExpression(text)).toThrow(message);
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
