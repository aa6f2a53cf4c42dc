import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSpace, moveSpace, updateSpace } from '../../../../src/api/content/spaces.ts';
import type { Context } from '../../../../src/context.ts';
import { fieldsOf } from '../../../../src/engine/model/fields.ts';
import { checkInput, mergeInput, parseJson, readStdin } from '../../../../src/engine/run/input.ts';
import { UsageError, ValidationError } from '../../../../src/errors.ts';
import { memoryIo } from '../../../helpers/memory-io.ts';

describe('--data', () => {
  it('gives way to flags, field by field', () => {
    const data = { title: 'from file', parent: 'c1', position: { before: { type: 'space', space: 'a' } } };
    expect(mergeInput(data, { title: 'from flag' }, moveSpace)).toEqual({ ...data, title: 'from flag' });
  });

  it('must be an object', () => {
    expect(() => mergeInput([1], {}, updateSpace)).toThrow(UsageError);
    expect(() => mergeInput('x', {}, updateSpace)).toThrow('--data must be a JSON object');
  });

  it('never quotes what it cannot read: it may hold a secret', () => {
    expect(() => parseJson('{"token": hunter2}', '--data')).toThrow(/^--data is not JSON/);
    expect(() => parseJson('{"token": hunter2}', '--data')).not.toThrow(/hunter2/);
  });

  it('pollutes no prototype', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const data = JSON.parse(
          json.replace(
            '{',
            '{"__proto__":{"polluted":true},'.slice(0, json.startsWith('{"') ? undefined : 1),
          ) || 'null',
        );
        try {
          mergeInput(data, { title: 'x' }, updateSpace);
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
        }
        expect('polluted' in {}).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the check before anything is sent', () => {
  const check = (input: Record<string, unknown>) =>
    checkInput(createSpace, input, fieldsOf(createSpace), 'docs spaces create');

  it.each([
    [{ title: 'x'.repeat(51) }, '--title must have at most 50 characters'],
    [{ editMode: 'open' }, '--edit-mode must be one of live, locked, not "open"'],
    [{ tilte: 'x' }, '"tilte" is not a field'],
    [{ empty: 'yes' }, '--empty must be true or false'],
  ])('%j', async (input, message) => {
    await expect(check(input)).rejects.toThrow(ValidationError);
    await expect(check(input)).rejects.toThrow(message);
  });

  it('lets the edge of a bound pass', async () => {
    await expect(check({ title: 'x'.repeat(50) })).resolves.toBeUndefined();
  });
});

it.each([
  ['--data', '--data: standard input is larger than 16 MiB'],
  ['', 'standard input is larger than 16 MiB'],
])('standard input for "%s" larger than 16 MiB is refused by its name', async (flag, message) => {
  // Safe: nothing else of a run is read here.
  const context = { io: memoryIo({ stdin: 'x'.repeat(17 * 2 ** 20) }) } as unknown as Context;
  await expect(readStdin(context, flag)).rejects.toThrow(new RegExp(`^${message}$`));
});
