// The folder of an organization: what it may say, what is guarded, what stays, and what it costs.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createCollection } from '../../../../src/api/content/collections.ts';
import { createSpace } from '../../../../src/api/content/spaces.ts';
import { changeTeamMembers, createTeam } from '../../../../src/api/people/members.ts';
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

describe('a key that nobody knows', () => {
  it.each([
    [
      'spaces.yaml',
      'spaces:\n  - title: Guides\n    emojy: x\n',
      /line 3, column 5 of acme\/spaces\.yaml: unknown key "emojy"; did you mean "emoji"\?/,
    ],
    [
      'spaces.yaml',
      'defaults:\n  levle: read\nspaces: []\n',
      /line 2, column 3 .*"levle"; did you mean "level"/,
    ],
    [
      'collections.yaml',
      'collections:\n  - title: A\n    collections:\n      - title: B\n        descripton: x\n',
      /line 5, column 9 .*"descripton"; did you mean "description"/,
    ],
    ['teams.yaml', 'teams:\n  - { title: A, ownres: [x] }\n', /line 2, column 17 .*did you mean "owners"/],
    ['access.yaml', 'grants:\n  - { persno: a }\n', /line 2, column 7 .*did you mean "person"/],
    [
      'organization.yaml',
      'title: Tarnpost\ninvitelinks: true\n',
      /line 2, column 1 .*did you mean "inviteLinks"/,
    ],
  ])('in %s is refused with its place and the nearest', async (name, text, message) => {
    mkdirSync(world.at('acme'));
    write(`acme/${name}`, text);
    const { exitCode, stderr } = await plan();
    expect(stderr).toMatch(message);
    expect(exitCode).toBe(2);
  });

  it('is told together with everything else that is wrong, whatever file it is in', async () => {
    mkdirSync(world.at('acme'));
    write(
      'acme/spaces.yaml',
      'spaces:\n  - title: Guides\n    level: writer\n  - { title: API reference, x: 1 }\n',
    );
    write('acme/teams.yaml', 'teams: 3\n');
    const { stderr } = await plan();
    expect(stderr).toMatch(/line 3, column 12 of acme\/spaces\.yaml: "level" must be one of/);
    expect(stderr).toMatch(/line 4, column 29 of acme\/spaces\.yaml/);
    expect(stderr).toMatch(/of acme\/teams\.yaml: "teams" must be a list/);
    expect(stderr).toMatch(/3 problems in acme; nothing was sent/);
  });
});

