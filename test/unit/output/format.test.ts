import { describe, expect, it } from 'vitest';
import { cellText, formatBytes, plural, relativeTime } from '../../../src/output/format.ts';

const now = new Date('2024-06-15T12:00:00Z');

describe('relativeTime', () => {
  it.each([
    ['2024-06-15T11:59:30Z', 'just now'],
    ['2024-06-15T12:00:30Z', 'just now'],
    ['2024-06-15T11:59:00Z', '1 minute ago'],
    ['2024-06-15T09:00:00Z', '3 hours ago'],
    ['2024-06-13T12:00:00Z', '2 days ago'],
    ['2024-04-10T12:00:00Z', '2 months ago'],
    ['2022-06-01T12:00:00Z', '2 years ago'],
    ['2024-06-17T12:00:00Z', 'in 2 days'],
    ['never', 'never'],
  ])('%s is %s', (time, text) => {
    expect(relativeTime(time, now)).toBe(text);
  });
});

const block = (...texts: string[]) => ({
  object: 'block',
  nodes: [{ object: 'text', leaves: texts.map((text) => ({ object: 'leaf', text })) }],
});

describe('cellText', () => {
  const time = '2024-06-15T09:00:00.000Z';
  it.each([
    [undefined, '', ''],
    [null, '', ''],
    ['text', 'text', 'text'],
    [0, '0', '0'],
    [true, 'true', 'yes'],
    [time, time, '3 hours ago'],
    ['2024-06-15', '2024-06-15', '2024-06-15'],
    [['a', 'b'], 'a,b', 'a, b'],
    [[], '', ''],
    [{}, '', ''],
    [{ a: 1, b: true }, 'a=1,b=true', 'a: 1, b: yes'],
    [{ a: { b: 1 } }, '{"a":{"b":1}}', '{"a":{"b":1}}'],
    [
      { object: 'document', nodes: [block('One ', 'two'), block('three')] },
      'One two\nthree',
      'One two\nthree',
    ],
    [[{ a: 1 }], '[{"a":1}]', '[{"a":1}]'],
  ])('%j is %j for programs and %j for people', (value, forPrograms, forPeople) => {
    expect(cellText(value)).toBe(forPrograms);
    expect(cellText(value, { relativeTo: now })).toBe(forPeople);
  });
});

describe('counts and sizes', () => {
  it('knows one from many', () => {
    expect([plural(1, 'page'), plural(0, 'page'), plural(2, 'reply', 'replies')]).toEqual([
      '1 page',
      '0 pages',
      '2 replies',
    ]);
  });

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [1500, '1.5 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [12_345_678, '12 MB'],
  ])('%i bytes are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});
