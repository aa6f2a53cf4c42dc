// What the folder of an organization never does, whatever is in its files.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { listOrganizationInstallations } from '../../../../src/api/integrations/installed-integrations.ts';
import { updateInstallation } from '../../../../src/api/integrations/integration-installations.ts';
import { changeTeamMembers, createTeam, setTeamMember } from '../../../../src/api/people/members.ts';
import { PARTS } from '../../../../src/jobs/organization/folder.ts';
import { serveSandbox } from '../../../../src/sandbox/serve.ts';
import { perTest } from '../../../helpers/lasting.ts';
import { filesIn, orgWorld } from '../../../helpers/org-world.ts';

const world = perTest(() => orgWorld({ demo: true }));

const read = (path: string) => readFileSync(world.at(path), 'utf8');
const write = (path: string, text: string) => writeFileSync(world.at(path), text);
const replace = (path: string, from: string | RegExp, to: string) => {
  expect(read(path)).toMatch(from);
  write(path, read(path).replace(from, to));
};
const pull = () => world.ok('orgs', 'pull', '--to', 'acme');

it('no part changes who is a member with which role', () => {
  const writes = PARTS.flatMap((part) => part.writes.map(({ id }) => id));
  expect(writes.filter((id) => /^members\.|^invites\./.test(id))).toEqual([]);
});

describe('the caller', () => {
  it('is asked before they no longer own a team, or it is deleted', async () => {
    const { box } = world;
    const { organizationId, adminId } = box;
    const { id: teamId } = await box.call(createTeam, { organizationId, title: 'Mine' });
    await box.call(changeTeamMembers, { organizationId, teamId, add: [adminId] });
    await box.call(setTeamMember, { organizationId, teamId, userId: adminId, role: 'owner' });
    await pull();
    const before = read('acme/teams.yaml');
    replace('acme/teams.yaml', /(title: Mine.*\n\s+)owners:/, '$1members:');
    const lowered = await world.cli('orgs apply acme --no-input');
    expect(lowered.stderr).toMatch(/that is you: you no longer manage the team/);
    expect(lowered.exitCode).toBe(3);
    write('acme/teams.yaml', before.replace(/ {2}- title: Mine.*\n\s+owners:\n.*\n/, ''));
    const deleted = await world.cli('orgs apply acme --prune --max-changes 1 --no-input');
    expect(deleted.exitCode).toBe(3);
  });
});

describe('a secret', () => {
  const SECRET = 'canary-of-a-setting-51c7';

  it('is in no file of a pull, whatever is asked to be shown, and in no plan', async () => {
    const { box } = world;
    const { organizationId } = box;
    const [one] = (await box.call(listOrganizationInstallations, { organizationId })).items;
    const place = {
      integrationName: one?.integration.name ?? '',
      installationId: one?.installation.id ?? '',
    };
    await box.call(updateInstallation, { ...place, configuration: { region: 'eu', token: SECRET } });
    await world.ok('orgs', 'pull', '--to', 'acme', '--show-secrets');
    const shown = filesIn(world.at('acme'));
    await world.ok('orgs', 'pull', '--to', 'hidden');
    expect(filesIn(world.at('hidden'))).toEqual(shown);
    replace('acme/spaces.yaml', 'title: Guides', 'title: Manual');
    await world.ok('orgs', 'plan', 'acme', '--plan-out', 'plan.json', '--show-secrets');
    const texts = [...shown.values(), read('plan.json')].join('\n');
    for (const secret of [SECRET, box.adminToken]) expect(texts).not.toContain(secret);
    expect(texts).not.toMatch(/privateKey|secret:/);
  });
});

