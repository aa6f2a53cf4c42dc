import { describe, expect, it } from 'vitest';
import { schemas } from '../../src/api/index.ts';
import { match } from '../../src/sandbox/match.ts';
import { walkAnswers } from '../helpers/contract-walk.ts';
import { brokenFacts, MAY_BE_ABSENT } from '../helpers/published-facts.ts';
import { randomOrganization } from '../helpers/random-organization.ts';
import { reached, runs } from '../helpers/runs.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const ORGANIZATIONS = runs('L14', 'organizations', 3);
const STEPS = 180;
/** Ways of calling an operation in one random organization. */
const MOST = 8;

describe('what the contract requires', () => {
  it.each(Object.entries(MAY_BE_ABSENT))('of %s is all but what may be absent', (name, absent) => {
    const schema = schemas.get(name);
    expect(schema, 'the name of a schema').toBeDefined();
    const required: readonly string[] = schema?.required ?? [];
    const optional = Object.keys(schema?.properties ?? {}).filter((field) => !required.includes(field));
    expect(optional.sort()).toEqual([...absent].sort());
  });
});

describe('every answer', () => {
  it('over all of the demo fits its operation and the published facts', async () => {
    const box = await openTestSandbox({ demo: true });
    const broken = new Set<string>();
    const asked = await walkAnswers(box, ({ operation, body }) => {
      for (const fact of brokenFacts(body)) broken.add(`${operation.id}${fact}`);
    });
    box.cleanup();
    expect([...broken]).toEqual([]);
    expect(asked).toBeGreaterThan(500);
  });

  it('names locations that answer', async () => {
    const box = await openTestSandbox({ demo: true });
    const locations = new Set<string>();
    await walkAnswers(box, ({ body }) => {
      for (const [, found = ''] of JSON.stringify(body).matchAll(/"location":"sandbox:([^"]+)"/g))
        locations.add(found);
    });
    const silent: string[] = [];
    for (const path of locations) {
      const found = match('GET', path);
      const status = found && (await box.attempt(found.operation, found.params)).status;
      if (status !== 200) silent.push(`${path} ${status}`);
    }
    box.cleanup();
    expect(silent).toEqual([]);
    expect(locations.size).toBeGreaterThan(60);
  });

  it(
    `over ${ORGANIZATIONS} random organizations fits, too, with those to the changes that made them`,
    async () => {
      const done = new Set<string>();
      for (let seed = 0; seed < ORGANIZATIONS; seed += 1) {
        const box = await openTestSandbox();
        const broken = new Set<string>();
        for (const id of await randomOrganization(box, seed, STEPS)) done.add(id);
        const tell = ({ operation, body }: { operation: { id: string }; body: unknown }) => {
          for (const fact of brokenFacts(body)) broken.add(`${operation.id}${fact}`);
        };
        await walkAnswers(box, tell, { most: MOST });
        box.cleanup();
        expect([seed, ...broken]).toEqual([seed]);
      }
      expect(done.size).toBeGreaterThan(35);
      reached('L14', 'organizations', ORGANIZATIONS);
    },
    30_000 + ORGANIZATIONS * 20_000,
  );
});
