// Folders that nobody meant so: links, a file that was cut off, what is secret or not yet public.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { listOrganizationInstallations } from '../../../../src/api/integrations/installed-integrations.ts';
import * as api from '../../../../src/api/integrations/integration-installations.ts';
import { setOpenApiSpec, updateOpenApiSpec } from '../../../../src/api/integrations/openapi.ts';
import { perTest } from '../../../helpers/lasting.ts';
import { orgWorld } from '../../../helpers/org-world.ts';

const world = perTest(() => orgWorld({ demo: true }));
beforeEach(async () => {
  await world.ok('orgs', 'pull', '--to', 'acme');
});

const read = (path: string) => readFileSync(world.at(path), 'utf8');
const write = (path: string, text: string) => writeFileSync(world.at(path), text);
const replace = (path: string, from: string | RegExp, to: string) => {
  expect(read(path)).toMatch(from);
  write(path, read(path).replace(from, to));
};
const plan = (...flags: string[]) => world.cli(['orgs', 'plan', 'acme', ...flags]);
const prune = () => plan('--prune', '--max-changes', '100', '--exit-code');

describe('a link', () => {
  it('never leads out of the folder, whatever it is called', async () => {
    write('secret.yaml', 'openapi: 3.1.0\ninfo: { title: canary-9b1f, version: "1" }\npaths: {}\n');
    mkdirSync(world.at('acme/openapi'));
    symlinkSync(world.at('secret.yaml'), world.at('acme/openapi/orders.yaml'));
    symlinkSync(world.cli.cwd, world.at('acme/out'));
    for (const file of ['openapi/orders.yaml', 'out/secret.yaml']) {
      const text = read('acme/openapi.yaml');
      replace(
        'acme/openapi.yaml',
        'specifications:\n',
        `specifications:\n  - { name: orders, file: ${file} }\n`,
      );
      const { exitCode, stdout, stderr } = await plan();
      expect(stderr).toContain(`there is no file "${file}" in the folder`);
      expect(stdout + stderr).not.toContain('canary');
      expect(exitCode).toBe(2);
      write('acme/openapi.yaml', text);
    }
  });

  it('to the folder is the folder', async () => {
    renameSync(world.at('acme'), world.at('real'));
    symlinkSync(world.at('real'), world.at('acme'));
    expect((await prune()).exitCode).toBe(0);
    expect((await world.cli('orgs apply acme --yes')).exitCode).toBe(0);
    await world.ok('orgs', 'pull', '--to', 'acme');
    expect(existsSync(world.at('real/spaces.yaml'))).toBe(true);
  });

  it('to a folder of files is read, and one that leads nowhere is an error', async () => {
    renameSync(world.at('acme/sites'), world.at('elsewhere'));
    symlinkSync(world.at('elsewhere'), world.at('acme/sites'));
    replace('elsewhere/partner-portal.yaml', 'title: Partner portal', 'title: Partners');
    expect((await plan()).stdout).toMatch(/title: Partner portal -> Partners/);
    for (const command of ['orgs pull --to acme', 'orgs adopt acme']) {
      replace('elsewhere/partner-portal.yaml', /title: Partner\w*( portal)?.*/, 'title: Partner portal');
      const before = read('elsewhere/partner-portal.yaml');
      const { exitCode, stderr } = await world.cli(command);
      expect(stderr).toMatch(/"acme\/sites" is a symbolic link that leads out of the folder/);
      expect(exitCode).not.toBe(0);
      expect(read('elsewhere/partner-portal.yaml')).toBe(before);
    }
    rmSync(world.at('acme/spaces.yaml'));
    symlinkSync(world.at('nowhere.yaml'), world.at('acme/spaces.yaml'));
    const { exitCode, stdout, stderr } = await prune();
    expect(stderr).toMatch(/cannot read ".*spaces\.yaml"/);
    expect(exitCode).toBe(5);
    expect(stdout).toBe('');
  });
});

it('a file that was cut off removes nothing that another file still names', async () => {
  const text = read('acme/spaces.yaml');
  write('acme/spaces.yaml', text.slice(0, text.indexOf('  - title: Guides')));
  const { exitCode, stderr, stdout } = await prune();
  expect(stderr).toMatch(/access\.yaml: there is no space "Guides"/);
  expect(stderr).toMatch(/tarnpost-docs\.yaml: space "Guides" not found, or not visible to you$/m);
  expect(stdout).toBe('');
  expect(exitCode).toBe(2);
});

