import { describe, expect, it } from 'vitest';
import {
  shell,
  shellLine,
  shellWord,
  withFlags,
  wordsOf,
  wordsOfCommand,
} from '../../../src/files/shell-word.ts';
import { lacks } from '../../helpers/needs.ts';
import { reached } from '../../helpers/runs.ts';
import { SHELL_ATTACKS } from '../../helpers/shell-attacks.ts';
import { paste, SHELLS } from '../../helpers/shells.ts';

const SIGNS = [...'\'\\"$`!#~=%@^*?[](){}<>|&;:,.-+ aZ0\u2019\u00e9'];

/** The same texts in each run. */
function texts(): string[] {
  let seed = 7;
  const next = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * most);
  };
  const random = Array.from({ length: 1500 }, () =>
    Array.from({ length: 1 + next(7) }, () => SIGNS[next(SIGNS.length)]).join(''),
  );
  const around = SHELL_ATTACKS.flatMap((text) => [text, `Docs${text}`, `${text}Docs`, text + text]);
  return [...around, ...random];
}

describe('a word of a printed command', () => {
  it.each(SHELLS)('is the text again in %s, and nothing of it runs', (name) => {
    if (lacks(`printed commands in ${name}`, name)) return;
    const all = texts();
    const { calls, made } = paste(
      name,
      all.map((text) => shell`docs sites delete ${text} --confirm ${text}`),
    );
    expect(made).toEqual([]);
    const wrong = all.filter(
      (text, at) =>
        JSON.stringify(calls[at]) !== JSON.stringify(['sites', 'delete', text, '--confirm', text]),
    );
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(calls).toHaveLength(all.length);
    reached('T10', 'words', all.length);
  });

  it('is read back as it was', () => {
    for (const platform of ['linux', 'win32'] as const)
      for (const text of texts().filter((one) => one !== ''))
        expect(wordsOfCommand(`docs x ${shellWord(text, platform)}`, platform)).toEqual(['docs', 'x', text]);
  });
});

describe('a printed command', () => {
  it('takes a list as several words, and an empty one as none', () => {
    expect(shell`docs auth status ${[]}`).toBe('docs auth status');
    expect(shell`docs auth status ${['--profile', 'a b']} --json`).toBe(
      "docs auth status --profile 'a b' --json",
    );
    expect(shellLine(['docs', 'spaces', 'get', 'x y'])).toBe("docs spaces get 'x y'");
  });

  it('puts a name that begins with a hyphen behind its flags', () => {
    const typed = { path: ['spaces', 'delete'], flags: ['--yes'] };
    expect(wordsOf({ ...typed, names: ['a'] })).toEqual(['spaces', 'delete', 'a', '--yes']);
    expect(wordsOf({ ...typed, names: ['a', '-b'] })).toEqual(['spaces', 'delete', '--yes', '--', 'a', '-b']);
    expect(withFlags(['delete', '--', '-b'], ['--yes'])).toEqual(['delete', '--yes', '--', '-b']);
    expect(withFlags(['delete', 'b'], ['--yes'])).toEqual(['delete', 'b', '--yes']);
    expect(shellLine(['--', '-b'])).toBe('-- -b');
  });
});
