// What is given in the wrong place: a kind that was not said, an ID of another kind, a flag for another command.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entries } from '../../../src/commands/index.ts';
import { synonyms } from '../../../src/engine/find/synonyms.ts';
import { optionsOf } from '../../../src/engine/model/flags.ts';
import { allCommands } from '../../../src/engine/model/load.ts';
import { sandboxedCli, splitWords } from '../../helpers/cli.ts';
import { perFile, untilEnd } from '../../helpers/lasting.ts';

const cli = perFile(() => sandboxedCli({ stdin: '' }));

const hintOf = async (line: string | string[], exit = 2) => {
  const { exitCode, stderr } = await cli(line);
  expect(exitCode, stderr).toBe(exit);
  return /^hint: (.*)$/m.exec(stderr)?.[1];
};

interface Ran {
  id: string;
  changes: { undoneBy?: string }[];
}

const all = await allCommands(entries);
const choicesOf = (command: (typeof all)[number]['command'], flag: string): readonly string[] =>
  optionsOf(command).find(({ flags }) => flags.startsWith(`${flag} `))?.choices ?? [];

describe('a format given to the other flag', () => {
  const withFormat = all.filter(({ command }) => choicesOf(command, '--format').length > 0);

  it.each(withFormat.map((one) => [one.path, one] as const))('%s', async (path, { command }) => {
    const choices = choicesOf(command, '--format');
    const chosen = choices.find((one) => !['table', 'json', 'ndjson', 'csv'].includes(one)) ?? 'markdown';
    const words = path.split(' ').slice(1);
    for (const given of [['-o', chosen], ['--output', chosen], [`--output=${chosen}`]])
      if (!choicesOf(command, '-o, --output').includes(chosen))
        expect(await hintOf([...words, ...given])).toBe(
          `did you mean docs ${words.join(' ')} --format ${chosen}?`,
        );
    if (!choices.includes('csv'))
      expect(await hintOf([...words, '--format', 'csv'])).toBe(
        `did you mean docs ${words.join(' ')} --output csv?`,
      );
  });
});

describe('--role guest', () => {
  const clearing = all.flatMap(({ path, command }) =>
    optionsOf(command).flatMap(({ flags }) => {
      const name = /^--clear-((?:default-)?role)$/.exec(flags)?.[1];
      return name === undefined ? [] : [[path, name] as const];
    }),
  );

  it('is a flag of commands that invite and of the organization', () => {
    expect(clearing.length).toBeGreaterThan(3);
  });

  it.each(clearing)('%s names --clear-%s', async (path, name) => {
    const words = path.split(' ').slice(1);
    expect(await hintOf([...words, `--${name}`, 'guest'])).toBe(
      `a guest has no role: docs ${words.join(' ')} --clear-${name}`,
    );
  });
});

describe('a thing without its kind', () => {
  it.each([
    ['Internal', 'collection "Internal"'],
    ['4SF6wygrkxLggLfZ9DlR', 'collection "Internal"'],
    ['Guides', 'space "Guides"'],
    ['Tarnpost Docs', 'site "Tarnpost Docs"'],
  ])('who-can finds %s', async (name, found) => {
    const { exitCode, stderr } = await cli(['access', 'who-can', 'admin', name]);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining(found)]);
  });

  it('says what was looked for', async () => {
    const { exitCode, stderr } = await cli('access who-can admin Intranet');
    expect(exitCode).toBe(5);
    expect(stderr).toContain('no space, collection or site "Intranet" found, or none visible to you');
  });
});

describe('invites send to a member', () => {
  it('says that they are one already, and how to change the role', async () => {
    const { exitCode, stderr } = await cli('invites send jonas@tarnpost.example --role edit --yes');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('jonas@tarnpost.example is already a member of organization "Tarnpost"');
    expect(stderr).not.toContain('invited');
    expect(stderr).toContain('docs members update jonas@tarnpost.example --role edit');
  });

  it('among others', async () => {
    const { stderr } = await cli(
      'invites send jonas@tarnpost.example new@tarnpost.example --role edit --yes',
    );
    expect(stderr).toMatch(/^jonas@tarnpost\.example is already a member/m);
    expect(stderr).toMatch(/^invited 1 person /m);
  });
});

