// What is given, added or turned on a second time: said as such, and nothing is sent that docs undo would offer to undo.
import { beforeAll, describe, expect, it } from 'vitest';
import { reversalOf } from '../../src/domain/reversals/of-operations.ts';
import type { Command } from '../../src/engine/model/command.ts';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { sandboxedCli, splitWords } from '../helpers/cli.ts';
import { commands } from '../helpers/command-lines.ts';
import { perFile } from '../helpers/lasting.ts';
import { prepareForExamples } from '../helpers/prepared-examples.ts';
import { tablesIn } from '../helpers/text-cases.ts';

const table = tablesIn('test/contract/tables/done-already.txt');

const VERBS =
  /^(add|add-sso|grant|set|enable|disable|install|join|resolve|reopen|publish|unpublish|request|invite|accept|link)$/;

const SENDS_AGAIN: Readonly<Record<string, string>> = Object.fromEntries(
  table('commands that send the same again, and why'),
);

/** Updates that are sent though the state before them is read, and why. */
const UPDATES_AGAIN: Readonly<Record<string, string>> = {
  'docs sites structure sort': 'a place is named by what is next to it',
};

const isUpdate = async ({ operation }: Command) =>
  operation?.method === 'PATCH' && (await reversalOf(operation.id))?.undo !== undefined;

const updates = (
  await Promise.all(commands.map(async (one) => ((await isUpdate(one.command)) ? [one] : [])))
).flat();

const all = commands.filter(
  ({ path, command }) =>
    command.operation &&
    command.operation.method !== 'GET' &&
    VERBS.test(command.verb) &&
    !path.startsWith('docs api'),
);
const renaming = updates.filter(
  (one) => !(one.path in UPDATES_AGAIN) && !all.some(({ path }) => path === one.path),
);

const cli = perFile(sandboxedCli);
beforeAll(async () => {
  await prepareForExamples(cli);
});

const entriesMade = async (): Promise<number> =>
  JSON.parse((await cli('history --json --limit 9999')).stdout).length;

const fieldsOf = (stdout: string): string[] =>
  Object.keys(JSON.parse(stdout)).filter((key) => key !== 'undo');

describe('what is so already', () => {
  for (const { path, command } of all.filter((one) => !(one.path in SENDS_AGAIN))) {
    it(`is not sent again: ${path}`, async () => {
      const [example = ''] = command.examples;
      const words = splitWords(example).slice(1);
      const asks = optionsOf(command).some(({ flags }) => flags.includes('--yes'));
      const line = [
        ...words.filter((word) => word !== '--dry-run'),
        ...(asks && !words.includes('--yes') ? ['--yes'] : []),
        '--json',
      ];
      const first = await cli(line);
      expect([line, first]).toMatchObject([line, { exitCode: 0 }]);
      const made = await entriesMade();
      const again = await cli(line);
      expect([again, await entriesMade()]).toMatchObject([
        { stderr: expect.stringMatching(/already/) },
        made,
      ]);
      // A script finds the fields that it found the first time.
      if (again.exitCode === 0)
        expect(fieldsOf(again.stdout)).toEqual(expect.arrayContaining(fieldsOf(first.stdout)));
    });
  }

  for (const { path, command } of renaming) {
    it(`is not updated again: ${path}`, async () => {
      const own = await sandboxedCli();
      await prepareForExamples(own);
      const [example = ''] = command.examples;
      const given = splitWords(example).slice(1);
      const line = [...given.filter((word) => word !== '--dry-run' && word !== '--yes'), '--yes', '--json'];
      const words = optionsOf(command).some(({ flags }) => flags.includes('--yes'))
        ? line
        : line.filter((word) => word !== '--yes');
      const first = await own(words);
      expect([words, first]).toMatchObject([words, { exitCode: 0 }]);
      const history = await own('history --json');
      // It may have another name by now.
      const { id } = JSON.parse(first.stdout);
      const depth = path.split(' ').length - 1;
      const again = await own(
        words.map((word, at) => (at === depth && id !== undefined && !word.startsWith('-') ? id : word)),
      );
      expect(again).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/ already /) });
      expect(fieldsOf(again.stdout)).toEqual(expect.arrayContaining(fieldsOf(first.stdout)));
      expect(await own('history --json')).toEqual(history);
      own.cleanup();
    });
  }

  it('is looked for in commands that are there', () => {
    expect(Object.keys(SENDS_AGAIN).filter((path) => !all.some((one) => one.path === path))).toEqual([]);
    expect(Object.keys(UPDATES_AGAIN).filter((path) => !updates.some((one) => one.path === path))).toEqual(
      [],
    );
  });
});
