// What a request does for each caller, in a word: answered, answered with less, refused, or not even known.
import { type Operation, takesToken } from '../../src/api/operation.ts';
import type { SandboxAnswer } from '../../src/sandbox/app.ts';
import { fillings } from './fillings.ts';
import { inputOf, randomNumbers } from './random-organization.ts';
import { CALLERS, type CallerName, type RightsBox } from './rights-box.ts';
import { isPrepared, preparedInput } from './rights-inputs.ts';

/** From the least to the most that a caller can get. */
export const WORDS = ['unknown', 'refused', 'less', 'yes'] as const;
type Word = (typeof WORDS)[number];

export interface Rights {
  words: ReadonlyMap<CallerName, Word>;
  /** Answers that tell somebody of a space or collection that they may not know of. */
  leaks: readonly string[];
}

/** An input by chance may be bad input; after so many it is written in test/helpers/rights-inputs.txt. */
const TRIES = 40;

/**
 * What each caller gets for the same request, of an input that an administrator gets through with.
 * @throws Error where none gets through, and for an answer that is not about a right: bad input, a conflict
 */
export async function rightsOf(rights: RightsBox, operation: Operation): Promise<Rights> {
  if (!takesToken(operation, 'user')) return refusedToAll(rights, operation);
  const tries = isPrepared(operation) ? 1 : TRIES;
  let last: unknown;
  for (let seed = 0; seed < tries; seed += 1) {
    const found = await rights.undone(async () => {
      const input = await inputFor(rights, operation, seed);
      if (input === undefined) return undefined;
      const best = await ask(rights, operation, input, 'admin');
      last = best.body;
      if (best.status >= 300) return undefined;
      const words = await compare(rights, operation, { input, best });
      return { words, leaks: await leaksOf(rights, operation, input) };
    });
    if (found) return found;
  }
  throw new Error(`${operation.id}: no input gets through: ${JSON.stringify(last)}`);
}

type InputOf = (as: string) => Record<string, unknown>;

async function inputFor(
  { box, state, callers, hidden }: RightsBox,
  operation: Operation,
  seed: number,
): Promise<InputOf | undefined> {
  if (isPrepared(operation)) return preparedInput(state, operation);
  // About themselves people may do more, and about what is hidden nothing.
  const apart = [...callers.values(), ...Object.values(hidden)];
  const all = fillings(box, operation).filter((one) => !Object.values(one).some((id) => apart.includes(id)));
  const random = randomNumbers(seed);
  const params = all[operation.method === 'GET' ? seed : Math.floor(random() * all.length)];
  if (!params) return undefined;
  const rest =
    operation.method === 'GET' ? operation.paging && { limit: 100 } : inputOf({ box, random }, operation);
  const input = { ...params, ...rest };
  return () => input;
}

async function ask(
  { box, callers, undone }: RightsBox,
  operation: Operation,
  input: InputOf,
  name: CallerName,
): Promise<SandboxAnswer> {
  const as = callers.get(name) ?? '';
  const send = () => box.attempt(operation, input(as), { as });
  return operation.method === 'GET' ? send() : undone(send);
}

async function compare(
  rights: RightsBox,
  operation: Operation,
  { input, best }: { input: InputOf; best: SandboxAnswer },
): Promise<Rights['words']> {
  const words = new Map<CallerName, Word>();
  for (const name of CALLERS) {
    const answer = name === 'admin' ? best : await ask(rights, operation, input, name);
    words.set(name, wordOf(operation, answer, best));
  }
  return words;
}

function wordOf(operation: Operation, { status, body }: SandboxAnswer, best: SandboxAnswer): Word {
  if (status === 404) return 'unknown';
  if (status === 403) return 'refused';
  if (status >= 300) throw new Error(`${operation.id}: ${status} ${JSON.stringify(body)}`);
  // 204 of a delete: for this caller there is nothing to delete.
  if (operation.method === 'DELETE' && status === 204 && best.status === 205) return 'unknown';
  return operation.method === 'GET' && itemsIn(body) < itemsIn(best.body) ? 'less' : 'yes';
}

/** All that the lists of an answer hold, however deep. */
function itemsIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + itemsIn(one), value.length);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, one) => sum + itemsIn(one), 0);
}

const NOWHERE = 'nowhere0000000000000';

/** What is hidden from a caller must be answered as what never was, to the letter. */
async function leaksOf(rights: RightsBox, operation: Operation, input: InputOf): Promise<string[]> {
  const leaks: string[] = [];
  for (const [param, id] of Object.entries(rights.hidden)) {
    if (!operation.path.includes(`{${param}}`)) continue;
    for (const name of ['guest', 'create'] as const) {
      const of = (value: string) => ask(rights, operation, (as) => ({ ...input(as), [param]: value }), name);
      const [hidden, absent] = [await of(id), await of(NOWHERE)];
      const text = JSON.stringify([hidden.status, hidden.body]).replaceAll(id, NOWHERE);
      const expected = JSON.stringify([absent.status, absent.body]);
      // 204 of a delete: nothing to delete.
      const isGone = hidden.status >= 400 || (operation.method === 'DELETE' && hidden.status === 204);
      if (!isGone || text !== expected) leaks.push(`${operation.id} as ${name}: ${text}, not ${expected}`);
    }
  }
  return leaks;
}

/** A token of another kind is wanted: that is said before anything is looked at. */
async function refusedToAll(rights: RightsBox, operation: Operation): Promise<Rights> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'any']);
  const input = Object.fromEntries(names);
  const best = await ask(rights, operation, () => input, 'admin');
  return { words: await compare(rights, operation, { input: () => input, best }), leaks: [] };
}
