import { expect, it } from 'vitest';
import { sandboxedCli } from '../../helpers/cli.ts';
import { perTest } from '../../helpers/lasting.ts';

const cli = perTest(sandboxedCli);

it('docs cr diff goes through the pager when it is longer than the terminal, without a bar in it', async () => {
  const shown: string[] = [];
  const outcome = await cli('cr diff 4 --space Guides', {
    tty: true,
    env: { PAGER: 'less', LINES: '5', FORCE_COLOR: '1', NO_COLOR: '' },
    pager: () => ({
      async write(text) {
        shown.push(text);
        return true;
      },
      end: async () => {},
    }),
  });
  expect(outcome.exitCode).toBe(0);
  expect(shown.join('')).toMatch(/page troubleshooting: changed/);
  expect(shown.join('')).not.toMatch(/\u001b\[K|█|░/);
  expect(outcome.stdout).toBe('');
});

it('docs cr diff stops reading pages when the pager is closed', async () => {
  const shown: string[] = [];
  await cli('cr diff 4 --space Guides', {
    tty: true,
    env: { PAGER: 'less', LINES: '3' },
    pager: () => ({
      async write(text) {
        shown.push(text);
        return false;
      },
      end: async () => {},
    }),
  });
  expect(shown.join('')).not.toMatch(/page troubleshooting: changed/);
});

it('a published site is opened without a question', async () => {
  const opened: string[] = [];
  expect((await cli('open "Tarnpost Docs" --published', { opened })).exitCode).toBe(0);
  expect(opened).toEqual(['https://docs.tarnpost.example/']);
});
