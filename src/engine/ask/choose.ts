// What was left out is asked for, where there is a person to ask.

import { BACK, type Choice } from '../../context.ts';
import { InteractionError, NotFoundError } from '../../errors.ts';
import { shellLine } from '../../files/shell-word.ts';
import { capital } from '../../output/note.ts';
import { safeLine } from '../../output/safe-text.ts';
import type { Arg } from '../model/command.ts';
import type { Run } from '../model/command-type.ts';
import { type Field, flagFields } from '../model/fields.ts';
import { loadLeaf } from '../model/load.ts';
import { setPath, titleOf } from '../references/names.ts';
import { KINDS, nounOf, type ReferenceKind } from '../references/reference-kinds.ts';
import { candidates, placesFor } from '../references/references.ts';
import { checkInput } from '../run/input.ts';
import { organizationsInHand } from '../run/session.ts';

/** Asks for the positional arguments that are missing and are no path parameter. Returns the run with them. */
export async function askForArgs(
  run: Run,
  missing: readonly Arg[],
  fillContext: (run: Run) => Promise<void>,
): Promise<Run> {
  let asked = run;
  for (const arg of missing) {
    const like = run.command.refs?.[arg.field];
    if (arg.field in run.operation.params.properties) continue;
    // Where it belongs comes first: the team before its new member.
    if (like) await fillContext(asked);
    const text = like ? await chooseOne(asked, like) : await askForArg(asked, arg);
    asked = {
      ...asked,
      args: { ...asked.args, [arg.label]: text },
      input: { ...asked.input, [arg.field]: arg.variadic ? [text] : text },
    };
  }
  return asked;
}

async function askForArg(run: Run, { label, choices }: Arg): Promise<string> {
  if (!choices) return askForText(run, label);
  const offered = await choices(run);
  if (offered.length === 0) throw new NotFoundError(`there is no ${label} to choose from`);
  return chooseAmong(run, label, offered);
}

/** Asks for fields that have a flag, by kind; true when there was one to ask for. Others stay missing. */
export async function askForFlags(run: Run, fields: readonly Field[]): Promise<boolean> {
  const askable = fields.filter(({ kind }) => kind === 'text' || kind === 'choice');
  for (const { path, values, kind, flag } of askable) {
    const like = run.command.refs?.[path.join('.')];
    const label = flag.replaceAll('-', ' ');
    const choices = (values ?? []).map((value) => ({ name: value, value }));
    const given = like
      ? await chooseOne(run, like)
      : kind === 'choice'
        ? await chooseAmong(run, label, choices)
        : await askForText(run, label);
    run.input = setPath(run.input, path, given);
  }
  return askable.length > 0;
}

/** Asks for fields by their names, and checks what was given. */
export async function askForNamed(run: Run, names: readonly string[]): Promise<void> {
  const fields = flagFields(run.command, run.operation);
  await askForFlags(
    run,
    fields.filter(({ path }) => names.includes(path.join('.'))),
  );
  await checkInput(run.operation, run.input, fields, run.path);
}

async function askForText(run: Run, label: string): Promise<string> {
  const prompts = await run.context.prompts();
  const answer = await prompts.ask({
    kind: 'text',
    message: `${capital(label.replace(/\b(?:url|id)\b/g, (word) => word.toUpperCase()))}:`,
  });
  const text = answer === BACK ? '' : String(answer).trim();
  if (text === '') throw new InteractionError(`canceled: no ${label} was given`, { code: 'DECLINED' });
  return text;
}

const chooseAmong = async (run: Run, noun: string, choices: readonly Choice[]): Promise<string> =>
  (await run.context.prompts()).select(`Which ${noun}?`, choices);

/** Lets a person choose what a path parameter names. Throws InteractionError when nothing is chosen. */
export async function chooseOne(run: Run, param: string): Promise<string> {
  const noun = nounOf(param);
  const kind = KINDS[param];
  const own = run.command.args.at(-1)?.field === param ? run.command.offers : undefined;
  const items = own ? await own(run) : kind && (await itemsOf(run, kind));
  if (!items) return askForText(run, noun);
  if (items.length === 0)
    throw new NotFoundError(`there is no ${noun} to choose from`, { hint: await howToCreate(run, noun) });
  return chooseAmong(run, noun, choicesOf(kind?.key ?? 'id', items));
}

/** A list of nothing is no help to whoever has none yet. */
async function howToCreate({ catalog }: Run, noun: string): Promise<string | undefined> {
  const words = [`${noun}s`, 'create'];
  const { command } = await loadLeaf(catalog, words);
  return command?.verb === 'create' ? shellLine(['docs', ...words]) : undefined;
}

/** Undefined where the place of the list is not known. */
export async function itemsOf(run: Run, kind: ReferenceKind): Promise<Record<string, unknown>[] | undefined> {
  const client = await run.client();
  const list = await kind.list(run.input.changeRequestId !== undefined);
  const places = await placesFor(client, list, {
    input: run.input,
    organizations: () => organizationsInHand(run),
  });
  if (places.length === 0) return undefined;
  const items: Record<string, unknown>[] = [];
  for (const place of places)
    for await (const item of candidates(client, list, kind, place)) items.push(item);
  return items;
}

/** By title, with the number where there is one and the id where two titles are alike. */
export function choicesOf(key: string, items: readonly Record<string, unknown>[]): Choice[] {
  const names = items.map((item) => nameOf(item, key));
  return items.map((item, at) => {
    const name = names[at] ?? '';
    const isTwin = names.indexOf(name) !== names.lastIndexOf(name);
    const about = typeof item.about === 'string' ? `, ${item.about}` : '';
    return { name: `${isTwin ? `${name} (${item[key]})` : name}${about}`, value: String(item[key]) };
  });
}

function nameOf(item: Record<string, unknown>, key: string): string {
  const number = item.number === undefined ? '' : `#${item.number} `;
  return safeLine(`${number}${titleOf(item) ?? item.path ?? item[key]}`);
}
