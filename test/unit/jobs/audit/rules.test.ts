// Each rule of the audit: its fault is found where it is planted and nowhere else, and its command makes it go.

import { describe, expect, it } from 'vitest';
import { changeTeamMembers, createTeam } from '../../../../src/api/people/members.ts';
import { updateOrganization } from '../../../../src/api/people/organizations.ts';
import { addSpacePermission } from '../../../../src/api/people/permissions.ts';
import { wordsOfCommand } from '../../../../src/files/shell-word.ts';
import { runRules } from '../../../../src/jobs/audit/audit-run.ts';
import { createLists } from '../../../../src/jobs/audit/lists.ts';
import type { AuditFinding, AuditRule } from '../../../../src/jobs/audit/rule.ts';
import { auditRules } from '../../../../src/jobs/audit/rules/rules.generated.ts';
import { withNames } from '../../../helpers/api-verbs.ts';
import { untilEnd } from '../../../helpers/lasting.ts';
import { randomAccess } from '../../../helpers/random-access.ts';
import { openTestSandbox } from '../../../helpers/sandbox.ts';
import { refused, workflowClient } from '../../../helpers/workflow-client.ts';
import { audit, type Garden, openGarden, type Plant, allPlants as plants } from './garden.ts';

const freshGarden = async () => untilEnd(await openGarden());

const idsOf = (findings: readonly AuditFinding[]) =>
  [...new Set(findings.map(({ target }) => target.id))].sort();

it('has a plant for each rule, and at least 30 rules with IDs of their own', () => {
  const missing = auditRules
    .filter(({ id }) => !(id in plants))
    .map(({ id }) => `test/unit/jobs/audit/plants is missing an entry for rule ${id}: what it must find`);
  expect(missing, missing.join('\n')).toEqual([]);
  expect(Object.keys(plants).sort()).toEqual(auditRules.map(({ id }) => id).sort());
  expect(new Set(auditRules.map(({ id }) => id)).size).toBe(auditRules.length);
  expect(auditRules.length).toBeGreaterThanOrEqual(30);
});

it('finds nothing in a clean organization, skips nothing, and asks for nothing twice', async () => {
  const { results, requests } = await audit(await freshGarden(), auditRules);
  expect(results.flatMap(({ findings }) => findings)).toEqual([]);
  expect(results.filter(({ skipped, failed }) => skipped !== undefined || failed !== undefined)).toEqual([]);
  expect(requests.filter((one, at) => requests.indexOf(one) !== at)).toEqual([]);
});

it('does not say of a space that it is on no site where not all sites can be reached', async () => {
  const garden = await freshGarden();
  await plants['spaces/nowhere-shown']?.plant(garden);
  const narrow = { ...garden, context: { ...garden.context, isNarrow: true } };
  const { results } = await audit(narrow, auditRules);
  const told = results.find(({ rule }) => rule.id === 'spaces/nowhere-shown');
  expect(told).toMatchObject({ findings: [], skipped: 'a site that cannot be reached here may show it' });
});

describe('a rule of the audit', () => {
  it.each(auditRules.map((rule) => [rule.id, rule] as const))(
    '%s finds its fault, and is content when it is mended',
    async (id, rule) => {
      const plant = plants[id];
      if (!plant) throw new Error(`no plant for ${id}`);
      const garden = await freshGarden();
      const targets = await plant.plant(garden);
      const { results } = await audit(garden, auditRules);
      const found = results.find((one) => one.rule.id === id)?.findings ?? [];
      expect(idsOf(found)).toEqual([...new Set(targets)].sort());
      expect(
        results.flatMap((one) => (one.findings.length > 0 && one.rule.id !== id ? [one.rule.id] : [])),
      ).toEqual(plant.also);
      // What people write is theirs to mend: no command does, and nothing here stands for them.
      if (plant.byHand !== undefined && plant.afterwards === '') return;
      await garden.play(plant.before);
      for (const finding of found) await mend(garden, rule, plant, finding);
      await garden.play(plant.afterwards);
      expect((await audit(garden, [rule])).results).toEqual([{ rule, findings: [] }]);
    },
  );
});

/** Values for words in angle brackets: what somebody writes in a change request of its own. */
const USUAL = {
  ...{ '<page>': '$found', '<title>': '$found', '<provider>': '$found', '<space>': '$within' },
  ...{ '<cr>': '$cr', '<file>': '$file', '<text>': "'What it tells'" },
};

