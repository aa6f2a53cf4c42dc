import { expect, it } from 'vitest';
import { forPerson } from '../../../../src/jobs/mcp/offers.ts';

it('says once that a line is for a person', () => {
  const said = forPerson('docs integrations tail');
  expect(said).toBe('a person runs this in a terminal: docs integrations tail');
  expect(forPerson(said)).toBe(said);
});
