import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveSpace, updateSpace } from '../../../../src/api/content/spaces.ts';
import type { Context } from '../../../../src/context.ts';
import { mergeInput, parseJson, readStdin } from '../../../../src/engine/run/input.ts';
import { UsageError } from '../../../../src/errors.ts';
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

it.each([
  ['--data', '--data: standard input is larger than 16 MiB'],
  ['', 'standard input is larger than 16 MiB'],
])('standard input for "%s" larger than 16 MiB is refused by its name', async (flag, message) => {
  // Safe: nothing else of a run is read here.
  const context = { io: memoryIo({ stdin: 'x'.repeat(17 * 2 ** 20) }) } as unknown as Context;
  await expect(readStdin(context, flag)).rejects.toThrow(new RegExp(`^${message}$`));
});
