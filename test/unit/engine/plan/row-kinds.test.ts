import { describe, expect, it } from 'vitest';
import { operations } from '../../../../src/api/index.ts';
import { mutates, type Operation } from '../../../../src/api/operation.ts';
import { creates } from '../../../../src/engine/plan/row-state.ts';
import { aboutOf } from '../../../../src/engine/plan/row-target.ts';

const kindOf = (operation: Operation) =>
  aboutOf({ operation, input: { space: 'x', spaceId: 'x', siteId: 'x' } }).kind;

const removes = ({ method, path }: Operation): boolean => method === 'DELETE' && path.endsWith('}');
const changing = operations.filter(mutates);

describe('what a request is about, in words', () => {
  it.each(changing.filter((operation) => creates(operation) || removes(operation)))(
    '$id is not called by the space, site or collection that it is on',
    (operation) => {
      const kind = kindOf(operation);
      if (['space', 'site', 'collection'].includes(kind)) expect(operation.id.split('.')[0]).toBe(`${kind}s`);
    },
  );

  it.each(changing)('$id is a word', (operation) => {
    expect(kindOf(operation)).not.toMatch(/ie$/);
  });
});
