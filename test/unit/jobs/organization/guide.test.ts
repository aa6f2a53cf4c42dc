// The workflows and policies of the manual's guide: files that work, stepped through in a repository and evaluated on plans.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { createSpace } from '../../../../src/api/content/spaces.ts';
import { operations } from '../../../../src/api/index.ts';
import { serveSandbox } from '../../../../src/sandbox/serve.ts';
import { git } from '../../../helpers/git-repository.ts';
import { perTest } from '../../../helpers/lasting.ts';
import { lacks } from '../../../helpers/needs.ts';
import { orgWorld } from '../../../helpers/org-world.ts';
import { type Runner, runner, type Workflow } from '../../../helpers/stepping.ts';

const TEXT = readFileSync('src/build/manual/guides/10-organization-as-code.md', 'utf8');
const blocks = (language: string) =>
  [...TEXT.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text);

const workflows = blocks('yaml').map((text) => {
  const document = parseDocument(text);
  expect(document.errors).toEqual([]);
  return document.toJS() as Workflow;
});

const world = perTest(() => orgWorld({ demo: true }));
beforeEach(async () => {
  await world.ok('orgs', 'pull', '--to', 'acme');
});

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
});

/** Keeps one issue in a file, and notes what it was asked. */
const GH = `echo "$1 $2 $GH_REPO" >> "$HOME/gh.log"
case "$1 $2" in
  'issue list') if [ -f "$HOME/issue.md" ]; then echo 7; fi ;;
  'issue create') [ "$3 $5" = '--title --body-file' ] && cp "$6" "$HOME/issue.md" ;;
  'issue edit') [ "$3 $4" = '7 --body-file' ] && cp "$5" "$HOME/issue.md" ;;
  *) exit 2 ;;
esac
`;