describe('what is not to be public', () => {
  it('never is in between, whoever looks after whichever request', async () => {
    await pull();
    const { box, cli } = world;
    const file = (title: string, more: string) =>
      write(
        `acme/sites/${title.toLowerCase()}.yaml`,
        `version: 2\ntitle: ${title}\n${more}sections:\n  - title: One\n    spaces: [Guides]\n  - title: Two\n    draft: true\n    spaces: [Handbook]\n`,
      );
    file('Closed', 'visibility: visitor-auth\npublish: true\n');
    file('Unlisted', 'visibility: unlisted\npublish: true\n');
    file('Draft', 'visibility: public\npublish: false\n');
    const seen = new Set<string>();
    let looks = 0;
    const look = ({ method }: { method: string }) => {
      if (method === 'GET') return;
      looks += 1;
      for (const { title } of box.sandbox.db.all<{ title: string }>(
        "SELECT title FROM sites WHERE visibility = 'public' AND published = 1",
      ))
        seen.add(title);
    };
    const before = new Set(
      box.sandbox.db
        .all<{ title: string }>("SELECT title FROM sites WHERE visibility = 'public' AND published = 1")
        .map(({ title }) => title),
    );
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
    expect(looks).toBeGreaterThan(6);
    expect(seen).toEqual(before);
    const { stdout } = await world.ok('sites', 'list', '-o', 'csv', '--fields', 'title,visibility,published');
    expect(stdout).toMatch(/Closed,visitor-auth,true/);
  });
});

describe('a space whose file is not read', () => {
  beforeEach(async () => {
    mkdirSync(world.at('acme/spaces'), { recursive: true });
    await pull();
  });

  it.each([
    ['has another ending', 'guides.yaml', 'guides.yaml.off', /acme\/spaces\/guides\.yaml\.off is not read/],
    ['lies deeper', 'guides.yaml', 'product', /acme\/spaces\/product is not read/],
  ])('is never deleted: it %s', async (_, from, to, message) => {
    if (to === 'product') {
      mkdirSync(world.at('acme/spaces/product'));
      renameSync(world.at(`acme/spaces/${from}`), world.at(`acme/spaces/product/${from}`));
    } else renameSync(world.at(`acme/spaces/${from}`), world.at(`acme/spaces/${to}`));
    expect((await world.cli('orgs plan acme --exit-code')).stderr).toMatch(message);
    for (const command of ['plan', 'apply']) {
      const { exitCode, stderr } = await world.cli(
        `orgs ${command} acme --prune --max-changes 100${command === 'apply' ? ' --yes' : ''}`,
      );
      expect(stderr).toMatch(message);
      expect(exitCode).toBe(2);
    }
  });

  it('is never deleted: the file is empty, no YAML, a folder, or all of them are gone', async () => {
    const prune = () => world.cli('orgs plan acme --prune --max-changes 100');
    const text = read('acme/spaces/guides.yaml');
    for (const odd of ['', '# nothing yet\n', 'title: [\n', 'title:\n']) {
      write('acme/spaces/guides.yaml', odd);
      expect((await prune()).exitCode, odd).toBe(2);
    }
    write('acme/spaces/guides.yaml', text);
    mkdirSync(world.at('acme/spaces/more.yaml'));
    expect((await prune()).exitCode).not.toBe(0);
    renameSync(world.at('acme/spaces'), world.at('elsewhere'));
    const { stdout } = await prune();
    expect(stdout).not.toContain('space "');
    expect(existsSync(world.at('elsewhere'))).toBe(true);
  });
});

describe('a name that another file renames', () => {
  it('is told wherever a site file and its table have it, and means the same space there', async () => {
    await pull();
    replace('acme/sites/partner-portal.yaml', 'proxy: null', 'proxy: null\nstyleguide: Handbook');
    const table = 'acme/sites/tarnpost-docs.redirects.csv';
    write(table, `${read(table)}/w,space:Guides/welcome,,,\n/r,space:API reference,,,\n`);
    await world.ok('orgs', 'apply', 'acme', '--yes');
    const renamed = { Guides: 'Manual', Handbook: 'House rules', 'API reference': 'API' };
    for (const [from, to] of Object.entries(renamed))
      replace('acme/spaces.yaml', `title: ${from}`, `title: ${to}`);
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
});
