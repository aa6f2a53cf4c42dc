// A plan is made, checked and applied on a host that answers as the operations describe, and refused on any other.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canPlan } from '../../src/engine/model/flags.ts';
import { checkPlan } from '../../src/engine/plan/plan-file.ts';
import { answered, answeredCli } from '../helpers/answered-cli.ts';
import { startAnsweringServer } from '../helpers/answering-server.ts';
import { hostCommands } from '../helpers/command-lines.ts';
import { perFile } from '../helpers/lasting.ts';

const planned = hostCommands.filter(([, , command]) => canPlan(command));

const ORGANIZATION = 'organization-1234';
/** All that the host shows is in this organization. */
const inOrganization = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (key, one) =>
    key === 'organization' && typeof one === 'string' ? ORGANIZATION : one,
  );

const { server, cli } = answeredCli();
const other = perFile(startAnsweringServer, (it) => it.stop());
beforeAll(() => {
  server.change = (value, { id }) => {
    const own = inOrganization(value);
    return id === 'orgs.get' ? { ...Object(own), id: ORGANIZATION } : own;
  };
});

/** Such a host knows any ID, and lists none of the names in examples. */
const ID = 'thing-123456789012';
const isName = (word: string) => /^(Tarnpost Docs|Partner portal|API reference|Guides|Handbook)$/.test(word);
/** It answers that there are conflicts. */
const ENDS_IN_CONFLICTS = /^docs cr (merge|sync)$/;

let made = 0;
let tried = 0;
afterAll(() => {
  if (tried === planned.length) expect(made).toBeGreaterThan(50);
});

it.each(planned)('%s', async (path, example, { args }) => {
  tried += 1;
  rmSync(join(cli.cwd, 'plan.json'), { force: true });
  const idAt = (at: number) => (args[at]?.field === 'organizationId' ? ORGANIZATION : ID);
  const words = example
    .slice(path.split(' ').length - 1)
    .map((word, at) => (isName(word) || (at < args.length && !word.startsWith('-')) ? idAt(at) : word));
  const { exitCode } = await cli([...path.split(' ').slice(1), ...words, '--plan-out', 'plan.json']);
  // Its example names what is not there, or a file.
  if (exitCode !== 0) return;
  made += 1;
  const { rows, ...plan } = checkPlan(JSON.parse(readFileSync(join(cli.cwd, 'plan.json'), 'utf8')), 'plan');
  const check = await cli('plan check plan.json');
  expect([path, check.exitCode, check.stderr]).toEqual([path, 0, expect.anything()]);
  const consent = ['--yes', '--confirm', rows.length === 1 ? '1 change' : `${rows.length} changes`];
  const foreign = await cli(['apply', 'plan.json', ...consent], { env: answered(other) });
  expect([path, foreign.exitCode, foreign.stderr]).toEqual([path, 3, expect.stringContaining(other.url)]);
  const late = { ...plan, rows, guards: { expires: '2020-01-01' } };
  writeFileSync(join(cli.cwd, 'late.json'), JSON.stringify(late));
  expect((await cli('plan check late.json')).exitCode).toBe(3);
  const applied = await cli(['apply', 'plan.json', ...consent]);
  const wanted = ENDS_IN_CONFLICTS.test(path) ? 7 : 0;
  expect([path, applied.exitCode, applied.stderr]).toEqual([path, wanted, expect.anything()]);
});