/** Runs the command as it is printed, and answers what it asks. */
async function mend(garden: Garden, rule: AuditRule, plant: Plant, finding: AuditFinding): Promise<void> {
  if (finding.mend === undefined && plant.byHand !== undefined) return;
  const { target, within = target } = finding;
  garden.state.names.set('found', target.id).set('within', within.id);
  let text = finding.mend ?? rule.mend;
  if (text.includes('<cr>'))
    await garden.play('docs cr create --space $within --subject Mend --json --jq .number -> $cr');
  for (const [word, value] of Object.entries({ ...USUAL, ...plant.fill }))
    text = text.replaceAll(word, withNames(value, garden.state));
  for (const line of commandsIn(text)) {
    expect(line).toMatch(/^docs [^<>]*$/);
    const { exitCode, stderr } = await garden.docs(wordsOfCommand(line).slice(1));
    expect(exitCode, `${line}\n${stderr}`).toBe(0);
  }
}

/** `docs pages edit x, then docs cr merge 1`, `docs hostnames check x, after its DNS is set`. */
const commandsIn = (text: string): string[] =>
  text.split(/, (?:then |(?=after ))/).filter((part) => part.startsWith('docs '));

it('asks only of spaces that a guest sees, and finds what it finds where it asks of all', async () => {
  const rules = auditRules.filter(({ id }) => /^access\/(guest|outside)/.test(id));
  let [fewer, found] = [0, 0];
  for (let seed = 0; seed < 8; seed += 1) {
    const box = untilEnd(await openTestSandbox());
    await randomAccess(box, seed, { users: 8, teams: 3, collections: 4, spaces: 12, grants: 8, sites: 1 });
    box.sandbox.db.run(
      `UPDATE users SET email = CASE (SELECT role FROM members WHERE user = users.id) IS NULL
         WHEN 1 THEN id || '@elsewhere.example' ELSE id || '@garden.example' END`,
    );
    const { organizationId } = box;
    await box.call(updateOrganization, { organizationId, emailDomains: ['garden.example'] });
    const garden = { ...box, context: {} };
    const asked = await audit(garden, rules);
    const ofAll = await audit(garden, rules, (path) => /members\/.*\/spaces/.test(path));
    expect(asked.results, `seed ${seed}`).toEqual(ofAll.results);
    if (asked.requests.length < ofAll.requests.length) fewer += 1;
    found += asked.results.flatMap(({ findings }) => findings).length;
  }
  expect([fewer > 0, found > 0]).toEqual([true, true]);
});

it.each([402, 403])('skips what the platform refuses with %s: nothing passes', async (status) => {
  const garden = await freshGarden();
  const { client, intercept } = workflowClient(garden);
  intercept(() => refused(status));
  const { organizationId, clock } = garden;
  const context = { organizationId, now: clock.now, concurrency: 4, owners: undefined, caller: undefined };
  const results = await runRules(auditRules, { ...context, lists: createLists(client, 4) });
  for (const { rule, findings, skipped } of results)
    expect([rule.id, findings, typeof skipped]).toEqual([rule.id, [], 'string']);
});

it('has no command against whoever asks, whatever is wrong with them', async () => {
  const garden = await freshGarden();
  const { sandbox, adminId, organizationId, call, names } = garden;
  sandbox.db.run("UPDATE users SET email = 'me@elsewhere.example' WHERE id = ?", adminId);
  sandbox.db.run("UPDATE members SET sso = 0, lastSeenAt = '2020-01-01T00:00:00.000Z'");
  const { id } = await call(createTeam, { organizationId, title: 'Mine' });
  await call(changeTeamMembers, { organizationId, teamId: id, add: [adminId] });
  const spaceId = String(names.get('space'));
  await call(addSpacePermission, { spaceId, role: 'admin', users: [adminId], teams: [id] });
  const { results } = await audit(garden, auditRules);
  const found = results.flatMap(({ findings }) => findings);
  const own = found.filter(({ target }) => target.id === adminId);
  expect(own.length).toBeGreaterThanOrEqual(5);
  for (const { mend, message } of own)
    expect([mend, message]).toEqual([undefined, expect.stringMatching(/that is you$/)]);
  for (const { mend = '' } of found) expect(mend).not.toMatch(new RegExp(`me@elsewhere.example|${adminId}`));
});
