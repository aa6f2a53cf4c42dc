import { expect, it } from 'vitest';
import { pickFields } from '../../../src/output/columns.ts';

it('chosen fields have no way to a prototype', () => {
  const hostile = JSON.parse('{"__proto__":{"polluted":true},"a":1}');
  const picked = pickFields(hostile, ['__proto__.polluted']);
  expect(JSON.stringify(picked)).toBe('{"__proto__":{"polluted":true}}');
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});
