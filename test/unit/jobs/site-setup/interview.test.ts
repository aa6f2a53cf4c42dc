import { expect, it } from 'vitest';
import { type Answer, BACK, type Prompts, type Question } from '../../../../src/context.ts';
import { type Asked, interview } from '../../../../src/jobs/site-setup/end.ts';

interface Answers {
  title?: string;
  publish?: boolean;
  color?: string;
  isRight?: boolean;
}

const next = ({ title, publish, color, isRight }: Answers): Asked<Answers> | undefined => {
  if (title === undefined)
    return {
      question: { kind: 'text', message: 'Title' },
      take: (answers, text) => ({ ...answers, title: String(text) }),
    };
  if (publish === undefined)
    return {
      question: { kind: 'yes-no', message: 'Publish', default: false },
      take: (answers, yes) => ({ ...answers, publish: yes === true }),
    };
  if (color === undefined) {
    const colors = title === 'Guides' ? ['red', 'blue'] : ['blue'];
    return {
      question: {
        kind: 'choice',
        message: 'Color',
        choices: colors.map((value) => ({ name: value, value })),
      },
      take: (answers, value) => ({ ...answers, color: String(value) }),
    };
  }
  if (isRight !== undefined) return undefined;
  return {
    question: { kind: 'yes-no', message: 'Right', default: false },
    take: (answers, yes) => ({ ...answers, isRight: yes === true }),
  };
};

/** Asks by a script; returns the answers, the questions asked and what was said. */
async function played(script: Answer[]) {
  const asked: Question[] = [];
  const said: string[] = [];
  const ask = async (question: Question) => {
    asked.push(question);
    return script.shift() ?? BACK;
  };
  const never = async () => {
    throw new Error('not asked');
  };
  const prompts: Prompts = { ask, confirm: never, input: never, password: never, select: never };
  const answers = await interview<Answers>(prompts, {}, next, (text) => said.push(text));
  return {
    answers,
    said,
    asked: asked
      .map(({ message, ...rest }) => `${message} ${Reflect.get(rest, 'default') ?? ''}`.trim())
      .join(', '),
  };
}

it('a question that is gone back to offers what was answered before', async () => {
  const { answers, asked, said } = await played(['Guides', BACK, BACK, 'Handbook', true, 'blue', true]);
  expect(answers).toMatchObject({ title: 'Handbook', publish: true });
  expect(asked).toBe('Title, Publish false, Title Guides, Title Guides, Publish false, Color, Right false');
  expect(said).toEqual([expect.stringContaining('Press Ctrl-C to leave; nothing was sent')]);
});

it('answers to later questions are offered again after going back beyond them, where they still fit', async () => {
  const script: Answer[] = ['Guides', true, 'red', BACK, BACK, BACK, 'Handbook', true, 'blue', true];
  const { answers, asked } = await played(script);
  expect(answers).toEqual({ title: 'Handbook', publish: true, color: 'blue', isRight: true });
  expect(asked).toBe(
    'Title, Publish false, Color, Right false, Color red, Publish true, Title Guides, Publish true, Color, Right false',
  );
});
