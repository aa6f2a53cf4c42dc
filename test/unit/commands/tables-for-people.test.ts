// Tables and texts on a terminal name things by their titles, and break lines between words.
import { afterEach, expect, it } from 'vitest';
import { type Cli, sandboxedCli } from '../../helpers/cli.ts';

let cli: Cli;
afterEach(() => cli.cleanup());

it('redirects lead to sections and spaces by their titles', async () => {
  cli = await sandboxedCli();
  const site = '--site "Tarnpost Docs"';
  expect((await cli(`redirects create /s section:API ${site}`)).exitCode).toBe(0);
  expect((await cli(`redirects create /p space:Guides ${site}`)).exitCode).toBe(0);
  const { stdout } = await cli(`redirects list ${site}`, { tty: true, columns: 140 });
  expect(stdout).toMatch(/^\/s +section:API /m);
  expect(stdout).toMatch(/^\/p +space:Guides /m);
  // Elsewhere a script needs what does not change.
  expect((await cli(`redirects list ${site}`)).stdout).toMatch(/section:[A-Za-z0-9]{20}\b/);
});

it('profiles show the title of an organization that was listed before', async () => {
  cli = await sandboxedCli();
  const id = (await cli('orgs list -q')).stdout.trim();
  await cli('profiles list');
  expect((await cli(`orgs get Tarnpost -q`)).stdout.trim()).toBe(id);
  const path = `${cli.home}/.config/docs/config.json`;
  const { readFileSync, writeFileSync } = await import('node:fs');
  const settings = JSON.parse(readFileSync(path, 'utf8'));
  settings.profiles.sandbox.organization = id;
  writeFileSync(path, JSON.stringify(settings));
  const { stdout } = await cli('profiles list', { tty: true, columns: 140 });
  expect(stdout).toMatch(/ Tarnpost /);
  expect((await cli('profiles list --json')).stdout).toContain(id);
});

it.each([40, 80])(
  'a page breaks between words at %i columns, and its code and tables do not break',
  async (columns) => {
    cli = await sandboxedCli();
    const markdown = `${'word '.repeat(40)}\n\n- ${'item '.repeat(30)}\n\n> ${'quoted '.repeat(20)}\n\n\`\`\`\n${'code '.repeat(40)}\n\`\`\`\n`;
    const { writeFileSync } = await import('node:fs');
    writeFileSync(`${cli.cwd}/long.md`, markdown);
    expect((await cli('cr edit 1 --space Guides --page webhooks --file long.md')).exitCode).toBe(0);
    const { stdout } = await cli('pages get webhooks --space Guides --cr 1', { tty: true, columns });
    const lines = stdout.split('\n');
    expect(lines.filter((line) => line.length > columns && !line.includes('code'))).toEqual([]);
    expect(lines.filter((line) => /^(?:word ?)+$/.test(line)).length).toBe(columns === 40 ? 5 : 3);
    expect(lines).toContainEqual(expect.stringMatching(/^• (?:item ?)+$/));
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}(?:item ?)+$/));
    expect(lines.filter((line) => /^\| (?:quoted ?)+$/.test(line)).length).toBeGreaterThan(1);
    expect(lines.filter((line) => line.includes('code code'))).toHaveLength(1);
  },
);
