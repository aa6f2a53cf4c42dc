import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { BACK, type Question } from '../../../src/context.ts';
import { openPrompts } from '../../../src/terminal/prompts.ts';
import { openPlainPrompts } from '../../../src/terminal/prompts-plain.ts';
import { ATTACKS } from '../../helpers/attacks.ts';

const ESC = '\u001b';
const ENTER = '\r';
const CHOICES = [
  { name: 'Red', value: 'r', description: 'like fire' },
  { name: 'Blue', value: 'b' },
];
/** All attacks, in two texts: each question takes its time to be drawn. */
const TOGETHER = [ATTACKS.slice(0, 20), ATTACKS.slice(20)].map((texts) => texts.join('x'));
const TEXT: Question = { kind: 'text', message: 'Name?' };
const SURE: Question = { kind: 'yes-no', message: 'Sure?', default: true };
const CHOICE: Question = { kind: 'choice', message: 'Color?', choices: CHOICES };

async function opened() {
  const input = new PassThrough();
  const output = new PassThrough();
  let drawn = '';
  output.on('data', (chunk) => {
    drawn += chunk;
  });
  const prompts = await openPrompts({ input, output });
  // Loaded before the first key: keys are only read while a question is drawn.
  await import('@inquirer/prompts');
  const type = (keys: string) => setTimeout(() => input.write(keys), 20);
  return { prompts, type, input, output, drawn: () => drawn };
}

