// The workflows and policies of the manual's guide: files that work, with commands that exist and fields that a plan has.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { operations } from '../../../../src/api/index.ts';
import { splitWords } from '../../../helpers/cli.ts';
import { type OrgWorld, orgWorld } from '../../../helpers/org-world.ts';

const TEXT = readFileSync('src/build/manual/guides/09-organization-as-code.md', 'utf8');
const blocks = (language: string) =>
  [...TEXT.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text);

interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, { 'runs-on': string; steps: { uses?: string; run?: string }[] }>;
}

const workflows = blocks('yaml').map((text) => {
  const document = parseDocument(text);
  expect(document.errors).toEqual([]);
  return document.toJS() as Workflow;
});

let world: OrgWorld;
beforeEach(async () => {
  world = await orgWorld({ demo: true });
  await world.ok('orgs', 'pull', '--to', 'acme');
});
afterEach(() => world.cleanup());

describe('the workflows of the guide', () => {
  it('are two: one for the night, one for pull requests', () => {
    expect(workflows.map(({ on }) => Object.keys(on))).toEqual([
      ['schedule', 'workflow_dispatch'],
      ['pull_request', 'push'],
    ]);
  });

  it('have jobs whose steps run something, and only the rights they need', () => {
    for (const { jobs, permissions } of workflows) {
      expect(Object.values(permissions)).not.toContain('write');
      for (const job of Object.values(jobs)) {
        expect(job['runs-on']).toBe('ubuntu-latest');
        for (const step of job.steps) expect([step.uses, step.run].filter(Boolean)).toHaveLength(1);
      }
    }
  });

  it('run commands that work', async () => {
    const runs = workflows.flatMap(({ jobs }) =>
      Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run.split('\n'))),
    );
    const lines = runs.flatMap((line) => /docs orgs [^>|&;]*/.exec(line)?.[0] ?? []);
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      const { exitCode, stderr } = await world.cli(splitWords(line).slice(1));
      expect(exitCode, `${line}: ${stderr}`).toBe(0);
    }
  });
});

describe('the policies of the guide', () => {
  const policies = blocks('rego');

  it('are three packages that deny with a message', () => {
    expect(policies.map((text) => /^package (\S+)/.exec(text)?.[1])).toEqual([
      'docs.outside',
      'docs.public',
      'docs.removals',
    ]);
    for (const text of policies) expect(text).toMatch(/deny contains message if \{[\s\S]*message := sprintf/);
  });

  it('name operations that exist, and fields that rows of a plan have', async () => {
    const ids = new Set<string>(operations.map(({ id }) => id));
    for (const [, id = ''] of policies.join('\n').matchAll(/"([a-z]+\.[a-zA-Z]+)"/g))
      expect(ids.has(id), id).toBe(true);
    await world.ok('spaces', 'update', 'Guides', '--title', 'Other');
    await world.ok('orgs', 'plan', 'acme', '--plan-out', 'plan.json');
    const { rows } = JSON.parse(readFileSync(world.at('plan.json'), 'utf8'));
    for (const [, field = ''] of policies.join('\n').matchAll(/\brow\.(\w+)/g))
      expect(rows[0]).toHaveProperty(field);
  });
});
