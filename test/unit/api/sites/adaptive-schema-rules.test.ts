import { describe, expect, it } from 'vitest';
import { adaptiveSchemaProblems } from '../../../../src/api/sites/adaptive-schema-rules.ts';

const closed = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});
const described = (claim: object) => ({ description: 'What it means', ...claim });
const problemsOf = (schema: unknown) => adaptiveSchemaProblems(schema).map(({ path }) => path);

describe('a schema of claims', () => {
  it('may not nest without end', () => {
    const nest = (depth: number): object =>
      depth === 0 ? described({ type: 'boolean' }) : described(closed({ a: nest(depth - 1) }));
    expect(problemsOf(closed({ a: nest(20) }))).toEqual([]);
    expect(problemsOf(closed({ a: nest(5000) }))).toHaveLength(1);
  });
});
