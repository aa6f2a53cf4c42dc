// What the program does on hosts that no longer offer what it was made for, and on those that nobody knows yet.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ageNamed, inventedAge } from '../../src/sandbox/ages/age.ts';
import { agedCli, type Cli } from '../helpers/cli.ts';
import { INVENTED } from '../helpers/invented-age.ts';

const AGES = { '0.146': ageNamed('0.146', '--contract'), '0.202': ageNamed('0.202', '--contract') } as const;

/** Two hosts have their own addresses, and clocks that go on; the oldest has no links in its navigation. */
const settled = (text: string): string =>
  text
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://host')
    .replaceAll(/"(?:updatedAt|lastModifiedAt)":\s*"[^"]*"/g, '')
    .replaceAll(/^site-external-link\t.*\n/gm, '')
    .replaceAll(/\tundone\t\w+/g, '\tundone');

describe('a host that has fields nobody knows yet', () => {
  let cli: Cli;
  beforeAll(async () => {
    cli = (await agedCli(inventedAge(INVENTED))).cli;
  });
  afterAll(() => cli.cleanup());

  it.each([
    ['spaces list --fields title,mood', /Guides\tcalm/],
    ['spaces list --fields title,palette.ink --json', /"ink": "blue"/],
    ['spaces list --where \'.mood == "calm"\' --fields title', /Guides/],
    ['spaces list --sort -weight --limit 1 --json', /"weight": 3/],
    ['spaces get Guides -o yaml', /mood: calm/],
    ['spaces get Guides --fields mood', /calm/],
    ['sites list --jq ".[].rank"', /^7$/m],
  ])('shows them: docs %s', async (line, shown) => {
    const { exitCode, stdout, stderr } = await cli(line);
    expect({ exitCode, stdout, stderr }).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(shown) });
  });

  it.each([
    ['spaces list --fields title,mod', '--fields: there is no field "mod"'],
    ["spaces list --where '.weigh == 3'", '--where: there is no field "weigh"'],
    ['spaces list --sort moods', '--sort: there is no field "moods"'],
    ['spaces get Guides --fields nope', '--fields: there is no field "nope"'],
  ])('refuses those that it does not have: docs %s', async (line, words) => {
    expect(await cli(line)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(words) });
  });

  it('is sent fields of --data as they are, with a word, unless that is refused', async () => {
    const line = [
      'spaces',
      'update',
      'Handbook',
      '--data',
      '{"title": "Handbook", "mood": "busy"}',
      '--json',
    ];
    expect(await cli(line)).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('"mood": not known to this version of docs, sent as it is'),
    });
    expect((await cli([...line, '--dry-run'])).stderr + (await cli([...line, '--dry-run'])).stdout).toContain(
      'busy',
    );
    for (const more of [['--strict'], ['--plan-out', 'p.json']])
      expect(await cli([...line, ...more])).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('\\"mood\\" is not a field of this command'),
      });
  });
});

describe('what gone operations told is told the same', () => {
  let before: Cli;
  let after: Cli;
  beforeAll(async () => {
    before = (await agedCli(AGES['0.146'])).cli;
    after = (await agedCli(AGES['0.202'])).cli;
  });
  afterAll(() => {
    before.cleanup();
    after.cleanup();
  });

  it.each([
    'links check --all-spaces --json',
    'links check --site "Tarnpost Docs"',
    'links check --cr "Guides#4" --json',
    'links check --cr "Guides#4" --new-only --exit-code',
    'audit --only links --json',
    'spaces links Guides --fields status,relation,targetReference,locationReferences --json',
    'spaces links "API reference" --status broken',
    'pages links webhooks --space Guides --fields status,relation,targetReference --json',
    'pages backlinks authentication --space Guides --cr 1',
    'files list --space Guides',
  ])('docs %s', async (line) => same(line));

  it('of sections into and out of groups, too, also undone', async () => {
    for (const line of [
      'sites groups add Resources API --site "Tarnpost Docs"',
      // The oldest has no links in its groups.
      'sites sections list --site "Tarnpost Docs" --json',
      'undo --yes',
      'sites groups add Resources API --site "Tarnpost Docs" -q',
      'sites groups remove Resources API --site "Tarnpost Docs"',
      'sites groups remove Resources API --site "Tarnpost Docs"',
      'sites structure get --site "Tarnpost Docs"',
    ])
      await same(line);
  });

  async function same(line: string): Promise<void> {
    const [then, now] = [await before(line), await after(line)];
    expect({ exit: now.exitCode, out: settled(now.stdout) }, now.stderr).toEqual({
      exit: then.exitCode,
      out: settled(then.stdout),
    });
  }
});

