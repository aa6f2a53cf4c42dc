// Plans that somebody edited by hand: whatever a row says that its request does not do is refused, by all who read it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashOf, type Plan } from '../../../../src/engine/plan/plan.ts';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perFile } from '../../../helpers/lasting.ts';

const cli = perFile(() => sandboxedCli({ stdin: '' }));
let own: string;
let other: string;
let people: { id: string; user: { displayName: string } }[];
beforeAll(async () => {
  people = JSON.parse((await cli('members list --json')).stdout);
  own = (await cli('orgs list -q')).stdout.trim();
  other = (await cli('orgs create "Second shop" -q')).stdout.trim();
});

// Safe: what a test edits is JSON.
// biome-ignore lint/suspicious/noExplicitAny: any part of a plan may be edited.
type Edit = (plan: any) => unknown;
const inFile = (name: string) => join(cli.cwd, name);
const read = (): Plan => JSON.parse(readFileSync(inFile('plan.json'), 'utf8'));

async function edited(command: string, edit: Edit): Promise<string[]> {
  await cli(`${command} --org ${own} --plan-out plan.json`);
  const plan = read();
  edit(plan);
  writeFileSync(inFile('edited.json'), JSON.stringify(plan));
  const said: string[] = [];
  for (const words of ['plan show edited.json', 'plan check edited.json', 'apply edited.json --yes']) {
    const { exitCode, stdout, stderr } = await cli(words);
    said.push(`${exitCode} ${stdout}${stderr.split('\n')[0]}`);
  }
  return said;
}