describe('a name that means nothing', () => {
  it('is refused with its place and the nearest, in every part', async () => {
    await pull();
    replace('acme/spaces.yaml', 'collection: Internal', 'collection: Intrenal');
    replace('acme/teams.yaml', 'mei@tarnpost.example', 'may@tarnpost.example');
    replace('acme/access.yaml', 'space:Guides', 'space:Guidse');
    const { stderr, exitCode } = await plan();
    expect(stderr).toMatch(/there is no collection "Intrenal"; did you mean "Internal"\?/);
    expect(stderr).toMatch(/"may@tarnpost\.example" is not a member of the organization/);
    expect(stderr).toMatch(/there is no space "Guidse"; did you mean "Guides"\?/);
    expect(exitCode).toBe(2);
  });

  it.each([
    ['acme/teams.yaml', 'mei@tarnpost.example'],
    ['acme/access.yaml', 'sofia@marchetti-writes.example'],
  ])('is a member who has left: the hint says what to do with them in %s', async (file, email) => {
    await pull();
    replace(file, email, 'gone@tarnpost.example');
    const { stderr } = await plan();
    expect(stderr).toContain(
      'hint: take them out of the file, or invite them: docs invites send gone@tarnpost.example --role read\n',
    );
    replace(file, 'gone@tarnpost.example', 'Somebody Gone');
    expect((await plan()).stderr).toContain('hint: docs members list\n');
  });

  it('is a copy of an item, where its comment was copied with it', async () => {
    await pull();
    const [, item = ''] = /( {2}- title: Guides.*\n)/.exec(read('acme/spaces.yaml')) ?? [];
    write('acme/spaces.yaml', `${read('acme/spaces.yaml')}${item.replace('Guides', 'Guides 2')}`);
    expect((await plan()).stderr).toMatch(/the ID \w+ is also in spaces\.yaml line \d+: remove the comment/);
  });
});

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

  it('keeps its comments, its order, and a file that nobody asked for', async () => {
    await pull();
    replace('acme/spaces.yaml', /^( {2}- title: Guides.*)$/m, '  # the main one\n$1, see the wiki');
    replace('acme/access.yaml', 'level: edit', 'level: edit # since the move');
    const before = filesIn(world.at('acme'));
    await pull();
    expect(filesIn(world.at('acme'))).toEqual(before);
    await world.ok('spaces', 'update', 'Guides', '--title', 'Handbuch');
    await pull();
    expect(read('acme/spaces.yaml')).toMatch(
      / {2}# the main one\n {2}- title: Handbuch # id: \w+, see the wiki/,
    );
    expect(read('acme/access.yaml')).toContain('space:Handbuch');
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

  it('keeps a certificate as the lines that it has', async () => {
    await pull();
    expect(read('acme/sso.yaml')).toMatch(/certificate: \|-?\n {6}-----BEGIN CERTIFICATE-----\n {6}\S+\n/);
    expect((await plan()).stdout).toBe('');
    expect((await pull()).stderr).toContain('acme: 0 files written');
  });

  it('says of a table of redirects that has no site beside it that it is not read, and removes nothing then', async () => {
    await pull();
    const table = 'acme/sites/tarnpost-docs.redirects.csv';
    write('acme/sites/other.redirects.csv', read(table));
    expect((await plan()).stderr).toContain(
      'acme/sites/other.redirects.csv is not read: there is no sites/other.yaml',
    );
    const { exitCode, stderr } = await plan('--prune');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('name it as the file of its site');
    const { stderr: alone } = await world.cli(['sites', 'plan', 'acme/sites/tarnpost-docs.yaml']);
    expect(alone).toContain(`${table} is not read here; docs orgs plan acme reads it, too`);
  });

  it('says that it is not whole where who pulls is not an administrator', async () => {
    await world.ok('sandbox', 'token', 'jonas@tarnpost.example');
    const { stderr } = await world.cli('orgs pull --to theirs --profile sandbox-jonas');
    expect(stderr).toMatch(/you are not an administrator: the files have only what you can see/);
  });

  it('keeps patterns and lists of grants as long as they are so, and what is left of them', async () => {
    await world.ok('permissions', 'grant', '--team', 'Support', 'edit', '--space', 'Handbook', '--yes');
    await pull();
    write(
      'acme/access.yaml',
      'grants:\n  # both of them\n  - { team: Support, level: edit, on: [ "space:Gui*", "space:Handb*" ], note: on call }\n',
    );
    const before = read('acme/access.yaml');
    await pull();
    expect(read('acme/access.yaml')).toContain(before);
    expect(read('acme/access.yaml')).toContain('sofia@marchetti-writes.example');
    await world.ok('permissions', 'revoke', '--team', 'Support', '--space', 'Handbook', '--yes');
    await pull();
    expect(read('acme/access.yaml')).toMatch(
      /team: Support\n {4}level: edit\n {4}on: space:Guides\n {4}note: on call/,
    );
    expect((await plan('--prune', '--exit-code')).exitCode).toBe(0);
  });

  it('owns a part only by its file', async () => {
    await world.ok('orgs', 'pull', '--to', 'acme', '--only', 'teams');
    expect([...filesIn(world.at('acme')).keys()]).toEqual(['organization.yaml', 'teams.yaml']);
    await pull();
    expect([...filesIn(world.at('acme')).keys()]).toEqual(['organization.yaml', 'teams.yaml']);
    expect((await plan('--prune', '--exit-code')).exitCode).toBe(0);
  });

  it('refuses a folder without files, and a part without its file', async () => {
    mkdirSync(world.at('empty'));
    for (const verb of ['plan', 'apply', 'drift', 'adopt']) {
      const { exitCode, stderr } = await world.cli(['orgs', verb, 'empty']);
      expect(exitCode, verb).toBe(2);
      expect(stderr).toContain('folder "empty" has none of the files of an organization; looked for ');
    }
    await world.ok('orgs', 'pull', '--to', 'acme', '--only', 'teams');
    for (const verb of ['plan', 'apply', 'drift', 'adopt']) {
      const { exitCode, stderr } = await world.cli(['orgs', verb, 'acme', '--only', 'teams,access']);
      expect(exitCode, verb).toBe(2);
      expect(stderr).toContain('folder "acme" has no access.yaml');
      expect(stderr).toContain('docs orgs pull --to acme --only access');
    }
  });

  it('may hold each space in a file of its own', async () => {
    mkdirSync(world.at('acme/spaces'), { recursive: true });
    await pull();
    const names = [...filesIn(world.at('acme')).keys()];
    expect(names).toContain('spaces/guides.yaml');
    expect(names).not.toContain('spaces.yaml');
    expect((await plan('--prune', '--exit-code')).exitCode).toBe(0);
    replace('acme/spaces/guides.yaml', 'title: Guides', 'title: Manual');
    replace('acme/access.yaml', 'space:Guides', 'space:Manual');
    const { stdout } = await plan('--exit-code');
    expect(stdout).toMatch(/^~ space "Guides".*title: Guides -> Manual$/m);
    await world.ok('orgs', 'apply', 'acme');
    await pull();
    expect(read('acme/spaces/guides.yaml')).toContain('title: Manual');
    write('acme/spaces.yaml', 'spaces: []\n');
    expect((await plan()).stderr).toMatch(/spaces\.yaml and spaces\/.*are both there/);
  });

  it('takes what its defaults say, and says only what differs from them', async () => {
    await pull();
    replace('acme/spaces.yaml', 'defaults:\n', 'defaults:\n  editMode: locked\n');
    await pull();
    expect(read('acme/spaces.yaml').match(/editMode/g)).toHaveLength(2);
    expect((await plan('--prune', '--exit-code')).exitCode).toBe(0);
  });
});

