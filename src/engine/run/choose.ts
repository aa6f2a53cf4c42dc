// What was left out is asked for, where there is a person to ask.
import { BACK, type Choice } from '../../context.ts';
import { InteractionError, NotFoundError } from '../../errors.ts';
import { safeLine } from '../../output/safe-text.ts';
import type { Arg } from '../model/command.ts';
import { titleOf } from '../references/names.ts';
import { KINDS, nounOf, type ReferenceKind } from '../references/reference-kinds.ts';
import { candidates, placeOf } from '../references/references.ts';
import { organizationInHand } from './in-hand.ts';
import type { Run } from './run.ts';

/** Asks for the positional arguments that are missing and stand in no list. Returns the run with them. */
export async function askForTexts(run: Run, missing: readonly Arg[]): Promise<Run> {
  let asked = run;
  for (const arg of missing) {
    if (arg.field in run.operation.params.properties) continue;
    const text = (await (await run.context.prompts()).input(`${capital(arg.label)}:`)).trim();
    if (text === '') throw new InteractionError(`not done: no ${arg.label} was given`, { code: 'DECLINED' });
    asked = {
      ...asked,
      args: { ...asked.args, [arg.label]: text },
      input: { ...asked.input, [arg.field]: arg.variadic ? [text] : text },
    };
  }
  return asked;
}

/** Lets a person choose what a path parameter names. Throws InteractionError when nothing is chosen. */
export async function chooseOne(run: Run, param: string): Promise<string> {
  const prompts = await run.context.prompts();
  const noun = nounOf(param);
  const kind = KINDS[param];
  const items = kind ? await itemsOf(run, kind) : undefined;
  if (!items) return (await prompts.input(`${capital(noun)}:`)).trim();
  if (items.length === 0) throw new NotFoundError(`there is no ${noun} to choose from`);
  const choices = choicesOf(kind?.key ?? 'id', items);
  const answer = await prompts.ask({ kind: 'choice', message: `Which ${noun}?`, choices });
  if (answer === BACK) throw new InteractionError('not done: nothing was chosen', { code: 'DECLINED' });
  return String(answer);
}

/** Undefined where the place of the list is not known. */
async function itemsOf(run: Run, kind: ReferenceKind): Promise<Record<string, unknown>[] | undefined> {
  const client = await run.client();
  const list = await kind.list(run.input.changeRequestId !== undefined);
  const place = await placeOf(client, list, {
    input: run.input,
    organization: () => organizationInHand(run),
  });
  if (!place) return undefined;
  const items: Record<string, unknown>[] = [];
  for await (const item of candidates(client, list, kind, place)) items.push(item);
  return items;
}

/** By title, with the number where there is one and the id where two titles are alike. */
function choicesOf(key: string, items: readonly Record<string, unknown>[]): Choice[] {
  const names = items.map((item) => nameOf(item, key));
  return items.map((item, at) => {
    const name = names[at] ?? '';
    const isTwin = names.indexOf(name) !== names.lastIndexOf(name);
    return { name: isTwin ? `${name} (${item[key]})` : name, value: String(item[key]) };
  });
}

function nameOf(item: Record<string, unknown>, key: string): string {
  const number = item.number === undefined ? '' : `#${item.number} `;
  return safeLine(`${number}${titleOf(item) ?? item.path ?? item[key]}`);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
