import { describe, expect, it } from 'vitest';
import { readSpec } from '../../src/sandbox/resources/integrations/openapi/specs.ts';
import { watched } from '../helpers/event-loop.ts';
import { reached } from '../helpers/runs.ts';

const operation = { responses: { 200: { description: 'A parcel' } } };

function withPaths(count: number, get: object): string {
  const paths = Object.fromEntries(Array.from({ length: count }, (_, at) => [`/parcels/${at}`, { get }]));
  return JSON.stringify({ openapi: '3.0.3', info: { title: 'Parcels', version: '1' }, paths });
}

describe('a large specification', () => {
  it('is checked while everybody else goes on', async () => {
    const text = withPaths(6000, operation);
    expect(text.length).toBeGreaterThan(256 * 1024);
    // What loads the library leaves turns to others, as many as a busy machine takes for it.
    await readSpec(withPaths(1, operation));
    const { result, turns } = await watched(() => readSpec(text));
    expect(result).toEqual({ format: 'json', problems: [] });
    // In the thread of everybody there would be next to none.
    expect(turns).toBeGreaterThan(100);
    reached('P10', 'files', 1);
  });

  it('has the problems that a small one has', async () => {
    const [small, large] = await Promise.all([1, 6000].map((count) => readSpec(withPaths(count, { x: 1 }))));
    expect(small?.problems.length).toBeGreaterThan(0);
    expect(large?.problems[0]?.code).toBe(small?.problems[0]?.code);
  });

  it('with references in a circle is a problem or none, and ends', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 9000 }, (_, at) => [
        `s${at}`,
        { $ref: `#/components/schemas/s${(at + 1) % 9000}` },
      ]),
    );
    const spec = { openapi: '3.1.0', info: { title: 'P', version: '1' }, paths: {}, components: { schemas } };
    expect((await readSpec(JSON.stringify(spec))).format).toBe('json');
    reached('P10', 'files', 1);
  });
});
