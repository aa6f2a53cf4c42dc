import { expect, it } from 'vitest';
import { type Asked, interview } from '../../../src/commands/site-setup/interview.ts';
import { type Answer, BACK, type Prompts, type Question } from '../../../src/context.ts';

interface Answers {
  title?: string;
  publish?: boolean;
}

const next = ({ title, publish }: Answers): Asked<Answers> | undefined => {
  if (title === undefined)
    return {
      question: { kind: 'text', message: 'Title' },
      take: (answers, text) => ({ ...answers, title: String(text) }),
    };
  if (publish !== undefined) return undefined;
  return {
    question: { kind: 'yes-no', message: 'Publish', default: false },
    take: (answers, yes) => ({ ...answers, publish: yes === true }),
  };
};

it('a question that is gone back to offers what was answered before', async () => {
  const asked: Question[] = [];
  const script: Answer[] = ['Guides', BACK, BACK, 'Handbook', true];
  const ask = async (question: Question) => {
    asked.push(question);
    return script.shift() ?? BACK;
  };
  const never = async () => {
    throw new Error('not asked');
  };
  const prompts: Prompts = { ask, confirm: never, input: never, password: never, select: never };
  const answers = await interview<Answers>(prompts, {}, next, () => undefined);
  expect(answers).toEqual({ title: 'Handbook', publish: true });
  expect(asked.map(({ message, ...rest }) => [message, Reflect.get(rest, 'default')])).toEqual([
    ['Title', undefined],
    ['Publish', false],
    ['Title', 'Guides'],
    ['Title', undefined],
    ['Publish', false],
  ]);
});
