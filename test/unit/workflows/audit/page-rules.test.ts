import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLists } from '../../../../src/workflows/audit/lists.ts';
import type { AuditRule } from '../../../../src/workflows/audit/rule.ts';
import { rules as linkRules } from '../../../../src/workflows/audit/rules/links.ts';
import { rules as pageRules } from '../../../../src/workflows/audit/rules/pages.ts';
import { openTestSandbox } from '../../../helpers/sandbox.ts';
import { refused, workflowClient } from '../../../helpers/workflow-client.ts';
import type { Garden } from './plant.ts';
import { plants as linkPlants } from './plants/links.ts';
import { plants as pagePlants } from './plants/pages.ts';

const RULES = [...pageRules, ...linkRules];
const PLANTS = { ...pagePlants, ...linkPlants };

let garden: Garden;
beforeEach(async () => {
  garden = { ...(await openTestSandbox()), context: {}, ids: new Map() };
});
afterEach(() => garden.cleanup());

/** One audit of all rules: which targets each finds, or why it does not look. */
async function audit(harness = workflowClient(garden)) {
  const context = {
    organizationId: garden.organizationId,
    now: garden.clock.now,
    lists: createLists(harness.client, 4),
    concurrency: 4,
    owners: garden.context.owners,
  };
  const found = new Map<string, unknown>();
  for (const rule of RULES) found.set(rule.id, resultOf(await rule.find(context)));
  return { found: Object.fromEntries(found), requests: harness.requests };
}

const resultOf = (found: Awaited<ReturnType<AuditRule['find']>>) =>
  'skipped' in found ? found.skipped : found.map(({ target }) => target.id);

it('every rule finds what is planted and nothing else, and no list is asked for twice', async () => {
  garden.context.owners = '';
  const before = await audit();
  expect(before.found).toEqual(Object.fromEntries(RULES.map(({ id }) => [id, []])));
  const wanted: [string, unknown][] = [];
  for (const { id } of RULES) wanted.push([id, await PLANTS[id]?.plant(garden)]);
  const after = await audit();
  expect(after.found).toEqual(Object.fromEntries(wanted));
  expect(new Set(after.requests).size).toBe(after.requests.length);
});

it('a space that is refused is named, and what the others have still counts', async () => {
  await PLANTS['pages/empty']?.plant(garden);
  await PLANTS['pages/stale']?.plant(garden);
  const harness = workflowClient(garden);
  const refusedId = garden.ids.get('Old') ?? '';
  harness.intercept((_, line) => (line.includes(refusedId) ? refused(403) : undefined));
  const { found } = await audit(harness);
  expect(found['pages/stale']).toMatch(/^Old: /);
  expect(found['pages/owner-left']).toBe('there is no owners.yaml');
});
