import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { BACK, type Question } from '../../../src/context.ts';
import { openPlainPrompts } from '../../../src/terminal/prompts-plain.ts';

const CHOICES = [
  { name: 'Red', value: 'r', description: 'like fire' },
  { name: 'Blue', value: 'b' },
];

function opened() {
  const input = new PassThrough();
  const output = new PassThrough();
  const run = new AbortController();
  let drawn = '';
  output.on('data', (chunk) => {
    drawn += chunk;
  });
  const prompts = openPlainPrompts({ input, output, signal: run.signal });
  // A line is typed once the question has been asked.
  const type = (line: string) => setImmediate(() => input.write(`${line}\n`));
  return { prompts, type, input, run, drawn: () => drawn };
}

describe('questions for a screen reader', () => {
  it('number their choices, and draw nothing anew', async () => {
    const { prompts, type, drawn } = opened();
    type('2');
    expect(await prompts.select('Colour?', CHOICES)).toBe('b');
    expect(drawn()).toBe('Colour?\n  1. Red: like fire\n  2. Blue\nType a number: ');
    expect(drawn()).not.toMatch(/[\u001b\r]/);
  });

  it('say what is wrong, and ask again', async () => {
    const { prompts, type, drawn } = opened();
    const answer = prompts.select('Colour?', CHOICES);
    type('7');
    await vi.waitUntil(() => drawn().includes('"7" is not a number between 1 and 2, or a name'), {
      timeout: 30_000,
    });
    type(CHOICES[0]?.name.toUpperCase() ?? '');
    expect(await answer).toBe('r');
  });

  it.each<[Question, string, unknown]>([
    [{ kind: 'choice', message: 'Colour?', choices: CHOICES, default: 'b' }, '', 'b'],
    [{ kind: 'choice', message: 'Colour?', choices: CHOICES }, '<', BACK],
    [{ kind: 'yes-no', message: 'Sure?', default: true }, '', true],
    [{ kind: 'yes-no', message: 'Sure?', default: true }, 'no', false],
    [{ kind: 'yes-no', message: 'Sure?', default: false }, 'yes', true],
    [{ kind: 'yes-no', message: 'Sure?', default: false }, '<', BACK],
    [{ kind: 'text', message: 'Name?', default: 'Ann' }, '', 'Ann'],
    [{ kind: 'text', message: 'Name?', default: 'Ann' }, ' ', ''],
    [{ kind: 'text', message: 'Name?', default: 'Ann', check: (text) => text !== '' || 'no' }, ' ', 'Ann'],
    [{ kind: 'text', message: 'Name?' }, 'Bob', 'Bob'],
    [{ kind: 'text', message: 'Name?' }, '<', BACK],
  ])('%j answered by %j', async (question, line, value) => {
    const { prompts, type } = opened();
    type(line);
    expect(await prompts.ask(question)).toBe(value);
  });

  it('take yes or no, and nothing else, for an answer', async () => {
    const { prompts, type, drawn } = opened();
    type('q');
    const answer = prompts.confirm('Sure?');
    await vi.waitUntil(() => drawn().includes('"q" is not yes or no'), { timeout: 30_000 });
    type('y');
    expect(await answer).toBe(true);
    expect(drawn()).not.toContain('<');
  });

  it('end at the first Ctrl-C, which comes as a signal', async () => {
    for (const ask of ['input', 'confirm'] as const) {
      const { prompts, run } = opened();
      const answer = prompts[ask]('Name?');
      run.abort();
      await expect(answer).rejects.toThrow('interrupted: nothing was sent');
      await expect(prompts[ask]('Name?')).rejects.toThrow('interrupted: nothing was sent');
    }
  });

  it('take a text only when its check does', async () => {
    const { prompts, type, drawn } = opened();
    const answer = prompts.ask({
      kind: 'text',
      message: 'Name?',
      check: (text) => text.length > 2 || 'Too short.',
    });
    type('a');
    await vi.waitUntil(() => drawn().includes('Too short.'), { timeout: 30_000 });
    type('long');
    expect(await answer).toBe('long');
  });

  it('ask for a name again, and take < for one like any other', async () => {
    const { prompts, type, drawn } = opened();
    const answer = prompts.input('Name?', (text) => text === '<' || 'does not match');
    type('no');
    await vi.waitUntil(() => drawn().includes('does not match\n'), { timeout: 30_000 });
    type('<');
    expect(await answer).toBe('<');
  });

  it('end with exit 130 when the input ends', async () => {
    const { prompts, input } = opened();
    setImmediate(() => input.end());
    await expect(prompts.confirm('Sure?')).rejects.toMatchObject({ exit: 130 });
  });
});