describe('what files leave out', () => {
  it('stays, and goes only with --prune, and not too much of it at once', async () => {
    await pull();
    write('acme/spaces.yaml', 'spaces: []\n');
    write('acme/access.yaml', 'grants: []\n');
    const only = ['--only', 'spaces,access'];
    expect((await plan('--exit-code', ...only)).exitCode).toBe(0);
    const shown = await plan('--prune', '-o', 'csv', ...only);
    expect(shown.exitCode).toBe(0);
    expect(shown.stdout.match(/,delete,space,/g)).toHaveLength(4);
    expect(shown.stderr).toMatch(
      /acme removes 4 of 4 spaces, which is more than 20%: to apply it, add --max-changes 4/,
    );
    for (const args of [
      ['plan', '--plan-out', 'p.json'],
      ['apply', '--yes'],
    ]) {
      const [verb = '', ...flags] = args;
      const refused = await world.cli(['orgs', verb, 'acme', '--prune', ...flags, ...only]);
      expect(refused.exitCode).toBe(3);
      const said = verb === 'plan' ? 'no plan was written' : 'nothing was sent';
      expect(refused.stderr).toMatch(
        /removes 4 of 4 spaces, which is more than 20%; .*: .* \(spaces\.yaml\)/,
      );
      expect(refused.stderr).toContain(`20%; ${said}: `);
      expect(refused.stderr).toContain('allow all 4 changes with --max-changes 4');
    }
    const allowed = await plan('--prune', '--max-changes', '10', '-o', 'csv', ...only);
    expect(allowed.stdout.match(/,delete,space,/g)).toHaveLength(4);
    const most = await plan('--prune', '--max-changes', '3', ...only);
    expect(most.exitCode).toBe(3);
  });

  it('is never the access or the team of the caller', async () => {
    const { box } = world;
    const { id: teamId } = await box.call(createTeam, { organizationId: box.organizationId, title: 'Mine' });
    await box.call(changeTeamMembers, { organizationId: box.organizationId, teamId, add: [box.adminId] });
    await world.ok('permissions', 'grant', 'ines@tarnpost.example', 'admin', '--space', 'Guides', '--yes');
    await pull();
    replace('acme/teams.yaml', / {4}members:\n {6}- ines@tarnpost\.example\n/, '');
    replace(
      'acme/access.yaml',
      / {2}- person: ines@tarnpost\.example\n {4}level: admin\n {4}on: space:Guides\n/,
      '',
    );
    const { stderr, exitCode } = await plan('--prune', '--exit-code');
    expect(stderr).toMatch(/you are not in team "Mine" of teams\.yaml, and stay in it/);
    expect(stderr).toMatch(/your own access to space "Guides" is not in access\.yaml and stays/);
    expect(exitCode).toBe(0);
  });

  it('ends when its day has passed', async () => {
    await pull();
    replace('acme/access.yaml', 'on: space:Guides', 'on: space:Guides\n    until: 2020-01-01');
    const before = read('acme/access.yaml');
    await pull();
    expect(read('acme/access.yaml')).toBe(before);
    expect((await plan('-o', 'csv')).stdout).toMatch(/,delete,grant,/);
    await world.ok('orgs', 'apply', 'acme', '--yes');
    await pull();
    expect(read('acme/access.yaml')).toBe(before);
    expect((await plan('--exit-code')).exitCode).toBe(0);
  });
});

