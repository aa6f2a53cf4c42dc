import { describe, expect, it } from 'vitest';
import { getSpace } from '../../../../src/api/content/spaces.ts';
import { entries } from '../../../../src/commands/index.ts';
import { factsOf } from '../../../../src/engine/model/command-facts.ts';
import { allCommands } from '../../../../src/engine/model/load.ts';
import { job } from '../../../../src/engine/plan/job.ts';

const commands = new Map(
  (await allCommands(entries)).map(({ path, command }) => [path, factsOf(path, command)]),
);
const facts = (path: string) => {
  const found = commands.get(path);
  if (!found) throw new Error(`no command ${path}`);
  return found;
};

describe('facts of a command', () => {
  it('tell how dangerous it is and whether it asks', () => {
    expect(facts('docs spaces list')).toMatchObject({ danger: 'mild', asks: 'never', writes: false });
    expect(facts('docs spaces delete')).toMatchObject({ danger: 'moderate', asks: 'always', writes: true });
    expect(facts('docs sites delete')).toMatchObject({ danger: 'severe', asks: 'always' });
    expect(facts('docs sites publish')).toMatchObject({ asks: 'depends' });
  });

  it('list exit codes that follow from its flags and operations', () => {
    expect(facts('docs spaces list').exitCodes).toEqual([0, 1, 2, 4, 5, 8, 129, 130, 143]);
    expect(facts('docs spaces delete').exitCodes).toContain(3);
    expect(facts('docs completion').exitCodes).toEqual([0, 1, 2, 129, 130, 143]);
  });

  it('describe each flag', () => {
    const { flags } = facts('docs spaces update');
    expect(flags.find(({ name }) => name === '--edit-mode')).toEqual({
      name: '--edit-mode',
      short: null,
      required: false,
      value: 'mode',
      valueRequired: true,
      choices: ['live', 'locked'],
      default: null,
      description: expect.any(String),
      group: 'Fields',
    });
    expect(flags.find(({ name }) => name === '--fields')).toMatchObject({
      value: 'names',
      valueRequired: false,
    });
    expect(flags.find(({ name }) => name === '--quiet')).toMatchObject({ short: '-q', value: null });
  });

  it('name the operations behind it', () => {
    expect(facts('docs pages list').operations.map(({ id }) => id)).toEqual([
      'pages.list',
      'pages.listInChangeRequest',
    ]);
  });
});

it('a job writes, whatever it says that it uses: no tool that only reads runs it', () => {
  const silent = job('shout', getSpace, {
    summary: 'Write a title in capital letters',
    examples: ['docs spaces shout Guides'],
    uses: [],
    wishes: async () => ({ rows: [] }),
  });
  expect(factsOf('docs spaces shout', silent).writes).toBe(true);
});
