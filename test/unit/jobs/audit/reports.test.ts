// The reports of an audit in which everything is wrong, against the formats that they are read as.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditRules } from '../../../../src/jobs/audit/rules/rules.generated.ts';
import { readXml } from '../../../../src/jobs/saml/saml-input.ts';
import { freshCli } from '../../../helpers/cli.ts';
import { junitProblems } from '../../../helpers/junit-shape.ts';
import { perFile } from '../../../helpers/lasting.ts';
import { openGarden, allPlants as plants } from './garden.ts';
import { sarifProblems } from './sarif-shape.ts';

const garden = perFile(openGarden);
const cli = perFile(() =>
  freshCli({
    env: { DOCS_BASE_URL: `sandbox:${garden.file}`, DOCS_TOKEN: garden.adminToken },
    now: () => garden.clock.now,
  }),
);
beforeAll(async () => {
  for (const { id } of auditRules) if (id !== 'people/single-admin') await plants[id]?.plant(garden);
  // A title that is markup in every format.
  garden.sandbox.db.run("UPDATE teams SET title = '<script>alert(1)</script>|]]>'");
  writeFileSync(join(cli.cwd, 'owners.yaml'), garden.context.owners ?? '');
});

const report = async (format: string, more?: string): Promise<string> => {
  const { exitCode, stdout, stderr } = await cli(
    `audit --format ${format} ${more ?? '--also access,links,openapi,pages'}`,
  );
  expect(exitCode, stderr).toBe(0);
  return stdout;
};

interface Result {
  ruleId: string;
  partialFingerprints: object;
}
interface Rule {
  defaultConfiguration: { level: string };
}

describe('reports of an audit', () => {
  it('SARIF is valid by the names, types and values that OASIS lists', async () => {
    const log = JSON.parse(await report('sarif'));
    expect(sarifProblems(log)).toEqual([]);
    const [{ results, tool }] = log.runs as [{ results: Result[]; tool: { driver: { rules: Rule[] } } }];
    expect(new Set(results.map(({ ruleId }) => ruleId)).size).toBe(auditRules.length - 1);
    const prints = results.map(({ partialFingerprints }) => JSON.stringify(partialFingerprints));
    expect(new Set(prints).size).toBe(prints.length);
    const levels = tool.driver.rules.map(({ defaultConfiguration: { level } }) => level);
    const words = { high: 'error', medium: 'warning', low: 'note' };
    expect(levels).toEqual(auditRules.map(({ severity }) => words[severity]));
    const line = await report('github', '--only people/empty-team');
    expect(line).toMatch(/^::notice title=people\/empty-team::/);
  });

  it('the check of SARIF refuses what is wrong', async () => {
    const log = JSON.parse(await report('sarif', '--only people'));
    const [run] = log.runs;
    const wrong = [
      { ...log, version: '2.0.0' },
      { ...log, more: 1 },
      { ...log, runs: [{ ...run, tool: {} }] },
      { ...log, runs: [{ ...run, results: [{ ...run.results[0], level: 'high' }] }] },
      { ...log, runs: [{ ...run, results: [{ ...run.results[0], message: undefined }] }] },
      { ...log, runs: [{ ...run, invocations: [{}] }] },
    ];
    for (const one of wrong) expect(sarifProblems(JSON.parse(JSON.stringify(one)))).toHaveLength(1);
  });

  it('JUnit has the elements, attributes and counts that Jenkins reads', async () => {
    const root = readXml(await report('junit'));
    expect(root.name).toBe('testsuites');
    expect(junitProblems(root)).toEqual([]);
    const rows = JSON.parse(await report('json')) as { status: string }[];
    const found = rows.filter(({ status }) => status === 'found').length;
    expect([found > 0, Number(root.attributes.failures)]).toEqual([true, found]);
    for (const suite of root.children)
      for (const { attributes } of suite.children) expect(attributes.name).toBeTruthy();
  });

  it('one page for a browser loads nothing, runs nothing, and has each finding with its command', async () => {
    const page = await report('html');
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|https?:[^<]*["'] /i);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    const rows = JSON.parse(await report('json')) as { rule: string; fix?: string }[];
    for (const { rule } of rows) expect(page).toContain(rule);
    for (const { fix } of rows)
      if (fix && !/[&<>"']/.test(fix)) expect(page).toContain(`<code>${fix}</code>`);
  });
});
