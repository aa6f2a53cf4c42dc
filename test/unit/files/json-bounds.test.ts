import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitsOf } from '../../../src/client/client-options.ts';
import { parsePayload } from '../../../src/client/transport/transport.ts';
import { boundedJson, excessOf } from '../../../src/files/json-file.ts';
import { getThing, listThings } from '../../helpers/client-harness.ts';
import { growth, LINEAR } from '../../helpers/growth.ts';

const MiB = 2 ** 20;

/** A test that fails must not print millions of values. */
function problemOf(text: string): string {
  const read = parsePayload({ text });
  return 'problem' in read ? read.problem : 'none';
}

describe('the bounds of an answer', () => {
  it('are found before it is parsed, in a time that grows with the text, up to 16 MiB', () => {
    const deep = (count: number) =>
      expect(problemOf('['.repeat(count) + ']'.repeat(count))).toBe('JSON nested deeper than 200 levels');
    expect(growth(deep, MiB)).toBeLessThan(LINEAR);
    expect(problemOf(`[${'[],'.repeat(5 * MiB)}1]`)).toBe('more than 2000000 values');
    const wide = (count: number) => excessOf(`[${'[],'.repeat(count)}1]`);
    expect(growth(wide, 200_000)).toBeLessThan(LINEAR);
  });

  it('are those of structure, never of what a text says', () => {
    for (const text of ['[{,:"'.repeat(1000), '\\"['.repeat(500), '\\', '"', '\\\\']) {
      expect(parsePayload({ text: JSON.stringify({ [text]: text, a: [text] }) })).toEqual({
        ok: true,
        value: { [text]: text, a: [text] },
      });
    }
    expect(excessOf(`{"a${'['.repeat(300)}`)).toBeUndefined();
  });

  it('let any ordinary JSON pass', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => excessOf(JSON.stringify(value)) === undefined));
    expect(excessOf('['.repeat(200) + ']'.repeat(200))).toBeUndefined();
    expect(excessOf('['.repeat(201) + ']'.repeat(201))).toBeDefined();
    expect([2, 1].map((most) => excessOf('[1,2]', most))).toEqual([undefined, 'more than 1 values']);
  });

  it('are the same where a short text is parsed first', () => {
    const levels = fc.array(
      fc.constantFrom(['[', ']'], ['[1,', ',{}]'], ['{"a":', '}'], ['{"b":[],"__proto__":', '}']),
      {
        minLength: 198,
        maxLength: 203,
      },
    );
    fc.assert(
      fc.property(levels, fc.json(), (around, inner) => {
        const opened = around.map(([begin]) => begin).join('');
        const closed = around.map(([, end]) => end).reverse();
        const text = opened + inner + closed.join('');
        const excess = excessOf(text);
        const read = (most?: number) => () => boundedJson(text, most);
        if (excess === undefined) expect(read()()).toEqual(JSON.parse(text));
        else expect(read()).toThrow(excess);
        // Counted first, as a long text is.
        expect(read(50)).toThrow(excessOf(text, 50));
      }),
    );
  });

  it('are 16 MiB, and 64 MiB for a page of a list and a raw call', () => {
    expect([getThing, listThings, undefined].map((one) => limitsOf(one).maxBytes / MiB)).toEqual([
      16, 64, 64,
    ]);
  });
});
