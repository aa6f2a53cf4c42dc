import { describe, expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { entries } from '../../src/commands/index.ts';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { allGroups, topics } from '../../src/engine/model/load.ts';
import { topicText } from '../../src/engine/model/topics.ts';
import { freshCli } from '../helpers/cli.ts';
import { commands } from '../helpers/command-lines.ts';
import { idiomIn } from '../helpers/idioms.ts';

const groups = await allGroups(entries);
const cli = freshCli();
const pages = [
  ...commands.map(({ path }) => `${path} --help`),
  ...groups.map(({ path }) => `${path} --help`),
  ...topics.map((topic) => `docs help ${topic}`),
  'docs --help',
].map((line) => line.replace(/^docs /, ''));

async function helpAt(columns: number): Promise<Map<string, string>> {
  const shown = new Map<string, string>();
  for (const line of new Set(pages)) shown.set(line, (await cli(line, { columns, tty: true })).stdout);
  return shown;
}

describe('help', () => {
  it.each([60, 80, 140])(
    'breaks every line but those to be typed between words, at %i columns',
    async (columns) => {
      const width = Math.min(columns, 100);
      const wide = [...(await helpAt(columns))].flatMap(([line, text]) =>
        text
          .split('\n')
          .filter(
            (one) =>
              one.length > width && one.trim().includes(' ') && !/^ +((docs|[$#]) |.*\| docs )/.test(one),
          )
          .map((one) => `${line}: ${one}`),
      );
      expect(wide).toEqual([]);
    },
  );

  it('shows usage, flags and global flags of nine commands in ten on a screen of 24 lines', async () => {
    const shown = await helpAt(80);
    const long = commands.flatMap(({ path }) => {
      const own = shown.get(`${path.slice(5)} --help`)?.split(/\n\n(?:Examples|Commands):\n/)[0] ?? '';
      return own.split('\n').length > 23 ? [path] : [];
    });
    expect(long.length, long.join(', ')).toBeLessThan(commands.length / 10);
  });

  it('is of the command itself, also in a group within a group', async () => {
    const others: string[] = [];
    for (const { path } of commands.filter(({ path }) => path.split(' ').length > 3)) {
      const { stdout } = await cli(`${path.slice(5)} --help`, { columns: 100 });
      if (!stdout.includes(`Usage: ${path}`)) others.push(path);
    }
    expect(others).toEqual([]);
  });

  it('has what must be given in the usage line and marks it', async () => {
    const { stdout } = await cli('git import --help', { columns: 80 });
    expect(stdout).toMatch(/^Usage: docs git import --url <url> --ref <ref> \[flags\]$/m);
    expect(stdout).toMatch(
      /^Flags:\n {2}--url <url> [^()]*\(required\)\n {2}--ref <ref> [^()]*\(required\)$/m,
    );
  });

  it('fills each line of a topic before it breaks it, at 80 columns', () => {
    const ragged = topics.flatMap((topic) => {
      const lines = topicText(topic, 80).split('\n');
      return lines.filter((line, at) => {
        const [next = ''] = (lines[at + 1] ?? '').split(' ');
        return /^\S.*[^.:;?!]$/.test(line) && next !== '' && line.length + 1 + next.length <= 80;
      });
    });
    expect(ragged).toEqual([]);
  });

  it('breaks no line that is to be typed: its first half would be another command', () => {
    const typed = topics.flatMap(
      (topic) => topicText(topic, 10_000).match(/^ +(?:\S+ .*\| )?docs .*$/gm) ?? [],
    );
    const all = new Set(topics.flatMap((topic) => topicText(topic, 80).split('\n')));
    expect(typed.filter((line) => !/\S {2,}/.test(line) && !all.has(line))).toEqual([]);
  });
});

describe('the help of flags', () => {
  it('names the flags of all commands in one line, and explains them in a topic', async () => {
    const { stdout } = await cli('spaces list --help', { columns: 100, tty: true });
    expect(stdout).toMatch(/^Flags:\n {2}--limit <n> .*\n\nGlobal flags: -o --json .*docs help flags\)$/ms);
    const topic = (await cli('help flags')).stdout;
    expect(topic).toMatch(/^ {2}--debug-har <file> +\S/m);
    expect(topic).toMatch(/^ {2}-q, --quiet +\S/m);
  });

  it('gives a pair of switches one line', async () => {
    const { stdout } = await cli('orgs update --help');
    expect(stdout).toMatch(/^ {2}--\[no-\]sso +\S/m);
    expect(stdout).not.toMatch(/--no-sso/);
  });

  it('names every other name of a flag', async () => {
    const shown = await helpAt(100);
    const unnamed = commands.flatMap(({ path, command }) => {
      const text = shown.get(`${path} --help`.replace(/^docs /, ''))?.replace(/\s+/g, ' ') ?? '';
      return Object.keys(command.synonyms ?? {}).filter((name) => !text.includes(`also ${name})`));
    });
    expect(unnamed).toEqual([]);
  });

  it('describes every flag, and says which values a choice takes', async () => {
    const shown = await helpAt(100);
    const bad = commands.flatMap(({ path, command }) =>
      optionsOf(command).flatMap(({ flags, description, choices = [] }) => {
        const text = (shown.get(`${path.slice(5)} --help`) ?? '').replace(/\s+/g, ' ');
        const isOpen = flags.startsWith('-o') || text.includes(`(${choices.join(', ')})`);
        return description.trim() !== '' && (choices.length === 0 || isOpen) ? [] : [`${path} ${flags}`];
      }),
    );
    expect(bad).toEqual([]);
  });
});

describe('what help says', () => {
  it('is American English that needs no second reading', () => {
    const said = [
      ...commands.flatMap(({ path, command }) => [
        [path, command.summary],
        [path, command.notes ?? ''],
        ...optionsOf(command).map(({ flags, description }) => [`${path} ${flags}`, description]),
      ]),
      ...groups.map(({ path, group }) => [path, group.summary]),
      ...Object.entries(entries).map(([name, { summary }]) => [name, summary]),
      ...operations.map(({ id, summary }) => [id, summary]),
      ...topics.map((topic) => [topic, topicText(topic, 100)]),
    ];
    expect(said.filter(([, text = '']) => idiomIn(text) !== undefined)).toEqual([]);
  });

  it('keeps the columns of its notes: what is set out in columns is indented, or it would be filled up as text', () => {
    const lost = commands.flatMap(({ path, command: { notes = '' } }) =>
      notes.split('\n').some((line) => /^\S.* {2,}\S/.test(line)) ? [path] : [],
    );
    expect(lost).toEqual([]);
  });

  it('names a thing and what is done to it: no summary but a verb first, no full stop', () => {
    const bad = [...commands.map(({ command }) => command), ...groups.map(({ group }) => group)]
      .map(({ summary }) => summary)
      .filter((summary) => !/^[A-Z][a-z]+\b.*[^.]$/.test(summary) || summary.length > 70);
    expect(bad).toEqual([]);
  });
});
