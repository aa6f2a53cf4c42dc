// Audits of organizations in which faults of chance were planted, and of those that somebody might have made.

import { expect, it } from 'vitest';
import { foundRows } from '../../../../src/jobs/audit/audit-run.ts';
import { auditRules } from '../../../../src/jobs/audit/rules/rules.generated.ts';
import { untilEnd } from '../../../helpers/lasting.ts';
import { randomNumbers, randomOrganization } from '../../../helpers/random-organization.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { openTestSandbox } from '../../../helpers/sandbox.ts';
import { audit, openGarden, allPlants as plants } from './garden.ts';

/** In whose company the fault of the other is none. */
const NOT_BOTH = ['people/single-admin', 'people/unseen-admin'];

function chosen(seed: number): string[] {
  const random = randomNumbers(seed);
  const ids = Object.keys(plants)
    .map((id) => ({ id, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, 1 + Math.floor(random() * 10))
    .map(({ id }) => id);
  const [first] = ids.filter((id) => NOT_BOTH.includes(id));
  // Last: whoever loses a role could not plant the others.
  return [...ids.filter((id) => !NOT_BOTH.includes(id)), ...(first === undefined ? [] : [first])];
}

const sorted = (all: Iterable<string>): string[] => [...new Set(all)].sort();

it('every planted fault is found, nothing else, and no request is sent twice', async () => {
  const rounds = runs('H1', 'organizations', 2);
  for (let seed = 0; seed < rounds; seed += 1) {
    const garden = untilEnd(await openGarden());
    const expected = new Map<string, readonly string[]>();
    for (const id of chosen(seed)) expected.set(id, (await plants[id]?.plant(garden)) ?? []);
    const also = new Set([...expected.keys()].flatMap((id) => plants[id]?.also ?? []));
    const { results, requests } = await audit(garden, auditRules);
    for (const { rule, findings, skipped, failed } of results) {
      const where = `${rule.id}, seed ${seed}: ${[...expected.keys()].join(' ')}`;
      expect([skipped, failed?.message], where).toEqual([undefined, undefined]);
      const found = sorted(findings.map(({ target }) => target.id));
      const wanted = sorted(expected.get(rule.id) ?? []);
      expect(also.has(rule.id) ? found.filter((id) => wanted.includes(id)) : found, where).toEqual(wanted);
    }
    expect(requests.filter((one, at) => requests.indexOf(one) !== at)).toEqual([]);
  }
  reached('H1', 'organizations', rounds);
});

it('no rule stumbles over what an organization can be, and each finding is told apart', async () => {
  const rounds = runs('H1', 'random organizations', 2);
  for (let seed = 0; seed < rounds; seed += 1) {
    const box = untilEnd(await openTestSandbox());
    await randomOrganization(box, seed, 150);
    const context = { owners: '"*": nobody@tarnpost.example\n' };
    const { results, requests } = await audit({ ...box, context }, auditRules);
    for (const { rule, failed } of results)
      expect(failed?.message, `${rule.id}, seed ${seed}`).toBeUndefined();
    const prints = foundRows(results).map(({ fingerprint }) => fingerprint);
    expect(new Set(prints).size, `seed ${seed}`).toBe(prints.length);
    expect(requests.filter((one, at) => requests.indexOf(one) !== at)).toEqual([]);
  }
  reached('H1', 'random organizations', rounds);
});
