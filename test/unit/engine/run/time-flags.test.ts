import { expect, it } from 'vitest';
import { parsePastTime } from '../../../../src/engine/run/time-flags.ts';

it('a time without a zone is one of this machine', () => {
  const moment = new Date(2026, 2, 1, 12).toISOString();
  expect(parsePastTime('2026-03-01T12:00', '--from', new Date('2026-03-02T09:00:00.000Z'))).toBe(moment);
});
