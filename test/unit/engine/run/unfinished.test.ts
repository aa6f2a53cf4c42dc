import { describe, expect, it } from 'vitest';
import { throwUnfinished, type Unfinished } from '../../../../src/engine/run/partial-failure.ts';
import { AuthError, CancelledError, DocsError, ForbiddenError } from '../../../../src/errors.ts';

function ended(job: Partial<Unfinished>): DocsError {
  try {
    return throwUnfinished({
      what: 'space',
      done: 3,
      total: 9,
      failures: [],
      hint: 'docs links check',
      ...job,
    });
  } catch (error) {
    if (error instanceof DocsError) return error;
    throw error;
  }
}

describe('a job that did not get through all of its items', () => {
  it('names what failed and why, and the command that does the rest', () => {
    const failures = ['A', 'B'].map((name) => ({ name, error: new ForbiddenError('no right') }));
    const error = ended({ failures });
    expect(error).toMatchObject({ exit: 7, code: 'SOME_FAILED', hint: 'docs links check' });
    expect(error.message).toBe('3 of 9 spaces done, 2 failed, 4 not tried: A: no right; B: no right');
    expect(error.details).toMatchObject({ done: 3, notTried: 4, failed: [{ name: 'A' }, { name: 'B' }] });
  });

  it('lists a few of many failures in words, and all of them as data', () => {
    const failures = Array.from({ length: 8 }, (_, n) => ({
      name: `S${n}`,
      error: new ForbiddenError('no'),
    }));
    const error = ended({ done: 1, failures });
    expect(error.message).toMatch(/S4: no; and 3 more$/);
    expect(error.details?.failed).toHaveLength(8);
  });

  it('ends as what ended it: a refused token, a signal', () => {
    const failures = [
      { name: 'A', error: new AuthError('the token was refused', { hint: 'docs auth login' }) },
    ];
    expect(ended({ failures })).toMatchObject({ exit: 4, hint: 'docs auth login' });
    const interrupted = [{ name: 'A', error: new CancelledError('interrupted by SIGTERM', { exit: 143 }) }];
    expect(ended({ failures: interrupted })).toMatchObject({
      exit: 143,
      message: 'interrupted: 3 of 9 spaces done, 0 failed, 6 not tried',
    });
  });

  it('lacks a right when nothing but refusals came', () => {
    const failures = ['A', 'B', 'C'].map((name) => ({ name, error: new ForbiddenError('no right') }));
    const error = ended({ done: 0, failures });
    expect(error).toMatchObject({ exit: 4, message: 'no right (0 of 9 spaces done, 3 failed, 6 not tried)' });
  });

  it('does not swallow a bug', () => {
    expect(() => ended({ failures: [{ name: 'A', error: new TypeError('oops') }] })).toThrow(TypeError);
  });
});