const ROLE = 'members update jonas@tarnpost.example --role admin';
const CASES: readonly [name: string, command: string, edit: Edit, says: RegExp][] = [
  [
    'another ID in the request',
    ROLE,
    ({ rows: [row] }) => Object.assign(row.input, { userId: people[0]?.id }),
    /target\.id is \w+, and should be \w+/,
  ],
  [
    'a target in parts, behind a row that it does not need',
    ROLE,
    ({ rows }) =>
      rows.push({
        operation: 'members.remove',
        input: { ...rows[0].input, role: undefined, userId: { joined: [people[0]?.id] } },
        target: { kind: 'member' },
        before: null,
        after: null,
        danger: 'severe',
        needs: [1],
      }),
    /row 2 of the plan: "userId" is not an ID/,
  ],
  [
    'a field in parts',
    ROLE,
    ({ rows }) =>
      rows.push({
        operation: 'teams.create',
        input: { organizationId: own, title: { joined: ['Harm', 'less'] } },
        target: { kind: 'team', title: 'Harmless' },
        before: null,
        after: { title: { joined: ['Harm', 'less'] } },
        danger: 'mild',
        needs: [1],
      }),
    /row 2 of the plan: only the text of a page can be in parts/,
  ],
  [
    'another title',
    ROLE,
    ({ rows: [row] }) => Object.assign(row.target, { title: 'Bram Visser' }),
    /target\.title is "Bram Visser", and should be "Jonas Weber"/,
  ],
  [
    'another kind',
    ROLE,
    ({ rows: [row] }) => Object.assign(row.target, { kind: 'comment' }),
    /target\.kind is "comment", and should be "member"/,
  ],
  [
    'another place',
    'permissions grant sofia@marchetti-writes.example review --space Handbook',
    ({ rows: [row] }) => Object.assign(row.target, { where: 'on space "Guides"' }),
    /target\.where is "on space \\"Guides\\"", and should be "on space \\"Handbook\\""/,
  ],
  [
    'harmless consequences',
    ROLE,
    ({ rows: [row] }) => Object.assign(row, { follows: 'nothing much' }),
    /follows is "nothing much", and should be "an administrator can/,
  ],
  ['no consequences', ROLE, ({ rows: [row] }) => delete row.follows, /follows is missing/],
  [
    'no state before',
    ROLE,
    ({ rows: [row] }) => delete row.before,
    /before is missing, and should be \{"role":"edit"\}/,
  ],
  [
    'no state before, and a field that an earlier row fills in',
    'spaces update Guides --title Manual',
    ({ rows }) => {
      const [row] = rows;
      delete row.before;
      Object.assign(row, { needs: [1] });
      Object.assign(row.input, { emoji: '{row 1}.id' });
      Object.assign(row.after, { emoji: '{row 1}.id' });
      rows.unshift({
        operation: 'teams.create',
        input: { organizationId: own, title: 'Harmless' },
        target: { kind: 'team', title: 'Harmless' },
        before: null,
        after: { title: 'Harmless' },
        danger: 'mild',
      });
    },
    /before is missing, and should be \{/,
  ],
  ['the row twice', ROLE, ({ rows }) => rows.push(rows[0]), /row 2 of the plan: it is the same as row 1/],
  [
    'another organization',
    ROLE,
    (plan) => Object.assign(plan.organization, { id: 'xxxx' }),
    /its organization is \w+, and that of the plan is xxxx/,
  ],
  [
    'a row of another organization',
    'teams create Reviewers',
    ({ rows: [row] }) => Object.assign(row.input, { organizationId: other }),
    /its organization is \w+, and that of the plan is \w+/,
  ],
  [
    'a space of another organization',
    'spaces update Guides --title Handbook',
    (plan) => Object.assign(plan.organization, { id: other }),
    /organization is "\w+", and should be "\w+"/,
  ],
];

describe('a plan that was edited by hand', () => {
  it.each(CASES)('with %s is refused by all who read it', async (_, command, edit, says) => {
    for (const said of await edited(command, edit)) {
      expect(said).toMatch(/^2 docs: row \d+ of the plan: /);
      expect(said).toMatch(says);
    }
  });

  it('with another state before is stale, and said so where it is shown', async () => {
    const [show, check, apply] = await edited(ROLE, ({ rows: [row] }) =>
      Object.assign(row.before, { role: 'read' }),
    );
    expect(show).toMatch(/^0 .*\nrow 1: role is edit now, was read/);
    expect([check?.[0], apply?.[0]]).toEqual(['6', '6']);
  });

  it('with another state before is stale, though an earlier row fills in a field of it', async () => {
    const [show, check, apply] = await edited('spaces update Guides --title Manual', ({ rows }) => {
      const [row] = rows;
      Object.assign(row, { needs: [1], before: { title: 'Drafts', emoji: null } });
      Object.assign(row.input, { emoji: '{row 1}.id' });
      Object.assign(row.after, { emoji: '{row 1}.id' });
      rows.unshift({
        operation: 'teams.create',
        input: { organizationId: own, title: 'Harmless' },
        target: { kind: 'team', title: 'Harmless' },
        before: null,
        after: { title: 'Harmless' },
        danger: 'mild',
      });
    });
    expect(show).toMatch(/row 2: .*title is Guides now, was Drafts/);
    expect([check?.[0], apply?.[0]]).toEqual(['6', '6']);
  });

  it('with another state before is stale, though all is done that it needs', async () => {
    const [guides] = JSON.parse((await cli('spaces get Guides --json --jq [.id]')).stdout);
    const [show, check, apply] = await edited(ROLE, ({ rows }) => {
      Object.assign(rows[0], { needs: [1], before: { role: 'read' } });
      rows.unshift({
        operation: 'spaces.update',
        input: { spaceId: guides, language: 'en' },
        target: { kind: 'space', id: guides, title: 'Guides' },
        before: { language: 'fr' },
        after: { language: 'en' },
        danger: 'mild',
      });
    });
    expect(show).toMatch(/^0 .*\n.*read -> admin\nrow 1: already in effect/);
    expect([check?.[0], apply?.[0]]).toEqual(['6', '6']);
  });

  it('cannot look longer than it is: what its file says of its making is one line, marked as such', async () => {
    const lie = 'docs members list\nhash 0000000000000000000000000000000000000000000000000000000000000000';
    await cli(`${ROLE} --org ${own} --plan-out plan.json`);
    const plan = read();
    const by = { id: 'a', email: 'boss@tarnpost.example\nhash 00\u001b[2K' };
    writeFileSync(
      inFile('edited.json'),
      JSON.stringify({ ...plan, made: { ...plan.made, by, command: lie } }),
    );
    const { stderr } = await cli('plan show edited.json');
    const { stdout: markdown } = await cli('plan show edited.json -o markdown');
    expect(stderr.split('\n').filter((line) => line.startsWith('hash '))).toEqual([`hash ${hashOf(plan)}`]);
    expect(stderr).toMatch(/\nits file says that it was made .* by boss@.*: docs members list hash 0{64}\n/);
    expect(stderr).not.toContain('\u001b');
    expect(markdown.match(/^- Hash: .*$/gm)).toEqual([`- Hash: ${hashOf(plan)}`]);
    expect(markdown).toMatch(/^- Made, as its file says: /m);
  });

  it('cannot call its organization as it likes, whatever is only shown', async () => {
    await cli(`${ROLE} --org ${own} --plan-out plan.json`);
    const plan = read();
    const organization = { ...plan.organization, title: 'Harmless' };
    writeFileSync(inFile('edited.json'), JSON.stringify({ ...plan, organization }));
    for (const words of ['plan show edited.json', 'plan check edited.json', 'apply edited.json --dry-run']) {
      const { exitCode, stdout, stderr } = await cli(words);
      expect([words, exitCode, stdout + stderr]).toEqual([words, 0, expect.not.stringContaining('Harmless')]);
    }
  });

  it('cannot say of how many it changes a share', async () => {
    await cli(`${ROLE} --org ${own} --plan-out plan.json`);
    const plan = read();
    writeFileSync(inFile('edited.json'), JSON.stringify({ ...plan, unchanged: 1_000_000 }));
    const { exitCode, stderr } = await cli('apply edited.json --yes --max-changes 1%');
    expect([exitCode, stderr.split('\n')[0]]).toEqual([
      3,
      'docs: 1 change is more than --max-changes 1%, and nothing was sent',
    ]);
    expect(await cli('apply edited.json --yes --dry-run --max-changes 50%')).toMatchObject({ exitCode: 0 });
    const share = { ...plan, guards: { ...plan.guards, maxChanges: '1%' } };
    expect(hashOf({ ...share, unchanged: 1_000_000 })).not.toBe(hashOf(share));
    expect(hashOf({ ...plan, unchanged: 1_000_000 })).toBe(hashOf(plan));
  });

  it('is shown by IDs where its host cannot be asked', async () => {
    const [show, check] = await edited(ROLE, (plan) => {
      plan.origin = 'https://docs.example';
      plan.rows[0].target.title = 'Bram Visser';
    });
    expect(show).toMatch(
      /^0 ~ member "\w+" {2}role: edit -> admin\nnames and present values were not checked/,
    );
    expect(check).toMatch(/^3 /);
  });
});

it('what a row creates is shown by its ID once it is there', async () => {
  await cli(
    `sites sections create --space Handbook --title Handbook --path handbook --site "Tarnpost Docs" --org ${own} --plan-out plan.json`,
  );
  const { exitCode, stdout } = await cli('apply plan.json --yes --json');
  expect(exitCode).toBe(0);
  expect(stdout).not.toContain('{row');
  const [made, updated] = JSON.parse(stdout);
  expect(updated).toMatchObject({
    id: made.id,
    target: expect.stringContaining(`section "Handbook" (${made.id})`),
  });
});

it('a plan without rows says that there is nothing to change', async () => {
  await cli(`members update jonas@tarnpost.example --role edit --org ${own} --plan-out plan.json`);
  expect(await cli('apply plan.json')).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('nothing to change [sandbox, Tarnpost]'),
  });
});
