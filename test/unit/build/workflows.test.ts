// Workflows and the action: what could publish, or be changed by a stranger.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { git } from '../../helpers/git-repository.ts';
import { temporaryFolder, writeFiles } from '../../helpers/lasting.ts';

interface Job {
  permissions?: Record<string, string>;
  steps: { uses?: string; run?: string; with?: Record<string, unknown> }[];
}
interface Workflow {
  permissions?: Record<string, string>;
  jobs?: Record<string, Job>;
  runs?: Job;
}

const files = readdirSync('.github', { recursive: true, encoding: 'utf8' })
  .filter((path) => /^(?:workflows|actions)\/.*\.yml$/.test(path))
  .map((path) => [path, parse(readFileSync(`.github/${path}`, 'utf8')) as Workflow] as const);
const jobs = files.flatMap(([path, { jobs = {}, runs, permissions }]) =>
  Object.entries(runs ? { runs } : jobs).map(([name, job]) => ({
    name: `${path} ${name}`,
    permissions: { ...permissions, ...job.permissions },
    ...job,
  })),
);

describe.each(jobs)('$name', ({ permissions = {}, steps }) => {
  it('uses actions by their hash', () => {
    const byTag = steps.flatMap(({ uses }) => (uses && !/@[0-9a-f]{40}$/.test(uses) ? [uses] : []));
    expect(byTag).toEqual([]);
  });

  it('keeps no token of the checkout', () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.every((step) => step.with?.['persist-credentials'] === false)).toBe(true);
  });

  it('runs no code of packages or of this repository where it may write anything', () => {
    if (!Object.values(permissions).includes('write')) return;
    const runs = steps.flatMap(({ run = '' }) => run.split('\n')).filter(Boolean);
    expect(
      runs.filter(
        (line) => !/^(?:npm publish .* --ignore-scripts|gh (?:release create|issue edit) )/.test(line),
      ),
    ).toEqual([]);
    expect(steps.some(({ uses }) => uses?.startsWith('actions/checkout@'))).toBe(false);
  });
});

it('one job may publish, and nothing else', () => {
  const publishing = jobs.filter(({ permissions }) => permissions?.['id-token'] === 'write');
  expect(publishing.map(({ permissions }) => permissions)).toEqual([{ 'id-token': 'write' }]);
});

it('the README installs docs by an action that is there, from a file or a folder, too', () => {
  const [, action = ''] =
    /uses: \S+\/(\.github\/actions\/\S+)@/.exec(readFileSync('README.md', 'utf8')) ?? [];
  const { inputs, runs } = parse(readFileSync(`${action}/action.yml`, 'utf8'));
  expect(inputs.package.description).toMatch(/npm pack.*folder/);
  expect(JSON.stringify(runs)).toContain('install.sh');
  expect(existsSync(`${action}/install.sh`)).toBe(true);
});

it.each([
  ['main', '--base origin/main'],
  ['release/2.0', '--base origin/release/2.0'],
  ['origin/main', '--base origin/main'],
  ['not/fetched', '--base origin/not/fetched'],
  ['v1.0', '--base v1.0'],
  ['none', ''],
  ['', ''],
])('the check compares with the branch that a pull request goes to: %j', (base, flags) => {
  const folder = temporaryFolder();
  writeFiles(folder, { docs: '#!/bin/sh\necho "$@"\n' });
  git(folder, 'init', '-q', '-b', 'work');
  git(folder, 'commit', '-qm', 'One', '--allow-empty');
  for (const one of ['main', 'release/2.0']) git(folder, 'update-ref', `refs/remotes/origin/${one}`, 'HEAD');
  git(folder, 'tag', 'v1.0');
  const script = resolve('.github/actions/check/check.sh');
  const path = `${folder}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, PATH: path, FOLDER: folder, FAIL_ON: 'error', RULES: '', BASE: base };
  execFileSync('chmod', ['+x', join(folder, 'docs')]);
  const run = execFileSync('bash', [script], { env, encoding: 'utf8' });
  expect(run.trim()).toBe(`check ${folder} --format github --fail-on error ${flags}`.trim());
});