describe('questions on a terminal', () => {
  it.each([TEXT, SURE, CHOICE])('$kind: Esc goes back', async (question) => {
    const { prompts, type } = await opened();
    type(ESC);
    expect(await prompts.ask(question)).toBe(BACK);
  });

  it.each(['D4BiTqF0x5r6ohpkZNlR', 'https://app.gitbook.com/o/x/s/D4BiTqF0x5r6ohpkZNlR/guides'])(
    'a choice is found by its ID: %s',
    async (typed) => {
      const { prompts, type, drawn } = await opened();
      const choices = [...CHOICES, { name: 'Guides', value: 'D4BiTqF0x5r6ohpkZNlR' }];
      const asked = prompts.ask({ ...CHOICE, choices });
      type(typed);
      await vi.waitFor(() => expect(drawn()).toMatch(/❯ Guides(?![\s\S]*Red)/), { timeout: 30_000 });
      type(ENTER);
      expect(await asked).toBe('D4BiTqF0x5r6ohpkZNlR');
    },
  );

  it.each([
    ['twice', 2],
    ['three times', 3],
  ])('Esc pressed quickly %s goes back as often', async (_, times) => {
    const { prompts, type } = await opened();
    type(ESC.repeat(times));
    for (let at = 0; at < times; at += 1) expect(await prompts.ask(CHOICE)).toBe(BACK);
    type(ENTER);
    expect(await prompts.ask(CHOICE)).toBe('r');
  });

  it('outside a row of questions Esc leaves: no for a yes-or-no question, exit 3 for the others', async () => {
    const { prompts, type } = await opened();
    type(ESC);
    expect(await prompts.confirm('Sure?')).toBe(false);
    for (const ask of [
      () => prompts.input('Name?'),
      () => prompts.password('Token:'),
      () => prompts.select('Color?', CHOICES),
    ]) {
      type(ESC);
      await expect(ask()).rejects.toMatchObject({ exit: 3, code: 'DECLINED' });
    }
  });

  it.each<[string, (input: PassThrough) => unknown]>([
    ['Ctrl-D', (input) => input.write('\u0004')],
    ['Ctrl-D behind letters', (input) => input.write('Gui\u0004')],
    ['a closed terminal', (input) => input.end()],
  ])('%s ends every question as Ctrl-C does', async (_, end) => {
    for (const question of ['confirm', 'input', 'password', 'select', 'ask'] as const) {
      const { prompts, input } = await opened();
      setTimeout(() => end(input), 20);
      const asked = {
        confirm: () => prompts.confirm('Sure?'),
        input: () => prompts.input('Name?'),
        password: () => prompts.password('Token:'),
        select: () => prompts.select('Color?', CHOICES),
        ask: () => prompts.ask(TEXT),
      }[question];
      await expect(asked(), question).rejects.toMatchObject({ exit: 130 });
    }
  });

  it.each([
    ['text', TEXT, 'Docs', 'Docs'],
    ['a yes', { ...SURE, default: false } as Question, 'yes', true],
    ['a choice', CHOICE, 'lu', 'b'],
  ])('%s and its Enter may come at once, as from a paste', async (_, question, letters, answer) => {
    const { prompts, type } = await opened();
    type(letters + ENTER);
    expect(await prompts.ask(question)).toBe(answer);
  });

  it('a pasted secret ends with its line, and the lines after it answer nothing', async () => {
    const { prompts, type } = await opened();
    type(`abc${ENTER}yes${ENTER}`);
    expect(await prompts.password('Token:')).toBe('abc');
    type(ESC);
    expect(await prompts.confirm('Sure?')).toBe(false);
  });

  it('marks no answer as right that its check refuses, and begins anew without the rest of a paste', async () => {
    const { prompts, type, drawn } = await opened();
    const check = (text: string) => text === 'Docs' || `"${text}" does not match.`;
    const answer = prompts.input('Name?', check);
    type(`No${ENTER}Docs${ENTER}`);
    await vi.waitUntil(() => drawn().includes('does not match'), { timeout: 30_000 });
    expect(drawn()).not.toContain('✔');
    type(`Docs${ENTER}`);
    expect(await answer).toBe('Docs');
    expect(drawn().split('✔')).toHaveLength(2);
  });

  it('ends with the error of a check', async () => {
    const { prompts, type, drawn } = await opened();
    const answer = prompts.input('Name?', () => {
      throw new Error('three times');
    });
    type(`No${ENTER}`);
    await expect(answer).rejects.toThrow('three times');
    expect(drawn()).not.toContain('✔');
  });

  it('Esc leaves at once, and an arrow key that comes in two parts is still one', async () => {
    const { prompts, type } = await opened();
    // readline would wait half a second for the rest of a key. Both timers are of one process: which is first is no matter
    // of its speed, unless it stands still for that long, which it does not five times.
    let isFirst = false;
    for (let round = 0; round < 5 && !isFirst; round += 1) {
      type(ESC);
      const asked = prompts.ask(TEXT);
      isFirst = await Promise.race([asked.then(() => true), delay(400, false)]);
      expect(await asked).toBe(BACK);
    }
    expect(isFirst).toBe(true);
    type(ESC);
    setTimeout(() => type('[B'), 5);
    setTimeout(() => type(ENTER), 100);
    expect(await prompts.ask(CHOICE)).toBe('b');
  });

  it('typing filters a list of two, and the line of keys says so', async () => {
    const { prompts, type, drawn } = await opened();
    type('lu');
    setTimeout(() => type(ENTER), 60);
    expect(await prompts.ask(CHOICE)).toBe('b');
    expect(drawn()).toMatch(/type to filter .*Esc goes back/);
  });

  it('in a list that stands alone Esc cancels, and the line of keys says so', async () => {
    const { prompts, type, drawn } = await opened();
    type('lu');
    setTimeout(() => type(ENTER), 60);
    expect(await prompts.select('Color?', CHOICES)).toBe('b');
    expect(drawn()).toMatch(/type to filter .*Esc cancels/);
    type(ESC);
    await expect(prompts.select('Color?', CHOICES)).rejects.toThrow('canceled: nothing was chosen');
  });

  it('nothing of the platform moves the cursor or breaks a line, and a default is taken as it is', async () => {
    for (const text of TOGETHER) {
      const questions: Question[] = [
        { kind: 'text', message: text, default: text },
        { kind: 'yes-no', message: text, default: true },
        {
          kind: 'choice',
          message: text,
          choices: [{ name: text, value: 'raw', description: text }],
        },
      ];
      for (const question of questions) {
        const { prompts, type, drawn } = await opened();
        type(ENTER);
        const answer = await prompts.ask(question);
        if (question.kind === 'text') expect(answer).toBe(text);
        // What the questions themselves draw: colors and moves of the cursor, no more.
        const rest = drawn().replace(/\u001b\[[\d;?]*[ABCDGHJKfhlmnsu]/g, '');
        expect(rest).not.toMatch(
          /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
        );
        expect(drawn()).not.toContain('\u001b[41m');
      }
    }
  });

  it('nor where questions are plain lines', async () => {
    for (const text of ATTACKS) {
      const input = new PassThrough();
      const output = new PassThrough();
      let drawn = '';
      output.on('data', (chunk) => {
        drawn += chunk;
      });
      const prompts = openPlainPrompts({ input, output, signal: new AbortController().signal });
      setImmediate(() => input.write('1\n'));
      const choices = [{ name: text, value: text, description: text }];
      expect(await prompts.ask({ kind: 'choice', message: text, choices })).toBe(text);
      expect(drawn).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    }
  });
});
