import { expect, it } from 'vitest';
import { throwUnfinished } from '../../../../src/engine/run/partial-failure.ts';
import { ForbiddenError } from '../../../../src/errors.ts';
import { thrownBy } from '../../../helpers/config-home.ts';

const job = { what: 'space', done: 3, total: 9, hint: 'docs links check' };

it('a job that did not get through all of its items lists all failures as data', () => {
  const failures = ['A', 'B'].map((name) => ({ name, error: new ForbiddenError('no right') }));
  expect(thrownBy(() => throwUnfinished({ ...job, failures }))).toMatchObject({
    details: { done: 3, notTried: 4, failed: [{ name: 'A' }, { name: 'B' }] },
  });
  const many = Array.from({ length: 8 }, (_, n) => ({ name: `S${n}`, error: new ForbiddenError('no') }));
  const error = thrownBy(() => throwUnfinished({ ...job, failures: many }));
  expect(error).toHaveProperty('details.failed.length', 8);
});

it('such a job does not swallow a bug', () => {
  const failures = [{ name: 'A', error: new TypeError('oops') }];
  expect(() => throwUnfinished({ ...job, failures })).toThrow(TypeError);
});