describe('docs doctor --api', () => {
  it('says what each command can do on a host, by what the host says of itself', async () => {
    const { cli } = await agedCli(AGES['0.202']);
    const { exitCode, stdout, stderr } = await cli('doctor --api --json');
    await cli.cleanup();
    const rows: { command: string; status: string; lacks: string[] }[] = JSON.parse(stdout);
    const statusOf = (command: string) => rows.find((row) => row.command === `docs ${command}`);
    expect(exitCode).toBe(0);
    expect(statusOf('spaces list')).toMatchObject({ status: 'works', lacks: [] });
    expect(statusOf('links check'), 'links are worked out').toMatchObject({ status: 'works' });
    expect(statusOf('conversations list')).toMatchObject({
      status: 'cannot work here',
      lacks: ['support conversations'],
    });
    expect(stderr).toMatch(/9 cannot work here, according to the specification of this host/);
  });

  it('reads a document, and refuses what is none', async () => {
    const { cli } = await agedCli(AGES['0.146']);
    writeFileSync(
      join(cli.cwd, 'host.json'),
      JSON.stringify({ paths: { '/orgs/{id}/spaces': { get: {} }, '/new': { post: {} } } }),
    );
    writeFileSync(join(cli.cwd, 'other.json'), '{"a": 1}');
    const read = await cli('doctor --api --spec host.json --json');
    const refused = await cli('doctor --api --spec other.json');
    const alone = await cli('doctor --spec host.json');
    await cli.cleanup();
    expect(read.stdout).toContain('cannot work here');
    expect(read.stderr).toMatch(
      /according to host\.json\n1 operation of this host can be called with docs api only: no command has them/,
    );
    expect(refused).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--spec: other.json is not an OpenAPI document in JSON'),
    });
    expect(alone).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--spec needs --api') });
  });
});

describe('docs commands --here', () => {
  it('leaves out what cannot work on a host, and says what works there in part', async () => {
    const { cli, asked } = await agedCli(AGES['0.202']);
    const { exitCode, stdout, stderr } = await cli('commands --here --json');
    const group = await cli('commands conversations --here -q');
    const one = await cli('commands conversations list --here --jq "[.here, .lacks[0]]" --json');
    const found = await cli('commands --match "support conversations" --here -q');
    const before = asked.length;
    const plain = await cli('commands conversations -q');
    cli.cleanup();
    const rows: { command: string; here: string; lacks: string[] }[] = JSON.parse(stdout);
    expect(exitCode).toBe(0);
    expect(rows.length).toBeGreaterThan(300);
    expect(rows.filter(({ here }) => here === 'cannot work here')).toEqual([]);
    expect(rows.find(({ command }) => command === 'docs spaces list')).toMatchObject({
      here: 'works',
      lacks: [],
    });
    expect(rows.map(({ command }) => command)).not.toContain('docs conversations list');
    expect(stderr).toContain('9 commands cannot work here, according to the specification of this host');
    expect(group).toMatchObject({ exitCode: 0, stdout: '' });
    expect(JSON.parse(one.stdout)).toEqual(['cannot work here', 'support conversations']);
    expect(found.stdout).not.toContain('docs conversations list');
    expect(plain.stdout).toContain('docs conversations list');
    expect(asked.length, 'nothing is sent without --here').toBe(before);
  });

  it('says so of an older host', async () => {
    const { cli } = await agedCli(AGES['0.146']);
    const { stdout } = await cli('commands --here');
    cli.cleanup();
    expect(stdout).toMatch(/^docs conversations list\tworks\t/m);
    expect(stdout).not.toMatch(/^docs findings list\t/m);
  });
});

describe('a published address', () => {
  const line = 'whatis https://docs.tarnpost.example/guides/shipments/labels --fields kind,title';
  const things = 'page\tLabels\nspace\tGuides\nsite\tTarnpost Docs\n';

  it('is resolved by the host', async () => {
    const { cli, asked } = await agedCli(AGES['0.202']);
    const { stdout } = await cli(line);
    cli.cleanup();
    expect(stdout).toBe(things);
    expect(asked).toContain('urls.published');
    expect(asked).not.toContain('sites.list');
  });

  it('is looked for among the sites of a host that does not resolve it', async () => {
    const atHome = (body: unknown) =>
      JSON.parse(
        JSON.stringify(body ?? null).replaceAll(
          /http:\/\/127\.0\.0\.1:\d+\/sites\/tarnpost-docs/g,
          'https://docs.tarnpost.example',
        ),
      );
    const { cli, asked } = await agedCli({
      offers: ({ id }) => id !== 'urls.published',
      refuses: () => false,
      taken: (body) => body,
      shown: atHome,
    });
    const { stdout } = await cli(line);
    cli.cleanup();
    expect(stdout).toBe(things);
    expect(asked).toContain('sites.list');
  });
});
