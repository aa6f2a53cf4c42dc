// The folder of an organization: what it may say, what it never does, what stays, and what it costs.
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCollection } from '../../../../src/api/content/collections.ts';
import { createSpace } from '../../../../src/api/content/spaces.ts';
import { listOrganizationInstallations } from '../../../../src/api/integrations/installed-integrations.ts';
import * as api from '../../../../src/api/integrations/integration-installations.ts';
import { PARTS } from '../../../../src/jobs/organization/folder.ts';
import { serveSandbox } from '../../../../src/sandbox/serve.ts';
import { servedCli } from '../../../helpers/cli.ts';
import { startCutProxy } from '../../../helpers/cut-proxy.ts';
import { perTest, untilEnd } from '../../../helpers/lasting.ts';
import { emptyOrganization, filesIn, orgWorld, withoutIds } from '../../../helpers/org-world.ts';

const world = perTest(() => orgWorld({ demo: true }));
const pull = () => world.ok('orgs', 'pull', '--to', 'acme');
beforeEach(pull);
const plan = (...flags: string[]) => world.cli(['orgs', 'plan', 'acme', ...flags]);
const prune = () => plan('--prune', '--max-changes', '100', '--exit-code');

it('no part changes who is a member with which role', () => {
  const writes = PARTS.flatMap((part) => part.writes.map(({ id }) => id));
  expect(writes.filter((id) => /^members\.|^invites\./.test(id))).toEqual([]);
});

it('keeps the line ends that git gave its files on Windows', async () => {
  for (const [name, text] of filesIn(world.at('acme')))
    world.write(`acme/${name}`, text.replaceAll('\n', '\r\n'));
  expect((await pull()).stderr).toContain('acme: 0 files written');
  expect((await plan()).stderr).toContain('nothing to change');
  await world.ok('spaces', 'update', 'Guides', '--emoji', '1f427');
  await pull();
  expect(world.read('acme/spaces.yaml')).toContain('1f427');
  expect(world.read('acme/spaces.yaml')).not.toMatch(/(?<!\r)\n/);
});

const SECRET = 'canary-of-a-setting-51c7';

it('a secret is in no file of a pull, whatever is asked to be shown, and in no plan', async () => {
  const { box } = world;
  const { organizationId } = box;
  const [one] = (await box.call(listOrganizationInstallations, { organizationId })).items;
  const place = {
    integrationName: one?.integration.name ?? '',
    installationId: one?.installation.id ?? '',
  };
  await box.call(api.updateInstallation, { ...place, configuration: { region: 'eu', token: SECRET } });
  await world.ok('orgs', 'pull', '--to', 'acme', '--show-secrets');
  const shown = filesIn(world.at('acme'));
  await world.ok('orgs', 'pull', '--to', 'hidden');
  expect(filesIn(world.at('hidden'))).toEqual(shown);
  world.replace('acme/spaces.yaml', 'title: Guides', 'title: Manual');
  await world.ok('orgs', 'plan', 'acme', '--plan-out', 'plan.json', '--show-secrets');
  const texts = [...shown.values(), world.read('plan.json')].join('\n');
  for (const secret of [SECRET, box.adminToken]) expect(texts).not.toContain(secret);
  expect(texts).not.toMatch(/privateKey|secret:/);
});

it('what is not to be public never is in between, whoever looks after whichever request', async () => {
  const { box, cli } = world;
  const file = (title: string, more: string) =>
    world.write(
      `acme/sites/${title.toLowerCase()}.yaml`,
      `version: 2\ntitle: ${title}\n${more}sections:\n  - title: One\n    spaces: [Guides]\n  - title: Two\n    draft: true\n    spaces: [Handbook]\n`,
    );
  file('Closed', 'visibility: visitor-auth\npublish: true\n');
  file('Unlisted', 'visibility: unlisted\npublish: true\n');
  file('Draft', 'visibility: public\npublish: false\n');
  const shown = () =>
    box.sandbox.db
      .all<{ title: string }>("SELECT title FROM sites WHERE visibility = 'public' AND published = 1")
      .map(({ title }) => title);
  const before = shown();
  const looks: string[][] = [];
  const look = ({ method }: { method: string }) => method !== 'GET' && looks.push(shown());
  const served = await serveSandbox({ file: box.file, env: {}, log: look });
  try {
    const env = { DOCS_TOKEN: box.adminToken, DOCS_BASE_URL: served.url };
    const { exitCode, stderr } = await cli(['orgs', 'apply', 'acme', '--yes', '--confirm', '11 changes'], {
      env,
    });
    expect(exitCode, stderr).toBe(0);
  } finally {
    await served.close();
  }
  expect(looks.length).toBeGreaterThan(6);
  expect(new Set(looks.flat())).toEqual(new Set(before));
  const { stdout } = await world.ok('sites', 'list', '-o', 'csv', '--fields', 'title,visibility,published');
  expect(stdout).toMatch(/Closed,visitor-auth,true/);
});

