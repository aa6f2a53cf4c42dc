// Where access grows or ends, a question says who gains or loses what: each kind of it on one target, on many, by the rows
// of a file, and from a plan, to a script as to a person at a terminal.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CERTIFICATE } from '../helpers/certificate.ts';
import { sandboxedCli } from '../helpers/cli.ts';
import { perFile } from '../helpers/lasting.ts';
import { tablesIn } from '../helpers/text-cases.ts';

const table = tablesIn('test/contract/tables/growing-access.txt');

const LUCAS = 'lucas@tarnpost.example';
const MEI = 'mei@tarnpost.example';
const AIKO = 'aiko@tarnpost.example';
/** What each kind of it needs to be there. */
const BEFORE = [
  `permissions add --space Guides --users ${LUCAS},${MEI} --role read`,
  `members update ${AIKO} --role guest --yes`,
  'sites spaces add Guides --site "Status and incidents" --yes',
  'sites publish "Status and incidents" --yes',
  `permissions add --collection Internal --users ${LUCAS} --role create --yes`,
  'spaces update Handbook "API reference" --clear-default-level --yes',
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

function growthIn(title: string): Growth {
  const cells = new Map(table(title).map(([name = '', ...own]) => [name, own]));
  const two = (name: string) => {
    const [first = '', second = first] = cells.get(name) ?? [];
    return [first, second] as const;
  };
  const [line, targets, values, who] = [two('line'), two('targets'), two('values'), two('who')];
  return { line, targets, values, who, columns: two('columns')[0], gains: two('gains')[0] };
}

const GROWTHS = table.titles.map((title) => [title, growthIn(title)] as const);

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

describe.each(GROWTHS)('%s', (_, growth) => {
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
