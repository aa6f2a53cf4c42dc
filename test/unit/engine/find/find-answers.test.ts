import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { entries } from '../../../../src/commands/index.ts';
import { findAnswers } from '../../../../src/engine/find/find-answers.ts';
import { synonyms } from '../../../../src/engine/find/synonyms.ts';
import { allCommands } from '../../../../src/engine/model/load.ts';

type Phrase = readonly [question: string, ...answers: string[]];

/** `which links are broken: links check, pages links` */
const asked = (name: string): Phrase[] =>
  readFileSync(`test/unit/engine/find/questions/${name}.txt`, 'utf8')
    .split('\n')
    .filter((line) => /^[^#]/.test(line))
    .map((line) => line.split(': '))
    .map(([question = '', commands = '']) => [question, ...commands.split(', ')]);

const all = await allCommands(entries);
const answers = (question: string) => findAnswers(all, question, synonyms);
const firstThree = (question: string) => {
  const found = answers(question).slice(0, 3);
  if (found.length === 0) return ['nothing'];
  return found.map(({ kind, path }) => (kind === 'app' ? 'app' : path.replace(/^docs /, '')));
};
const missedOf = (some: readonly Phrase[]) =>
  some
    .map(([question, ...wanted]) => ({ question, wanted, found: firstThree(question) }))
    .filter(({ wanted, found }) => !found.some((path) => wanted.includes(path)));

describe('answers to words', () => {
  it.each([
    ['the first', asked('administrators')],
    ['the later', asked('later')],
  ])('answers 27 of %s 30 questions of administrators among the first three', (_, questions) => {
    expect(questions).toHaveLength(30);
    expect(missedOf(questions).slice(3)).toEqual([]);
  });

  it('answers what people type who do not know the commands', () => {
    const phrases = asked('phrases');
    expect(phrases.length).toBeGreaterThanOrEqual(90);
    expect(missedOf(phrases).slice(1)).toEqual([]);
  });

  it('answers phrases that it was not tuned on', () => {
    const phrases = asked('held-back');
    expect(phrases).toHaveLength(60);
    const missed = missedOf(phrases);
    // What was answered when it was first asked; nothing was changed for them since.
    expect(missed.slice(11)).toEqual([]);
  });

  it.each(asked('first'))('answers "%s" first with docs %s', (question, wanted) => {
    expect(firstThree(question)[0]).toBe(wanted);
  });

  it('names only what exists as answers', () => {
    const paths = new Set([...all.map(({ path }) => path.replace(/^docs /, '')), 'app', 'nothing']);
    const lists = ['administrators', 'later', 'phrases', 'held-back']
      .flatMap(asked)
      .map(([, ...wanted]) => wanted);
    expect(lists.filter((wanted) => !wanted.some((path) => paths.has(path) || /^help /.test(path)))).toEqual(
      [],
    );
  });

  it('finds a command by its own words first', () => {
    for (const { path } of all.filter(({ command }) => !command.local))
      expect(
        answers(path.replace(/^docs /, ''))
          .slice(0, 5)
          .map((one) => one.path),
        path,
      ).toContain(path);
  });

  it('finds nothing for words that mean nothing here', () => {
    for (const question of ['', 'the of and', 'zzxqy', 'constructor __proto__'])
      expect(answers(question)).toEqual([]);
  });

  it('names nothing that deletes to who did not say so', () => {
    const nouns = [
      'space',
      'site',
      'someone',
      'team',
      'page',
      'everything',
      'password',
      'settings',
      'restore',
    ];
    const vague = [...nouns, 'delete', 'remove', 'rm', 'clean', 'fix it', 'old', 'undo', 'archive', 'user'];
    for (const question of vague)
      for (const answer of answers(question))
        if (answer.kind === 'command')
          expect(
            / (?:delete|remove|offboard|reset|clear)$/.test(answer.path),
            `${question}: ${answer.path}`,
          ).toBe(false);
  });
});