describe('what is secret or not yet public', () => {
  it('is not in the address of a specification', async () => {
    const { box } = world;
    const { organizationId } = box;
    for (const [at, url] of [
      'https://me:canary-71@spec.example/a.yaml',
      'https://spec.example/b.yaml?token=canary-71',
    ].entries())
      await box.call(setOpenApiSpec, { organizationId, specSlug: `secret-${at}`, source: { url } });
    await world.ok('orgs', 'pull', '--to', 'acme');
    expect(read('acme/openapi.yaml')).toMatch(/name: secret-0[\s\S]*name: secret-1/);
    expect(read('acme/openapi.yaml')).not.toContain('canary');
    expect((await prune()).exitCode).toBe(0);
  });

  it('is a specification that becomes private: before its new text is sent', async () => {
    const { box } = world;
    const { organizationId } = box;
    const text = 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\n';
    await box.call(setOpenApiSpec, { organizationId, specSlug: 'orders', source: { text } });
    await box.call(updateOpenApiSpec, { organizationId, specSlug: 'orders', visibility: 'public' });
    write('acme/orders.yaml', text.replace('title: A', 'title: B'));
    const order = async (visibility: string) => {
      replace(
        'acme/openapi.yaml',
        'specifications:\n',
        `specifications:\n  - { name: orders, file: orders.yaml, visibility: ${visibility} }\n`,
      );
      await world.ok('orgs', 'plan', 'acme', '--plan-out', 'plan.json');
      replace('acme/openapi.yaml', / {2}- \{ name: orders.*\n/, '');
      const { rows }: { rows: { operation: string }[] } = JSON.parse(read('plan.json'));
      return rows.map(({ operation }) => operation);
    };
    expect(await order('private')).toEqual(['openapi.update', 'openapi.set']);
    await box.call(updateOpenApiSpec, { organizationId, specSlug: 'orders', visibility: 'private' });
    expect(await order('public')).toEqual(['openapi.set', 'openapi.update']);
  });
});

const SETTINGS = { region: 'eu', apiKey: 'canary-5e02', retries: 3, strict: true, more: { a: 1 } };
const NAMES = ['REVIEW_BOT_REGION', 'REVIEW_BOT_API_KEY', 'REVIEW_BOT_RETRIES', 'REVIEW_BOT_GUIDES_CHANNEL'];

it('settings of an integration are in its file by names, also those on one space, and stay where nothing is set', async () => {
  const { box } = world;
  const { organizationId } = box;
  const { items } = await box.call(listOrganizationInstallations, { organizationId });
  const bot = items.find(({ integration }) => integration.name === 'review-bot');
  const place = { integrationName: 'review-bot', installationId: bot?.installation.id ?? '' };
  const [on] = (await box.call(api.listInstallationSpaces, place)).items;
  const guides = { ...place, spaceId: String(on?.space) };
  await box.call(api.updateInstallation, { ...place, configuration: SETTINGS });
  await box.call(api.updateInstallationSpace, { ...guides, configuration: { channel: 'docs' } });
  await world.ok('orgs', 'pull', '--to', 'acme');
  const text = read('acme/integrations.yaml');
  for (const name of NAMES) expect(text).toContain(`$\{env:INTEGRATION_${name}}`);
  expect(text).toMatch(/strict: true/);
  expect(text).not.toMatch(/canary|: eu|: 3|channel: docs|more/);
  await world.ok('orgs', 'pull', '--to', 'acme');
  expect(read('acme/integrations.yaml')).toBe(text);
  expect((await prune()).exitCode).toBe(0);
  const left = await world.cli('orgs apply acme --yes');
  expect(left.stderr).toMatch(/not compared: INTEGRATION_REVIEW_BOT_\w+, .* is not set/);
  expect(left.exitCode).toBe(0);
  const env = { INTEGRATION_REVIEW_BOT_RETRIES: '3', INTEGRATION_REVIEW_BOT_REGION: 'us' };
  const changed = { ...env, INTEGRATION_REVIEW_BOT_GUIDES_CHANNEL: 'canary-2' };
  const applied = await world.cli('orgs apply acme --yes', { env: changed });
  expect(applied.stderr + applied.stdout).not.toContain('canary');
  expect(applied.exitCode, applied.stderr).toBe(0);
  const { configuration } = await box.call(api.getInstallation, place);
  expect(configuration).toEqual({ ...SETTINGS, region: 'us' });
  expect((await box.call(api.getInstallationSpace, guides)).configuration).toEqual({ channel: 'canary-2' });
  expect((await world.cli('orgs plan acme --exit-code', { env: changed })).exitCode).toBe(0);
  // What was there is written nowhere, so that only its owner can put it back.
  const undone = await world.cli('undo --yes', { env: changed });
  expect(undone.stderr).toMatch(/cannot be undone: it was a secret/);
});