describe('stepped through in a repository', () => {
  const [night, merged] = workflows as [Workflow, Workflow];
  let steps: Runner;
  let served: Awaited<ReturnType<typeof serveSandbox>>;
  let contexts: Record<string, string>;

  beforeEach(async () => {
    const { box, cli } = world;
    served = await serveSandbox({ file: box.file, env: {} });
    for (const workflow of workflows)
      for (const { env } of [workflow, ...Object.values(workflow.jobs)])
        if (env?.DOCS_BASE_URL !== undefined) env.DOCS_BASE_URL = served.url;
    contexts = {
      'secrets.DOCS_TOKEN': box.adminToken,
      'github.token': 'of-the-run',
      'github.repository': 'acme/organization',
    };
    steps = await runner(cli, { gh: GH });
    git(cli.cwd, 'init', '--quiet', '--initial-branch=main');
    git(cli.cwd, 'add', 'acme');
    git(cli.cwd, 'commit', '--quiet', '-m', 'Pull the organization');
  });
  afterEach(async () => {
    await steps.close();
    await served.close();
  });

  const titles = async () => (await world.ok('spaces', 'list', '-o', 'csv', '--fields', 'title')).stdout;

  it('a pull request shows its plan and sends nothing, and its merge applies it', async () => {
    const { cwd } = world.cli;
    git(cwd, 'switch', '--quiet', '--create', 'rename');
    world.replace('acme/spaces.yaml', 'title: Guides', 'title: Handbuch');
    world.replace('acme/access.yaml', 'space:Guides', 'space:Handbuch');
    world.replace('acme/integrations.yaml', '- Guides', '- Handbuch');
    git(cwd, 'commit', '--quiet', '--all', '-m', 'Rename Guides');
    expect(git(cwd, 'diff', '--name-only', 'main').split('\n')).toEqual(
      ['access', 'integrations', 'spaces'].map((name) => `acme/${name}.yaml`),
    );
    const shown = await steps.step(merged, { ...contexts, 'github.event_name': 'pull_request' });
    expect(shown).toMatch(/### spaces\.yaml[\s\S]*\| ~ \| space "Guides"[^\n]*Guides -\\> Handbuch/);
    expect(await titles()).toContain('Guides');
    git(cwd, 'switch', '--quiet', 'main');
    git(cwd, 'merge', '--quiet', 'rename');
    const push = { ...contexts, 'github.event_name': 'push' };
    expect(await steps.step(merged, push)).toBe('');
    expect(await titles()).toMatch(/Handbuch/);
    expect(await titles()).not.toMatch(/Guides/);
    await steps.step(merged, push);
  });

  it('a night opens one issue about what was changed by hand, the next one updates it, and a quiet one opens none', async () => {
    const { home } = world.cli;
    await steps.step(night, contexts);
    expect(existsSync(join(home, 'issue.md'))).toBe(false);
    await world.ok('spaces', 'update', 'Guides', '--title', 'Handbuch');
    await steps.step(night, contexts);
    expect(readFileSync(join(home, 'issue.md'), 'utf8')).toMatch(
      /space "Guides": title[\s\S]*is Handbuch, the file has Guides/,
    );
    await world.ok('teams', 'create', 'By hand');
    await steps.step(night, contexts);
    expect(readFileSync(join(home, 'issue.md'), 'utf8')).toMatch(/Handbuch[\s\S]*By hand/);
    const asked = ['list', 'create', 'list', 'edit'].map((what) => `issue ${what} acme/organization\n`);
    expect(readFileSync(join(home, 'gh.log'), 'utf8')).toBe(asked.join(''));
  });

  it('a night whose organization cannot be read fails, and opens nothing', async () => {
    const failing = steps.step(night, { ...contexts, 'secrets.DOCS_TOKEN': 'gb_api_unknown' });
    await expect(failing).rejects.toThrow(/a step ended with 4/);
    expect(existsSync(join(world.cli.home, 'gh.log'))).toBe(false);
  });
});

const planned = async (...flags: string[]) => {
  const words = 'orgs plan acme --prune --max-changes 100 --plan-out plan.json'.split(' ');
  await world.ok(...words, ...flags);
  return JSON.parse(world.read('plan.json'));
};

describe('the policies of the guide', () => {
  const policies = blocks('rego');

  it('are three packages that deny with a message', () => {
    const names = policies.map((text) => /^package (\S+)/.exec(text)?.[1]);
    expect(names).toEqual(['docs.outside', 'docs.public', 'docs.removals']);
    for (const text of policies) expect(text).toMatch(/deny contains message if \{[\s\S]*message := sprintf/);
  });

  it('name operations that exist, and fields that rows of a plan have', async () => {
    const ids = new Set<string>(operations.map(({ id }) => id));
    for (const [, id = ''] of policies.join('\n').matchAll(/"([a-z]+\.[a-zA-Z]+)"/g))
      expect(ids.has(id), id).toBe(true);
    await world.ok('spaces', 'update', 'Guides', '--title', 'Other');
    const { rows } = await planned();
    for (const [, field = ''] of policies.join('\n').matchAll(/\brow\.(\w+)/g))
      expect(rows[0]).toHaveProperty(field);
  });

  describe.skipIf(lacks('policies of the guide on plans', 'opa'))('evaluated by OPA', () => {
    const [outside = '', published = '', removals = ''] = policies;

    const denied = (name: string, policy: string, input: string, data?: object): string[] => {
      writeFileSync(world.at(`${name}.rego`), policy.replace('acme.example', 'tarnpost.example'));
      if (data) writeFileSync(world.at('labels.json'), JSON.stringify(data));
      const words = ['eval', '--format', 'json', '--input', input, '--data', `${name}.rego`];
      if (data) words.push('--data', 'labels.json');
      const answer = execFileSync('opa', [...words, `data.docs.${name}.deny`], { cwd: world.cli.cwd });
      return JSON.parse(String(answer)).result[0].expressions[0].value;
    };

    it('nobody from outside is given more than comments', async () => {
      const input = 'acme/access.yaml';
      world.replace(input, /level: \w+(\n\s+on: [^\n]*\n)(?![\s\S]*team)/, 'level: comment$1');
      world.replace(input, /(person: sofia@marchetti-writes\.example\n\s+level: )\w+/, '$1comment');
      expect(denied('outside', outside, input)).toEqual([]);
      world.replace(input, /(person: sofia@marchetti-writes\.example\n\s+level: )\w+/, '$1edit');
      expect(denied('outside', outside, input)).toEqual(['sofia@marchetti-writes.example would get edit']);
      world.replace(input, 'grants:\n', 'grants:\n  - { people: ["*"], level: admin, on: "space:Guides" }\n');
      expect(denied('outside', outside, input)).toContain('* would get admin');
    });

    it('nothing becomes public without a label', async () => {
      world.replace('acme/sites/partner-portal.yaml', /visibility: \S+/, 'visibility: public');
      await planned();
      expect(denied('public', published, 'plan.json', { labels: [] })).toEqual([
        'site Partner portal becomes public: add the label public',
      ]);
      expect(denied('public', published, 'plan.json', { labels: ['public'] })).toEqual([]);
    });

    it('at most five things are removed, and the line of the guide fails where more are', async () => {
      const { organizationId } = world.box;
      for (let at = 0; at < 6; at += 1)
        await world.box.call(createSpace, { organizationId, title: `Extra ${at}` });
      await planned();
      expect(denied('removals', removals, 'plan.json')).toEqual(['6 things would be removed, and 5 may be']);
      const [, line = ''] = /`(opa eval [^`]+)`/.exec(TEXT) ?? [];
      const exit = () => spawnSync('bash', ['-c', line], { cwd: world.cli.cwd }).status;
      expect(exit()).toBe(1);
      await world.ok('spaces', 'delete', 'Extra 0', '--yes');
      await planned();
      expect(denied('removals', removals, 'plan.json')).toEqual([]);
      expect(exit()).toBe(0);
    });
  });
});

it('docs plan schema fits every plan, and nothing that a plan may not say', async () => {
  world.replace('acme/spaces.yaml', 'spaces:\n', 'spaces:\n  - { title: New, level: read }\n');
  const grant = '  - { team: Support, level: edit, on: "space:New" }\n';
  world.replace('acme/access.yaml', 'grants:\n', `grants:\n${grant}`);
  const plan = await planned();
  expect(plan.rows.length).toBeGreaterThan(2);
  const ajv = formats.default(new Ajv({ strict: false }));
  const fits = ajv.compile(JSON.parse((await world.ok('plan', 'schema')).stdout));
  expect(fits({ ...plan, origin: 'https://api.example' }), JSON.stringify(fits.errors)).toBe(true);
  const [row] = plan.rows;
  for (const odd of [{ extra: 1 }, { danger: 'none' }, { target: {} }])
    expect(fits({ ...plan, rows: [{ ...row, ...odd }] })).toBe(false);
});
