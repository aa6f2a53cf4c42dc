// Where access grows or ends, a question says who gains or loses what: each kind of it on one target, on many, by the rows
// of a file, and from a plan, to a script as to a person at a terminal.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CERTIFICATE } from '../helpers/certificate.ts';
import { sandboxedCli } from '../helpers/cli.ts';
import { perFile } from '../helpers/lasting.ts';

const LUCAS = 'lucas@tarnpost.example';
const MEI = 'mei@tarnpost.example';
const AIKO = 'aiko@tarnpost.example';
const SOFIA = 'sofia@marchetti-writes.example';
/** What each kind of it needs to be there. */
const BEFORE = [
  `permissions add --space Guides --users ${LUCAS},${MEI} --role read`,
  `members update ${AIKO} --role guest --yes`,
  'sites spaces add Guides --site "Status and incidents" --yes',
  'sites publish "Status and incidents" --yes',
  `permissions add --collection Internal --users ${LUCAS} --role create --yes`,
  'saml create Okta --sso-url https://okta.example/sso --entity-id https://okta.example --certificate idp.pem',
];

interface Growth {
  /** The command up to its targets, and what follows them. */
  line: readonly [string, string];
  targets: readonly [string, string];
  /** Of the rows, and what each of the targets is made. */
  columns: string;
  values: readonly [string, string];
  /** How a question calls the targets. */
  who: readonly [string, string];
  gains: string;
}

const grantOf = (role: string, gains: string): Growth => ({
  line: ['permissions users update', `--space Guides --role ${role}`],
  targets: [LUCAS, MEI],
  columns: 'user,role,space',
  values: [`${role},Guides`, `${role},Guides`],
  who: ['"Lucas Ferreira"', '"Mei Tanaka"'],
  gains,
});
const roleOf = (role: string, gains: string): Growth => ({
  line: ['members update', `--role ${role}`],
  targets: [LUCAS, MEI],
  columns: 'user,role',
  values: [role, role],
  who: ['"Lucas Ferreira"', '"Mei Tanaka"'],
  gains,
});

const GROWTHS: Readonly<Record<string, Growth>> = {
  'a grant of admin': grantOf('admin', 'can change and delete everything in it, and give access to others'),
  'a grant of create': grantOf('create', 'can change and merge everything in it'),
  'a role that becomes admin': roleOf('admin', 'an administrator can change, publish and delete everything'),
  'a member made a guest': roleOf(
    'guest',
    'a guest keeps only direct access, their own and that of their teams',
  ),
  'a member made less': {
    ...roleOf('comment', 'they have more now, and lose it'),
    targets: ['tomas@tarnpost.example', MEI],
    who: ['"Tomas Lindqvist"', '"Mei Tanaka"'],
  },
  'an owner of a team made a member': {
    line: ['teams members update Support', '--role member'],
    targets: ['priya@tarnpost.example', MEI],
    columns: 'user,role,team',
    values: ['member,Support', 'member,Support'],
    who: ['"Priya Nair"', '"Mei Tanaka"'],
    gains: 'they no longer manage the team',
  },
  'another way to sign in': {
    line: ['saml update', '--sso-url https://new.example/sso --entity-id https://new.example'],
    targets: ['Tarnpost login', 'Okta'],
    columns: 'provider,sso-url,entity-id',
    values: ['https://new.example/sso,https://new.example', 'https://new.example/sso,https://new.example'],
    who: ['"Tarnpost login"', '"Okta"'],
    gains: 'members can sign in only once the identity provider uses the new sign-in URL and entity ID',
  },
  'a guest made a member': {
    ...roleOf('comment', 'a member gets the default level of every space and collection'),
    targets: [SOFIA, AIKO],
    who: ['"Sofia Marchetti"', '"Aiko Mori"'],
  },
  'the level of a whole collection': {
    line: ['collections update', '--default-level edit'],
    targets: ['Internal', 'Archive'],
    columns: 'collection,default-level',
    values: ['edit', 'edit'],
    who: ['"Internal"', '"Archive"'],
    gains: 'every member of the organization can edit it, and what inherits from it',
  },
  'a space moved into a collection': {
    line: ['spaces move', '--parent Internal'],
    targets: ['Guides', 'Release notes'],
    columns: 'space,parent',
    values: ['Internal', 'Internal'],
    who: ['"Guides"', '"Release notes"'],
    gains: 'Lucas Ferreira gains access or a higher level',
  },
  'a site opened to more people': {
    line: ['sites update', '--visibility public'],
    targets: ['Partner portal', 'Status and incidents'],
    columns: 'site,visibility',
    values: ['public', 'public'],
    who: ['"Partner portal"', '"Status and incidents"'],
    gains: 'anyone can read it at https://tarnpost.docs.example/partner-portal/',
  },
};

