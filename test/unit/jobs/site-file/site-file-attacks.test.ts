import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DocsError } from '../../../../src/errors.ts';
import { parseSite } from '../../../../src/jobs/site-file/parse.ts';
import { tookOf } from '../../../helpers/growth.ts';
import { isMeasured } from '../../../helpers/measured.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { linesIn } from '../../../helpers/text-cases.ts';

const FILES = runs('B6', 'files', 400);

const linesOf = (name: string) => linesIn(join(import.meta.dirname, name));
const key = fc.oneof(fc.constantFrom(...linesOf('hostile-keys.txt')), fc.string({ maxLength: 8 }));
const scalar = fc.oneof(
  fc.constantFrom(...linesOf('hostile-values.txt'), '|\n  text'),
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
    const inside = (at: number) =>
      at === 0
        ? 'x'
        : Array(width)
            .fill(`*${names[at - 1]}`)
            .join(',');
    return names.map((name, at) => `${name}: &${name} [${inside(at)}]`).join('\n');
  });
const lines = (maxLength: number) => fc.array(line, { maxLength });
const DOCS = 'title: Docs\nspaces: [Guides]\n';
const file = fc.oneof(
  { weight: 6, arbitrary: lines(12).map((all) => `${DOCS}${all.join('\n')}\n`) },
  { weight: 4, arbitrary: lines(12).map((all) => all.join('\n')) },
  bomb,
  bomb.map((text) => `${DOCS}sections: *a1\n${text}\n`),
  lines(6).map((all) => `\uFEFF${all.join('\r\n')}\n--- \n${all.join('\n')}`),
  fc.nat(1500).map((depth) => `title: Docs\nspaces: ${'['.repeat(depth)}${']'.repeat(depth)}\n`),
  fc.string({ unit: 'binary', maxLength: 300 }),
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
