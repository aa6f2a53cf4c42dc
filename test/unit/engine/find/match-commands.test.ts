import { describe, expect, it } from 'vitest';
import { entries } from '../../../../src/commands/index.ts';
import { synonyms } from '../../../../src/commands/synonyms.ts';
import { matchCommands } from '../../../../src/engine/find/match-commands.ts';
import { allCommands } from '../../../../src/engine/model/load.ts';
import { QUESTIONS } from '../../../helpers/admin-questions.ts';
import { LATER_QUESTIONS } from '../../../helpers/later-questions.ts';

const all = await allCommands(entries);
const firstThree = (question: string) =>
  matchCommands(all, question, synonyms)
    .slice(0, 3)
    .map(({ path }) => path.replace(/^docs /, ''));

describe('commands by words', () => {
  it.each([
    ['the first', QUESTIONS],
    ['the later', LATER_QUESTIONS],
  ])('answers 27 of %s 30 questions of administrators among the first three', (_, questions) => {
    expect(questions).toHaveLength(30);
    const missed = questions.filter(([question, answers]) =>
      firstThree(question).every((path) => !answers.includes(path)),
    );
    expect(missed.map(([question]) => question).slice(3)).toEqual([]);
  });

  it('names only commands that exist as answers', () => {
    const paths = new Set(all.map(({ path }) => path.replace(/^docs /, '')));
    const known = [...QUESTIONS, ...LATER_QUESTIONS].map(
      ([, answers]) => answers.filter((answer) => paths.has(answer)).length,
    );
    expect(known.every((count) => count > 0)).toBe(true);
  });

  it('finds a command by its own words first', () => {
    for (const { path } of all.filter(({ command }) => !command.local))
      expect(
        matchCommands(all, path.replace(/^docs /, ''), synonyms)
          .slice(0, 5)
          .map((one) => one.path),
        path,
      ).toContain(path);
  });

  it('finds nothing for words that mean nothing here', () => {
    expect(firstThree('')).toEqual([]);
    expect(firstThree('the of and')).toEqual([]);
    expect(firstThree('zzxqy')).toEqual([]);
    expect(firstThree('constructor __proto__')).toEqual([]);
  });
});
