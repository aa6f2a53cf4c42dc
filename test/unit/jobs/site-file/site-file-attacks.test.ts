import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DocsError } from '../../../../src/errors.ts';
import { parseSite } from '../../../../src/jobs/site-file/parse.ts';
import { tookOf } from '../../../helpers/growth.ts';
import { isMeasured } from '../../../helpers/measured.ts';
import { reached, runs } from '../../../helpers/runs.ts';

const FILES = runs('B6', 'files', 400);

const key = fc.oneof(
  fc.constantFrom(
    ...['title', 'spaces', 'sections', 'group', 'publish', 'default', 'version', 'basename', '<<', '? '],
    ...[
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      'hasOwnProperty',
      '"__proto__"',
      '!!str __proto__',
    ],
  ),
  fc.string({ maxLength: 8 }),
);
const scalar = fc.oneof(
  fc.constantFrom(
    ...[
      'Docs',
      'true',
      'no',
      '1e400',
      '0x1F',
      '.inf',
      '.nan',
      '~',
      '*a',
      '&a x',
      '$\u007benv:HOME}',
      '<%= 1 %>',
      '12:30:45',
    ],
    ...[
      '!!js/function "() => 1"',
      '!!js/undefined x',
      '!!python/object/apply:os.system [id]',
      '!!binary aGk=',
      '!!set {a}',
    ],
    ...[
      '2001-12-14t21:59:43.10-05:00',
      '{ __proto__: { polluted: 1 } }',
      '[ *a, *a ]',
      '"\\u0000"',
      "'it''s'",
      '|\n  text',
    ],
  ),
  fc.string({ maxLength: 20 }),
  fc.json({ maxDepth: 3 }),
);
const line = fc
  .tuple(fc.nat(3), fc.constantFrom('', '- '), key, scalar)
  .map(([depth, dash, name, value]) => `${'  '.repeat(depth)}${dash}${name}: ${value}`);
const bomb = fc
  .tuple(fc.integer({ min: 2, max: 30 }), fc.integer({ min: 2, max: 30 }))
  .map(([levels, width]) => {
    const names = Array.from({ length: levels }, (_, at) => `a${at}`);
    return names
      .map(
        (name, at) =>
          `${name}: &${name} [${
            at === 0
              ? 'x'
              : Array(width)
                  .fill(`*${names[at - 1]}`)
                  .join(',')
          }]`,
      )
      .join('\n');
  });
const file = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .array(line, { maxLength: 12 })
      .map((lines) => `title: Docs\nspaces: [Guides]\n${lines.join('\n')}\n`),
  },
  { weight: 4, arbitrary: fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n')) },
  { weight: 1, arbitrary: bomb },
  { weight: 1, arbitrary: bomb.map((text) => `title: Docs\nspaces: [Guides]\nsections: *a1\n${text}\n`) },
  {
    weight: 1,
    arbitrary: fc
      .array(line, { maxLength: 6 })
      .map((lines) => `\uFEFF${lines.join('\r\n')}\n--- \n${lines.join('\n')}`),
  },
  {
    weight: 1,
    arbitrary: fc.nat(1500).map((depth) => `title: Docs\nspaces: ${'['.repeat(depth)}${']'.repeat(depth)}\n`),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
);

const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
const inside = () => PROTOTYPES.map((prototype) => Reflect.ownKeys(prototype).length);

/** Microseconds of the processor, at best: one collection of garbage may fall into any round. */
async function best(work: () => Promise<unknown>): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 5; round += 1) rounds.push(await tookOf(work));
  return Math.min(...rounds);
}

it('takes a site file or refuses it, whatever a file holds, and leaves no trace', {
  timeout: 600_000,
}, async () => {
  const before = inside();
  // Time of the processor, told from that of a plain file of the usual length.
  let slowest = 0;
  const plain = `title: Docs\nspaces:\n${'  - Guides\n'.repeat(50)}`;
  const usual = isMeasured
    ? await best(() => parseSite(plain, 'site.yaml').catch((error: unknown) => error))
    : 0;
  await fc.assert(
    fc.asyncProperty(file, async (text) => {
      let outcome: unknown;
      const read = async () => {
        outcome = await parseSite(text, 'site.yaml').catch((error: unknown) => error);
      };
      const cost = await tookOf(read);
      if (isMeasured && cost > slowest) slowest = Math.max(slowest, Math.min(cost, await best(read)));
      expect(inside()).toEqual(before);
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
      if (outcome instanceof Error) {
        expect(outcome).toBeInstanceOf(DocsError);
        expect([(outcome as DocsError).exit, outcome.message.includes('\n')]).toEqual([2, false]);
      } else {
        expect(Object.getPrototypeOf(outcome)).toSatisfy(
          (found) => found === null || found === Object.prototype,
        );
        expect(JSON.stringify(outcome).length).toBeLessThan(100_000);
      }
    }),
    { numRuns: FILES },
  );
  if (isMeasured) expect(slowest).toBeLessThan(200 * usual);
  reached('B6', 'files', FILES);
});
