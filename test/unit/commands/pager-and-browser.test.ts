import { expect, it } from 'vitest';
import { sandboxedCli } from '../../helpers/cli.ts';
import { perTest } from '../../helpers/lasting.ts';

const cli = perTest(sandboxedCli);

/** What a pager of so many lines is shown of a diff; it stays open, or is closed at once. */
async function paged(lines: number, isOpen: boolean) {
  const shown: string[] = [];
  const write = async (text: string) => shown.push(text) > 0 && isOpen;
  const { exitCode, stdout } = await cli('cr diff 4 --space Guides', {
    tty: true,
    env: { PAGER: 'less', LINES: String(lines), FORCE_COLOR: '1', NO_COLOR: '' },
    pager: () => ({ write, end: async () => {} }),
  });
  return { exitCode, stdout, text: shown.join('') };
}

it('docs cr diff goes through the pager when it is longer than the terminal, without a bar in it', async () => {
  const { exitCode, stdout, text } = await paged(5, true);
  expect([exitCode, stdout]).toEqual([0, '']);
  expect(text).toMatch(/page troubleshooting: changed/);
  expect(text).not.toMatch(/\u001b\[K|█|░/);
});

it('docs cr diff stops reading pages when the pager is closed', async () => {
  expect((await paged(3, false)).text).not.toMatch(/page troubleshooting: changed/);
});

it('a published site is opened without a question', async () => {
  const opened: string[] = [];
  expect((await cli('open "Tarnpost Docs" --published', { opened })).exitCode).toBe(0);
  expect(opened).toEqual(['https://docs.tarnpost.example/']);
});
