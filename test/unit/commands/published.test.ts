import { expect, it } from 'vitest';
import { sandboxedCli } from '../../helpers/cli.ts';
import { untilEnd } from '../../helpers/lasting.ts';

it('a published site is opened without a question', async () => {
  const cli = untilEnd(await sandboxedCli());
  const opened: string[] = [];
  expect((await cli('open "Tarnpost Docs" --published', { opened })).exitCode).toBe(0);
  expect(opened).toEqual(['https://docs.tarnpost.example/']);
});
