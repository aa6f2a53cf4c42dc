// Questions for a screen reader: plain lines and numbers, nothing drawn anew.
import { createInterface } from 'node:readline';
import { type Answer, BACK, type Choice, type Prompts, type Question } from '../context.ts';
import { CancelledError } from '../errors.ts';
import { safeLine } from '../output/safe-text.ts';
import { type Ends, openPrompts, safeQuestion } from './prompts.ts';

const GO_BACK = '<';

/** With what ends the run: in its ordinary mode the terminal sends Ctrl-C as a signal. */
type PlainEnds = Ends & { signal: AbortSignal };

/** As `openPrompts`, but choices are numbered lines and `<` goes back. */
export function openPlainPrompts(ends: PlainEnds): Prompts {
  const line = (message: string) => readLine(ends, `${safeLine(message)} `);
  const yes = async (message: string) =>
    (await askPlainly(ends, { kind: 'yes-no', message, default: false }, false)) === true;
  return {
    confirm: yes,
    input: async (message, check) =>
      check ? String(await askPlainly(ends, { kind: 'text', message, check }, false)) : line(message),
    // Nothing typed may be shown: this one is drawn as ever.
    password: async (message) => (await openPrompts(ends)).password(message),
    select: async (message, choices, preset) => {
      const question = {
        kind: 'choice',
        message,
        choices,
        ...(preset !== undefined && { default: preset }),
      } as const;
      return String(await askPlainly(ends, question, false));
    },
    ask: (question) => askPlainly(ends, question, true),
  };
}

async function askPlainly(ends: PlainEnds, asked: Question, mayGoBack: boolean): Promise<Answer> {
  const { question, answerOf } = safeQuestion(asked);
  const answer = await askSafely(ends, question, mayGoBack);
  return answer === BACK ? BACK : answerOf(answer);
}

function askSafely(ends: PlainEnds, question: Question, mayGoBack: boolean): Promise<Answer> {
  if (question.kind === 'choice') return choose(ends, question, mayGoBack);
  return question.kind === 'yes-no'
    ? askYesNo(ends, question, mayGoBack)
    : askText(ends, question, mayGoBack);
}

async function askYesNo(
  ends: PlainEnds,
  { message, default: preset }: Extract<Question, { kind: 'yes-no' }>,
  mayGoBack: boolean,
): Promise<Answer> {
  const hint = `yes or no; Enter means ${preset ? 'yes' : 'no'}${mayGoBack ? `; ${GO_BACK} goes back` : ''}`;
  for (;;) {
    const text = (await readLine(ends, `${message} (${hint}) `)).trim();
    if (mayGoBack && text === GO_BACK) return BACK;
    if (text === '') return preset;
    if (/^(?:y(?:es)?|no?)$/i.test(text)) return /^y/i.test(text);
    ends.output.write(`"${safeLine(text)}" is not yes or no\n`);
  }
}

async function askText(
  ends: PlainEnds,
  { message, default: preset = '', check }: Extract<Question, { kind: 'text' }>,
  mayGoBack: boolean,
): Promise<Answer> {
  const mayBeEmpty = preset !== '' && ((await check?.('')) ?? true) === true;
  const hint = preset && ` (Enter means ${preset}${mayBeEmpty ? '; a space means none' : ''})`;
  for (;;) {
    const line = await readLine(ends, `${message}${hint} `);
    const typed = line.trim();
    if (mayGoBack && typed === GO_BACK) return BACK;
    const text = typed || (mayBeEmpty && line !== '' ? '' : preset);
    const problem = (await check?.(text)) ?? true;
    if (problem === true) return text;
    ends.output.write(`${problem}\n`);
  }
}

async function choose(
  ends: PlainEnds,
  { message, choices, default: preset }: Extract<Question, { kind: 'choice' }>,
  mayGoBack: boolean,
): Promise<Answer> {
  ends.output.write(`${message}\n`);
  choices.forEach((choice, at) => {
    ends.output.write(`  ${at + 1}. ${textOf(choice)}\n`);
  });
  const taken = choices.findIndex(({ value }) => value === preset);
  const hint = taken === -1 ? '' : ` (Enter means ${taken + 1})`;
  for (;;) {
    const back = mayGoBack ? `, or ${GO_BACK} to go back` : '';
    const text = (await readLine(ends, `Type a number${hint}${back}: `)).trim();
    if (mayGoBack && text === GO_BACK) return BACK;
    const at = text === '' ? taken : Number(text) - 1;
    const choice = choices[at] ?? choices.find(({ name }) => name.toLowerCase() === text.toLowerCase());
    if (choice) return choice.value;
    ends.output.write(`"${safeLine(text)}" is not a number between 1 and ${choices.length}, or a name\n`);
  }
}

const textOf = ({ name, description }: Choice): string => (description ? `${name}: ${description}` : name);

function readLine({ input, output, signal }: PlainEnds, message: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = createInterface({ input, output, terminal: false });
    const leave = () => reader.close();
    signal.addEventListener('abort', leave, { once: true });
    output.write(message);
    reader.once('line', (text) => {
      resolve(text);
      reader.close();
    });
    // Ctrl-C, or Ctrl-D, the end of input.
    reader.once('close', () => {
      signal.removeEventListener('abort', leave);
      reject(new CancelledError('interrupted: nothing was sent'));
    });
    if (signal.aborted) leave();
  });
}
