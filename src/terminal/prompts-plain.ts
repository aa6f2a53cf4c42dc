// Questions for a screen reader: plain lines and numbers, nothing drawn anew.
import { createInterface } from 'node:readline';
import { type Answer, BACK, type Choice, type Prompts, type Question } from '../context.ts';
import { CancelledError } from '../errors.ts';
import { safeLine } from '../output/safe-text.ts';
import { type Ends, openPrompts } from './prompts.ts';
import { safeQuestion } from './safe-question.ts';

const GO_BACK = '<';

/** As `openPrompts`, but choices are numbered lines and `<` goes back. */
export function openPlainPrompts(ends: Ends): Prompts {
  const line = (message: string) => readLine(ends, `${safeLine(message)} `);
  const yes = async (message: string) =>
    /^y(es)?$/i.test((await line(`${message} (yes or no; Enter means no)`)).trim());
  return {
    confirm: yes,
    input: line,
    // Nothing typed may be shown: this one is drawn as ever.
    password: async (message) => (await openPrompts(ends)).password(message),
    select: async (message, choices) =>
      String(await askPlainly(ends, { kind: 'choice', message, choices }, false)),
    ask: (question) => askPlainly(ends, question, true),
  };
}

async function askPlainly(ends: Ends, asked: Question, mayGoBack: boolean): Promise<Answer> {
  const { question, answerOf } = safeQuestion(asked);
  const answer = await askSafely(ends, question, mayGoBack);
  return answer === BACK ? BACK : answerOf(answer);
}

function askSafely(ends: Ends, question: Question, mayGoBack: boolean): Promise<Answer> {
  if (question.kind === 'choice') return choose(ends, question, mayGoBack);
  return question.kind === 'yes-no' ? askYesNo(ends, question) : askText(ends, question);
}

async function askYesNo(
  ends: Ends,
  { message, default: preset }: Extract<Question, { kind: 'yes-no' }>,
): Promise<Answer> {
  const hint = `yes or no; Enter means ${preset ? 'yes' : 'no'}; ${GO_BACK} goes back`;
  const text = (await readLine(ends, `${message} (${hint}) `)).trim();
  if (text === GO_BACK) return BACK;
  return text === '' ? preset : /^y(es)?$/i.test(text);
}

async function askText(
  ends: Ends,
  { message, default: preset = '', check }: Extract<Question, { kind: 'text' }>,
): Promise<Answer> {
  const mayBeEmpty = preset !== '' && ((await check?.('')) ?? true) === true;
  const hint = preset && ` (Enter means ${preset}${mayBeEmpty ? '; a space means none' : ''})`;
  for (;;) {
    const line = await readLine(ends, `${message}${hint} `);
    const typed = line.trim();
    if (typed === GO_BACK) return BACK;
    const text = typed || (mayBeEmpty && line !== '' ? '' : preset);
    const problem = (await check?.(text)) ?? true;
    if (problem === true) return text;
    ends.output.write(`${problem}\n`);
  }
}

async function choose(
  ends: Ends,
  { message, choices, default: preset }: Extract<Question, { kind: 'choice' }>,
  mayGoBack: boolean,
): Promise<Answer> {
  ends.output.write(`${message}\n`);
  choices.forEach((choice, at) => {
    ends.output.write(`  ${at + 1}. ${textOf(choice)}\n`);
  });
  const taken = choices.findIndex(({ value }) => value === preset);
  const hint = taken === -1 ? '' : `; Enter means ${taken + 1}`;
  for (;;) {
    const text = (await readLine(ends, `Number${hint}${mayGoBack ? `; ${GO_BACK} goes back` : ''}: `)).trim();
    if (mayGoBack && text === GO_BACK) return BACK;
    const at = text === '' ? taken : Number(text) - 1;
    const choice = choices[at];
    if (choice) return choice.value;
    ends.output.write(`"${safeLine(text)}" is not a number between 1 and ${choices.length}\n`);
  }
}

const textOf = ({ name, description }: Choice): string => (description ? `${name}: ${description}` : name);

function readLine({ input, output }: Ends, message: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = createInterface({ input, output, terminal: false });
    output.write(message);
    reader.once('line', (text) => {
      resolve(text);
      reader.close();
    });
    // The terminal in its ordinary mode sends Ctrl-C as a signal; the end of input is Ctrl-D.
    reader.once('close', () => reject(new CancelledError('interrupted: nothing was sent')));
  });
}
