// Questions for a screen reader: plain lines and numbers, nothing drawn anew.
import { createInterface } from 'node:readline';
import { type Answer, BACK, type Choice, type Prompts, type Question } from '../context.ts';
import { CancelledError } from '../errors.ts';
import { type Ends, openPrompts } from './prompts.ts';

const GO_BACK = '<';

/** As `openPrompts`, but choices are numbered lines and `<` goes back. */
export function openPlainPrompts(ends: Ends): Prompts {
  const line = (message: string) => readLine(ends, `${message} `);
  const yes = async (message: string) =>
    /^y(es)?$/i.test((await line(`${message} (yes or no, no is taken)`)).trim());
  return {
    confirm: yes,
    input: line,
    // Nothing typed may be shown: this one is drawn as ever.
    password: async (message) => (await openPrompts(ends)).password(message),
    select: async (message, choices) =>
      String(await choose(ends, { kind: 'choice', message, choices }, false)),
    ask: (question) => askPlainly(ends, question),
  };
}

function askPlainly(ends: Ends, question: Question): Promise<Answer> {
  if (question.kind === 'choice') return choose(ends, question, true);
  return question.kind === 'yes-no' ? askYesNo(ends, question) : askText(ends, question);
}

async function askYesNo(
  ends: Ends,
  { message, default: preset }: Extract<Question, { kind: 'yes-no' }>,
): Promise<Answer> {
  const hint = `yes or no, ${preset ? 'yes' : 'no'} is taken; ${GO_BACK} goes back`;
  const text = (await readLine(ends, `${message} (${hint}) `)).trim();
  if (text === GO_BACK) return BACK;
  return text === '' ? preset : /^y(es)?$/i.test(text);
}

async function askText(
  ends: Ends,
  { message, default: preset = '', check }: Extract<Question, { kind: 'text' }>,
): Promise<Answer> {
  const mayBeEmpty = preset !== '' && ((await check?.('')) ?? true) === true;
  const hint = preset && ` (${preset} is taken${mayBeEmpty ? ', a space for nothing' : ''})`;
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
  const hint = taken === -1 ? '' : `, ${taken + 1} is taken`;
  for (;;) {
    const text = (await readLine(ends, `Number${hint}${mayGoBack ? `; ${GO_BACK} goes back` : ''}: `)).trim();
    if (mayGoBack && text === GO_BACK) return BACK;
    const at = text === '' ? taken : Number(text) - 1;
    const choice = choices[at];
    if (choice) return choice.value;
    ends.output.write(`"${text}" is no number between 1 and ${choices.length}\n`);
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
