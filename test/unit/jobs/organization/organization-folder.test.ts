// The folder of an organization: what it may say, what is guarded, what stays, and what it costs.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createCollection } from '../../../../src/api/content/collections.ts';
import { createSpace } from '../../../../src/api/content/spaces.ts';
import { perTest } from '../../../helpers/lasting.ts';
import { emptyOrganization, filesIn, orgWorld, withoutIds } from '../../../helpers/org-world.ts';

const world = perTest(() => orgWorld({ demo: true }));

const read = (path: string) => readFileSync(world.at(path), 'utf8');
const write = (path: string, text: string) => writeFileSync(world.at(path), text);
const replace = (path: string, from: string | RegExp, to: string) => {
  const text = read(path);
  expect(text).toMatch(from);
  write(path, text.replace(from, to));
};
const pull = () => world.ok('orgs', 'pull', '--to', 'acme');
const plan = (...flags: string[]) => world.cli(['orgs', 'plan', 'acme', ...flags]);

describe('a folder', () => {
  it('of another organization is refused by its ID', async () => {
    await pull();
    const other = await emptyOrganization(world.box, world.box.organizationId, 'Other');
    for (const command of ['plan', 'apply']) {
      const { exitCode, stderr } = await world.cli([
        'orgs',
        command,
        'acme',
        '--org',
        other,
        ...(command === 'apply' ? ['--yes'] : []),
      ]);
      expect(stderr).toMatch(/acme is the folder of organization "Tarnpost" \(\w+\), and this is "Other"/);
      expect(exitCode).not.toBe(0);
    }
    expect((await world.cli(['orgs', 'pull', '--to', 'acme', '--org', other])).exitCode).not.toBe(0);
  });

  it('keeps the line ends that git gave its files on Windows', async () => {
    await pull();
    for (const [name, text] of filesIn(world.at('acme')))
      write(`acme/${name}`, text.replaceAll('\n', '\r\n'));
    expect((await pull()).stderr).toContain('acme: 0 files written');
    expect((await plan()).stderr).toContain('nothing to change');
    await world.ok('spaces', 'update', 'Guides', '--emoji', '1f427');
    await pull();
    expect(read('acme/spaces.yaml')).toContain('1f427');
    expect(read('acme/spaces.yaml')).not.toMatch(/(?<!\r)\n/);
  });

  it('keeps the style in which somebody wrote a file', async () => {
    await pull();
    const styles = [
      'teams:\n- title: Documentation\n  owners: [mei@tarnpost.example]\n  members: []\n',
      'teams:\n    - title: Documentation\n      owners:\n          - mei@tarnpost.example\n      members: []\n',
      'teams:\n  - title: Documentation\n    owners: [ mei@tarnpost.example ]\n    members: []\n',
    ];
    for (const text of styles) {
      write('acme/teams.yaml', text);
      await pull();
      const now = read('acme/teams.yaml');
      expect(now).toContain('Support');
      const [first] = text.split('title');
      expect(now.startsWith(`${first}title: Documentation # id: `)).toBe(true);
      for (const line of text.split('\n').filter((one) => /owners|mei@/.test(one)))
        expect(now).toContain(`${line}\n`);
    }
  });

  it('says that it is not whole where who pulls is not an administrator', async () => {
    await world.ok('sandbox', 'token', 'jonas@tarnpost.example');
    const { stderr } = await world.cli('orgs pull --to theirs --profile sandbox-jonas');
    expect(stderr).toMatch(/you are not an administrator: the files have only what you can see/);
  });
});

describe('a plan', () => {
  it('of access costs two requests for each thing, and none for what is the same', async () => {
    await pull();
    const asked = async (...words: string[]) => {
      const { stderr } = await world.ok('orgs', 'plan', 'acme', '--only', 'access', '--debug', ...words);
      return stderr.match(/\b(?:GET|POST|PUT|PATCH|DELETE) \S+/g)?.length ?? 0;
    };
    const things = 4 + 2 + 3;
    const whole = await asked('--prune');
    // Collections, spaces, sites, teams, people, the organization, and who is calling.
    expect(whole).toBeLessThanOrEqual(2 * things + 8);
    expect(await asked()).toBeLessThanOrEqual(2 * 2 + 8);
    replace('acme/access.yaml', 'level: edit', 'level: comment');
    expect(await asked('--prune')).toBeLessThanOrEqual(whole + 2);
  });

  it('costs what its lists cost', async () => {
    const { box } = world;
    const { organizationId } = box;
    for (let at = 0; at < 120; at += 1) await box.call(createSpace, { organizationId, title: `Space ${at}` });
    await world.ok('orgs', 'pull', '--to', 'acme', '--only', 'collections,spaces,teams');
    const count = async (...words: string[]) => {
      const { stderr } = await world.ok('orgs', 'plan', 'acme', '--debug', ...words);
      return stderr.match(/\b(?:GET|POST|PUT|PATCH|DELETE) \S+/g)?.length ?? 0;
    };
    const whole = await count('--prune');
    // Two pages of spaces; collections, teams, two of members, people, the organization, who is calling, and names.
    expect(whole).toBeLessThanOrEqual(14);
    replace('acme/spaces.yaml', /title: Space 7 /, 'title: Space seven ');
    expect(await count('--prune')).toBeLessThanOrEqual(whole + 2);
  });
});

describe('sites', () => {
  it('are deleted with --prune only after the number of changes was typed', async () => {
    await pull();
    rmSync(world.at('acme/sites/partner-portal.yaml'));
    replace('acme/access.yaml', 'grants:', 'grants:');
    expect((await plan('--exit-code')).exitCode).toBe(0);
    const refused = await world.cli(['orgs', 'apply', 'acme', '--prune', '--max-changes', '1', '--yes']);
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toMatch(/--confirm/);
  });
});

describe('the schemas', () => {
  it('know every key of every file that a pull writes', async () => {
    await pull();
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
});

describe('things that are called the same', () => {
  it('come in the order of what their files say of them, in every copy of an organization', async () => {
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
      orders.add(withoutIds(read(`twins-${at}/spaces.yaml`) + read(`twins-${at}/collections.yaml`)));
    }
    expect(orders.size).toBe(1);
  });
});
