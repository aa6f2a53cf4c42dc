// Spaces of the same title, in reports and messages that name spaces.
import { beforeAll, describe, expect, it } from 'vitest';
import { sandboxedCli } from '../../helpers/cli.ts';
import { perFile } from '../../helpers/lasting.ts';

const cli = perFile(() => sandboxedCli({ stdin: '' }));
let copy: string;
beforeAll(async () => {
  const { stdout } = await cli('spaces duplicate Guides --json');
  copy = JSON.parse(stdout).id;
  expect(await cli(`spaces update ${copy} --title Guides`)).toMatchObject({ exitCode: 0 });
});

describe('two spaces of the same title', () => {
  it.each(['links check', 'pages lint'])('have their IDs in the reports of %s', async (command) => {
    const headings = async (line: string) => {
      const { stdout } = await cli(line);
      return stdout.split('\n').filter((one) => one.startsWith('### Guides'));
    };
    const all = await headings(`${command} --all-spaces --format markdown`);
    expect(all.filter((one) => one.includes(copy))).toHaveLength(all.length / 2);
    expect(all.every((one) => /^### Guides \\?\(\w{20}\\?\) \/ /.test(one))).toBe(true);
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(0);
    for (const one of await headings(`${command} --space ${copy} --format markdown`))
      expect(one).toMatch(/^### Guides \/ /);
  });

  it('have them on a terminal, too', async () => {
    const { stdout } = await cli('links check --all-spaces', { tty: true });
    expect(stdout).toContain(`Guides (${copy}) / `);
  });
});
