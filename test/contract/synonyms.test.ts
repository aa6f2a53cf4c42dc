// What people type who know other programs leads to commands that exist.
import { describe, expect, it } from 'vitest';
import { entries } from '../../src/commands/index.ts';
import { synonyms } from '../../src/engine/find/synonyms.ts';
import { aliases, loadLeaf, topics } from '../../src/engine/model/load.ts';
import { sandboxedCli } from '../helpers/cli.ts';
import { perFile } from '../helpers/lasting.ts';

const cli = perFile(sandboxedCli);

const list = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Whether the words lead to a command, or to a group of them. */
async function exists(line: string): Promise<boolean> {
  const words = line.split(' ').slice(1);
  if (words[0] === 'help') return topics.some((topic) => topic === words[1]) || words.length > 2;
  const { trail, command } = await loadLeaf(entries, words);
  return trail.length + (command && command !== trail.at(-1)?.own ? 1 : 0) === words.length;
}

describe.each(Object.entries(synonyms))('docs %s', (typed, meant) => {
  it('is not a command, and suggests one that is', async () => {
    expect(await exists(`docs ${typed}`)).toBe(false);
    const commands = typeof meant === 'string' ? (meant.match(/docs [a-z ]+/g) ?? []) : meant;
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) expect(await exists(command), command).toBe(true);
    const { exitCode, stderr } = await cli(`${typed} something`);
    expect([exitCode, stderr.split('\n')[0]]).toEqual([
      2,
      `docs: unknown command "${typed.split(' ').at(-1)}"`,
    ]);
    expect(stderr).toContain(typeof meant === 'string' ? meant : `hint: did you mean ${list.format(meant)}?`);
  });
});

it.each(Object.entries(aliases))('docs %s works', async (typed, meant) => {
  expect(await exists(`docs ${meant.join(' ')}`)).toBe(true);
  expect((await cli(`${typed} --help`)).stdout).toContain(`Usage: docs ${meant.join(' ')}`);
});

describe('habits of other programs', () => {
  it('show who is signed in, and the version', async () => {
    expect((await cli('whoami --json')).stdout).toContain('"Ines Okafor"');
    for (const argv of ['version', '-v', '-V', '--version', '--no-input version'])
      expect((await cli(argv)).stdout).toBe('0.0.0-test\n');
  });

  it('name the fields after --json', async () => {
    const { stdout } = await cli('spaces list --json=id,title');
    expect(Object.keys(JSON.parse(stdout)[0])).toEqual(['id', 'title']);
    const { exitCode, stderr } = await cli('spaces get Guides --json id,title');
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('docs spaces get Guides --json --fields id,title'),
    ]);
  });

  it('give docs api a path alone', async () => {
    expect((await cli('api /v1/user')).stdout).toContain('Ines Okafor');
    const shown = await cli('api /v1/user', { tty: true });
    expect(shown.stdout).toMatch(/^\{\n {2}"object": "user",\n/);
    const { exitCode, stderr } = await cli(`api /v1/spaces --data {}`);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('docs api POST /v1/spaces')]);
  });

  it('put global flags first', async () => {
    const { stdout } = await cli('--json spaces list --limit 1');
    expect(JSON.parse(stdout)).toHaveLength(1);
    const refused = await cli('--profile nobody spaces list');
    expect([refused.exitCode, refused.stderr]).toEqual([
      5,
      expect.stringContaining('profile "nobody" not found'),
    ]);
  });
});
