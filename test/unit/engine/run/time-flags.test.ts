import { expect, it } from 'vitest';
import { parsePastTime } from '../../../../src/engine/run/time-flags.ts';

const NOW = new Date('2026-03-02T09:00:00.000Z');
const parse = (text: string) => parsePastTime(text, '--from', NOW);

it.each([
  ['24h', '2026-03-01T09:00:00.000Z'],
  ['7d', '2026-02-23T09:00:00.000Z'],
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T12:00', new Date(2026, 2, 1, 12).toISOString()],
])('%s is that moment in UTC', (text, moment) => expect(parse(text)).toBe(moment));

it.each([
  '2026-03-01T12:00:00Z',
  '2026-03-01T12:00:00.5z',
  '2026-03-01T12:00+02:00',
  '2026-03-01T12:00:00-0500',
])('%s names its zone, and stays as it is', (text) => expect(parse(text)).toBe(text));

it.each(['soon', '2026-13-01', '7', '2026-03-01T25:00'])('%s is refused', (text) =>
  expect(() => parse(text)).toThrow(`--from must be a time such as 24h, 7d`),
);
