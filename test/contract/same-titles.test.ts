// What is made with a title that another thing of its kind has: a person hears of it, and a script is not slowed down.
import { expect, it } from 'vitest';
import { sandboxedCli } from '../helpers/cli.ts';
import { perFile } from '../helpers/lasting.ts';

const cli = perFile(sandboxedCli);

const ID = /2 \w+( \w+)? are called "Twice": use the ID of the one you mean\n/;

it.each([
  ['spaces create Twice', ID],
  ['collections create Twice', ID],
  ['sites create Twice', ID],
  ['teams create Twice', ID],
  ['share-links create Twice --site "Partner portal" --yes', ID],
  ['saml create Twice --entity-id https://idp.example --sso-url https://idp.example/sso', ID],
  [
    'translations create --source-space Guides --source-language en --language fr',
    /2 translations do the same: use the ID/,
  ],
])('%s', async (line, warning) => {
  const made = async (tty: boolean) => cli(line, { tty });
  const first = await made(true);
  expect([first.exitCode, first.stderr]).toEqual([0, expect.not.stringMatching(/use the ID/)]);
  expect((await made(true)).stderr).toMatch(warning);
  expect((await made(false)).stderr).not.toMatch(/use the ID/);
});
