import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { operations } from '../../../src/api/index.ts';
import { ofAllAges } from '../../../src/build/contract/ages.ts';
import { differenceLine, differences } from '../../../src/build/contract/differences.ts';
import { generate } from '../../../src/build/contract/generate.ts';
import { generatedFiles, type Resource, resourcesIn } from '../../../src/build/contract/resources.ts';
import { installedContract, readContract, type Schema } from '../../../src/build/contract/specification.ts';
import { casesIn } from '../../helpers/text-cases.ts';

const API = join(import.meta.dirname, '../../../src/api');

/** A contract of one operation, and the shapes it refers to. */
function contractOf(shapes: Record<string, Schema>, body: Schema, version = '1.0.0') {
  const content = (schema: Schema) => ({ content: { 'application/json': { schema } } });
  return readContract(
    {
      paths: {
        '/things/{thingId}': {
          put: {
            operationId: 'putThing',
            requestBody: { ...content(body), required: true },
            responses: { 200: content({ $ref: '#/components/schemas/Thing' }), 404: {} },
          },
        },
      },
      components: { schemas: shapes },
    },
    version,
  );
}

const things: Resource[] = [{ file: 'content/things', operations: ['putThing'], shapes: ['Thing'] }];
const textOf = (shapes: Record<string, Schema>, body: Schema) =>
  generate(contractOf(shapes, body), things).get('content/things.generated.ts') ?? '';

describe('a generated file', () => {
  it.each(casesIn(join(import.meta.dirname, 'generated.txt')))('$title', ({ given, wanted }) => {
    const text = textOf(parse(given.shapes ?? ''), parse(given.body ?? ''));
    for (const line of (wanted.lines ?? '').trimEnd().split('\n')) expect(text).toContain(line);
    expect(text).not.toContain('sentence');
  });

  it('is refused where a file takes what the contract has not', () => {
    const wrong: Resource[] = [{ file: 'content/things', operations: ['putThings'], shapes: [] }];
    expect(() => generate(contractOf({ Thing: {} }, {}), wrong)).toThrow(
      'content/things.ts takes putThings, which 1.0.0 does not have.',
    );
  });
});

describe('two ages', () => {
  const thing = (fields: Record<string, string>, version?: string) => {
    const properties = Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, { type }]));
    const Thing: Schema = { type: 'object', properties, required: Object.keys(fields) };
    return contractOf({ Thing }, { type: 'object' }, version);
  };
  const newer = thing({ id: 'string', draft: 'boolean' }, '2.0.0');
  const older = thing({ id: 'string', old: 'string' });

  it('are one contract, which requires what both require and knows what either has', () => {
    expect(ofAllAges([newer, older]).shapes.Thing).toMatchObject({
      properties: { id: {}, draft: {}, old: {} },
      required: ['id'],
    });
  });

  it('differ by the fields that came, went and changed', () => {
    expect(differences(older, newer).map(differenceLine)).toEqual([
      'went Thing old: string',
      'came Thing draft: boolean',
    ]);
    expect(differences(newer, newer)).toEqual([]);
  });
});

describe('the generated files', () => {
  it('are what the pinned versions say', () => {
    const contract = ofAllAges([installedContract(), installedContract('@gitbook/api-0.146')]);
    // Without spaces, quotes and the commas of lines: the formatter moves those.
    const plain = (text: string) => text.replace(/["'\s]|,(?=\s*[)\]}])/g, '');
    const made = generate(contract, resourcesIn(API));
    expect(generatedFiles(API).sort(), 'npm run contract').toEqual([...made.keys()].sort());
    const stale = [...made].flatMap(([name, text]) =>
      plain(readFileSync(join(API, name), 'utf8')) === plain(text) ? [] : [name],
    );
    expect(stale, 'npm run contract').toEqual([]);
  });

  it('hold none of its sentences', () => {
    const { shapes } = installedContract();
    const told = JSON.stringify(shapes).matchAll(/"description":"([^"]{25,})"/g);
    const sentences = [...told].map(([, text = '']) => text);
    expect(sentences.length).toBeGreaterThan(500);
    for (const { file } of resourcesIn(API)) {
      const text = readFileSync(join(API, `${file}.generated.ts`), 'utf8');
      expect(sentences.filter((sentence) => text.includes(sentence))).toEqual([]);
    }
  });

  it('leave at most 3,500 lines of src/api to be written by hand, and ten of each operation that came later', () => {
    const names = readdirSync(API, { recursive: true, encoding: 'utf8' });
    const byHand = names.filter((name) => /(?<!\.generated)\.(?:ts|md)$/.test(name));
    const text = byHand.map((name) => readFileSync(join(API, name), 'utf8')).join('');
    const later = operations.length - 368;
    expect(
      text.split('\n').length - 1,
      'src/api is longer by hand: take more of it from the contract (...wire.<name>), or say it shorter',
    ).toBeLessThanOrEqual(3_500 + 10 * later);
  });
});