const cli = perFile(sandboxedCli);
beforeAll(async () => {
  writeFileSync(join(cli.cwd, 'idp.pem'), CERTIFICATE);
  for (const line of BEFORE) {
    const { exitCode, stderr } = await cli(line);
    expect(exitCode, `${line}: ${stderr}`).toBe(0);
  }
});

/** The line of each way, and whom it is about. A plan is made first: that asks nothing. */
const WAYS: Readonly<Record<string, (growth: Growth) => Promise<{ line: string; who: readonly string[] }>>> =
  {
    'on one target': async ({ line: [before, after], targets: [first], who: [name] }) => ({
      line: `${before} "${first}" ${after}`,
      who: [name],
    }),
    'on many': async ({ line: [before, after], targets: [first, second], who }) => ({
      line: `${before} "${first}" "${second}" ${after}`,
      who,
    }),
    'by rows': async (growth) => ({ line: rowsLine(growth), who: growth.who }),
    'from a plan': async (growth) => {
      const { exitCode, stderr } = await cli(`${rowsLine(growth)} --plan-out plan.json`);
      expect(exitCode, stderr).toBe(0);
      return { line: 'apply plan.json', who: growth.who };
    },
  };

function rowsLine({ line: [before], targets, columns, values }: Growth): string {
  const rows = targets.map((target, at) => `${target},${values[at]}`);
  writeFileSync(join(cli.cwd, 'rows.csv'), `${[columns, ...rows].join('\n')}\n`);
  return `${before} --rows rows.csv`;
}

describe.each(Object.entries(GROWTHS))('%s', (_, growth) => {
  it.each(Object.entries(WAYS))('asks %s, and says who gains what', async (_way, lineOf) => {
    const { line, who } = await lineOf(growth);
    const database = join(cli.home, '.local/share/docs/sandbox.db');
    const before = readFileSync(database);
    const toScript = await cli(line);
    const toPerson = await cli(line, { tty: true, answers: [false] });
    for (const { exitCode, stderr } of [toScript, toPerson]) {
      // At a terminal what follows is a sentence of its own.
      const text = stderr.replace(/\s+/g, ' ');
      expect(exitCode, stderr).toBe(3);
      for (const name of who) expect(text).toContain(name);
      expect(text.toLowerCase()).toContain(growth.gains.toLowerCase());
    }
    expect(readFileSync(database).equals(before)).toBe(true);
    rmSync(join(cli.cwd, 'plan.json'), { force: true });
  });
});

it('a section put into no group is asked about, typed and from a plan', async () => {
  const line = [
    ...['sites', 'sections', 'update', 'Release notes', '--site', 'Tarnpost Docs'],
    ...['--data', '{"siteSectionGroupId":null}'],
  ];
  expect(await cli([...line, '--plan-out', 'plan.json'])).toMatchObject({ exitCode: 0 });
  for (const one of [line, ['apply', 'plan.json']]) {
    const { exitCode, stderr } = await cli(one);
    expect(exitCode, stderr).toBe(3);
    expect(stderr).toContain('section "Release notes" leaves group "Resources"');
    expect(stderr).not.toContain('condition');
  }
});