/** Reads of one thing by its ID: the example with an ID in place of the name. */
const reads = all.flatMap(({ path, command }) => {
  const [first] = command.args;
  const isRead = command.operation?.method === 'GET' && command.verb === 'get' && first?.required === true;
  const line = command.examples.find((one) => !/[|<>;]|\$\(| --at /.test(one));
  return isRead && line !== undefined ? [[path, line] as const] : [];
});

describe('an ID of another kind', () => {
  it.each(reads)('%s says where to look it up', async (path, line) => {
    const depth = path.split(' ').length;
    const words = splitWords(line).slice(1);
    words[depth - 1] = 'aB3456789012345678Zz';
    const { exitCode, stderr } = await cli([...words, '--json']);
    // Some take another word first.
    if (exitCode === 0) return;
    const { status, hint } = JSON.parse(stderr).error;
    if (status === 404) expect(hint).toMatch(/^docs whatis aB3456789012345678Zz( |$)/);
  });

  it('whatis itself does not send back to itself', async () => {
    expect(await hintOf('whatis aB3456789012345678Zz', 5)).not.toContain('whatis');
  });
});

describe('what leads to the right command', () => {
  it.each([
    ['site list', 'did you mean docs sites list?'],
    ['space get Guides', 'did you mean docs spaces get?'],
    ['user list', 'did you mean docs members list?'],
    ['backup', 'did you mean docs export or docs restore?'],
    ['cr reviewers add 1 jonas@tarnpost.example', 'did you mean docs cr reviewers request?'],
    ['spaces move Guides --to Internal', 'did you mean --parent or --before?'],
    ['report stale --older-than 90d', 'did you mean --days?'],
    ['teams update Documentation --member jonas@tarnpost.example', 'did you mean docs teams members?'],
    ['sites update "Tarnpost Docs" --section API', 'did you mean docs sites sections?'],
  ])('docs %s', async (line, hint) => {
    expect(await hintOf(line)).toBe(hint);
  });

  it('every group in the singular, with a command of it', async () => {
    const groups = new Map<string, string>();
    for (const { path } of all) {
      const [, group = '', verb, more] = path.split(' ');
      if (group.endsWith('s') && verb !== undefined && more === undefined) groups.set(group, verb);
    }
    const names = new Set(all.map(({ path }) => path.split(' ')[1]));
    for (const [group, verb] of groups) {
      const one = group.slice(0, -1);
      if (names.has(one) || (Object.hasOwn(synonyms, one) && one !== 'user')) continue;
      expect(await hintOf([one, verb]), one).toMatch(new RegExp(`^did you mean docs ${group} \\w+`));
    }
  });
});

describe('the search', () => {
  const found = async (...words: string[]) => (await cli(['help', ...words])).stdout.split('\n');

  it.each(['broken links', 'dead links', 'check broken links'])('%s', async (words) => {
    expect((await found(...words.split(' ')))[0]).toMatch(/^docs links check\t/);
  });

  it('finds what has a flag of that name, where nothing else is called so', async () => {
    const having = all.filter(({ command }) =>
      optionsOf(command).some(({ flags }) => /^--baseline\b/.test(flags)),
    );
    expect(having.length).toBeGreaterThan(1);
    const lines = await found('baseline');
    for (const { path } of having)
      expect(
        lines.some((line) => line.startsWith(`${path}\t`)),
        path,
      ).toBe(true);
  });
});

describe('the command that undoes', () => {
  it('is whole as a field, too', async () => {
    const id = (await cli('spaces create Passing -q')).stdout.trim();
    const { stdout } = await cli(`spaces delete ${id} --yes --json --org Tarnpost --profile sandbox`);
    const { undo } = JSON.parse(stdout);
    expect(undo).toBe(`docs spaces restore ${id} --org Tarnpost --profile sandbox`);
    expect(await cli(splitWords(undo).slice(1))).toMatchObject({ exitCode: 0 });
  });

  it('in a dry run', async () => {
    const { stdout } = await cli('spaces delete Guides --dry-run --json --org Tarnpost --profile sandbox');
    expect(JSON.parse(stdout).touches.undo).toMatch(
      /^docs spaces restore \w+ --org Tarnpost --profile sandbox$/,
    );
  });
});

describe('the ID of the command that undid a change', () => {
  it('is one that the history lists', async () => {
    await cli('spaces update Guides Handbook --language fr');
    await cli('undo --yes');
    const history: Ran[] = JSON.parse((await cli('history --json')).stdout);
    const by = history.flatMap(({ changes }) => changes.flatMap(({ undoneBy }) => undoneBy ?? []));
    expect(by.length).toBeGreaterThan(1);
    for (const id of by) expect(history.map((ran) => ran.id)).toContain(id);
    expect(await cli(`undo ${by[0]} --yes`)).toMatchObject({ exitCode: 0 });
  });
});

it('names a team that was created as the team, not as the organization it is in', async () => {
  const own = untilEnd(await sandboxedCli({ stdin: '' }));

  await own('teams create Typists');
  const [{ changes }] = JSON.parse((await own('history --json')).stdout);
  expect(changes[0].target).toMatch(/^team "Typists" /);
});

describe('undoing an offboarding', () => {
  it('promises what it then does, and what waits for the member once they are back', async () => {
    const own = untilEnd(await sandboxedCli({ stdin: '' }));

    await own(
      'members offboard mei@tarnpost.example --hand-over jonas@tarnpost.example --confirm mei@tarnpost.example',
    );
    const dry = await own('undo --dry-run');
    expect(dry.stdout).not.toContain('7sEdXQS0kRI78MxOpzkX');
    expect(dry.stderr).toContain(
      'cannot be undone: a removed member must be invited again; team member "Jonas Weber"',
    );
    expect(dry.stderr).toMatch(/^hint: docs invites send mei@tarnpost.example .*, then docs undo \w+$/m);
    await own('sandbox token mei@tarnpost.example');
    const accept = 'invites accept ppel0tTEGCFjldC18PIU --org EGXof2WkRXex0ImfQdV9 --profile sandbox-mei';
    expect(await own(accept)).toMatchObject({ exitCode: 0 });
    const history: (Ran & { command: string })[] = JSON.parse((await own('history --json')).stdout);
    const offboarding = history.find(({ command }) => command.includes('offboard'))?.id;
    const { stdout, stderr } = await own(`undo ${offboarding} --dry-run`);
    expect(stdout).toMatch(/in team "Documentation": role: \(none\) -> owner/);
    expect(stderr).not.toContain('a removed member must be invited again');
  });
});

describe('a tag of YAML that says nothing here', () => {
  it.each([
    ['access plan FILE', 'grants:\n  - { team: !env X, level: review, on: [Handbook] }\n'],
    ['sites apply FILE', 'title: Developer docs\nvisibility: !env X\n'],
    ['report stale --owners FILE', '# Owners\n"*": !env X\n'],
    ['git status --all-spaces --expect FILE', 'Guides: null\nHandbook: !env X\n'],
    ['sites eval FILE --site "Tarnpost Docs"', '- ask: Labels\n  expect: !env X\n'],
  ])('%s names its line', async (line, text) => {
    writeFileSync(join(cli.cwd, 'tagged.yaml'), text);
    const { exitCode, stderr } = await cli(line.replace('FILE', 'tagged.yaml'));
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('tagged.yaml line 2: unknown tag !env')]);
  });

  it('docs orgs plan', async () => {
    mkdirSync(join(cli.cwd, 'tagged'));
    writeFileSync(join(cli.cwd, 'tagged/organization.yaml'), '# Ours\ntitle: !env X\n');
    const { stderr } = await cli('orgs plan tagged');
    expect(stderr).toContain('organization.yaml line 2: unknown tag !env');
  });
});