describe('a plan', () => {
  it('asks for more rights, and goes from what is needed to what needs it', async () => {
    await pull();
    replace('acme/collections.yaml', 'collections:\n', 'collections:\n  - { title: Product, level: read }\n');
    replace(
      'acme/spaces.yaml',
      'spaces:\n',
      'spaces:\n  - { title: New, collection: Product, level: admin }\n',
    );
    replace(
      'acme/teams.yaml',
      'teams:\n',
      'teams:\n  - { title: Crew, owners: [mei@tarnpost.example], members: [bram@tarnpost.example] }\n',
    );
    replace('acme/access.yaml', 'grants:\n', 'grants:\n  - { team: Crew, level: create, on: "space:New" }\n');
    const refused = await world.cli(['orgs', 'apply', 'acme', '--no-input']);
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toMatch(/--yes/);
    await world.ok('orgs', 'apply', 'acme', '--yes');
    await pull();
    expect(read('acme/teams.yaml')).toMatch(/title: Crew.*# id: \w+|Crew/);
    expect((await plan('--exit-code', '--prune')).exitCode).toBe(0);
    const { stdout } = await world.ok('permissions', 'list', '--space', 'New', '-o', 'csv');
    expect(stdout).toMatch(/Crew.*create/);
  });

  it('is Markdown by file, and as a file it is the same', async () => {
    await pull();
    replace('acme/collections.yaml', 'For Tarnpost', 'For all of Tarnpost');
    replace('acme/teams.yaml', / {6}- tomas.*\n/, '');
    const { stdout } = await plan('-o', 'markdown', '--prune', '--max-changes', '5');
    expect(stdout).toMatch(
      /### collections\.yaml\n\n\| \| Target \| Change \|[\s\S]*### teams\.yaml\n\n[\s\S]*\| - \| team member/,
    );
    await world.ok('orgs', 'plan', 'acme', '--plan-out', 'plan.json');
    expect((await world.ok('plan', 'show', 'plan.json', '--markdown')).stdout).toContain(
      '### collections.yaml',
    );
    const [row] = JSON.parse(read('plan.json')).rows;
    expect(row).toMatchObject({ operation: 'collections.update', file: 'collections.yaml', line: 7 });
    await world.ok('orgs', 'apply', 'plan.json', '--yes');
    expect((await plan('--exit-code')).exitCode).toBe(0);
  });

  it('is refused when what it is about was changed since', async () => {
    await pull();
    replace('acme/collections.yaml', 'For Tarnpost', 'For all of Tarnpost');
    await world.ok('orgs', 'plan', 'acme', '--plan-out', 'plan.json');
    await world.ok('collections', 'update', 'Internal', '--description', 'Other');
    const { exitCode, stderr } = await world.cli(['orgs', 'apply', 'plan.json', '--yes']);
    expect(stderr).toMatch(/no longer fits/);
    expect(exitCode).toBe(6);
  });

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

  it('has files that the commands of each part take, too', async () => {
    await pull();
    await world.ok('access', 'plan', 'acme/access.yaml', '--dry-run', '--only-listed');
    await world.ok('sites', 'plan', 'acme/sites/partner-portal.yaml', '--exit-code');
    const table = 'acme/sites/tarnpost-docs.redirects.csv';
    const { stderr } = await world.ok('redirects', 'push', table, '--site', 'Tarnpost Docs', '--dry-run');
    expect(stderr).toMatch(/3 unchanged/);
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
  it('show spaces that the same plan creates, and lead with redirects of the table beside them', async () => {
    await pull();
    expect(read('acme/sites/tarnpost-docs.redirects.csv')).toMatch(
      /^source,destination,.*\n.*\/changelog,section:Release notes,,,true$/m,
    );
    expect(read('acme/sites/tarnpost-docs.yaml')).not.toContain('redirects:');
    replace('acme/spaces.yaml', 'spaces:\n', 'spaces:\n  - title: Tools\n');
    replace(
      'acme/sites/tarnpost-docs.yaml',
      'sections:\n',
      'sections:\n  - title: Tools\n    spaces: [Tools]\n',
    );
    replace(
      'acme/sites/tarnpost-docs.redirects.csv',
      /\n$/,
      '\n/tools,space:Tools,true,,\n/start,space:Guides/welcome,,,\n',
    );
    const { stdout } = await plan('-o', 'markdown');
    expect(stdout).toMatch(/### spaces\.yaml[\s\S]*### sites\/tarnpost-docs\.yaml[\s\S]*redirect "\/tools"/);
    await world.ok('orgs', 'apply', 'acme', '--yes');
    const done = await plan('--prune', '--exit-code');
    expect(done.stdout + done.stderr).toContain('nothing to change');
    await pull();
    expect(read('acme/sites/tarnpost-docs.redirects.csv')).toContain('/start,space:Guides/welcome,,,\n');
  });

  it('are refused with the place of what is wrong, in the file and in the table', async () => {
    await pull();
    replace('acme/sites/partner-portal.yaml', 'visibility:', 'visiblity:');
    replace('acme/sites/tarnpost-docs.redirects.csv', 'section:Guides', 'Guides');
    const { stderr } = await plan();
    expect(stderr).toMatch(
      /line \d+, column 1 of acme\/sites\/partner-portal\.yaml: "visiblity" is not a field here; known: .*; did you mean "visibility"\?/,
    );
    expect(stderr).toMatch(/line 3 of acme\/sites\/tarnpost-docs\.redirects\.csv: destination "Guides"/);
    expect(stderr).toMatch(/2 problems in acme/);
  });

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

describe('settings that are secret', () => {
  const SECRET = 'canary-of-the-map-7f3a';

  it('come from variables, and are in no file, plan or output', async () => {
    await pull();
    replace(
      'acme/integrations.yaml',
      /(name: review-bot.*\n)/,
      `$1    settings: { region: "$\{env:INTEGRATION_MAP_KEY}" }\n`,
    );
    const before = read('acme/integrations.yaml');
    await pull();
    expect(read('acme/integrations.yaml')).toBe(before);
    expect((await plan('--exit-code')).stderr).toMatch(
      /settings of integration "review-bot" are not compared: INTEGRATION_MAP_KEY is not set/,
    );
    const planned = await plan('--plan-out', 'settings.json');
    expect(planned.stderr).toContain(
      'settings of integration "review-bot" are not compared: secrets are never in a plan file (INTEGRATION_MAP_KEY)',
    );
    const refused = await world.cli('orgs apply acme --yes');
    expect(refused.stderr).toMatch(/the environment variable INTEGRATION_MAP_KEY is not set/);
    expect(refused.exitCode).toBe(2);
    const env = { INTEGRATION_MAP_KEY: SECRET };
    const shown = await world.cli('orgs plan acme', { env });
    expect(shown.stdout).toMatch(/^~ installation .*configuration/m);
    const asJson = await world.cli('orgs plan acme -o json', { env });
    await world.cli('orgs plan acme --plan-out plan.json', { env });
    const applied = await world.cli('orgs apply acme --yes', { env });
    expect(applied.exitCode, applied.stderr).toBe(0);
    const all = [shown, asJson, applied].flatMap(({ stdout, stderr }) => [stdout, stderr]);
    for (const text of [...all, read('plan.json')]) expect(text).not.toContain(SECRET);
    expect((await world.cli('orgs plan acme --exit-code', { env })).exitCode).toBe(0);
  });

  it('are refused as values', async () => {
    await pull();
    replace('acme/integrations.yaml', /(name: review-bot.*\n)/, '$1    settings: { key: abc }\n');
    const { exitCode, stderr } = await plan();
    expect(stderr).toMatch(/line \d+, column \d+ of acme\/integrations\.yaml: "key"/);
    expect(exitCode).toBe(2);
  });
});

describe('specifications, sign-in and settings', () => {
  it('are planned and applied with the rest', async () => {
    await pull();
    mkdirSync(world.at('acme/openapi'));
    write('acme/openapi/orders.yaml', 'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: {}\n');
    replace(
      'acme/openapi.yaml',
      'specifications:\n',
      'specifications:\n  - { name: orders, file: openapi/orders.yaml, visibility: public }\n',
    );
    replace('acme/sso.yaml', 'defaultTeam: Support', 'defaultTeam: Documentation');
    replace('acme/integrations.yaml', '      - Guides\n', '      - Guides\n      - Handbook\n');
    replace('acme/organization.yaml', 'defaultRole: read', 'defaultRole: comment');
    const { stdout } = await plan('-o', 'markdown');
    for (const name of ['openapi', 'integrations', 'organization', 'sso'])
      expect(stdout).toContain(`### ${name}.yaml`);
    await world.ok('orgs', 'apply', 'acme', '--yes');
    const done = await plan('--prune', '--exit-code');
    expect(done.stdout + done.stderr).toContain('nothing to change');
    await pull();
    expect(read('acme/openapi.yaml')).toMatch(/name: orders[\s\S]*file: openapi\/orders\.yaml/);
    write('acme/openapi/orders.yaml', 'openapi: 3.1.0\ninfo: { title: Orders, version: "2" }\npaths: {}\n');
    expect((await plan('--exit-code')).exitCode).toBe(6);
  });

  it('need the number of changes where everybody signs in another way', async () => {
    await pull();
    replace('acme/sso.yaml', 'required: false', 'required: true');
    const refused = await world.cli('orgs apply acme --yes');
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toMatch(/--confirm/);
  });

  it('never read a file outside of the folder', async () => {
    await pull();
    write('outside.yaml', 'openapi: 3.1.0\n');
    replace(
      'acme/openapi.yaml',
      'specifications:\n',
      'specifications:\n  - { name: orders, file: ../outside.yaml }\n',
    );
    expect((await plan()).stderr).toMatch(/there is no file "\.\.\/outside\.yaml" in the folder/);
  });
});

describe('drift', () => {
  it('shows what was changed by hand, file by file, and sends nothing', async () => {
    await pull();
    expect((await world.cli('orgs drift acme --exit-code')).exitCode).toBe(0);
    await world.ok('spaces', 'update', 'Guides', '--title', 'Handbuch');
    await world.ok('spaces', 'move', 'Handbook', '--clear-parent', '--yes');
    await world.ok('teams', 'create', 'Extra');
    await world.ok('permissions', 'revoke', '--team', 'Support', '--space', 'Handbuch', '--yes');
    const { exitCode, stdout } = await world.cli('orgs drift acme --exit-code -o csv');
    expect(exitCode).toBe(6);
    expect(stdout).toMatch(/acme\/spaces\.yaml,\d+,"?space ""Guides"""?,changed,title,Handbuch,Guides/);
    expect(stdout).toMatch(/acme\/spaces\.yaml,\d+,"?space ""Handbook"""?,moved/);
    expect(stdout).toMatch(/acme\/teams\.yaml,,"?team ""Extra""[^,]*,extra/);
    expect(stdout).toMatch(/acme\/access\.yaml,\d+,"?grant ""Support"" on space ""Guides"""?,missing/);
    expect(stdout.trim().split('\n')).toHaveLength(5);
    const report = await world.ok('orgs', 'drift', 'acme', '--format', 'markdown');
    expect(report.stdout).toContain('acme/teams.yaml');
    await world.ok('orgs', 'apply', 'acme', '--prune', '--max-changes', '10', '--yes');
    expect((await world.cli('orgs drift acme --exit-code')).exitCode).toBe(0);
  });
});

describe('adopt', () => {
  it('writes IDs beside titles, and leaves the rest of the files as it is', async () => {
    mkdirSync(world.at('acme'));
    write('acme/spaces.yaml', '# ours\nspaces:\n  - title: Guides # the main one\n  - { title: New }\n');
    write(
      'acme/collections.yaml',
      'collections:\n  - title: Internal\n    collections: [{ title: Archive }]\n',
    );
    await world.ok('orgs', 'adopt', 'acme');
    expect(read('acme/spaces.yaml')).toMatch(
      /^# ours\nspaces:\n {2}- title: Guides # id: \w+, the main one\n {2}- \{ title: New \}\n$/,
    );
    expect(read('acme/collections.yaml').match(/# id: \w+/g)).toHaveLength(2);
    const before = filesIn(world.at('acme'));
    const { stderr } = await world.ok('orgs', 'adopt', 'acme');
    expect(stderr).toContain('0 IDs added, 3 already there');
    expect(filesIn(world.at('acme'))).toEqual(before);
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

describe('git sync', () => {
  it('is in the file of a space, told where it differs, and drift', async () => {
    await pull();
    expect(read('acme/spaces.yaml')).toMatch(
      /title: API reference[\s\S]*?repository: tarnpost\/api-reference/,
    );
    expect((await plan('--prune', '--exit-code')).exitCode).toBe(0);
    expect((await world.cli('orgs drift acme --exit-code')).exitCode).toBe(0);
    replace('acme/spaces.yaml', 'tarnpost/api-reference', 'https://me:pass@github.com/tarnpost/api.git');
    replace('acme/spaces.yaml', /(title: Guides # id: \w+\n)/, '$1    repository: tarnpost/guides\n');
    const { stderr, exitCode } = await plan('--exit-code');
    expect(stderr).toMatch(
      /spaces\.yaml line \d+: repository of space "API reference" is tarnpost\/api-reference, the file has https:\/\/\*\*\*@github\.com\/tarnpost\/api\.git: to change it in the app, open the space or site, then Git Sync/,
    );
    expect(stderr).toMatch(/repository of space "Guides" is \S+, the file has tarnpost\/guides/);
    expect(stderr).not.toContain('pass');
    expect(exitCode).toBe(0);
    const drift = await world.cli('orgs drift acme --exit-code');
    expect(drift.exitCode).toBe(6);
    expect(drift.stdout).toMatch(/space "Guides"\tchanged\trepository\t\ttarnpost\/guides/);
    replace('acme/spaces.yaml', /https:.*api\.git/, 'https://github.com/tarnpost/api-reference.git');
    replace('acme/spaces.yaml', '    repository: tarnpost/guides\n', '');
    expect((await world.cli('orgs drift acme --exit-code')).exitCode).toBe(0);
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