describe('a link', () => {
  it('never leads out of the folder, whatever it is called', async () => {
    world.write('secret.yaml', 'openapi: 3.1.0\ninfo: { title: canary-9b1f, version: "1" }\npaths: {}\n');
    mkdirSync(world.at('acme/openapi'));
    symlinkSync(world.at('secret.yaml'), world.at('acme/openapi/orders.yaml'));
    symlinkSync(world.cli.cwd, world.at('acme/out'));
    for (const file of ['openapi/orders.yaml', 'out/secret.yaml']) {
      const text = world.read('acme/openapi.yaml');
      world.replace(
        'acme/openapi.yaml',
        'specifications:\n',
        `specifications:\n  - { name: orders, file: ${file} }\n`,
      );
      const { exitCode, stdout, stderr } = await plan();
      expect(stderr).toContain(`there is no file "${file}" in the folder`);
      expect(stdout + stderr).not.toContain('canary');
      expect(exitCode).toBe(2);
      world.write('acme/openapi.yaml', text);
    }
  });

  it.each(['teams.yaml', 'sites/tarnpost-docs.yaml', 'sites/tarnpost-docs.redirects.csv'])(
    'from %s to a file elsewhere shows nothing of that file',
    async (name) => {
      world.write('secret', 'canary-9b1f\n');
      rmSync(world.at(`acme/${name}`));
      symlinkSync(world.at('secret'), world.at(`acme/${name}`));
      const { exitCode, stdout, stderr } = await plan();
      expect(stderr).toContain(`"acme/${name}" is a symbolic link that leads out of the folder`);
      expect(stdout + stderr).not.toContain('canary');
      expect(exitCode).toBe(2);
    },
  );

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
    world.replace('elsewhere/partner-portal.yaml', 'title: Partner portal', 'title: Partners');
    expect((await plan()).stdout).toMatch(/title: Partner portal -> Partners/);
    for (const command of ['orgs pull --to acme', 'orgs adopt acme']) {
      world.replace(
        'elsewhere/partner-portal.yaml',
        /title: Partner\w*( portal)?.*/,
        'title: Partner portal',
      );
      const before = world.read('elsewhere/partner-portal.yaml');
      const { exitCode, stderr } = await world.cli(command);
      expect(stderr).toMatch(/"acme\/sites" is a symbolic link that leads out of the folder/);
      expect(exitCode).not.toBe(0);
      expect(world.read('elsewhere/partner-portal.yaml')).toBe(before);
    }
    rmSync(world.at('acme/spaces.yaml'));
    symlinkSync(world.at('nowhere.yaml'), world.at('acme/spaces.yaml'));
    const { exitCode, stdout, stderr } = await prune();
    expect(stderr).toMatch(/cannot read ".*spaces\.yaml"/);
    expect(exitCode).toBe(5);
    expect(stdout).toBe('');
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
  const text = world.read('acme/integrations.yaml');
  for (const name of NAMES) expect(text).toContain(`$\{env:INTEGRATION_${name}}`);
  expect(text).toMatch(/strict: true/);
  expect(text).not.toMatch(/canary|: eu|: 3|channel: docs|more/);
  await world.ok('orgs', 'pull', '--to', 'acme');
  expect(world.read('acme/integrations.yaml')).toBe(text);
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

describe('a plan', () => {
  const asked = async (folder: string, ...words: string[]) => {
    const { stderr } = await world.ok('orgs', 'plan', folder, '--debug', ...words);
    return stderr.match(/\b(?:GET|POST|PUT|PATCH|DELETE) \S+/g)?.length ?? 0;
  };

  it('of access costs two requests for each thing, and none for what is the same', async () => {
    const access = ['acme', '--only', 'access'] as const;
    const things = 4 + 2 + 3;
    const whole = await asked(...access, '--prune');
    // Collections, spaces, sites, teams, people, the organization, and who is calling.
    expect(whole).toBeLessThanOrEqual(2 * things + 8);
    expect(await asked(...access)).toBeLessThanOrEqual(2 * 2 + 8);
    world.replace('acme/access.yaml', 'level: edit', 'level: comment');
    expect(await asked(...access, '--prune')).toBeLessThanOrEqual(whole + 2);
  });

  it('costs what its lists cost', async () => {
    const { organizationId, call } = world.box;
    for (let at = 0; at < 120; at += 1) await call(createSpace, { organizationId, title: `Space ${at}` });
    await world.ok('orgs', 'pull', '--to', 'lists', '--only', 'collections,spaces,teams');
    const whole = await asked('lists', '--prune');
    // Two pages of spaces; collections, teams, two of members, people, the organization, who is calling, and names.
    expect(whole).toBeLessThanOrEqual(14);
    world.replace('lists/spaces.yaml', /title: Space 7 /, 'title: Space seven ');
    expect(await asked('lists', '--prune')).toBeLessThanOrEqual(whole + 2);
  });
});

it('a name that another file renames is told wherever a site file and its table have it, and means the same space there', async () => {
  world.replace('acme/sites/partner-portal.yaml', 'proxy: null', 'proxy: null\nstyleguide: Handbook');
  const table = 'acme/sites/tarnpost-docs.redirects.csv';
  world.write(table, `${world.read(table)}/w,space:Guides/welcome,,,\n/r,space:API reference,,,\n`);
  await world.ok('orgs', 'apply', 'acme', '--yes');
  const renamed = { Guides: 'Manual', Handbook: 'House rules', 'API reference': 'API' };
  for (const [from, to] of Object.entries(renamed))
    world.replace('acme/spaces.yaml', `title: ${from}`, `title: ${to}`);
  const { stdout, stderr } = await world.ok('orgs', 'plan', 'acme');
  expect(stdout.trim().split('\n')).toHaveLength(3);
  const told = stderr.split('\n').filter((line) => line.includes('is renamed to'));
  const places = told
    .map((line) => line.replace(/^(\S+ line \d+): space "(.*)" is renamed.*$/, '$1 $2'))
    .sort();
  const expected = [...filesIn(world.at('acme'))].flatMap(([name, text]) =>
    text.split('\n').flatMap((line, at) => {
      if (/^\s*- title|^default: Guides|section:/.test(line)) return [];
      const [old] = Object.keys(renamed).filter((title) => line.includes(title));
      return old === undefined ? [] : [`${name} line ${at + 1} ${old}`];
    }),
  );
  expect(places).toEqual(expected.sort());
});

it('the schemas know every key of every file that a pull writes', async () => {
  await world.ok('orgs', 'schema-file', '--to', 'acme');
  for (const [name, text] of filesIn(world.at('acme'))) {
    if (!name.endsWith('.schema.json')) continue;
    const schema = JSON.parse(text);
    expect(schema.$schema, name).toMatch(/draft-07/);
    expect(JSON.stringify(schema), name).not.toMatch(/"\$ref":"(?!#\/(?:definitions|\$defs)\/)/);
  }
  const { stdout } = await world.ok('orgs', 'schema-file', 'spaces');
  expect(Object.keys(JSON.parse(stdout).anyOf[0].properties)).toEqual(['$schema', 'defaults', 'spaces']);
  expect((await world.cli('orgs schema-file space')).stderr).toMatch(
    /"space" is not a part; did you mean "spaces"/,
  );
});

it('things that are called the same come in the order of what their files say of them, in every copy of an organization', async () => {
  const { box } = world;
  const orders = new Set<string>();
  for (let at = 0; at < 6; at += 1) {
    const organizationId = await emptyOrganization(box, box.organizationId, `Twins ${at}`);
    const { id: parent } = await box.call(createCollection, { organizationId, title: 'Inner' });
    for (const place of [{ parent }, {}]) {
      await box.call(createSpace, { organizationId, title: 'Same', ...place });
      await box.call(createCollection, { organizationId, title: 'Same', ...place });
    }
    await world.ok('orgs', 'pull', '--to', `twins-${at}`, '--org', organizationId);
    orders.add(
      withoutIds(world.read(`twins-${at}/spaces.yaml`) + world.read(`twins-${at}/collections.yaml`)),
    );
  }
  expect(orders.size).toBe(1);
});

it.each([
  ['collections', 'orgs pull --to acme', 'orgs apply acme --yes'],
  ['spaces', 'orgs pull --to acme', 'orgs apply acme --yes'],
  ['teams', 'orgs pull --to acme', 'orgs apply acme --yes'],
  ['sites', 'orgs pull --to acme', 'orgs apply acme --yes'],
  ['sites', 'sites pull "Tarnpost Docs" --to site.yaml', 'sites apply site.yaml --yes'],
])('does not make %s again that their list leaves out: %s', async (kind, pulled, line) => {
  const writes: string[] = [];
  let isEmpty = false;
  const front = async (target: string) => {
    const proxy = await startCutProxy(target);
    proxy.decide(({ method = '', url = '' }, response) => {
      if (method !== 'GET') writes.push(`${method} ${url}`);
      if (!isEmpty || !new RegExp(`^/v1/orgs/\\w+/${kind}\\?`).test(url)) return undefined;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[]}');
      return 'answered';
    });
    return proxy;
  };
  const cli = untilEnd(await servedCli({}, front));
  expect((await cli(pulled)).exitCode).toBe(0);
  isEmpty = true;
  const { exitCode, stderr } = await cli(line);
  const words = `^docs: ${kind.slice(0, -1)} ".+" \\(\\w+\\) is there, and is not in the list of ${kind}`;
  expect(stderr).toMatch(new RegExp(words, 'm'));
  expect([exitCode, writes]).toEqual([1, []]);
});
