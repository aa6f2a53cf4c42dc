import { describe, expect, it } from 'vitest';
import { readPredicate } from '../../../../src/engine/select/where.ts';

const now = new Date('2026-06-15T12:00:00.000Z');
const read = (text: string) => readPredicate(text, now);
const pathsOf = (text: string) => read(text).paths.map((path) => path.join('.'));

describe('the paths of a predicate', () => {
  it.each([
    ['.role == "admin" and .user.email != null', 'role user.email'],
    ['.user | .email', 'user'],
    ['.a as $x | .b', 'a b'],
    ['(.a // .b) | .c', 'a b'],
    ['any(.teams[]; .title == "x")', ''],
    ['select(.a) | .b', 'a'],
    ['.a?.b?', 'a.b'],
    ['."odd name".x', 'odd name.x'],
    ['.a[.b].c', 'a b'],
    ['if .a then .b else .c end', 'a b c'],
    ['{a: .b}', 'b'],
    ['try .a catch .message', 'a'],
    ['reduce .a[] as $x (0; . + .b)', ''],
    ['def f: .x; f', ''],
    ['"\\(.x)" == "a"', ''],
    ['.a # .b', 'a'],
    ['.a == "x.y" and .5 < 1', 'a'],
    ['.title | test("a"; "i")', 'title'],
  ])('of %s are those that begin at the item', (text, paths) => {
    expect(pathsOf(text).join(' ')).toBe(paths);
  });
});

describe('the fields that a predicate can see', () => {
  it.each([
    ['.role == "admin" and .seen < ago("9d")', 'role seen'],
    ['.user.email | glob("*@acme.com")', 'user'],
    ['.title | length > 3', 'title'],
    ['(.tags | any(. == "x"))', undefined],
    ['keys | length > 3', undefined],
    ['.a | keys', undefined],
    ['select(.a) | length', undefined],
    ['[..] | length', undefined],
    ['. == {}', undefined],
    ['{title} | .title', undefined],
    ['.["a"]', undefined],
    ['getpath(["a"])', undefined],
    ['any(.a > 1)', undefined],
    ['to_entries', undefined],
    ['has("a")', undefined],
    ['length', undefined],
    ['$__loc__ | .a', 'a'],
  ])('of %s are known, or may be all', (text, needs) => {
    expect(read(text).needs?.join(' ')).toBe(needs);
  });
});

describe('a constant', () => {
  it.each([
    ['.a < ago("90d")', '.a < "2026-03-17T12:00:00.000Z"'],
    ['.a < ago( "2w" )', '.a < "2026-06-01T12:00:00.000Z"'],
    ['.a > date("2026-01-01")', '.a > "2026-01-01T00:00:00.000Z"'],
    ['.a > date("2026-01-01T02:00:00+02:00")', '.a > "2026-01-01T00:00:00.000Z"'],
    ['.a == "ago(\\"x\\")"', '.a == "ago(\\"x\\")"'],
    ['.a # date("x")', '.a # date("x")'],
    ['.a < ago($x)', '.a < ago($x)'],
    ['.date("x")', '.date("x")'],
  ])('in %s is worked out once', (text, expected) => {
    expect(read(text).text).toBe(expected);
  });

  it.each([
    'ago("90")',
    'ago("soon")',
    'date("2026-02-30")',
    'date("1 May")',
    'date("2026-13-01")',
    'date("")',
  ])('%s is refused', (text) => {
    expect(() => read(`.a < ${text}`)).toThrow(/^--where: (ago|date)\("/);
  });
});
